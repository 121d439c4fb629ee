extension CubicCurve {
  /// The length of the curve between two parameters.
  ///
  /// Gauss-Legendre quadrature of the speed with eight nodes, halving the interval until both
  /// halves agree with the whole.
  /// - Parameter accuracy: the error that the result may have, as a fraction of the control
  ///   polygon's length.
  public func length(from: Double = 0, to: Double = 1, accuracy: Double = 1e-9) -> Double {
    let polygon = p0.distance(to: p1) + p1.distance(to: p2) + p2.distance(to: p3)
    guard polygon > 0, polygon.isFinite, from < to else { return 0 }
    return refined(from, to, quadrature(from, to), tolerance: polygon * accuracy, depth: 20)
  }

  /// The parameter at a length from the start, held within 0...1.
  /// - Parameters:
  ///   - total: the length of the whole curve.
  ///   - accuracy: the error that the result's length may have, as a fraction of `total`.
  public func parameter(
    atLength length: Double, of total: Double, accuracy: Double = 1e-12
  ) -> Double {
    guard length > 0, total > 0 else { return 0 }
    if length >= total { return 1 }
    var (low, high) = (0.0, 1.0)
    var t = length / total
    for _ in 0..<60 {
      let error = self.length(from: 0, to: t, accuracy: max(accuracy, 1e-9)) - length
      if error.magnitude <= total * accuracy { break }
      if error > 0 { high = t } else { low = t }
      let velocity = derivative(at: t)
      let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
      let newton = t - error / speed
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if next == t { break }
      t = next
    }
    return t
  }

  private func refined(
    _ from: Double, _ to: Double, _ whole: Double, tolerance: Double, depth: Int
  ) -> Double {
    let middle = (from + to) / 2
    let (a, b) = (quadrature(from, middle), quadrature(middle, to))
    if (a + b - whole).magnitude <= tolerance || depth == 0 { return a + b }
    return refined(from, middle, a, tolerance: tolerance / 2, depth: depth - 1)
      + refined(middle, to, b, tolerance: tolerance / 2, depth: depth - 1)
  }

  private func quadrature(_ from: Double, _ to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    // Nodes and weights: Abramowitz and Stegun, table 25.4, n = 8.
    let nodes = SIMD4(
      0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363)
    let weights = SIMD4(
      0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763)
    let speeds = speed(middle - half * nodes) + speed(middle + half * nodes)
    return half * (weights * speeds).sum()
  }

  /// The length of the derivative at four parameters.
  @inline(__always)
  private func speed(_ t: SIMD4<Double>) -> SIMD4<Double> {
    let u = 1 - t
    let (a, b, c) = (3 * u * u, 6 * u * t, 3 * t * t)
    let x = (p1.x - p0.x) * a + (p2.x - p1.x) * b + (p3.x - p2.x) * c
    let y = (p1.y - p0.y) * a + (p2.y - p1.y) * b + (p3.y - p2.y) * c
    return (x * x + y * y).squareRoot()
  }
}
