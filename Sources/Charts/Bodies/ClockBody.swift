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

    /// The time and the date of a place.
    public init(name: String, time: String, date: String) {
      self.name = name
      self.time = time
      self.date = date
    }
  }

  /// The zones in their order.
  public var zones: [Zone]

  /// The times of zones.
  public init(zones: [Zone]) { self.zones = zones }
}

/// The time of day in one zone or in several, as large as has room. Digits change at once.
final class ClockBody: PanelBody {
  private struct Face {
    let name = TextLayer()
    let time = TextLayer()
    let date = TextLayer()
  }

  let layer = Layer()
  private var faces: [Face] = []
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?

  init(environment: ChartEnvironment) { self.environment = environment }

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
    let columns = columns(content.zones, in: place.frame.size)
    let rows = (content.zones.count + columns - 1) / columns
    let cell = Size(
      place.frame.width / Double(columns), place.frame.height / Double(max(1, rows)))
    let size = timeSize(content.zones, in: cell)
    for (i, zone) in content.zones.enumerated() {
      let origin = Point(Double(i % columns) * cell.width, Double(i / columns) * cell.height)
      show(zone, faces[i], Rect(origin: origin, size: cell), timeSize: size, look)
    }
  }

  /// The number of columns with which the times are largest.
  private func columns(_ zones: [ClockContent.Zone], in size: Size) -> Int {
    (1...zones.count).max { a, b in
      func largest(_ columns: Int) -> Double {
        let rows = (zones.count + columns - 1) / columns
        return timeSize(
          zones, in: Size(size.width / Double(columns), size.height / Double(rows)))
      }
      return largest(a) < largest(b)
    } ?? 1
  }

  /// The size of the time's font.
  private func timeSize(_ zones: [ClockContent.Zone], in cell: Size) -> Double {
    let type = environment.type
    var font = type.value
    font.size = 100
    let widest =
      zones.map { environment.fonts.line($0.time, font: font).width }.max() ?? 1
    let room = max(0, cell.width - type.gap) / max(1, widest) * 100
    let words = zones.contains { !$0.name.isEmpty } ? 2.0 : 1.0
    /// The height of a face with a gap to the next one.
    func height(_ size: Double) -> Double {
      TypeScale.capHeight * size + words * Self.wordsPitch * wordsSize(size) + 0.5 * size
    }
    var size = min(room, type.value.size * 5)
    let least = type.smallest * 1.5
    while size > least, height(size) > cell.height { size *= 0.96 }
    // Words give way before the time becomes small.
    if size < least { size = min(room, cell.height * 0.9) }
    return max(type.smallest, size.rounded(.down))
  }

  /// The distance of a line of words from what is over it, in sizes of its font.
  private static let wordsPitch = 1.6

  private func wordsSize(_ timeSize: Double) -> Double {
    let type = environment.type
    return max(type.tick.size, min(type.unit.size, (timeSize * 0.6).rounded() / 2))
  }

  private func show(
    _ zone: ClockContent.Zone, _ face: Face, _ cell: Rect, timeSize: Double, _ look: PanelBodyLook
  ) {
    let (type, theme, fonts) = (environment.type, environment.theme, environment.fonts)
    var font = type.value
    font.size = timeSize
    var small = type.note
    small.size = wordsSize(timeSize)
    let capHeight = fonts.metrics(of: font).capHeight
    let smallCap = fonts.metrics(of: small).capHeight
    let line = small.size * Self.wordsPitch
    let gap = line - smallCap
    var height = capHeight
    let showsName = !zone.name.isEmpty && height + line <= cell.height
    if showsName { height += line }
    let showsDate = !zone.date.isEmpty && height + line <= cell.height
    if showsDate { height += line }
    // Several faces of a column begin at its top; one alone lies in the middle.
    var y = cell.minY + max(0, (cell.height - height) / 2)
    let room = cell.width - type.gap * 0.5
    func place(
      _ text: TextLayer, _ words: String, _ font: FontDescription, _ color: Color,
      edge: Double? = nil
    ) {
      let line = fonts.line(words, font: font, fitting: room)
      text.isHidden = false
      text.line = line
      text.foregroundColor = color
      let shift = edge.map { $0 - line.inkEdge } ?? 0
      text.placeBaseline(at: Point(cell.minX + shift, environment.snapped(y)))
    }
    (face.name.isHidden, face.date.isHidden) = (true, true)
    if showsName {
      y += smallCap
      place(face.name, zone.name, small, theme.secondary)
      y += gap
    }
    y += capHeight
    // The first digit's edge stands under that of the words.
    let words = showsName ? zone.name : showsDate ? zone.date : ""
    place(
      face.time, zone.time, font, look.recedes ? theme.quietText : theme.text,
      edge: fonts.line(words, font: small, fitting: room).inkEdge)
    if showsDate {
      y += gap + smallCap
      place(face.date, zone.date, small, theme.secondary)
    }
  }
}
