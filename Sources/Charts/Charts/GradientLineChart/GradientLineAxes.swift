import Geometry
import Layers
import Typography

/// The background, the grid and the labels of a `GradientLineChart`, which do not move.
final class GradientLineAxes {
  let layer = Layer()

  init() { layer.anchorPoint = .zero }

  func layOut(
    _ geometry: GradientLineGeometry, style: GradientLineChart.Style,
    environment: ChartEnvironment
  ) {
    let colors = ThemeAdaptation(environment.theme)
    layer.removeAllSublayers()
    layer.bounds = Rect(origin: .zero, size: geometry.size)
    layer.backgroundColor = colors.ground(style.backgroundColor)
    for row in 0..<geometry.rows {
      let rule = Layer()
      rule.backgroundColor = colors.ground(style.gridColor)
      rule.frame = Rect(
        x: geometry.plot.minX, y: geometry.gridY(row) - style.gridWidth / 2,
        width: geometry.plot.width, height: style.gridWidth)
      layer.addSublayer(rule)
    }
    let color = colors.text(style.textColor)
    let font = FontDescription(size: style.textFontSize, tabularDigits: true)
    func line(_ text: String) -> TextLine { environment.fonts.line(text, font: font) }
    for (row, label) in style.yLabels.enumerated() {
      let text = line(label)
      add(text, color, at: geometry.yLabelOrigin(row, text.size))
    }
    let names = style.columnLabels.map(line)
    let isLabelled = LabelThinning(
      count: geometry.columns, spacing: geometry.xAxisSpacing,
      width: names.map(\.width).max() ?? 0)
    for (column, text) in names.enumerated() where isLabelled(column) {
      var origin = geometry.xLabelOrigin(column, text.size)
      // A date that is wider than its column is not cut off at the edge.
      origin.x = min(origin.x, geometry.size.width - text.width)
      add(text, color, at: origin)
    }
  }

  private func add(_ line: TextLine, _ color: Color, at origin: Point) {
    let text = TextLayer()
    text.line = line
    text.foregroundColor = color
    text.anchorPoint = .zero
    text.position = origin
    layer.addSublayer(text)
  }
}

extension TextLine {
  /// The size of a layer that shows the line.
  fileprivate var size: Size { Size(width, ascent + descent) }
}
