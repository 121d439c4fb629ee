import CLanes

/// A row of premultiplied pixels over another, with a coverage for each.
public func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  coverages: UnsafePointer<UInt32>
) {
  var i = 0
  while i < count {
    let n = count &- i
    blend(to + i, from + i, n, lanes_doubled(load(coverages + i, n)))
    i &+= width
  }
}

/// A row of premultiplied pixels over another, with kept coverages.
@inline(__always)
func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  coverages: UnsafePointer<UInt16>
) {
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, lanes_doubled(lanes_load_coverages(coverages + i)))
    i &+= width
  }
}

/// A row of premultiplied pixels over another, with one coverage.
public func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  coverage: UInt32
) {
  let c = lanes_spread(coverage | coverage << 16)
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, c)
    i &+= width
  }
}

/// Blends one row of premultiplied pixels into each row of what cells cover; the cells are cleared.
/// - Parameters:
///   - from: the pixel over the grid's first column.
///   - to: the first pixel, with `stride` pixels from one row to the next.
public func blendPixels(
  _ grid: cell_grid, isEvenOdd: Bool, _ from: UnsafePointer<UInt32>,
  _ to: UnsafeMutablePointer<UInt32>, stride: Int
) {
  for row in 0..<grid.height {
    let cells = grid.values + row &* grid.stride
    let pixels = to + row &* stride
    walk(grid, row: row, isEvenOdd: isEvenOdd) { x, count, coverage in
      blendPixels(pixels + x, count, from + x, coverage: coverage)
    } touched: { x, sum in
      let c = lanes_doubled(nextCoverages(cells + x, isEvenOdd, &sum))
      if x < grid.width { blend(pixels + x, from + x, grid.width &- x, c) }
    }
  }
}

@inline(__always)
private func blend(
  _ to: UnsafeMutablePointer<UInt32>, _ from: UnsafePointer<UInt32>, _ n: Int, _ c: lanes
) {
  let source = load(from, n)
  let pixels = lanes_over(
    load(to, n), lanes_multiply_high(lanes_even(source), c),
    lanes_multiply_high(lanes_odd(source), c),
    lanes_inverted(lanes_multiply_high(lanes_alpha(source), c)))
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
