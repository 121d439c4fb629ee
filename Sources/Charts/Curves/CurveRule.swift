import Geometry

/// Which of two smooth curves through points is meant.
public enum CurveRule: Hashable, Sendable {
  /// From the first point to the last one; through two points it is a straight line.
  case corrected
  /// The one that the article draws. Where the points before and after a point are one above the other
  /// its tangent is turned round, it begins with a whisker back from the first point, and of two points
  /// it returns to the first.
  case published
}

extension LineShape {
  var isPublished: Bool {
    if case .throughPoints(_, .published) = self { true } else { false }
  }

  /// A published curve with what it draws besides the segments between its points. A curve with gaps,
  /// of which the article has none, is left as it is.
  /// - Parameter range: where control points are held vertically.
  func withDetour(
    _ knots: [SampledCurve.Knot], within range: ClosedRange<Double>?
  ) -> [SampledCurve.Knot] {
    guard isPublished, knots.count > 1, !knots.dropFirst().contains(where: \.startsRun) else {
      return knots
    }
    var first = knots[0]
    if knots.count == 2 {
      let end = knots[1].point
      return knots + [
        SampledCurve.Knot(
          key: .max, startsRun: false, point: first.point,
          control1: lerp(end, first.point, 1.0 / 3), control2: lerp(end, first.point, 2.0 / 3))
      ]
    }
    // A quadratic curve from the point to itself; its control point mirrors that of the first segment.
    var control = first.point * 2 - knots[1].control1
    if let range { control.y = min(max(control.y, range.lowerBound), range.upperBound) }
    var start = first
    start.key = .min
    first.startsRun = false
    first.control1 = lerp(first.point, control, 2.0 / 3)
    first.control2 = first.control1
    return [start, first] + knots.dropFirst()
  }
}
