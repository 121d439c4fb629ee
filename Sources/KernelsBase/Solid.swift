import CLanes

/// A colour with one coverage, spread over a vector of pixels.
private struct SolidLanes {
  let even: lanes
  let odd: lanes
  let inverse: lanes

  /// - Parameter coverage: 0...65535.
  @inline(__always)
  init(_ color: solid_color, coverage: UInt32) {
    self.init(color, doubled: lanes_spread(coverage | coverage << 16))
  }

  /// - Parameter doubled: coverages in both halves of each pixel.
  @inline(__always)
  init(_ color: solid_color, doubled coverages: lanes) {
    even = lanes_multiply_high(lanes_spread(color.even), coverages)
    odd = lanes_multiply_high(lanes_spread(color.odd), coverages)
    inverse = lanes_inverted(lanes_multiply_high(lanes_spread(color.alpha), coverages))
  }

  @inline(__always)
  func over(_ pixels: lanes_unsigned) -> lanes_unsigned { lanes_over(pixels, even, odd, inverse) }

  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>) { store(over(load(to)), to) }

  /// - Parameter count: the pixels of the row from here on; no more than a vector of them is blended.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if count >= width {
      blend(to)
    } else {
      lanes_store_first(to, over(lanes_load_first(to, count)), count)
    }
  }

  /// - Parameter count: the number of the pixels, in whole vectors.
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

/// The length from which the processor's own instruction for runs of pixels, which takes a while to
/// begin, need not read what it overwrites.
private let longRun = 512

func fill(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
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

func blendColor(
  _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: solid_color,
  _ coverage: span_coverage
) {
  guard let values = coverage.values else {
    return SolidLanes(color, coverage: coverage.constant).blendAll(to, count)
  }
  var i = 0
  while i < count {
    color.blend(to + i, count &- i, coverages: load(values + i, count &- i))
    i &+= width
  }
}

extension row_colors {
  /// The colour of a row.
  @inline(__always)
  subscript(row: Int) -> solid_color { first[row &* step] }
}

/// A colour over a row of pixels, some of them partly covered. The vectors that it is spread to are no
/// structure that all files know: of that a debug build would make functions that all builds share.
extension solid_color {
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, coverage: UInt32) {
    if coverage == 0xffff, alpha == 0xffff_ffff {
      fill(to, count, pixel)
    } else {
      SolidLanes(self, coverage: coverage).blendAll(to, count)
    }
  }

  /// Whole vectors that are fully covered.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, vectors count: Int) {
    if alpha == 0xffff_ffff {
      fill(to, count, pixel)
    } else {
      SolidLanes(self, coverage: 0xffff).blendVectors(to, count)
    }
  }

  /// - Parameter count: the pixels of the row from here on; no more than a vector of them is blended.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, coverages: lanes_unsigned) {
    SolidLanes(self, doubled: lanes_doubled(coverages)).blend(to, count)
  }

  /// - Parameters:
  ///   - count: the pixels of the row from here on; no more than a vector of them is blended.
  ///   - levels: those of coverage, 0...255.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, _ count: Int, levels: lanes_unsigned) {
    SolidLanes(self, doubled: lanes_of_levels(levels)).blend(to, count)
  }

  /// A vector of pixels, with coverages in both halves of each.
  @inline(__always)
  func blend(_ to: UnsafeMutablePointer<UInt32>, doubled: lanes) {
    SolidLanes(self, doubled: doubled).blend(to)
  }

  /// Blends with kept levels of coverage.
  @inline(__always)
  func blend(
    _ to: UnsafeMutablePointer<UInt32>, _ count: Int, kept levels: UnsafePointer<UInt8>
  ) {
    var i = 0
    while i < count {
      blend(to + i, count &- i, levels: lanes_load_levels(levels + i))
      i &+= width
    }
  }

  /// A vector of pixels with the colour over it.
  @inline(__always)
  func blended(_ pixels: lanes_unsigned, levels: lanes_unsigned) -> lanes_unsigned {
    SolidLanes(self, doubled: lanes_of_levels(levels)).over(pixels)
  }
}

func blendColorsInCells(
  _ grid: cell_grid, isEvenOdd: Bool, _ colors: row_colors, _ to: UnsafeMutablePointer<UInt32>,
  stride: Int
) {
  for row in 0..<grid.height {
    let solid = colors[row]
    let cells = grid.values + row &* grid.stride
    let pixels = to + row &* stride
    walk(grid, row: row, isEvenOdd: isEvenOdd) { x, count, coverage in
      solid.blend(pixels + x, count, coverage: coverage)
    } touched: { x, sum in
      let levels = nextLevels(cells + x, isEvenOdd, &sum)
      if x < grid.width { solid.blend(pixels + x, grid.width &- x, levels: levels) }
    }
  }
}
