#if canImport(Glibc)
  import Glibc
#endif

extension Path {
  /// Adds a circular arc over a signed angle; growing angles turn clockwise on screen.
  ///
  /// A line leads from the current point to the start of the arc, unless they are the same point. In an
  /// empty path the arc starts a subpath. Nothing is added if a value is not finite. A radius below zero
  /// counts as zero, which adds a line to the centre.
  /// - Parameters:
  ///   - startAngle: radians from the positive x axis.
  ///   - sweep: radians, limited to a full turn in either direction; 0 adds no arc.
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
}
