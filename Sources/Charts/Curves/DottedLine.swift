import Geometry

/// The path of article 000 as the article's code writes it: straight lines with a circle around the
/// first and the last point.
///
/// The pen reaches each circle by a line from the point to the right, and the first segment starts at the end of that
/// line. A round stroke twice as wide as the circles' radius shows discs, which take 7.8 % of the article's drawing-on.
struct DottedLine {
  /// The radius of the circles, in points.
  let radius: Double

  /// The knots, with those of the two circles. A line with gaps, which the article does not have, is left unchanged.
  func withDots(_ knots: [SampledCurve.Knot]) -> [SampledCurve.Knot] {
    guard let first = knots.first, let last = knots.last,
      !knots.dropFirst().contains(where: \.startsRun)
    else { return knots }
    var start = first
    start.key = -5 * SampledCurve.farthestKey
    var opening = circle(around: first.point, keys: (0..<5).map { Double($0 - 4) })
    // The first datum keeps its key: its line starts at the end of the circle.
    opening[4].key = first.key
    var result = [start] + opening
    guard knots.count > 1 else { return result }
    result += knots.dropFirst()
    let second = result.index(after: 5)
    let departure = CubicCurve(lineFrom: opening[4].point, to: result[second].point)
    (result[second].control1, result[second].control2) = (departure.p1, departure.p2)
    return result + circle(around: last.point, keys: (1...5).map { Double($0) })
  }

  /// The line to the right of a point, and the circle from there, clockwise on screen.
  /// - Parameter keys: the keys of the knots, in units of the farthest key of data.
  private func circle(around center: Point, keys: [Double]) -> [SampledCurve.Knot] {
    let (r, k) = (radius, radius * 0.5522847498307934)
    let right = CubicCurve(lineFrom: center, to: center + Point(r, 0))
    let offsets: [(Point, Point, Point)] = [
      (Point(r, k), Point(k, r), Point(0, r)), (Point(-k, r), Point(-r, k), Point(-r, 0)),
      (Point(-r, -k), Point(-k, -r), Point(0, -r)), (Point(k, -r), Point(r, -k), Point(r, 0)),
    ]
    let curves =
      [(right.p1, right.p2, right.p3)]
      + offsets.map { (center + $0.0, center + $0.1, center + $0.2) }
    return zip(keys, curves).map { key, curve in
      SampledCurve.Knot(
        key: key * SampledCurve.farthestKey, startsRun: false, point: curve.2, control1: curve.0,
        control2: curve.1)
    }
  }
}
