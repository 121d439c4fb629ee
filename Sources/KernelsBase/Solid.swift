import CLanes

/// A colour with one coverage, spread over a vector of pixels.
private struct SolidLanes {
  let even: lanes
  let odd: lanes
  let inverse: lanes

  /// - Parameter coverage: 0...65535.
  @inline(__always)
  init(_ color: solid_color, coverage: UInt32) {
    self.init(
      even: lanes_spread(color.even), odd: lanes_spread(color.odd),
      alpha: lanes_spread(color.alpha), coverage: lanes_spread(coverage | coverage << 16))
  }

  @inline(__always)
  init(even: lanes, odd: lanes, alpha: lanes, coverage: lanes) {
    self.even = lanes_multiply_high(even, coverage)
    self.odd = lanes_multiply_high(odd, coverage)
    inverse = lanes_inverted(lanes_multiply_high(alpha, coverage))
  }

  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    store(lanes_over(load(to, count), even, odd, inverse), to, count)
  }

  @inline(__always)
  func blendAll(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    var i = 0
    while i &+ width <= count {
      blend(to + i, width)
      i &+= width
    }
    if i < count { blend(to + i, count &- i) }
  }
}

/// Stores one pixel in a row.
public func fill(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
  let pixels = lanes_unsigned(repeating: pixel)
  var i = 0
  while i &+ 2 &* width <= count {
    store(pixels, to + i, width)
    store(pixels, to + (i &+ width), width)
    i &+= 2 &* width
  }
  while i < count {
    store(pixels, to + i, count &- i)
    i &+= width
  }
}

/// One colour with one coverage, 0...65535, over a row.
public func blendSolid(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: solid_color, coverage: UInt32
) {
  SolidLanes(color, coverage: coverage).blendAll(to, count)
}

/// One colour over a row with a coverage for each pixel.
public func blendSolid(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: solid_color,
  coverages: UnsafePointer<UInt32>
) {
  let (s, t, a) = (
    lanes_spread(color.even), lanes_spread(color.odd), lanes_spread(color.alpha)
  )
  var i = 0
  while i < count {
    let n = count &- i
    SolidLanes(even: s, odd: t, alpha: a, coverage: lanes_doubled(load(coverages + i, n)))
      .blend(to + i, n)
    i &+= width
  }
}

/// One colour over a row with kept coverages.
@inline(__always)
func blendSolid(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: solid_color,
  coverages: UnsafePointer<UInt16>
) {
  let (s, t, a) = (
    lanes_spread(color.even), lanes_spread(color.odd), lanes_spread(color.alpha)
  )
  var i = 0
  while i < count {
    let c = lanes_doubled(lanes_load_coverages(coverages + i))
    SolidLanes(even: s, odd: t, alpha: a, coverage: c).blend(to + i, count &- i)
    i &+= width
  }
}

/// Blends colours into the pixels that cells cover; the cells are cleared.
/// - Parameters:
///   - colors: the colour of the first row; that of each further row `colorStep` later.
///   - to: the first pixel, with `stride` pixels from one row to the next.
public func blendSolid(
  _ grid: cell_grid, isEvenOdd: Bool, _ colors: UnsafePointer<solid_color>, colorStep: Int,
  _ to: UnsafeMutablePointer<UInt32>, stride: Int
) {
  for row in 0..<grid.height {
    let color = colors[row &* colorStep]
    let (s, t, a) = (
      lanes_spread(color.even), lanes_spread(color.odd), lanes_spread(color.alpha)
    )
    let full = SolidLanes(color, coverage: 0xffff)
    let isOpaque = color.alpha == 0xffff_ffff
    let cells = grid.values + row &* grid.stride
    let pixels = to + row &* stride
    walk(grid, row: row, isEvenOdd: isEvenOdd) { x, count, coverage in
      if coverage < 0xffff {
        blendSolid(pixels + x, count, color, coverage: coverage)
      } else if isOpaque {
        fill(pixels + x, count, color.pixel)
      } else {
        full.blendAll(pixels + x, count)
      }
    } run: { x, count, sum in
      var i = x
      while i < x &+ count {
        let c = lanes_doubled(nextCoverages(cells + i, isEvenOdd, &sum))
        let n = grid.width &- i
        if n > 0 {
          SolidLanes(even: s, odd: t, alpha: a, coverage: c).blend(pixels + i, n)
        }
        i &+= width
      }
    }
  }
}
