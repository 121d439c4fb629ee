import Geometry

/// The slopes of a smooth curve through samples that is monotone between them: the curve has no peak that the data
/// lacks. After Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and Astrophysics 239
/// (1990).
enum MonotoneCurve {
  /// The slope of the curve at each point. Scaling either axis scales the slopes with it, so the
  /// curve of scaled points is the scaled curve.
  /// - Parameter points: x must ascend.
  static func slopes(_ points: [Point]) -> [Double] {
    let last = points.count - 1
    guard last > 0 else { return points.map { _ in 0 } }
    func secant(_ i: Int) -> Double {
      let dx = points[i + 1].x - points[i].x
      return dx > 0 ? (points[i + 1].y - points[i].y) / dx : 0
    }
    guard last > 1 else { return [secant(0), secant(0)] }
    var slopes = [Double](repeating: 0, count: points.count)
    var (h1, s1) = (points[1].x - points[0].x, secant(0))
    for i in 1..<last {
      let (h0, s0) = (h1, s1)
      (h1, s1) = (points[i + 1].x - points[i].x, secant(i))
      guard s0 * s1 > 0, h0 + h1 > 0 else { continue }
      let parabola = (s0 * h1 + s1 * h0) / (h0 + h1)
      let steepest = 2 * min(abs(s0), abs(s1), abs(parabola) / 2)
      slopes[i] = s0 > 0 ? steepest : -steepest
    }
    slopes[0] = endSlope(secant(0), slopes[1])
    slopes[last] = endSlope(secant(last - 1), slopes[last - 1])
    return slopes
  }

  /// The slope at an end that makes the second derivative vanish there, limited so that the curve stays monotone.
  private static func endSlope(_ secant: Double, _ neighbour: Double) -> Double {
    let slope = (3 * secant - neighbour) / 2
    return slope * secant <= 0 ? 0 : abs(slope) > 3 * abs(secant) ? 3 * secant : slope
  }
}
