import Geometry

/// A place on a line, with the key of its datum.
struct KeyedPoint: Equatable {
  /// The number that identifies the datum while others come and go; the numbers ascend along the line.
  var key: Double
  /// The place of the sample; a component that is not finite is a gap.
  var point: Point
}

extension SampledCurve {
  /// The line through points by a rule.
  /// - Parameter range: the range in which control points are held vertically; nil for no limits.
  init(
    _ points: [KeyedPoint], rule: CurveRule, within range: ClosedRange<Double>? = nil
  ) {
    var knots: [Knot] = []
    knots.reserveCapacity(points.count)
    for run in points.split(whereSeparator: { !$0.point.isFinite }) {
      let segments = rule.segments(run.map(\.point), within: range)
      for (i, point) in run.enumerated() {
        let end = CubicCurve(lineFrom: point.point, to: point.point)
        let segment = i == 0 ? end : segments[i - 1]
        knots.append(
          Knot(
            key: point.key, startsRun: i == 0, point: point.point, control1: segment.p1,
            control2: segment.p2))
      }
    }
    self.init(knots: rule.withDetour(knots, within: range), isStraight: rule == .straight)
  }

  /// The fraction of the line's length that lies before each knot.
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

  /// The x of the end of the line at each of `count` equal steps of its length.
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
