/// The names of a table's columns, with their headings and units.
struct HeaderNames {
  var names: [String]
  /// The heading above each name, which is part of the name; an empty text without a heading.
  var headings: [String]
  /// The unit of each column; empty if the header has no line of units.
  var units: [String?] = []
  /// The field that numbers things, such as graphics cards.
  var indexField: Int?

  init(_ parts: (names: [String], headings: [String])) { (names, headings) = parts }

  /// Whether the names are those of `vmstat`, which are familiar without the headings above them.
  static func isFamiliar(_ names: [String]) -> Bool { namesOfVmstat.isSubset(of: names) }

  /// Names that occur together only in the output of `vmstat`.
  static let namesOfVmstat: Set<String> = ["si", "so", "bi", "bo", "us"]

  /// The names without the headings above them.
  var namesBelowHeadings: [String] {
    guard !headings.isEmpty else { return names }
    return zip(names, headings).map { name, heading in
      heading.isEmpty ? name : String(name.dropFirst(heading.count + 1))
    }
  }
}

/// A line of headings over groups of columns: `--total-cpu-usage-- -dsk/total-`, `capacity   operations`.
struct HeadingLine {
  private(set) var words: [(name: String, start: Int, end: Int)] = []
  /// Whether the headings are words far apart, each of which may stand above the middle of its columns.
  private var isCentred = false
  /// Whether the line looks like headings: between dashes, or indented and far apart.
  private(set) var isHeading = false

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var hasDashes = false
    var isWide = line.count > 2 && line[0] == 0x20 && line[1] == 0x20
    /// A heading between two runs of dashes that has no second run yet.
    var open: (name: String, start: Int)?
    var lastEnd = -2
    var index = 0
    while index < line.count, words.count < TextLimits.columns {
      /// The bar before the word, at which the heading's columns start.
      var bar: Int?
      while index < line.count, FieldSplitter.isBlank(line[index]) {
        if line[index] == 0x7C { bar = index }
        index += 1
      }
      let first = index
      while index < line.count, !FieldSplitter.isBlank(line[index]) { index += 1 }
      guard index > first else { break }
      let bytes = line[first..<index]
      let start = bar ?? first
      if bar != nil { hasDashes = true }
      if start - lastEnd < 2 { isWide = false }
      lastEnd = index
      if bytes.allSatisfy({ $0 == 0x2D }) {
        hasDashes = true
        if let closed = open, !closed.name.isEmpty {
          words.append((Self.cleaned(closed.name), closed.start, index))
          open = nil
        } else {
          open = ("", start)
        }
        continue
      }
      let word = shown(UnsafeBufferPointer(rebasing: bytes), limit: TextLimits.name)
      if word.hasPrefix("-") || word.hasSuffix("-") { hasDashes = true }
      if let begun = open {
        open = (begun.name.isEmpty ? word : begun.name + " " + word, begun.start)
      } else {
        words.append((Self.cleaned(word), start, index))
      }
    }
    if let open, !open.name.isEmpty { words.append((Self.cleaned(open.name), open.start, index)) }
    isHeading = words.count > 1 && (hasDashes || isWide)
    isCentred = isHeading && !hasDashes
  }

  /// A heading without the dashes around the heading, and without the words that `dstat` adds to every heading.
  private static func cleaned(_ word: String) -> String {
    let parts = word.split { $0 == "-" || $0 == " " }
    let telling = parts.filter { $0 != "total" && $0 != "usage" }
    let text = (telling.isEmpty ? parts : telling).joined(separator: " ")
    return text.hasSuffix("/total") ? String(text.dropLast(6)) : text
  }

  /// The heading above each column, if each heading is above the middle of equally many columns; nil otherwise. The
  /// first column may have no heading, or one of its own, such as that of the time.
  /// - Parameter columns: the places of the columns' names.
  func centredNames(over columns: [Range<Int>]) -> [String]? {
    guard isCentred else { return nil }
    for (free, alone) in [(0, 0), (1, 0), (1, 1)] {
      let (count, headings) = (columns.count - free, words.dropFirst(alone))
      guard count >= headings.count, count % headings.count == 0 else { continue }
      let width = count / headings.count
      let isEach = headings.indices.allSatisfy { heading in
        let first = free + (heading - alone) * width
        let middle = columns[first].lowerBound + columns[first + width - 1].upperBound
        return heading == nearestWord(toTwice: middle)
      }
      guard isEach else { continue }
      let names = headings.flatMap { [String](repeating: $0.name, count: width) }
      return [String](repeating: alone == 1 ? words[0].name : "", count: free) + names
    }
    return nil
  }

  /// The heading whose middle is nearest to half of a number.
  private func nearestWord(toTwice place: Int) -> Int? {
    words.indices.min {
      abs(words[$0].start + words[$0].end - place) < abs(words[$1].start + words[$1].end - place)
    }
  }

  /// The heading above a position in the line; empty if there is none.
  func word(over place: Int) -> String {
    words.last { $0.start <= place }?.name ?? ""
  }
}

extension FieldSplitter {
  /// The number of cells: the two halves of a cell count once.
  var cellCount: Int { fields.count - fields.count { $0.beginsPair } }

  /// The names of fields from the names of cells: `NET I/O` names the halves of `1.3kB / 0B`.
  func expandPairs(_ names: [String]) -> [String] {
    guard fields.contains(where: \.beginsPair) else { return names }
    var result: [String] = []
    var cell = 0
    var isSecondHalf = false
    for field in fields where cell < names.count {
      if isSecondHalf {
        isSecondHalf = false
        continue
      }
      if field.beginsPair {
        let halves = Self.halves(of: names[cell])
        result += [halves.0, halves.1]
        isSecondHalf = true
      } else {
        result.append(names[cell])
      }
      cell += 1
    }
    return result
  }

  /// The common words of the names of a cell's halves, such as `NET`, for each name; empty without such words.
  func headingsOfPairs(_ names: [String]) -> [String] {
    guard fields.contains(where: \.beginsPair) else { return [] }
    var headings = [String](repeating: "", count: names.count)
    for i in names.indices.dropLast() where i < fields.count && fields[i].beginsPair {
      let halves = (names[i].split(separator: " "), names[i + 1].split(separator: " "))
      let most = min(halves.0.count, halves.1.count) - 1
      let common = zip(halves.0, halves.1).prefix(max(0, most)).prefix { $0 == $1 }.map(\.0)
      (headings[i], headings[i + 1]) = (
        common.joined(separator: " "), common.joined(separator: " ")
      )
    }
    return headings
  }

  static func halves(of name: String) -> (String, String) {
    let words = name.split(separator: " ").map(String.init)
    if let slash = words.firstIndex(of: "/"), slash > 0, slash + 1 < words.count {
      let common = words[..<(slash - 1)]
      return (
        words[..<slash].joined(separator: " "),
        (common + words[(slash + 1)...]).joined(separator: " ")
      )
    }
    let ends = words.last?.split(separator: "/").map(String.init) ?? []
    if ends.count == 2 {
      let common = words.dropLast()
      return (
        (common + [ends[0]]).joined(separator: " "), (common + [ends[1]]).joined(separator: " ")
      )
    }
    return (name + " 1", name + " 2")
  }

  /// The ranges of the fields in the line from which the fields were split; nil if a field is outside the line.
  func places(in line: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    guard let base = line.baseAddress else { return nil }
    var places: [Range<Int>] = []
    for field in fields {
      guard let start = field.bytes.baseAddress.map({ $0 - base }), start >= 0,
        start + field.bytes.count <= line.count
      else { return nil }
      places.append(start..<start + field.bytes.count)
    }
    return places
  }
}
