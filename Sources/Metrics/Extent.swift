/// The smallest and the largest of some values; NaN is ignored.
struct Extent: Sendable {
  var low = Double.infinity
  var high = -Double.infinity

  mutating func include(_ other: Extent) {
    if other.low < low { low = other.low }
    if other.high > high { high = other.high }
  }

  mutating func include(_ values: some Sequence<Double>) {
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
  }

  /// The extent of `count` values, a multiple of eight.
  init(eights values: UnsafePointer<Double>, count: Int) {
    var low = SIMD8<Double>(repeating: .infinity)
    var high = SIMD8<Double>(repeating: -.infinity)
    for start in stride(from: 0, to: count, by: 8) {
      let eight = UnsafeRawPointer(values + start).loadUnaligned(as: SIMD8<Double>.self)
      low.replace(with: eight, where: eight .< low)
      high.replace(with: eight, where: eight .> high)
    }
    let low4 = low.lowHalf.replacing(with: low.highHalf, where: low.highHalf .< low.lowHalf)
    let high4 = high.lowHalf.replacing(with: high.highHalf, where: high.highHalf .> high.lowHalf)
    self.low = min(min(low4[0], low4[1]), min(low4[2], low4[3]))
    self.high = max(max(high4[0], high4[1]), max(high4[2], high4[3]))
  }

  init() {}

  var range: ClosedRange<Double>? { low <= high ? low...high : nil }
}
