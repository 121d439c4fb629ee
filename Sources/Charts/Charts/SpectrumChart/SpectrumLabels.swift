import Geometry
import Layers
import Typography

/// The names beside the rows and under the columns of a grid, spread from edge to edge.
final class SpectrumLabels {
  let layer = Layer()

  /// The room that names take beside a plot.
  struct Room {
    var left = 0.0
    var top = 0.0
    var bottom = 0.0

    /// - Parameter size: the size of the plot with its names; in a size that is too small, names take no room.
    init(
      _ content: SpectrumChart.Content, style: SpectrumChart.Style, size: Size,
      _ environment: ChartEnvironment
    ) {
      let fonts = environment.fonts
      let gap = environment.type.tickGap
      let rowFont = style.rowLabelsTitleFont
      let widest = content.rowNames.map { fonts.line($0, font: rowFont).width }.max() ?? 0
      let rowWidth = style.rowLabelsWidth ?? (widest + gap).rounded(.up)
      let columnFont = style.columnLabelsTitleFont
      let metrics = fonts.metrics(of: columnFont)
      let columnHeight =
        style.columnLabelsHeight ?? (metrics.capHeight + gap + metrics.descent).rounded(.up)
      if !content.rowNames.isEmpty, rowWidth < size.width / 3, rowFont.size < size.height / 4 {
        left = rowWidth
        // The topmost name stands beside the uppermost line.
        top = (fonts.metrics(of: rowFont).capHeight / 2).rounded(.up)
      }
      if !content.columnNames.isEmpty, columnHeight < size.height / 3 { bottom = columnHeight }
    }
  }

  /// - Parameter plot: the frame of the grid, in the layer's coordinates.
  func show(
    _ content: SpectrumChart.Content, style: SpectrumChart.Style, plot: Rect, room: Room,
    environment: ChartEnvironment
  ) {
    layer.removeAllSublayers()
    if room.left > 0 { showRows(content.rowNames, style, plot, environment) }
    if room.bottom > 0 { showColumns(content.columnNames, style, plot, environment) }
  }

  private func showRows(
    _ names: [String], _ style: SpectrumChart.Style, _ plot: Rect, _ environment: ChartEnvironment
  ) {
    let font = style.rowLabelsTitleFont
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let lines = names.map { environment.fonts.line($0, font: font) }
    let length = plot.height - style.gridLineWidth
    let step = Self.step(count: names.count, length: length, needed: font.size * 1.4)
    for i in stride(from: 0, to: names.count, by: step) {
      let y = plot.minY + style.gridLineWidth / 2 + Self.fraction(i, of: names.count) * length
      let right = plot.minX - environment.type.tickGap
      add(lines[i], style.rowLabelsTitleColor, at: Point(right - lines[i].width, y + capHeight / 2))
    }
  }

  private func showColumns(
    _ names: [String], _ style: SpectrumChart.Style, _ plot: Rect, _ environment: ChartEnvironment
  ) {
    let font = style.columnLabelsTitleFont
    let baseline =
      plot.maxY + environment.type.tickGap
      + environment.fonts.metrics(of: font).capHeight
    let lines = names.map { environment.fonts.line($0, font: font) }
    let needed = (lines.map(\.width).max() ?? 0) + font.size
    let step = Self.step(count: names.count, length: plot.width, needed: needed)
    for i in stride(from: 0, to: names.count, by: step) {
      let width = lines[i].width
      let center = plot.minX + Self.fraction(i, of: names.count) * plot.width
      // The first and the last name stay within the plot's edges.
      let left = min(max(center - width / 2, plot.minX), max(plot.maxX - width, plot.minX))
      add(lines[i], style.columnLabelsTitleColor, at: Point(left, baseline))
    }
  }

  private func add(_ line: TextLine, _ color: Color, at baseline: Point) {
    layer.addSublayer(TextLayer(line, color: color, baseline: baseline))
  }

  /// The place of a name between the edges, 0...1.
  private static func fraction(_ index: Int, of count: Int) -> Double {
    count > 1 ? Double(index) / Double(count - 1) : 0
  }

  /// The step from one shown name to the next, so that the shown names do not overlap and include the first and the
  /// last one.
  static func step(count: Int, length: Double, needed: Double) -> Int {
    let gaps = count - 1
    guard gaps > 1 else { return 1 }
    return (1...gaps).first {
      gaps % $0 == 0 && length / Double(gaps / $0) >= needed
    } ?? gaps
  }
}
