import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// The time of day in several zones.
  public static let clock = Panel.Kind("clock", .filling) { ClockBody(environment: $0) }
}

/// The content of a clock.
public struct ClockContent: PanelBodyContent, Equatable {
  /// The time in one zone.
  public struct Zone: Equatable, Sendable {
    /// The name of the place; empty for none.
    public var name: String
    /// The time: `14:05` or `14:05:07`.
    public var time: String
    /// The date in words.
    public var date: String
    /// The date in few letters, for a narrow face; empty for that of `date`.
    public var shortDate: String

    /// The time and the date of a place.
    public init(name: String, time: String, date: String, shortDate: String = "") {
      self.name = name
      self.time = time
      self.date = date
      self.shortDate = shortDate
    }
  }

  /// The zones in their order.
  public var zones: [Zone]

  /// The times of zones.
  public init(zones: [Zone]) { self.zones = zones }
}

/// The time of day in one or several zones, as large as there is room. Digits change at once.
final class ClockBody: PanelBody {
  private struct Face {
    let name = TextLayer()
    let time = TextLayer()
    let date = TextLayer()
  }

  let layer = Layer()
  private var faces: [Face] = []
  private let rest = TextLayer()
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?

  init(environment: ChartEnvironment) {
    self.environment = environment
    layer.addSublayer(rest)
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? ClockContent, let place, !place.frame.isEmpty,
      !content.zones.isEmpty
    else { return }
    while faces.count > content.zones.count {
      let face = faces.removeLast()
      for part in [face.name, face.time, face.date] { part.removeFromSuperlayer() }
    }
    while faces.count < content.zones.count {
      let face = Face()
      for part in [face.name, face.time, face.date] { layer.addSublayer(part) }
      faces.append(face)
    }
    let dial = dial(content.zones, in: place.frame.size)
    let places = dial.count + (dial.count < content.zones.count ? 1 : 0)
    let rows = (places + dial.columns - 1) / dial.columns
    let cell = Size(
      place.frame.width / Double(dial.columns), place.frame.height / Double(max(1, rows)))
    func frame(_ i: Int) -> Rect {
      let origin = Point(
        Double(i % dial.columns) * cell.width, Double(i / dial.columns) * cell.height)
      return Rect(origin: origin, size: cell)
    }
    let dates = dates(of: content.zones, in: cell, dial)
    for (i, (zone, face)) in zip(content.zones, faces).enumerated() {
      guard i < dial.count else {
        for part in [face.name, face.time, face.date] { part.isHidden = true }
        continue
      }
      show(zone, date: dates?[i] ?? "", face, frame(i), dial, look)
    }
    showRest(content.zones.count - dial.count, in: frame(dial.count), dial)
  }

  /// The dates of all faces, whole or short, whichever have room in all faces; nil if neither have.
  private func dates(
    of zones: [ClockContent.Zone], in cell: Size, _ dial: Dial
  ) -> [String]? {
    let room = cell.width - environment.type.gap * 0.5
    let short = zones.map { $0.shortDate.isEmpty ? $0.date : $0.shortDate }
    return [zones.map(\.date), short].first {
      width(of: $0, environment.type.note, size: wordsSize(dial.size)) <= room
    }
  }

  /// Shows the number of times without room, in the place of one more time.
  private func showRest(_ count: Int, in cell: Rect, _ dial: Dial) {
    rest.isHidden = count <= 0
    guard count > 0 else { return }
    var font = environment.type.note
    font.size = wordsSize(dial.size)
    let capHeight = environment.fonts.metrics(of: font).capHeight
    place(
      rest, String(localized: "\(count) more"), font, environment.theme.secondary,
      at: Point(cell.minX, cell.minY + (cell.height + capHeight) / 2), fitting: cell.width)
  }

  /// The place of a face's words.
  private enum Words {
    /// The name over the time, and the date under it.
    case around
    /// The name after the time, and no date.
    case behind
    /// The beginning of the name after the time, and no date.
    case cutBehind
    /// The words of a single time, where the time leaves room for them.
    case none

    var areBehind: Bool { self == .behind || self == .cutBehind }
  }

  /// The arrangement of all faces.
  private struct Dial {
    let words: Words
    let columns: Int
    /// The size of the times' font.
    let size: Double
    /// The number of faces; the other times have no room.
    let count: Int
  }

  /// The arrangement with the largest times. Words are left out before times become small, but several times need their
  /// names, or at least the first letters of the names. Where not all times have room with these, some are left out.
  private func dial(_ zones: [ClockContent.Zone], in size: Size) -> Dial {
    /// - Parameter count: the number of faces; fewer than all leave one place to the number of the others.
    func largest(_ words: Words, _ count: Int) -> Dial {
      let places = count + (count < zones.count ? 1 : 0)
      let shown = Array(zones.prefix(count))
      let dials = (1...places).map { columns in
        let rows = (places + columns - 1) / columns
        let cell = Size(size.width / Double(columns), size.height / Double(rows))
        return Dial(
          words: words, columns: columns, size: timeSize(shown, words, in: cell), count: count)
      }
      return dials.max { $0.size < $1.size }
        ?? Dial(words: words, columns: 1, size: 0, count: count)
    }
    func largest(_ words: Words) -> Dial { largest(words, zones.count) }
    let usual = largest(.around)
    if usual.size >= environment.type.smallest * 1.5 { return usual }
    let named = zones.count > 1 ? [largest(.behind), usual, largest(.cutBehind)] : []
    if let fitting = named.first(where: { $0.size > 0 }) { return fitting }
    for count in (1..<max(1, zones.count)).reversed() {
      let named = [Words.behind, .cutBehind].lazy.map { largest($0, count) }
      if let fitting = named.first(where: { $0.size > 0 }) { return fitting }
    }
    let bare = largest(.none)
    let size = max(environment.type.smallest, bare.size.rounded(.down))
    return Dial(words: .none, columns: bare.columns, size: size, count: zones.count)
  }

  /// The font size with which all faces fit into cells of a size; 0 if their words do not fit. Times without words fill
  /// their cells, however small the cells are.
  private func timeSize(_ zones: [ClockContent.Zone], _ words: Words, in cell: Size) -> Double {
    let type = environment.type
    let widest = width(of: zones.map(\.time), type.value, size: 100)
    let room = max(0, cell.width - type.gap)
    let rows = words.areBehind ? 0 : zones.contains { !$0.name.isEmpty } ? 2.0 : 1.0
    func hasRoom(_ size: Double) -> Bool {
      // The height includes a gap to the next face.
      let height = (TypeScale.capHeight + 0.5) * size + rows * Self.wordsPitch * wordsSize(size)
      var wide = widest * size / 100
      if words.areBehind {
        let names = width(of: zones.map(\.name), type.note, size: wordsSize(size))
        let most = words == .behind ? names : wordsSize(size) * Self.leastName
        wide += nameGap(size) + min(names, most)
      }
      return height <= cell.height && wide <= room + 1e-6
    }
    var size = min(room / max(1, widest) * 100, type.value.size * 5)
    if words == .none { return min(size, cell.height * 0.9) }
    while size > type.smallest, !hasRoom(size) { size *= 0.96 }
    size = max(type.smallest, size.rounded(.down))
    return hasRoom(size) ? size : 0
  }

  private func width(of texts: [String], _ font: FontDescription, size: Double) -> Double {
    var font = font
    font.size = size
    return texts.map { environment.fonts.line($0, font: font).width }.max() ?? 0
  }

  /// The distance between a time and the name after it.
  private func nameGap(_ timeSize: Double) -> Double { timeSize * 0.5 }

  /// The width of the beginning of a name, in sizes of its font.
  private static let leastName = 4.0

  /// The distance between a line of words and the line above it, in multiples of the font's size.
  private static let wordsPitch = 1.6

  private func wordsSize(_ timeSize: Double) -> Double {
    let type = environment.type
    return max(type.tick.size, min(type.unit.size, (timeSize * 0.6).rounded() / 2))
  }

  private func show(
    _ zone: ClockContent.Zone, date: String, _ face: Face, _ cell: Rect, _ dial: Dial,
    _ look: PanelBodyLook
  ) {
    let (type, theme, fonts) = (environment.type, environment.theme, environment.fonts)
    var font = type.value
    font.size = dial.size
    var small = type.note
    small.size = wordsSize(dial.size)
    let capHeight = fonts.metrics(of: font).capHeight
    let smallCap = fonts.metrics(of: small).capHeight
    let line = small.size * Self.wordsPitch
    let gap = line - smallCap
    var height = capHeight
    let hasRows = !dial.words.areBehind
    let showsName = hasRows && !zone.name.isEmpty && height + line <= cell.height
    if showsName { height += line }
    let showsDate = hasRows && !date.isEmpty && height + line <= cell.height
    if showsDate { height += line }
    // Several faces of a column begin at its top; one alone lies in the middle.
    var y = cell.minY + max(0, (cell.height - height) / 2)
    let room = cell.width - type.gap * 0.5
    (face.name.isHidden, face.date.isHidden) = (true, true)
    if showsName {
      y += smallCap
      place(face.name, zone.name, small, theme.secondary, at: Point(cell.minX, y), fitting: room)
      y += gap
    }
    y += capHeight
    // The left edges of the first digit and of the words are aligned.
    let words = showsName ? zone.name : showsDate ? date : ""
    place(
      face.time, zone.time, font, look.recedes ? theme.quietText : theme.text,
      at: Point(cell.minX, y), fitting: room,
      edge: fonts.line(words, font: small, fitting: room).inkEdge)
    if dial.words.areBehind {
      let left = fonts.line(zone.time, font: font).width + nameGap(dial.size)
      place(
        face.name, zone.name, small, theme.secondary, at: Point(cell.minX + left, y),
        fitting: room - left)
    }
    if showsDate {
      y += gap + smallCap
      place(face.date, date, small, theme.secondary, at: Point(cell.minX, y), fitting: room)
    }
  }

  /// Shows one text of a face.
  /// - Parameter edge: the distance of the first letter's left edge from the origin; nil for the font's own distance.
  private func place(
    _ text: TextLayer, _ words: String, _ font: FontDescription, _ color: Color,
    at origin: Point, fitting width: Double, edge: Double? = nil
  ) {
    let line = environment.fonts.line(words, font: font, fitting: width)
    text.isHidden = false
    text.line = line
    text.foregroundColor = color
    let shift = edge.map { $0 - line.inkEdge } ?? 0
    text.placeBaseline(at: Point(origin.x + shift, environment.snapped(origin.y)))
  }
}
