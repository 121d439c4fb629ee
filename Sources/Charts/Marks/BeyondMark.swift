import Geometry
import Layers
import Typography

/// The value of a line that is held at an edge of its plot: `▲ 1421`.
final class BeyondMark {
  let layer = Layer()
  private let ground = Layer()
  private let text = TextLayer()

  init() {
    layer.anchorPoint = .zero
    layer.addSublayer(ground)
    layer.addSublayer(text)
    layer.isHidden = true
  }

  /// - Parameters:
  ///   - mark: the sample; nil for none.
  ///   - motion: the motion of the axes.
  ///   - time: the moment at which the motion starts; nil for none.
  func update(
    _ mark: PlotContent.Beyond?, format: ValueFormat, _ motion: PlotTransition, size: Size,
    environment: ChartEnvironment, at time: Double?
  ) {
    layer.isHidden = mark == nil
    guard let mark else { return }
    let type = environment.type
    let line = environment.fonts.line(
      (mark.isAbove ? "▲ " : "▼ ") + digits(mark.value, format), font: type.tick)
    let capHeight = environment.fonts.metrics(of: type.tick).capHeight
    let padding = type.tick.size * 0.3
    let height = capHeight + 2 * padding
    let width = line.width + 2 * padding
    text.line = line
    text.foregroundColor = environment.theme.text
    text.placeBaseline(at: Point(padding, padding + capHeight))
    ground.frame = Rect(x: 0, y: 0, width: width, height: height)
    ground.backgroundColor = environment.theme.panel.opacity(0.78)
    ground.cornerRadius = padding
    // The dot at the end, and the line at the edge, stay free.
    let gap = Crosshair.radius(environment) + padding
    let top = mark.isAbove ? gap : size.height - gap - height
    // The line runs to the edge and back, so that the mark stands beside the line.
    let distance = type.lineWidth + padding
    func place(_ map: AxisMap) -> Point {
      let x = map.x(mark.time)
      let right = x + distance
      let left = right + width <= size.width ? right : x - distance - width
      return Point(environment.snapped(min(max(left, 0), max(0, size.width - width))), top)
    }
    layer.move(
      .position, from: .point(place(motion.from)), to: .point(place(motion.to)), at: time,
      duration: motion.duration)
  }

  /// The digits of a value beyond the axis, which is large compared with the ticks: a value of three or more digits has
  /// no decimals.
  private func digits(_ value: Double, _ format: ValueFormat) -> String {
    var format = format
    if abs(value) >= 100 * (format.scale?.divisor ?? 1) { format.decimals = 0 }
    return format(value).digits
  }
}
