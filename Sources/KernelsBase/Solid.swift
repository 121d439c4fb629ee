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
  func over(_ pixels: lanes_unsigned) -> lanes_unsigned { lanes_over(pixels, even, odd, inverse) }

  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>) { store(over(load(to)), to) }

  /// - Parameter count: what a vector holds, or fewer pixels, or more, which are left.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if count >= width {
      blend(to)
    } else {
      lanes_store_first(to, over(lanes_load_first(to, count)), count)
    }
  }

  /// - Parameter count: of the pixels in whole vectors.
  @inline(__always)
  func blendVectors(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    var i = 0
    while i &+ width < count {
      blend(to + i)
      blend(to + (i &+ width))
      i &+= 2 &* width
    }
    if i < count { blend(to + i) }
  }

  @inline(__always)
  func blendAll(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    var i = 0
    while i &+ 2 &* width <= count {
      blend(to + i)
      blend(to + (i &+ width))
      i &+= 2 &* width
    }
    while i < count {
      blend(to + i, count &- i)
      i &+= width
    }
  }
}

/// From here on a run of pixels is long: the processor's own instruction for it, which takes a while to
/// begin, need not read what it overwrites.
private let longRun = 512

/// Stores one pixel in a row.
public func fill(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
  if count >= longRun {
    lanes_fill(to, pixel, count)
    return
  }
  let pixels = lanes_unsigned(repeating: pixel)
  var i = 0
  while i &+ 2 &* width <= count {
    store(pixels, to + i)
    store(pixels, to + (i &+ width))
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

/// A colour over a row of pixels, some of them partly covered.
struct SolidRow {
  private let color: solid_color
  private let even: lanes
  private let odd: lanes
  private let alpha: lanes
  private let full: SolidLanes

  @inline(__always)
  init(_ color: solid_color) {
    self.color = color
    even = lanes_spread(color.even)
    odd = lanes_spread(color.odd)
    alpha = lanes_spread(color.alpha)
    full = SolidLanes(color, coverage: 0xffff)
  }

  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, coverage: UInt32) {
    if coverage < 0xffff {
      blendSolid(to, count, color, coverage: coverage)
    } else if color.alpha == 0xffff_ffff {
      fill(to, count, color.pixel)
    } else {
      full.blendAll(to, count)
    }
  }

  /// - Parameter count: what a vector holds, or fewer pixels, or more, which are left.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, coverages: lanes_unsigned) {
    SolidLanes(even: even, odd: odd, alpha: alpha, coverage: lanes_doubled(coverages))
      .blend(to, count)
  }

  /// What the colour leaves of a vector of pixels.
  @inline(__always)
  func blended(_ pixels: lanes_unsigned, coverages: lanes_unsigned) -> lanes_unsigned {
    SolidLanes(even: even, odd: odd, alpha: alpha, coverage: lanes_doubled(coverages)).over(pixels)
  }

  /// A vector of pixels, with coverages in both halves of each.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, doubled: lanes) {
    SolidLanes(even: even, odd: odd, alpha: alpha, coverage: doubled).blend(to)
  }

  /// Whole vectors that are fully covered.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, vectors count: Int) {
    if color.alpha == 0xffff_ffff {
      fill(to, count, color.pixel)
    } else {
      full.blendVectors(to, count)
    }
  }

  /// With coverages that are kept.
  @inline(__always)
  func blend(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, coverages: UnsafePointer<UInt16>
  ) {
    var i = 0
    while i < count {
      blend(to + i, count &- i, coverages: lanes_load_coverages(coverages + i))
      i &+= width
    }
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
  var solid = SolidRow(colors[0])
  for row in 0..<grid.height {
    if colorStep != 0 { solid = SolidRow(colors[row &* colorStep]) }
    let cells = grid.values + row &* grid.stride
    let pixels = to + row &* stride
    walk(grid, row: row, isEvenOdd: isEvenOdd) { x, count, coverage in
      solid.blend(pixels + x, count, coverage: coverage)
    } touched: { x, sum in
      let coverages = nextCoverages(cells + x, isEvenOdd, &sum)
      if x < grid.width { solid.blend(pixels + x, grid.width &- x, coverages: coverages) }
    }
  }
}
