import Geometry
import Layers
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
    shown = state
    layer.isHidden = false
    layer.removeAllSublayers()
    let size = draw(reading, widest: page.width * 0.6, environment)
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

  /// - Returns: the size of the card.
  private func draw(
    _ reading: CrosshairReading, widest: Double, _ environment: ChartEnvironment
  ) -> Size {
    let (type, fonts, theme) = (environment.type, environment.fonts, environment.theme)
    let em = type.note.size
    let moment = fonts.line(reading.moment, font: type.note)
    let rows = reading.entries.map { entry in
      var fonts = (name: type.note, value: type.panelTitle)
      if entry.isPointedAt { (fonts.name.weight, fonts.value.weight) = (.semibold, .semibold) }
      return Row(
        entry: entry,
        name: environment.fonts.nameLine(entry.name, font: fonts.name, fitting: widest * 0.5),
        value: environment.fonts.line(
          entry.text, font: fonts.value, fitting: widest * 0.5))
    }
    let (padding, swatch, inside) = (em * 0.8, em * 1.1, em * 0.5)
    let names = rows.map(\.name.width).max() ?? 0
    let values = rows.map(\.value.width).max() ?? 0
    let between = names > 0 ? em : 0
    let inner = max(moment.width, swatch + inside + names + between + values)
    let rowHeight = (em * 1.55).rounded()
    let capHeight = fonts.metrics(of: type.note).capHeight
    let top = padding * 0.9 + capHeight
    add(moment, theme.secondary, Point(padding, top))
    for (i, row) in rows.enumerated() {
      let baseline = top + rowHeight * Double(i + 1)
      let parts = row.entry.swatch.layers(
        x: padding, middle: baseline - capHeight / 2, width: swatch, environment: environment)
      for part in parts { layer.addSublayer(part) }
      let color = row.entry.isPointedAt ? theme.text : theme.secondary
      add(row.name, color, Point(padding + swatch + inside, baseline))
      add(row.value, theme.text, Point(padding + inner - row.value.width, baseline))
    }
    return Size(
      (inner + 2 * padding).rounded(.up),
      (top + rowHeight * Double(rows.count) + padding * 0.9).rounded(.up))
  }

  private func add(_ line: TextLine, _ color: Color, _ baseline: Point) {
    layer.addSublayer(TextLayer(line, color: color, baseline: baseline))
  }
}
