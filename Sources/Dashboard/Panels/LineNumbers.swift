import Charts

/// The numbers and looks that the lines of a panel keep while other lines come and go.
///
/// A line that returns has its old number, so a hidden line stays hidden. A line keeps its look as long as the line is
/// shown; the next new line takes a look that has become free. The first line of each entry of the panel's list has the
/// look of the entry's place, whichever source answers first.
struct LineNumbers {
  private var numbers: [LineIdentity: Int] = [:]
  /// The looks of the lines that were shown last.
  private var looks: [LineIdentity: Int] = [:]
  private var next = 0

  /// The number of remembered lines above which lines that are not shown are forgotten.
  private static let mostRemembered = 1024

  /// Sets the number and the look of each line of a panel.
  mutating func number(_ lines: inout [PanelLine], of panel: PanelSpec) {
    let equals = Set(
      lines.lazy.filter { $0.style == .automatic && $0.identity != .others }.map(\.identity))
    looks = looks.filter { equals.contains($0.key) }
    let entries = panel.looks
    if entries.count > 1 { takeOwnLooks(equals, lines, entries) }
    let taken = Set(looks.values)
    // A look stays free for the first line of an entry whose source has not answered yet.
    let places = entries.count > 1 ? 0..<entries.count : 0..<0
    var free = (0...lines.count + places.count).lazy
      .filter { !taken.contains($0) && !places.contains($0) }.makeIterator()
    for i in lines.indices {
      let identity = lines[i].identity
      lines[i].number = number(of: identity)
      guard equals.contains(identity) else {
        if identity == .others { lines[i].look = SeriesLook.rest }
        continue
      }
      if looks[identity] == nil { looks[identity] = free.next() }
      lines[i].look = looks[identity]
    }
    if numbers.count > Self.mostRemembered {
      let shown = Set(lines.map(\.identity))
      numbers = numbers.filter { shown.contains($0.key) }
    }
  }

  /// Assigns the look of each entry's place to the first line of the entry, if no other line has that look.
  /// - Parameters:
  ///   - equals: the lines that have looks.
  ///   - places: the places of the entries.
  private mutating func takeOwnLooks(
    _ equals: Set<LineIdentity>, _ lines: [PanelLine], _ places: [LineIdentity.Entry: Int]
  ) {
    var taken = Set(looks.values)
    for line in lines where equals.contains(line.identity) && looks[line.identity] == nil {
      guard let entry = line.identity.entry, let place = places[entry],
        taken.insert(place).inserted
      else { continue }
      looks[line.identity] = place
    }
  }

  private mutating func number(of identity: LineIdentity) -> Int {
    if let known = numbers[identity] { return known }
    defer { next += 1 }
    numbers[identity] = next
    return next
  }
}

extension PanelSpec {
  /// The looks of the listed series and expressions that have no style of their own, in the order of the list.
  fileprivate var looks: [LineIdentity.Entry: Int] {
    let listed =
      series.enumerated().filter { !$1.isHidden && $1.style == .automatic }.map {
        LineIdentity.Entry.series($0.offset)
      }
      + expressions.enumerated().filter { $1.style == .automatic }.map {
        LineIdentity.Entry.expression($0.offset)
      }
    return Dictionary(uniqueKeysWithValues: zip(listed, 0...))
  }
}

extension LineIdentity {
  /// An entry of a panel's list.
  fileprivate enum Entry: Hashable {
    case series(Int)
    case expression(Int)
  }

  /// The entry of the line; nil for a sum or a mean of several lines.
  fileprivate var entry: Entry? {
    switch self {
    case .series(let index, _): .series(index)
    case .expression(let index, _): .expression(index)
    case .others: nil
    }
  }
}
