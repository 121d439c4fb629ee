import Geometry

/// The shape of a line between points. Lines over time use `MonotoneCurve` instead.
public enum CurveRule: Sendable, Hashable {
  /// Straight from point to point.
  case straight
  /// Straight from point to point, with a circle around the first and the last point; see
  /// `DottedLine`.
  case dotted(radius: Double)
  /// The smooth curve of article 003; see `CatmullRomCurve`.
  case catmullRom
  /// The smooth curve of article 001, with everything that the article's code draws if the curve is the published one;
  /// see `ThroughPointsCurve`.
  case throughPoints(contraction: Double, isPublished: Bool = false)
  /// An S between two points, with horizontal tangents at both, `y + Δy (3t² - 2t³)`. The curve is monotone, never
  /// overshoots, and encloses the same area as straight lines.
  case horizontalTangents

  /// The curve from each point to the next one.
  /// - Parameter range: the range in which control points, and thus the curve, are held vertically; nil for no limits.
  func segments(_ points: [Point], within range: ClosedRange<Double>? = nil) -> [CubicCurve] {
    guard points.count > 1 else { return [] }
    return points.indices.dropLast().map { i in
      var segment = segment(i, of: points)
      if let range {
        segment.p1.y = min(max(segment.p1.y, range.lowerBound), range.upperBound)
        segment.p2.y = min(max(segment.p2.y, range.lowerBound), range.upperBound)
      }
      return segment
    }
  }

  private func segment(_ i: Int, of points: [Point]) -> CubicCurve {
    let (p, q) = (points[i], points[i + 1])
    switch self {
    case .straight, .dotted: return CubicCurve(lineFrom: p, to: q)
    case .catmullRom: return CatmullRomCurve.segment(i, of: points)
    case .throughPoints(let contraction, let isPublished):
      return ThroughPointsCurve(contraction: contraction, isPublished: isPublished)
        .segment(i, of: points)
    case .horizontalTangents:
      let middle = (p.x + q.x) / 2
      return CubicCurve(p, Point(middle, p.y), Point(middle, q.y), q)
    }
  }
}
