import Geometry
import Layers

/// The dot at the end of a line, which follows the place where the curve meets the plot's right edge.
final class EndDot {
  let layer = Layer()
  private let halo = ShapeLayer()
  private let ring = ShapeLayer()
  private let core = ShapeLayer()
  /// The number of straight pieces of which the dot's motion is made.
  private static let keyframes = 24

  /// The radius, in points, within which the dot hides the line.
  static func radius(_ environment: ChartEnvironment) -> Double {
    6.5 * environment.type.lineWidth / 3
  }

  init() {
    for part in [halo, ring, core] { layer.addSublayer(part) }
    layer.isHidden = true
  }

  /// - Parameter share: the ratio of the size to that of the dot of a line that stands out.
  func layOut(environment: ChartEnvironment, color: Color, share: Double = 1) {
    let unit = share * environment.type.lineWidth / 3
    halo.path = Path(circleCenter: .zero, radius: 9 * unit)
    ring.path = Path(circleCenter: .zero, radius: share * EndDot.radius(environment))
    ring.fillColor = environment.theme.panel
    core.path = Path(circleCenter: .zero, radius: 4.5 * unit)
    setColor(color)
  }

  func setColor(_ color: Color) {
    halo.fillColor = color.opacity(0.25)
    core.fillColor = color
  }

  /// Moves the dot with the curve.
  /// - Parameters:
  ///   - offset: the distance by which the curves are moved to the right, before and after the motion.
  ///   - x: the right edge.
  ///   - duration: the seconds of the motion.
  func update(
    from: SampledCurve, to: SampledCurve, offset: (from: Double, to: Double), x: Double,
    at time: Double?, duration: Double = Motion.sampleDuration
  ) {
    let key = AnimationKeyPath.position.rawValue
    let edge = x - offset.to
    guard
      let end = to.y(at: edge)
        ?? to.knots.last.flatMap({ abs($0.point.x - edge) < 0.5 ? $0.point.y : nil })
    else {
      return hide()
    }
    layer.isHidden = false
    layer.position = Point(x, end)
    guard let time, from != to || offset.from != offset.to else {
      return layer.removeAnimation(forKey: key)
    }
    var last = end
    let places = (0...EndDot.keyframes).reversed().map { step in
      let u = Double(step) / Double(EndDot.keyframes)
      let edge = x - lerp(offset.from, offset.to, u)
      last = SampledCurve.y(at: edge, from, to, u) ?? last
      return AnimatableValue.point(Point(x, last))
    }
    layer.add(
      KeyframeAnimation(
        .position, values: places.reversed(), duration: duration,
        timingFunction: Motion.sampleTiming),
      forKey: key, at: time)
  }

  func hide() {
    layer.isHidden = true
    layer.removeAnimation(forKey: AnimationKeyPath.position.rawValue)
  }

  /// Shows the dot when the line has been drawn on.
  func appear(at time: Double) {
    for part in [halo, ring, core] {
      part.rise(
        .opacity, forKey: "appear", from: time, duration: Motion.leaveDuration, at: time)
    }
  }

  func finishAppearing() {
    for part in [halo, ring, core] { part.removeAnimation(forKey: "appear") }
  }

  func setStrength(_ strength: Double, at time: Double?) {
    for part in [halo, core] { part.move(.opacity, to: .scalar(strength), at: time) }
  }
}
