import Geometry
import Layers

/// A line at the time of one sample, with a dot on each series there. The line moves with the plot, and rests when the
/// plot rests.
final class Crosshair {
  struct Dot: Equatable {
    var value: Double
    var color: Color
  }

  let layer = Layer()
  private let line = Layer()
  private var dots: [ShapeLayer] = []
  private var environment: ChartEnvironment?
  private var height = 0.0

  init() {
    layer.addSublayer(line)
    line.anchorPoint = .zero
    layer.isHidden = true
  }

  /// The radius of the area that a dot covers, in points.
  static func radius(_ environment: ChartEnvironment) -> Double { EndDot.radius(environment) }

  func layOut(size: Size, environment: ChartEnvironment) {
    self.environment = environment
    height = size.height
    line.bounds = Rect(x: 0, y: 0, width: environment.hairline, height: height)
    for dot in dots { dot.removeFromSuperlayer() }
    dots = []
  }

  func hide() { layer.isHidden = true }

  /// - Parameters:
  ///   - isFocused: whether the pointer, or the keyboard, is at this plot; other plots show the line fainter.
  ///   - now: the current time of the frame clock; nil for no motion.
  func show(
    time: Double, dots values: [Dot], isFocused: Bool, transition: PlotTransition, at now: Double?
  ) {
    guard let environment else { return }
    layer.isHidden = false
    let color = environment.theme.secondary.opacity(isFocused ? 0.75 : 0.4)
    if line.backgroundColor != color { line.backgroundColor = color }
    let (from, to) = (transition.from.x(time), transition.to.x(time))
    // A line at rest on whole pixels stays there while its sample stays and others come.
    let rest = environment.snapped(to - environment.hairline / 2)
    line.follow(transition, from: Point(rest + from - to, 0), to: Point(rest, 0), at: now)
    matchDots(to: values.count)
    for (dot, value) in zip(dots, values) {
      style(dot, value.color, isFocused, environment)
      dot.follow(
        transition, from: Point(from, transition.from.y(value.value)),
        to: Point(to, transition.to.y(value.value)), at: now)
    }
  }

  private func matchDots(to count: Int) {
    while dots.count > count { dots.removeLast().removeFromSuperlayer() }
    while dots.count < count {
      let dot = ShapeLayer()
      dots.append(dot)
      layer.addSublayer(dot)
    }
  }

  private func style(
    _ dot: ShapeLayer, _ color: Color, _ isFocused: Bool, _ environment: ChartEnvironment
  ) {
    let unit = environment.type.lineWidth / 3
    let path = Path(circleCenter: .zero, radius: (isFocused ? 4.75 : 3.5) * unit)
    if dot.path != path { dot.path = path }
    if dot.fillColor != color { dot.fillColor = color }
    dot.strokeColor = environment.theme.panel
    dot.strokeStyle.width = 1.75 * unit
  }
}

extension Layer {
  /// Follows the motion of a plot's samples, even if the motion has already started.
  fileprivate func follow(_ transition: PlotTransition, from: Point, to: Point, at now: Double?) {
    let key = AnimationKeyPath.position.rawValue
    if position != to { position = to }
    guard let now, transition.begin.isFinite, from != to, transition.progress(at: now) < 1 else {
      if !animationKeys.isEmpty { removeAnimation(forKey: key) }
      return
    }
    let pace = transition.pace
    var animation = BasicAnimation(
      .position, from: .point(from), to: .point(to), timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    add(animation, forKey: key, at: now)
  }
}
