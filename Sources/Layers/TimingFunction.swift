/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1) that maps the fraction of time to the fraction
/// of the distance, like `CAMediaTimingFunction`.
public struct TimingFunction: Hashable, Sendable {
  private let c1x: Double
  private let c1y: Double
  private let c2x: Double
  private let c2y: Double

  /// - Parameters: the two control points. Their x are clamped to 0...1, which keeps the curve a function
  ///   of time. Their y are free: a curve may overshoot.
  public init(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double) {
    self.c1x = min(max(c1x, 0), 1)
    self.c1y = c1y
    self.c2x = min(max(c2x, 0), 1)
    self.c2y = c2y
  }

  /// A constant pace.
  public static let linear = TimingFunction(0, 0, 1, 1)
  /// A slow start.
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  /// A slow start and a slow end.
  public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// A fast start and a slow end: Core Animation's default.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// The progress at a fraction of time; exactly 0 for fractions up to 0 and for NaN, and exactly 1 from 1 on.
  public func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    if c1x == c1y, c2x == c2y { return x }
    return TimingFunction.bezier(c1y, c2y, parameter(x)).value
  }

  /// The largest slope, in steps of a 64th of the time; at least 1.
  var greatestSlope: Double {
    (0..<64).reduce(1) { max($0, abs(self(Double($1 + 1) / 64) - self(Double($1) / 64)) * 64) }
  }

  /// The curve's parameter at an x, by Newton's method, or by bisection if the slope is too small.
  private func parameter(_ x: Double) -> Double {
    var s = x
    for _ in 0..<8 {
      let (value, slope) = TimingFunction.bezier(c1x, c2x, s)
      if abs(value - x) < 1e-10 { return s }
      if abs(slope) < 1e-6 { break }
      s -= (value - x) / slope
    }
    var low = 0.0
    var high = 1.0
    s = x
    for _ in 0..<60 {
      let error = TimingFunction.bezier(c1x, c2x, s).value - x
      if abs(error) < 1e-10 { break }
      if error < 0 { low = s } else { high = s }
      s = (low + high) / 2
    }
    return s
  }

  private static func bezier(
    _ p1: Double, _ p2: Double, _ s: Double
  ) -> (value: Double, slope: Double) {
    let c = 3 * p1
    let b = 3 * (p2 - p1) - c
    let a = 1 - c - b
    return (((a * s + b) * s + c) * s, (3 * a * s + 2 * b) * s + c)
  }
}
