import CLanes

/// The levels of coverage of a vector of pixels from the changes of their signed coverage, which are
/// cleared.
/// - Parameter total: the signed coverage left of the pixels, and then that of the last, in each lane: a
///   number would have to leave the vectors and come back.
@inline(__always)
func nextLevels(
  _ cells: UnsafeMutablePointer<Int32>, _ isEvenOdd: Bool, _ total: inout lanes_signed
) -> lanes_unsigned {
  let memory = UnsafeMutableRawPointer(cells)
  let sums = lanes_prefix_sum(memory.loadUnaligned(as: lanes_signed.self)) &+ total
  memory.storeBytes(of: lanes_signed(), as: lanes_signed.self)
  total = lanes_last(sums)
  return lanes_levels(sums, isEvenOdd ? 1 : 0)
}

/// Walks through a row of cells from left to right and forgets which were touched.
/// - Parameters:
///   - span: takes pixels that are covered alike, if at all: the first, their number, the coverage.
///   - touched: takes a vector of cells that were touched: the first, and the signed coverage left of
///     it, in each lane, which it takes to its end; it must clear the cells.
@inline(__always)
func walk(
  _ grid: cell_grid, row: Int, isEvenOdd: Bool, span: (Int, Int, UInt32) -> Void,
  touched: (Int, inout lanes_signed) -> Void
) {
  let touches = grid.touched + row &* grid.words
  var sum = lanes_signed()
  var x = 0
  @inline(__always)
  func fill(to end: Int) {
    if end <= x { return }
    let level = lanes_levels(sum, isEvenOdd ? 1 : 0)[0]
    if level > 0 { span(x, end &- x, level &* 257) }
  }
  for word in 0..<grid.words {
    var bits = touches[word]
    if bits == 0 { continue }
    touches[word] = 0
    // The first of the two bits of a vector stands for both.
    if width == 16 { bits = (bits | bits >> 1) & 0x5555_5555_5555_5555 }
    repeat {
      let first = word &* 512 &+ bits.trailingZeroBitCount &* 8
      bits &= bits &- 1
      fill(to: min(first, grid.width))
      touched(first, &sum)
      x = first &+ width
    } while bits != 0
  }
  fill(to: grid.width)
}

func resolveRow(
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
  walk(grid, row: row, isEvenOdd: isEvenOdd, span: add) { x, sum in
    let levels = nextLevels(cells + x, isEvenOdd, &sum)
    UnsafeMutableRawPointer(coverages + x).storeBytes(
      of: levels | levels &<< 8, as: lanes_unsigned.self)
    let length = min(width, grid.width &- x)
    if length <= 0 { return }
    // Vectors next to each other make one span.
    if count > 0, spans[count &- 1].coverage == UInt32(LANES_VARYING),
      Int(spans[count &- 1].x &+ spans[count &- 1].count) == x
    {
      spans[count &- 1].count &+= Int32(truncatingIfNeeded: length)
    } else {
      add(x, length, UInt32(LANES_VARYING))
    }
  }
  return count
}
