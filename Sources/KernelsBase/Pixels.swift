import CLanes

/// A row of premultiplied pixels over another, with a coverage for each; coverages are readable to
/// a multiple of eight.
public func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  coverages: UnsafePointer<UInt32>
) {
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, coverageLanes(coverages + i))
    i &+= 8
  }
}

/// A row of premultiplied pixels over another, with one coverage.
public func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  coverage: UInt32
) {
  let c = spread(coverage | coverage << 16)
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, c)
    i &+= 8
  }
}

@inline(__always)
private func blend(
  _ to: UnsafeMutablePointer<UInt32>, _ from: UnsafePointer<UInt32>, _ n: Int, _ c: Lanes
) {
  let source = load(from, n)
  var alpha = unsafeBitCast(source, to: SIMD8<UInt32>.self) &>> 24
  alpha |= alpha &<< 8
  alpha |= alpha &<< 16
  let inverse = ~lanes_multiply_high(unsafeBitCast(alpha, to: Lanes.self), c)
  let pixels = over(
    load(to, n), lanes_multiply_high(source &<< 8, c), lanes_multiply_high(source & 0xff00, c),
    inverse)
  store(pixels, to, n)
}

/// Multiplies coverages by others, both 0...65535; full coverage leaves the other as it is.
public func multiply(
  _ values: UnsafePointer<UInt32>, _ count: Int, by factors: UnsafePointer<UInt32>,
  into output: UnsafeMutablePointer<UInt32>
) {
  for i in 0..<count { output[i] = (values[i] &* (factors[i] &+ 1)) >> 16 }
}

/// Multiplies coverages by one, both 0...65535; full coverage leaves the other as it is.
public func multiply(
  _ values: UnsafePointer<UInt32>, _ count: Int, by factor: UInt32,
  into output: UnsafeMutablePointer<UInt32>
) {
  for i in 0..<count { output[i] = (values[i] &* (factor &+ 1)) >> 16 }
}
