/// A line of `ls -l`: the permissions of a file, its links, owner and group, its size, its time and its name.
struct ListingLine {
  /// The size in bytes; nil for a device, which has two numbers instead of a size.
  let size: UnsafeBufferPointer<UInt8>?
  let name: UnsafeBufferPointer<UInt8>

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard Self.beginsWithMode(line) else { return nil }
    let words = line.split(separator: 0x20, maxSplits: 24)
    /// The last word of the time, after the mode, the links and the size.
    guard let last = words.indices.first(where: { $0 > 3 && Self.endsTime(words, $0) }),
      let blank = words[last].indices.last.map({ $0 + 1 }), blank + 1 < line.count
    else { return nil }
    let isDateAlone = words[last].contains(0x2D)
    let first = isDateAlone ? last : words[last - 1].contains(0x2D) ? last - 1 : last - 2
    guard first > 2 else { return nil }
    let isDevice = words[first - 2].last == 0x2C
    size = isDevice ? nil : UnsafeBufferPointer(rebasing: words[first - 1])
    var rest = line[(blank + 1)...]
    // A date alone is padded to the width of a date with a clock time.
    if isDateAlone, rest.first == 0x20 { rest = rest.dropFirst() }
    // The time zone that `--full-time` prints.
    if let sign = rest.first, sign == 0x2B || sign == 0x2D, rest.count > 6,
      rest.dropFirst().prefix(4).allSatisfy({ digitValue($0) != nil }),
      rest[rest.startIndex + 5] == 0x20
    {
      rest = rest.dropFirst(6)
    }
    if line[0] == UInt8(ascii: "l") { rest = Self.withoutTarget(rest) }
    name = UnsafeBufferPointer(rebasing: rest)
  }

  /// Whether a line begins with permissions: `-rw-r--r--`.
  private static func beginsWithMode(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count > 20, "-dlbcps".utf8.contains(line[0]),
      line[1..<10].allSatisfy({ "-rwxsStT".utf8.contains($0) })
    else { return false }
    return line[10] == 0x20 || line[11] == 0x20 && ".+@".utf8.contains(line[10])
  }

  /// Whether a word is the end of a time: a clock time, the date of another year, or that year alone after its month
  /// and day.
  private static func endsTime(_ words: [Slice<UnsafeBufferPointer<UInt8>>], _ place: Int) -> Bool {
    let word = words[place]
    let digits = word.count { digitValue($0) != nil }
    if word.contains(0x3A) { return digits >= 3 && digitValue(word[word.startIndex]) != nil }
    if word.count == 10, digits == 8 {
      // A clock time follows, except with `--time-style=iso`.
      return word.count { $0 == 0x2D } == 2
        && !(place + 1 < words.count && words[place + 1].dropFirst(2).first == 0x3A)
    }
    guard word.count == 4, digits == 4, place > 4 else { return false }
    let isNumber = words.map { $0.allSatisfy { digitValue($0) != nil } }
    return isNumber[(place - 2)..<place].contains(false)
      && words[place - 3].contains { digitValue($0) != nil }
  }

  /// The name of a link, without its target.
  private static func withoutTarget(
    _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let arrow = name.indices.first { name[$0...].starts(with: " -> ".utf8) }
    return arrow.map { name[..<$0] } ?? name
  }

  /// The first words of the line with the total number of blocks, in the languages of `ls`.
  private static let totals: Set<String> = [
    "total", "totale", "insgesamt", "totaal", "razem", "итого", "总用量", "总计", "總用量", "合計", "합계",
  ]

  static func isHead(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count < 32, let blank = line.firstIndex(of: 0x20), blank + 1 < line.count,
      FieldValue(UnsafeBufferPointer(rebasing: line[(blank + 1)...])).double != nil
    else { return false }
    return totals.contains(String(decoding: line[..<blank], as: UTF8.self))
  }
}

extension ListingLine {
  /// Reads a line of `ls -l`: sizes by the names of files.
  static func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    let isFirst = reader.style == .none
    if isHead(line.text), !isFirst || reader.headerLines.isEmpty {
      if isFirst { reader.keepAsHeader(line.text, &batch) }
      return true
    }
    guard let read = ListingLine(line.text) else { return false }
    guard let size = read.size, let number = FieldValue(size).double else { return !isFirst }
    let bytes = FieldValue.quantity(number, TextUnit(symbol: "B", scale: 1))
    reader.fields.take([
      TextField(bytes: read.name, value: .text), TextField(bytes: size, value: bytes),
    ])
    if isFirst {
      reader.headerLines.removeAll()
      reader.beginTable(["name", "size"])
    }
    if let table = reader.table { reader.store(table, &batch) }
    reader.style = .listing
    return true
  }
}
