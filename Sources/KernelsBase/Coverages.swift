import CLanes

/// The coverages, 0...65535, of a vector of pixels from the changes of their signed coverage, which
/// are cleared.
@inline(__always)
func nextCoverages(
  _ cells: UnsafeMutablePointer<Int32>, _ isEvenOdd: Bool, _ total: inout Int32
) -> lanes_unsigned {
  let memory = UnsafeMutableRawPointer(cells)
  let sums = lanes_add(
    lanes_prefix_sum(memory.loadUnaligned(as: lanes_signed.self)), total)
  memory.storeBytes(of: lanes_signed(), as: lanes_signed.self)
  total = sums[width - 1]
  return lanes_coverage(sums, isEvenOdd ? 1 : 0)
}

/// The coverage of pixels whose signed coverage is the same.
@inline(__always)
private func coverage(_ sum: Int32, _ isEvenOdd: Bool) -> UInt32 {
  var area = sum.magnitude
  if isEvenOdd {
    area &= 0x1ffff
    if area > 0x10000 { area = 0x20000 - area }
  }
  return min(area, 0xffff)
}

/// Walks through a row of cells from left to right and forgets which were touched.
/// - Parameters:
///   - span: takes pixels that are covered alike, if at all: the first, their number, the coverage.
///   - run: takes cells that were touched, whole vectors: the first, their number, and the signed
///     coverage left of them, which it takes to their end; it must clear them.
@inline(__always)
func walk(
  _ grid: cell_grid, row: Int, isEvenOdd: Bool, span: (Int, Int, UInt32) -> Void,
  run: (Int, Int, inout Int32) -> Void
) {
  let touches = grid.touched + row &* grid.words
  var sum: Int32 = 0
  var x = 0
  for word in 0..<grid.words {
    var bits = touches[word]
    if bits == 0 { continue }
    touches[word] = 0
    if width == 16 {
      // Two bits for a vector.
      bits = (bits | bits >> 1) & 0x5555_5555_5555_5555
      bits |= bits << 1
    }
    while bits != 0 {
      let first = bits.trailingZeroBitCount
      let length = (~(bits &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
      let end = first &+ length
      bits = end == 64 ? 0 : bits & (~0 &<< UInt64(truncatingIfNeeded: end))
      let start = word &* 512 &+ first &* 8
      let limit = min(start, grid.width)
      if limit > x, sum != 0 {
        let c = coverage(sum, isEvenOdd)
        if c > 0 { span(x, limit &- x, c) }
      }
      run(start, length &* 8, &sum)
      x = start &+ length &* 8
    }
  }
  if x < grid.width, sum != 0 {
    let c = coverage(sum, isEvenOdd)
    if c > 0 { span(x, grid.width &- x, c) }
  }
}

/// Resolves a row of cells, which are cleared, into spans of coverage.
/// - Parameters:
///   - coverages: takes the coverages where they vary, from the row's first pixel on, and may be
///     written to half a vector beyond the row.
///   - spans: takes spans from left to right, without those that are not covered.
/// - Returns: the number of spans.
public func resolveRow(
  _ grid: cell_grid, row: Int, isEvenOdd: Bool, coverages: UnsafeMutablePointer<UInt32>,
  spans: UnsafeMutablePointer<coverage_span>
) -> Int {
  let cells = grid.values + row &* grid.stride
  var count = 0
  func add(_ x: Int, _ length: Int, _ coverage: UInt32) {
    spans[count] = coverage_span(
      x: Int32(truncatingIfNeeded: x), count: Int32(truncatingIfNeeded: length),
      coverage: coverage)
    count &+= 1
  }
  walk(grid, row: row, isEvenOdd: isEvenOdd, span: add) { x, length, sum in
    var i = x
    while i < x &+ length {
      UnsafeMutableRawPointer(coverages + i).storeBytes(
        of: nextCoverages(cells + i, isEvenOdd, &sum), as: lanes_unsigned.self)
      i &+= width
    }
    if x < grid.width { add(x, min(length, grid.width &- x), UInt32(LANES_VARYING)) }
  }
  return count
}
