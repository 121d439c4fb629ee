import CLanes

/// With fewer rows between two edges it takes less time to draw all through the cells.
private let fewestRows = 6

/// Blends colours into the rows of a grid that lie between two edges, each of which crosses the row
/// from top to bottom: what the cells of the row would add up to is known without them.
/// - Parameters:
///   - edges: the edges of a closed shape; those that lie to the right of the grid may be missing.
///   - grid: at most 32 rows; its cells are not used.
///   - columns: the pixels that may be written though nothing covers them, from the grid's first.
///   - colors: the colour of the first row; that of each further row `colorStep` later.
///   - to: the first pixel, with `stride` pixels from one row to the next.
/// - Returns: the rows that the shape touches and that are left, a bit each.
public func blendTrapezoids(
  _ edges: UnsafePointer<grid_edge>, _ count: Int, _ grid: cell_grid, columns: Range<Int>,
  _ colors: UnsafePointer<solid_color>, colorStep: Int, _ to: UnsafeMutablePointer<UInt32>,
  stride: Int
) -> UInt64 {
  var crossed = crossed_rows()
  for i in 0..<count { rows_cross(&crossed, edges + i, Int64(grid.top), Int64(grid.left)) }
  let touched = (crossed.down | crossed.up) & rows_between(0, Int64(grid.height))
  let rows = touched & ~crossed.others
  if rows.nonzeroBitCount < fewestRows { return touched }
  let writer = TrapezoidWriter(
    grid: grid, columns: columns, to: to, stride: stride, numbers: grid.numbers,
    reals: grid.reals)
  if rows & ~crossed.down != 0 { writer.placeBeyond(0) }
  if rows & ~crossed.up != 0 { writer.placeBeyond(1) }
  for i in 0..<count { writer.place(edges + i, rows) }
  writer.blend(rows, colors, colorStep: colorStep)
  return touched & ~rows
}

/// Where edges cross the rows of a grid, and the way to blend between them.
private struct TrapezoidWriter {
  let grid: cell_grid
  let columns: Range<Int>
  let to: UnsafeMutablePointer<UInt32>
  let stride: Int
  /// The columns of `CROSSING_…` for edges that point down, a row each, then for those that point
  /// up; and those of `SPAN_…`; and the real numbers beside them.
  let numbers: UnsafeMutablePointer<Int32>
  let reals: UnsafeMutablePointer<Double>

  /// Where there is no edge, it lies beyond the grid.
  @inline(never)
  func placeBeyond(_ side: Int) {
    let numbers = numbers + side &* CROSSING_NUMBERS
    for row in 0..<grid.height {
      numbers[CROSSING_FIRST &+ row] = .max >> 1
      numbers[CROSSING_LAST &+ row] = .max >> 1
    }
  }

  /// Finds where an edge crosses those of some rows that it crosses at all.
  @inline(__always)
  func place(_ edge: UnsafePointer<grid_edge>, _ rows: UInt64) {
    let crossed = rows_crossed(edge, Int64(grid.top)) & rows
    if crossed == 0 { return }
    let side = edge.pointee.y0 < edge.pointee.y1 ? 0 : 1
    let numbers = numbers + side &* CROSSING_NUMBERS
    let rises = reals + (CROSSING_RISE &+ side &* Int(CROSSING_ROOM))
    // Vectors run on below the end of the edge, where another may be already.
    let end = 64 &- crossed.leadingZeroBitCount
    crossings_move(
      numbers + end, rises + end, self.numbers + 2 &* CROSSING_NUMBERS, reals + SPAN_RISE)
    let line = Line(edge.pointee)
    var row = crossed.trailingZeroBitCount
    repeat {
      crossings_find(
        line.x0, line.y0, line.slope, line.rise, Int32(truncatingIfNeeded: grid.top &+ row),
        Int32(truncatingIfNeeded: grid.left), numbers + row)
      rows_fill(rises + row, line.rise)
      row &+= 8
    } while row < end
    crossings_move(
      self.numbers + 2 &* CROSSING_NUMBERS, reals + SPAN_RISE, numbers + end, rises + end)
  }

  /// Blends rows whose edges were placed.
  @inline(__always)
  func blend(_ rows: UInt64, _ colors: UnsafePointer<solid_color>, colorStep: Int) {
    let spans = numbers + 2 &* CROSSING_NUMBERS
    var (steep, slanted) = (0, 0) as (UInt64, UInt64)
    var row = rows.trailingZeroBitCount & ~7
    while rows >> UInt64(truncatingIfNeeded: row) != 0 {
      let found = spans_find(
        numbers + row, numbers + (CROSSING_NUMBERS &+ row), reals + row,
        rows_places(Int(bitPattern: to + row &* stride) >> 2, stride),
        Int32(truncatingIfNeeded: grid.width), Int32(truncatingIfNeeded: columns.lowerBound),
        Int32(truncatingIfNeeded: columns.upperBound), spans + row)
      steep |= UInt64(found.steep) &<< UInt64(truncatingIfNeeded: row)
      slanted |= UInt64(found.slanted) &<< UInt64(truncatingIfNeeded: row)
      row &+= 8
    }
    blendSteep(steep & rows, colors, colorStep)
    if slanted & rows != 0 { blendSlanted(slanted & rows, colors, colorStep) }
    let others = rows & ~(steep | slanted)
    if others != 0 { blendOthers(others, colors, colorStep) }
  }

  /// Blends rows each side of which lies in one vector and touches at most two columns.
  @inline(__always)
  private func blendSteep(
    _ rows: UInt64, _ colors: UnsafePointer<solid_color>, _ colorStep: Int
  ) {
    var solid = SolidRow(colors[0])
    var left = rows
    while left != 0 {
      let row = left.trailingZeroBitCount
      left &= left &- 1
      if colorStep != 0 { solid = SolidRow(colors[row &* colorStep]) }
      let pixels = to + row &* stride
      let numbers = UnsafePointer(numbers + (2 &* CROSSING_NUMBERS &+ row))
      let x = Int(numbers[SPAN_LEFT])
      let end = Int(numbers[SPAN_RIGHT])
      solid.blend(pixels + x, doubled: steep_coverages(numbers + SPAN_LEFT_SIDE, 0, -1))
      solid.blend(pixels + (x &+ width), vectors: end &- x &- width)
      solid.blend(pixels + end, doubled: steep_coverages(numbers + SPAN_RIGHT_SIDE, -1, 0))
    }
  }

  /// Blends rows whose sides have no vector of pixels in common.
  @inline(never)
  private func blendSlanted(
    _ rows: UInt64, _ colors: UnsafePointer<solid_color>, _ colorStep: Int
  ) {
    let room = Int(CROSSING_ROOM)
    var solid = SolidRow(colors[0])
    var left = rows
    while left != 0 {
      let row = left.trailingZeroBitCount
      left &= left &- 1
      if colorStep != 0 { solid = SolidRow(colors[row &* colorStep]) }
      let pixels = to + row &* stride
      let numbers = UnsafePointer(numbers + (2 &* CROSSING_NUMBERS &+ row))
      let reals = UnsafePointer(reals + row)
      let x = Int(numbers[SPAN_LEFT])
      let end = Int(numbers[SPAN_RIGHT])
      let next = blendSide(
        solid, pixels + x, numbers + SPAN_LEFT_SIDE, reals[SPAN_DISTANCE], reals[SPAN_RISE],
        isLeft: true)
      solid.blend(next, vectors: end &- (next - pixels))
      _ = blendSide(
        solid, pixels + end, numbers + SPAN_RIGHT_SIDE, reals[SPAN_DISTANCE &+ room],
        reals[SPAN_RISE &+ room], isLeft: false)
    }
  }

  /// Blends one side of a row.
  /// - Returns: the pixel after it.
  @inline(__always)
  private func blendSide(
    _ solid: SolidRow, _ pixels: UnsafeMutablePointer<UInt32>, _ side: UnsafePointer<Int32>,
    _ distance: Double, _ rise: Double, isLeft: Bool
  ) -> UnsafeMutablePointer<UInt32> {
    let last = Int(side[Int(CROSSING_ROOM)])
    let (before, after) = isLeft ? (0, -1) : (-1, 0) as (Int32, Int32)
    if last < width, last &- Int(side[0]) <= 1 {
      solid.blend(pixels, doubled: steep_coverages(side, before, after))
      return pixels + width
    }
    var passed = lanes_signed()
    var offset = 0
    repeat {
      let next = lanes_passed(distance + Double(offset &<< 16), rise)
      let areas = areas_between(passed, next)
      passed = next
      solid.blend(
        pixels + offset,
        doubled: slanted_coverages(
          side, Int32(truncatingIfNeeded: offset), isLeft ? areas : areas_rest(areas), before,
          after))
      offset &+= width
    } while offset <= last
    return pixels + offset
  }

  /// Blends rows whose sides meet in a vector, or are cut off within.
  @inline(never)
  private func blendOthers(
    _ rows: UInt64, _ colors: UnsafePointer<solid_color>, _ colorStep: Int
  ) {
    var solid = SolidRow(colors[0])
    var left = rows
    while left != 0 {
      let row = left.trailingZeroBitCount
      left &= left &- 1
      if colorStep != 0 { solid = SolidRow(colors[row &* colorStep]) }
      let rises = reals + (CROSSING_RISE &+ row)
      let a = Side(numbers: numbers + row, rise: rises)
      let b = Side(
        numbers: numbers + (CROSSING_NUMBERS &+ row), rise: rises + Int(CROSSING_ROOM))
      let isSwapped = b.first < a.first
      blend(solid, to + row &* stride, isSwapped ? b : a, isSwapped ? a : b)
    }
  }

  /// Blends one row between an edge and another that does not begin left of it.
  @inline(__always)
  private func blend(
    _ solid: SolidRow, _ pixels: UnsafeMutablePointer<UInt32>, _ a: Side, _ b: Side
  ) {
    let (first, second) = (a.first, b.first)
    if first >= grid.width { return }
    // Vectors of whole cache lines are loaded and stored faster.
    let line = Int(bitPattern: pixels + first) >> 2 & (width &- 1)
    var x = first < 0 ? 0 : max(first &- line, columns.lowerBound)
    let (aLast, bLast) = (a.last, b.last)
    let last = max(aLast, bLast)
    let end = last < grid.width ? columns.upperBound : grid.width
    let aEnd = aLast < x ? x : x &+ (aLast &- x) & ~(width &- 1) &+ width
    let bStart = second < grid.width ? x &+ (second &- x) & ~(width &- 1) : grid.width
    let stop = min(last &+ 1, grid.width)
    if aEnd <= bStart {
      while x < aEnd {
        solid.blend(pixels + x, end &- x, coverages: lanes_coverage(a.areas(x), 0))
        x &+= width
      }
      if x < bStart {
        solid.blend(pixels + x, bStart &- x, coverage: 0xffff)
        x = bStart
      }
      while x < stop {
        solid.blend(
          pixels + x, end &- x, coverages: lanes_coverage(areas_rest(b.areas(x)), 0))
        x &+= width
      }
    } else {
      while x < stop {
        solid.blend(
          pixels + x, end &- x,
          coverages: lanes_coverage(lanes_difference(a.areas(x), b.areas(x)), 0))
        x &+= width
      }
    }
  }
}

/// Where an edge crosses a row.
private struct Side {
  let numbers: UnsafePointer<Int32>
  let rise: UnsafePointer<Double>

  /// The first and the last column that it touches.
  @inline(__always) var first: Int { Int(numbers[CROSSING_FIRST]) }
  @inline(__always) var last: Int { Int(numbers[CROSSING_LAST]) }

  /// How much of the columns from `x` on lies right of it.
  @inline(__always)
  func areas(_ x: Int) -> lanes_signed {
    crossing_areas(numbers, rise.pointee, Int32(truncatingIfNeeded: x))
  }
}
