import CLanes

func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  _ coverage: span_coverage
) {
  guard let values = coverage.values else {
    return blendPixels(to, count, from, constant: coverage.constant)
  }
  var i = 0
  while i < count {
    let n = count &- i
    blend(to + i, from + i, n, lanes_doubled(load(values + i, n)))
    i &+= width
  }
}

/// A row of premultiplied pixels over another, with kept levels of coverage.
@inline(__always)
func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  kept levels: UnsafePointer<UInt8>
) {
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, lanes_of_levels(lanes_load_levels(levels + i)))
    i &+= width
  }
}

/// A row of premultiplied pixels over another, with one coverage.
func blendPixels(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ from: UnsafePointer<UInt32>,
  constant coverage: UInt32
) {
  let c = lanes_spread(coverage | coverage << 16)
  var i = 0
  while i < count {
    blend(to + i, from + i, count &- i, c)
    i &+= width
  }
}

func blendPixelsInCells(
  _ grid: cell_grid, isEvenOdd: Bool, _ from: UnsafePointer<UInt32>,
  _ to: UnsafeMutablePointer<UInt32>, stride: Int
) {
  for row in 0..<grid.height {
    let cells = grid.values + row &* grid.stride
    let pixels = to + row &* stride
    walk(grid, row: row, isEvenOdd: isEvenOdd) { x, count, coverage in
      blendPixels(pixels + x, count, from + x, constant: coverage)
    } touched: { x, sum in
      let c = lanes_of_levels(nextLevels(cells + x, isEvenOdd, &sum))
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

func multiply(
  _ values: UnsafePointer<UInt32>, _ count: Int, by factor: span_coverage,
  into output: UnsafeMutablePointer<UInt32>
) {
  if let factors = factor.values {
    for i in 0..<count { output[i] = (values[i] &* (factors[i] &+ 1)) >> 16 }
  } else {
    for i in 0..<count { output[i] = (values[i] &* (factor.constant &+ 1)) >> 16 }
  }
}
