import Geometry

/// A smooth curve whose tangent at a point has the direction from the point before to the point after. Its control
/// points lie a quarter of the distance between these two points, times the contraction, from the point.
///
/// A factor of 2/3 gives the uniform Catmull-Rom curve, 0 gives straight lines; 0.6 to 0.8 looks good. The
/// curve is not monotone and may overshoot the points.
struct ThroughPointsCurve {
  /// The contraction; a value that is not finite counts as 0.
  let contraction: Double
  /// Whether the curve is the one that the article's code draws. Where the points before and after a point have the
  /// same x, the tangent is reversed; the curve starts with a whisker back from the first point, and a curve of two
  /// points returns from the second point to the first.
  let isPublished: Bool

  func segment(_ i: Int, of points: [Point]) -> CubicCurve {
    let (p, q) = (points[i], points[i + 1])
    guard points.count > 2 else {
      return isPublished
        ? CubicCurve(quadFrom: p, control: p * 1.5 - q * 0.5, to: q)
        : CubicCurve(lineFrom: p, to: q)
    }
    let before = i == 0 ? p : points[i - 1]
    if i == points.count - 2 {
      // One control point for the last segment.
      return CubicCurve(quadFrom: p, control: p + tangent(before, q), to: q)
    }
    return CubicCurve(p, p + tangent(before, q), q - tangent(p, points[i + 2]), q)
  }

  private func tangent(_ before: Point, _ after: Point) -> Point {
    let reach = contraction.isFinite ? contraction / 4 : 0
    return (after - before) * (isPublished && before.x == after.x ? -reach : reach)
  }
}

extension CurveRule {
  /// Whether the line is drawn as by an article's code, with more than the segments between its points.
  var isPublished: Bool {
    switch self {
    case .dotted, .throughPoints(_, isPublished: true): true
    default: false
    }
  }

  /// A published curve with the parts that it draws besides the segments between its points. A curve with gaps, which
  /// the articles do not have, is left unchanged.
  /// - Parameter range: the range in which control points are held vertically.
  func withDetour(
    _ knots: [SampledCurve.Knot], within range: ClosedRange<Double>?
  ) -> [SampledCurve.Knot] {
    if case .dotted(let radius) = self { return DottedLine(radius: radius).withDots(knots) }
    guard isPublished, knots.count > 1, !knots.dropFirst().contains(where: \.startsRun) else {
      return knots
    }
    var first = knots[0]
    if knots.count == 2 {
      let back = CubicCurve(lineFrom: knots[1].point, to: first.point)
      return knots + [
        SampledCurve.Knot(
          key: .infinity, startsRun: false, point: first.point, control1: back.p1,
          control2: back.p2)
      ]
    }
    // A quadratic curve from the point to itself; its control point mirrors that of the first
    // segment.
    var control = first.point * 2 - knots[1].control1
    if let range { control.y = min(max(control.y, range.lowerBound), range.upperBound) }
    var start = first
    start.key = -.infinity
    first.startsRun = false
    first.control1 = lerp(first.point, control, 2.0 / 3)
    first.control2 = first.control1
    return [start, first] + knots.dropFirst()
  }
}
