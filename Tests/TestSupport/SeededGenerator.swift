import Geometry

/// Random numbers that are the same in every run (Steele, Lea and Flood: SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<1.
  public mutating func unit() -> Double { .random(in: 0..<1, using: &self) }

  public mutating func point(_ range: ClosedRange<Double>) -> Point {
    Point(.random(in: range, using: &self), .random(in: range, using: &self))
  }
}

public func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  (a - b).magnitude <= tolerance
}

public func isNear(_ a: Point, _ b: Point, _ tolerance: Double = 1e-6) -> Bool {
  isNear(a.x, b.x, tolerance) && isNear(a.y, b.y, tolerance)
}
