import Geometry
import Layers

/// The dot at the end of a line: where the curve meets the plot's right edge, or at the curve's last sample while the
/// next one is due, as the lines of several sources do not end at the same time.
final class EndDot {
  let layer = Layer()
  private let halo = ShapeLayer()
  private let ring = ShapeLayer()
  private let core = ShapeLayer()
  /// The colour of the dot at full strength.
  private(set) var color = Color.black
  /// The number of straight pieces in the dot's motion.
  private static let keyframes = 24

  /// The radius, in points, within which the dot hides the line.
  static func radius(_ environment: ChartEnvironment) -> Double {
    Radii.usual.sized(environment).ring
  }

  init() {
    for part in [halo, ring, core] { layer.addSublayer(part) }
    layer.isHidden = true
  }

  /// The radii of a dot's parts, in points beside a line of the usual width; 0 for a part that the dot does not have.
  struct Radii {
    var core: Double
    var ring: Double
    var halo: Double
    /// The least radius of the core, in points at any width of the line.
    var leastCore = 0.0

    /// The dot of a line that stands out.
    static let usual = Radii(core: 4.5, ring: 6.5, halo: 9)
    /// The dot of one of several lines of the same rank.
    static let equal = Radii(core: 3.15, ring: 4.55, halo: 6.3)
    /// The dot in a low row, which a larger one would fill.
    static let small = Radii(core: 2, ring: 0, halo: 0, leastCore: 2)

    /// The radii in points.
    func sized(_ environment: ChartEnvironment) -> Radii {
      let unit = environment.type.lineWidth / 3
      return Radii(core: max(leastCore, core * unit), ring: ring * unit, halo: halo * unit)
    }
  }

  func layOut(environment: ChartEnvironment, color: Color, radii: Radii = .usual) {
    let radii = radii.sized(environment)
    for (part, radius) in [(halo, radii.halo), (ring, radii.ring), (core, radii.core)] {
      part.isHidden = radius == 0
      part.path = Path(circleCenter: .zero, radius: radius)
    }
    ring.fillColor = environment.theme.panel
    setColor(color)
  }

  func setColor(_ color: Color) {
    self.color = color
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
    let reach = Self.reach(of: to)
    func place(_ u: Double) -> Point? {
      let offset = lerp(offset.from, offset.to, u)
      if let y = SampledCurve.y(at: x - offset, from, to, u) { return Point(x, y) }
      guard let start = from.knots.last?.point, let end = to.knots.last?.point else { return nil }
      let last = lerp(start, end, u) + Point(offset, 0)
      return abs(x - last.x) <= reach ? Point(min(last.x, x), last.y) : nil
    }
    guard let end = place(1) else { return hide() }
    layer.isHidden = false
    layer.position = end
    guard let time, from != to || offset.from != offset.to else {
      return layer.removeAnimation(forKey: key)
    }
    var last = end
    let places = (0...EndDot.keyframes).reversed().map { step in
      last = place(Double(step) / Double(EndDot.keyframes)) ?? last
      return AnimatableValue.point(last)
    }
    layer.add(
      KeyframeAnimation(
        .position, values: places.reversed(), duration: duration,
        timingFunction: Motion.sampleTiming),
      forKey: key, at: time)
  }

  /// The largest distance of a curve's last sample from the right edge at which the dot is shown.
  private static func reach(of curve: SampledCurve) -> Double {
    guard let last = curve.knots.last, !last.startsRun,
      let before = curve.knots.dropLast().last(where: { !$0.isCorner })
    else { return 0.5 }
    return max(0.5, patience * (last.point.x - before.point.x))
  }

  /// The distance after which the next sample is overdue, in multiples of that of the last two samples.
  private static let patience = 1.5

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
