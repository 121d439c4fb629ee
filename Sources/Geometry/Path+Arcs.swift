#if canImport(Glibc)
  import Glibc
#endif

extension Path {
  /// Adds a circular arc as in `UIBezierPath`: clockwise on screen (y down) is towards growing
  /// angles.
  ///
  /// A line leads from the current point to the start of the arc, unless they are the same; in an
  /// empty path the arc starts a subpath. A full turn or more is one full circle, in either
  /// direction; equal angles add no arc. Nothing is added where a value is not finite; a radius
  /// below zero counts as zero, which adds a line to the centre.
  /// - Parameter startAngle: radians from the positive x axis.
  public mutating func addArc(
    center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool
  ) {
    addArc(
      center: center, radius: radius, startAngle: startAngle,
      sweep: Path.sweep(from: startAngle, to: endAngle, increasing: clockwise))
  }

  /// Adds a circular arc over a signed angle; growing angles turn clockwise on screen.
  /// - Parameter sweep: radians, held within a full turn in either direction.
  public mutating func addArc(center: Point, radius: Double, startAngle: Double, sweep: Double) {
    guard center.isFinite, radius.isFinite, startAngle.isFinite, sweep.isFinite else { return }
    let r = max(radius, 0)
    let total = min(max(sweep, -2 * Double.pi), 2 * Double.pi)
    func point(_ angle: Double) -> Point {
      Point(center.x + r * cos(angle), center.y + r * sin(angle))
    }
    let start = point(startAngle)
    if let current = currentPoint {
      // A gap that comes from rounding alone is no line.
      let size = r + center.x.magnitude + center.y.magnitude
      if current.distance(to: start) > 1e-13 * size { addLine(to: start) }
    } else {
      move(to: start)
    }
    if r == 0 || total == 0 { return }
    let count = max((total.magnitude / (Double.pi / 2) - 1e-9).rounded(.up), 1)
    let step = total / count
    // The handle of an arc of angle θ, so that the curve's middle lies on the circle.
    let handle = 4.0 / 3 * tan(step / 4) * r
    var from = startAngle
    for i in 1...Int(count) {
      let to = startAngle + step * Double(i)
      let (p, q) = (point(from), point(to))
      addCurve(
        to: q,
        control1: Point(p.x - handle * sin(from), p.y + handle * cos(from)),
        control2: Point(q.x + handle * sin(to), q.y - handle * cos(to)))
      from = to
    }
  }

  /// The signed angle of an arc between two angles; 0 where they are equal.
  static func sweep(from start: Double, to end: Double, increasing: Bool) -> Double {
    let difference = increasing ? end - start : start - end
    let turn = 2 * Double.pi
    let sweep: Double
    if difference >= turn {
      sweep = turn
    } else if difference < 0 {
      sweep = turn - fmod(-difference, turn)
    } else {
      sweep = difference
    }
    return increasing ? sweep : -sweep
  }

  /// Adds a line and an arc that rounds the corner at `corner` on the way to `end`, as
  /// `CGPathAddArcToPoint`: the arc touches both legs of the corner.
  ///
  /// Adds a line to `corner` where there is no corner to round (equal points, no radius, all on one
  /// line). In an empty path a subpath starts there.
  public mutating func addArc(corner: Point, end: Point, radius: Double) {
    guard corner.isFinite, end.isFinite, radius.isFinite else { return }
    guard let start = currentPoint else {
      move(to: corner)
      return
    }
    let (a, b) = (corner.distance(to: start), corner.distance(to: end))
    guard a > 0, b > 0, radius > 0 else {
      addLine(to: corner)
      return
    }
    let (u, v) = ((start - corner) * (1 / a), (end - corner) * (1 / b))
    let (dot, cross) = (u.x * v.x + u.y * v.y, u.x * v.y - u.y * v.x)
    guard cross.magnitude > 1e-12 else {
      addLine(to: corner)
      return
    }
    // φ is the angle at the corner: tan(φ/2) = sin φ / (1 + cos φ), |u + v| = 2 cos(φ/2).
    let halfTangent = cross.magnitude / (1 + dot)
    let length = radius / halfTangent
    let halfSine = ((1 - dot) / 2).squareRoot()
    let sum = u + v
    let bisector = sum * (1 / sum.distance(to: .zero))
    let center = corner + bisector * (radius / halfSine)
    let first = corner + u * length
    let sweep = Double.pi - atan2(cross.magnitude, dot)
    addLine(to: first)
    addArc(
      center: center, radius: radius, startAngle: atan2(first.y - center.y, first.x - center.x),
      sweep: cross > 0 ? -sweep : sweep)
  }
}
