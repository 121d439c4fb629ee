import Charts

/// The numbers and looks that the lines of a panel keep while other lines come and go.
///
/// A line that returns has its old number, so a hidden line stays hidden. A line keeps its look as long as the line is
/// shown; the next new line takes a look that has become free.
struct LineNumbers {
  private var numbers: [LineIdentity: Int] = [:]
  /// The looks of the lines that were shown last.
  private var looks: [LineIdentity: Int] = [:]
  private var next = 0

  /// The number of remembered lines above which lines that are not shown are forgotten.
  private static let mostRemembered = 1024

  /// Gives each line its number and its look.
  mutating func number(_ lines: inout [PanelLine]) {
    let equals = Set(
      lines.lazy.filter { $0.style == .automatic && $0.identity != .others }.map(\.identity))
    looks = looks.filter { equals.contains($0.key) }
    let taken = Set(looks.values)
    var free = (0...lines.count).lazy.filter { !taken.contains($0) }.makeIterator()
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

  private mutating func number(of identity: LineIdentity) -> Int {
    if let known = numbers[identity] { return known }
    defer { next += 1 }
    numbers[identity] = next
    return next
  }
}
