/// A cubic Bézier curve: a start, two control points and an end.
@frozen
public struct CubicCurve: Hashable, Sendable {
  /// The start.
  public var p0: Point
  /// The first control point.
  public var p1: Point
  /// The second control point.
  public var p2: Point
  /// The end.
  public var p3: Point

  /// The curve of a start, two control points and an end.
  @inlinable
  public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// The cubic that equals a quadratic curve.
  @inlinable
  public init(quadFrom start: Point, control: Point, to end: Point) {
    self.init(start, lerp(start, control, 2 / 3), lerp(end, control, 2 / 3), end)
  }

  /// The cubic that equals a line, with its control points at the thirds.
  @inlinable
  public init(lineFrom start: Point, to end: Point) {
    self.init(start, lerp(start, end, 1 / 3), lerp(start, end, 2 / 3), end)
  }

  /// Whether all coordinates of the four points are finite.
  @inlinable
  public var isFinite: Bool { p0.isFinite && p1.isFinite && p2.isFinite && p3.isFinite }

  /// The point at a parameter, by de Casteljau's construction.
  @inlinable
  public func point(at t: Double) -> Point {
    let (a, b, c) = (lerp(p0, p1, t), lerp(p1, p2, t), lerp(p2, p3, t))
    return lerp(lerp(a, b, t), lerp(b, c, t), t)
  }

  /// The derivative with respect to the parameter.
  @inlinable
  public func derivative(at t: Double) -> Point {
    let u = 1 - t
    return (p1 - p0) * (3 * u * u) + (p2 - p1) * (6 * u * t) + (p3 - p2) * (3 * t * t)
  }

  /// Both halves, cut at the middle parameter.
  @inlinable
  public var halves: (CubicCurve, CubicCurve) { split(at: 0.5) }

  /// The curve up to a parameter, and the rest.
  @inlinable
  public func split(at t: Double) -> (CubicCurve, CubicCurve) {
    let (a, b, c) = (lerp(p0, p1, t), lerp(p1, p2, t), lerp(p2, p3, t))
    let (d, e) = (lerp(a, b, t), lerp(b, c, t))
    let f = lerp(d, e, t)
    return (CubicCurve(p0, a, d, f), CubicCurve(f, e, c, p3))
  }

  /// The curve between two parameters, `from < to`; exact at the ends 0 and 1.
  public func part(from: Double, to: Double) -> CubicCurve {
    let tail = from <= 0 ? self : split(at: from).1
    return to >= 1 ? tail : tail.split(at: (to - from) / (1 - from)).0
  }
}
