import Geometry

/// How a line runs through its points.
public enum LineShape: Sendable, Hashable {
  /// Straight from point to point.
  case straight
  /// A smooth curve whose tangent at a point has the direction from the point before to the point
  /// after, and whose control points lie a quarter of that way, times the contraction, from the point.
  ///
  /// With 2/3 it is the uniform Catmull-Rom spline, with 0 straight lines; 0.6 to 0.8 looks good. It
  /// is not monotone and may overshoot the points.
  case throughPoints(contraction: Double, rule: CurveRule = .corrected)
  /// Between two points an S with horizontal tangents at both, `y + Δy (3t² - 2t³)`: monotone, it
  /// never overshoots, and encloses the area that straight lines do.
  case horizontalTangents
}

extension LineShape {
  /// The two control points of the cubic curve from each point to the next; those of a straight line
  /// divide it into thirds.
  /// - Parameter range: where control points are held, and with them the curve; nil for anywhere.
  func controls(_ points: [Point], within range: ClosedRange<Double>? = nil) -> [(Point, Point)] {
    guard points.count > 1 else { return [] }
    var result: [(Point, Point)] = []
    result.reserveCapacity(points.count - 1)
    for i in 0..<points.count - 1 { result.append(segment(i, of: points)) }
    if let range {
      func held(_ p: Point) -> Point {
        Point(p.x, min(max(p.y, range.lowerBound), range.upperBound))
      }
      result = result.map { (held($0), held($1)) }
    }
    return result
  }

  private func segment(_ i: Int, of points: [Point]) -> (Point, Point) {
    let (p, q) = (points[i], points[i + 1])
    switch self {
    case .straight: return thirds(p, q)
    case .horizontalTangents:
      let middle = (p.x + q.x) / 2
      return (Point(middle, p.y), Point(middle, q.y))
    case .throughPoints(let contraction, let rule):
      guard points.count > 2 else {
        return rule == .published ? quadratic(p, p * 1.5 - q * 0.5, q) : thirds(p, q)
      }
      let reach = contraction.isFinite ? contraction / 4 : 0
      func tangent(_ before: Point, _ after: Point) -> Point {
        (after - before) * (rule == .published && before.x == after.x ? -reach : reach)
      }
      let before = i == 0 ? p : points[i - 1]
      if i == points.count - 2 {
        // One control point for the last segment.
        return quadratic(p, p + tangent(before, q), q)
      }
      return (p + tangent(before, q), q - tangent(p, points[i + 2]))
    }
  }
}

private func thirds(_ p: Point, _ q: Point) -> (Point, Point) {
  (lerp(p, q, 1.0 / 3), lerp(p, q, 2.0 / 3))
}

/// The control points of the cubic curve that a quadratic one is.
private func quadratic(_ p: Point, _ control: Point, _ q: Point) -> (Point, Point) {
  (lerp(p, control, 2.0 / 3), lerp(q, control, 2.0 / 3))
}

/// A place on a line, and the datum that it stands for.
struct KeyedPoint: Equatable {
  /// What stays the same of the datum when others come and go; ascends along the line.
  var key: Int
  /// Where a component is not finite there is a gap.
  var point: Point
}

extension SampledCurve {
  /// The line of a shape through points.
  /// - Parameter range: where control points are held vertically; nil for anywhere.
  init(
    _ points: [KeyedPoint], shape: LineShape, within range: ClosedRange<Double>? = nil
  ) {
    var knots: [Knot] = []
    knots.reserveCapacity(points.count)
    for run in points.split(whereSeparator: { !$0.point.isFinite }) {
      let controls = shape.controls(run.map(\.point), within: range)
      for (i, point) in run.enumerated() {
        let (control1, control2) = i == 0 ? (point.point, point.point) : controls[i - 1]
        knots.append(
          Knot(
            key: point.key, startsRun: i == 0, point: point.point, control1: control1,
            control2: control2))
      }
    }
    self.init(knots: shape.withDetour(knots, within: range), isStraight: shape == .straight)
  }

  /// For each knot, the fraction of the line's length that lies before it.
  var fractions: [Double] {
    var lengths: [Double] = []
    var total = 0.0
    for (i, knot) in knots.enumerated() {
      if !knot.startsRun, i > 0 {
        let curve = CubicCurve(knots[i - 1].point, knot.control1, knot.control2, knot.point)
        total += curve.length(accuracy: 1e-6)
      }
      lengths.append(total)
    }
    return total > 0 ? lengths.map { $0 / total } : lengths
  }

  /// Where the line ends at each of `count` equal steps of its length, horizontally.
  func penXs(count: Int) -> [Double] {
    let fractions = self.fractions
    guard let first = knots.first, count > 0 else { return [] }
    var (xs, next) = ([first.point.x], 1)
    for step in 1...count {
      let wanted = Double(step) / Double(count)
      while next < knots.count - 1, fractions[next] < wanted { next += 1 }
      guard next < knots.count else { break }
      let (before, knot) = (knots[next - 1], knots[next])
      let span = fractions[next] - fractions[next - 1]
      let curve =
        knot.startsRun
        ? CubicCurve(lineFrom: knot.point, to: knot.point)
        : CubicCurve(before.point, knot.control1, knot.control2, knot.point)
      let length = curve.length(accuracy: 1e-4)
      let share = span > 0 ? min(max((wanted - fractions[next - 1]) / span, 0), 1) : 1
      let t = curve.parameter(atLength: share * length, of: length, accuracy: 1e-4)
      xs.append(curve.point(at: length > 0 ? t : 1).x)
    }
    return xs
  }
}
