import Geometry
import Layers
import Messages
import Typography

/// A small card with a sample's time and the values of all series there.
public final class Readout {
  /// The card; a host adds the card over the chart that it reads.
  public let layer = Layer()
  private var shown: State?

  private struct State: Equatable {
    var reading: CrosshairReading
    var page: Rect
    var type: TypeScale
    var theme: Theme
  }

  private struct Row {
    let entry: CrosshairReading.Entry
    let name: TextLine
    let value: TextLine
  }

  /// A card that is hidden.
  public init() { layer.isHidden = true }

  /// Removes the card.
  public func hide() {
    layer.isHidden = true
    shown = nil
  }

  /// - Parameter page: the rectangle that the card stays within, in the coordinates of the reading.
  public func show(_ reading: CrosshairReading, page: Rect, environment: ChartEnvironment) {
    let state = State(
      reading: reading, page: page, type: environment.type, theme: environment.theme)
    guard shown != state else { return }
    // A page without visible series says so itself.
    if reading.entries.isEmpty { return hide() }
    shown = state
    layer.isHidden = false
    layer.removeAllSublayers()
    let size = draw(reading, in: page.size, environment)
    let frame = ReadoutPlacement.frame(
      size: size, sample: reading.place, panel: reading.panel.insetBy(dx: 2, dy: 2), page: page,
      gap: Crosshair.radius(environment) + environment.type.note.size * 0.4)
    layer.frame = Rect(
      origin: Point(environment.snapped(frame.minX), environment.snapped(frame.minY)),
      size: frame.size)
    layer.cornerRadius = environment.type.cornerRadius * 0.6
    layer.backgroundColor = environment.theme.background
    layer.borderColor = environment.theme.edge
    layer.borderWidth = environment.hairline
  }

  /// The measures of a card, in points.
  private struct Measures {
    let em: Double
    let capHeight: Double
    var padding: Double { em * 0.8 }
    var swatch: Double { em * 1.1 }
    /// The distance between a swatch and its name.
    var inside: Double { em * 0.5 }
    /// The distance between two columns.
    var between: Double { em * 1.6 }
    var rowHeight: Double { (em * 1.55).rounded() }
    /// The height of a card above and below its rows.
    var margin: Double { 2 * padding * 0.9 + capHeight }

    init(_ environment: ChartEnvironment) {
      em = environment.type.note.size
      capHeight = environment.fonts.metrics(of: environment.type.note).capHeight
    }

    /// The width of a column of rows.
    func width(of rows: [Row]) -> Double {
      let names = rows.map(\.name.width).max() ?? 0
      let values = rows.map(\.value.width).max() ?? 0
      return swatch + inside + names + (names > 0 ? em : 0) + values
    }
  }

  /// Draws the values in one column, or in several if the page is too low for one. Values without room in these are
  /// counted.
  /// - Returns: the size of the card.
  private func draw(
    _ reading: CrosshairReading, in page: Size, _ environment: ChartEnvironment
  ) -> Size {
    let metrics = Measures(environment)
    let mostRows = max(1, Int((page.height - metrics.margin) / metrics.rowHeight))
    let rows = reading.entries.map { row($0, widest: page.width * 0.3, environment) }
    let moment = environment.fonts.line(reading.moment, font: environment.type.note)
    var width = metrics.width(of: rows)
    let room =
      (page.width * 0.8 - 2 * metrics.padding + metrics.between) / (width + metrics.between)
    let columns = min(max(1, Int(room)), (rows.count + mostRows - 1) / mostRows)
    if columns == 1 { width = max(width, moment.width) }
    let hasRest = rows.count > columns * mostRows
    // The count of the other values has the last place.
    let shown = hasRest ? rows.prefix(columns * mostRows - 1) : rows[...]
    let places = shown.count + (hasRest ? 1 : 0)
    let perColumn = (places + columns - 1) / columns
    let top = metrics.padding * 0.9 + metrics.capHeight
    func corner(_ i: Int) -> Point {
      Point(
        metrics.padding + Double(i / perColumn) * (width + metrics.between),
        top + metrics.rowHeight * Double(i % perColumn + 1))
    }
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    add(moment, theme.secondary, Point(metrics.padding, top))
    for (i, row) in shown.enumerated() { add(row, at: corner(i), width, metrics, environment) }
    if hasRest {
      let more = String(localized: "\(rows.count - shown.count) more")
      let indent = Point(metrics.swatch + metrics.inside, 0)
      add(fonts.line(more, font: type.note), theme.secondary, corner(shown.count) + indent)
    }
    let inner = max(moment.width, Double(columns) * (width + metrics.between) - metrics.between)
    return Size(
      (inner + 2 * metrics.padding).rounded(.up),
      (metrics.margin + metrics.rowHeight * Double(perColumn)).rounded(.up))
  }

  private func row(
    _ entry: CrosshairReading.Entry, widest: Double, _ environment: ChartEnvironment
  ) -> Row {
    var fonts = (name: environment.type.note, value: environment.type.panelTitle)
    if entry.isPointedAt { (fonts.name.weight, fonts.value.weight) = (.semibold, .semibold) }
    return Row(
      entry: entry, name: environment.fonts.nameLine(entry.name, font: fonts.name, fitting: widest),
      value: environment.fonts.line(entry.text, font: fonts.value, fitting: widest))
  }

  /// Adds a row, whose value ends at the right edge of a column.
  private func add(
    _ row: Row, at corner: Point, _ width: Double, _ metrics: Measures,
    _ environment: ChartEnvironment
  ) {
    let parts = row.entry.swatch.layers(
      x: corner.x, middle: corner.y - metrics.capHeight / 2, width: metrics.swatch,
      environment: environment)
    for part in parts { layer.addSublayer(part) }
    let theme = environment.theme
    let indent = Point(metrics.swatch + metrics.inside, 0)
    add(row.name, row.entry.isPointedAt ? theme.text : theme.secondary, corner + indent)
    add(row.value, theme.text, corner + Point(width - row.value.width, 0))
  }

  private func add(_ line: TextLine, _ color: Color, _ baseline: Point) {
    layer.addSublayer(TextLayer(line, color: color, baseline: baseline))
  }
}
