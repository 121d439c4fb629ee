import Geometry
import Layers

/// The second and further lines of a chart, which move like its first one and have no areas.
final class FurtherLines {
  /// The layer of all lines. The last line is the lowest.
  let layer = Layer()
  private(set) var lines: [KeyedLine] = []
  private var place: ((KeyedLine, Int) -> Void)?

  /// The colours of further lines if a chart's style names none: those of dashboards, except the first one, which is
  /// similar to the lines of the articles.
  static let standardColors = (2...5).map { Theme.light.seriesColor($0) }

  /// The colour of a line, counted from 0; the colours repeat after the last one.
  static func color(_ index: Int, of colors: [Color]) -> Color {
    colors.isEmpty ? standardColors[index % standardColors.count] : colors[index % colors.count]
  }

  /// Lays out all lines, including those that come later.
  /// - Parameter place: lays out one line without data; its index counts from 0.
  func layOut(_ place: @escaping (KeyedLine, Int) -> Void) {
    self.place = place
    for (index, line) in lines.enumerated() { place(line, index) }
  }

  /// Shows a line for each list of values.
  /// - Returns: the motion of each line.
  @discardableResult
  func update(
    _ values: [[KeyedValue]], map: AxisMap, at time: Double?, fade: Double?
  ) -> [KeyedMotion] {
    while lines.count > values.count {
      lines.removeLast().mark.layer.fadeOut(at: fade)
    }
    while lines.count < values.count {
      let line = KeyedLine(style: .colored(lines.count + 1))
      place?(line, lines.count)
      layer.insertSublayer(line.mark.layer, at: 0)
      lines.append(line)
      if let fade { line.mark.layer.fadeIn(at: fade) }
    }
    return zip(lines, values).map { $0.update($1, map: map, at: time, fade: fade) }
  }

  /// Draws all lines on.
  func drawOn(_ pace: Pace) {
    for line in lines { line.drawOn(pace) }
  }
}
