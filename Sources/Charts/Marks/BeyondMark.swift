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
  ///   - motion: the way of the axes.
  ///   - time: the moment at which the motion starts; nil for none.
  func update(
    _ mark: PlotContent.Beyond?, format: ValueFormat, _ motion: PlotTransition, size: Size,
    environment: ChartEnvironment, at time: Double?
  ) {
    layer.isHidden = mark == nil
    guard let mark else { return }
    let type = environment.type
    let line = environment.fonts.line(
      (mark.isAbove ? "▲ " : "▼ ") + format(mark.value).digits, font: type.tick)
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
    func place(_ map: AxisMap) -> Point {
      let x = map.x(mark.time) - width / 2
      return Point(environment.snapped(min(max(x, 0), max(0, size.width - width))), top)
    }
    layer.move(
      .position, from: .point(place(motion.from)), to: .point(place(motion.to)), at: time,
      duration: motion.duration)
  }
}
