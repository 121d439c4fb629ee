import Geometry

/// The uniform Catmull-Rom curve through points, with both ends doubled; straight lines through
/// fewer than four points.
enum CatmullRomCurve {
  static func segment(_ i: Int, of points: [Point]) -> CubicCurve {
    let (p1, p2) = (points[i], points[i + 1])
    guard points.count >= 4 else { return CubicCurve(lineFrom: p1, to: p2) }
    let (p0, p3) = (points[max(i - 1, 0)], points[min(i + 2, points.count - 1)])
    return CubicCurve(p1, p1 + (p2 - p0) * (1 / 6.0), p2 - (p3 - p1) * (1 / 6.0), p2)
  }
}
