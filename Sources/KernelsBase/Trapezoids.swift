import CLanes

/// The number of rows between two edges below which drawing all through the cells takes less time.
private let fewestRows = 6

func blendTrapezoids(
  _ edges: UnsafePointer<grid_edge>, _ count: Int, _ grid: cell_grid, from: Int, end: Int,
  _ colors: row_colors, _ to: UnsafeMutablePointer<UInt32>, stride: Int
) -> UInt64 {
  var crossed = CrossedRows()
  for i in 0..<count { crossed.add(edges[i], grid) }
  let touched = (crossed.down | crossed.up) & rows_between(0, grid.height)
  let whole = touched & ~crossed.others
  if whole.nonzeroBitCount < fewestRows { return touched }
  let writer = TrapezoidWriter(
    grid: grid, columns: (from, end), to: to, stride: stride, colors: colors,
    down: trapezoid_down(grid.trapezoids), up: trapezoid_up(grid.trapezoids))
  if whole & ~crossed.down != 0 { crossings_miss(writer.down, grid.height) }
  if whole & ~crossed.up != 0 { crossings_miss(writer.up, grid.height) }
  for i in 0..<count { writer.place(edges[i], whole) }
  writer.blend(whole)
  return touched & ~whole
}

/// Rows of a grid that edges touch, a bit each, from its top.
private struct CrossedRows {
  /// The rows that edges touch which point down, and up.
  var down: UInt64 = 0
  var up: UInt64 = 0
  /// Rows that edges cross twice in a direction, that an edge does not cross whole, or that one
  /// touches whose places cannot be held.
  var others: UInt64 = 0

  /// The largest distance from a grid, in steps, at which 32 bits hold the places of an edge.
  private static let reach = 1 << 24

  /// Adds an edge without branches: where an edge points is hard to predict.
  @inline(__always)
  mutating func add(_ edge: grid_edge, _ grid: cell_grid) {
    let (y0, y1) = (Int(edge.y0) &- grid.top &<< 10, Int(edge.y1) &- grid.top &<< 10)
    let (x0, x1) = (Int(edge.x0) &- grid.left &<< 10, Int(edge.x1) &- grid.left &<< 10)
    let touched = rows_between(min(y0, y1) >> 10, (max(y0, y1) &+ 1023) >> 10)
    let isNear = (min(x0, x1) >= -CrossedRows.reach) && (max(x0, x1) <= CrossedRows.reach)
    let isDown: UInt64 = y0 < y1 ? ~0 : 0
    let (down, up) = (touched & isDown, touched & ~isDown)
    let whole = crossed(by: edge, top: grid.top) & (isNear ? ~0 : 0)
    others |= (touched & ~whole) | (self.down & down) | (self.up & up)
    self.down |= down
    self.up |= up
  }
}

/// The rows that an edge crosses from top to bottom.
@inline(__always)
private func crossed(by edge: grid_edge, top: Int) -> UInt64 {
  let (y0, y1) = (Int(edge.y0) &- top &<< 10, Int(edge.y1) &- top &<< 10)
  return rows_between((min(y0, y1) &+ 1023) >> 10, max(y0, y1) >> 10)
}

/// Finds the crossings of edges with the rows of a grid, and blends between them.
private struct TrapezoidWriter {
  let grid: cell_grid
  /// The columns that may be written.
  let columns: (from: Int, end: Int)
  let to: UnsafeMutablePointer<UInt32>
  let stride: Int
  let colors: row_colors
  let down: UnsafeMutablePointer<crossing_columns>
  let up: UnsafeMutablePointer<crossing_columns>

  /// Finds where an edge crosses those of some rows that it crosses at all.
  @inline(__always)
  func place(_ edge: grid_edge, _ rows: UInt64) {
    let crossed = crossed(by: edge, top: grid.top) & rows
    if crossed == 0 { return }
    let crossings = edge.y0 < edge.y1 ? down : up
    // Vectors run on below the end of the edge, where another may be already.
    let end = 64 &- crossed.leadingZeroBitCount
    let kept = trapezoid_kept(grid.trapezoids)
    crossings_copy(crossings, end, kept, 0)
    let line = line_of(edge)
    var row = crossed.trailingZeroBitCount
    repeat {
      crossings_find(
        crossings, row, line, Int32(truncatingIfNeeded: grid.top &+ row),
        Int32(truncatingIfNeeded: grid.left))
      row &+= 8
    } while row < end
    crossings_copy(kept, 0, crossings, end)
  }

  /// Blends rows whose edges were placed.
  @inline(__always)
  func blend(_ rows: UInt64) {
    var (steep, slanted) = (0, 0) as (UInt64, UInt64)
    var row = rows.trailingZeroBitCount & ~7
    while rows >> UInt64(truncatingIfNeeded: row) != 0 {
      let found = spans_find(
        grid.trapezoids, row, Int(bitPattern: to + row &* stride) >> 2, stride,
        Int32(truncatingIfNeeded: grid.width), Int32(truncatingIfNeeded: columns.from),
        Int32(truncatingIfNeeded: columns.end))
      steep |= UInt64(found.steep) &<< UInt64(truncatingIfNeeded: row)
      slanted |= UInt64(found.slanted) &<< UInt64(truncatingIfNeeded: row)
      row &+= 8
    }
    blendSteep(steep & rows)
    if slanted & rows != 0 { blendSlanted(slanted & rows) }
    let others = rows & ~(steep | slanted)
    if others != 0 { blendOthers(others) }
  }

  /// Passes rows, with their colours and first pixels. Loops of their own let vectors of one colour for
  /// all rows be made once.
  @inline(__always)
  private func forEach(
    _ rows: UInt64, _ body: (Int, solid_color, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    var rest = rows
    let color = colors[0]
    if colors.step == 0 {
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest &- 1
        body(row, color, to + row &* stride)
      }
    } else {
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest &- 1
        body(row, colors[row], to + row &* stride)
      }
    }
  }

  /// Blends rows each side of which lies in one vector and touches at most two columns.
  @inline(__always)
  private func blendSteep(_ rows: UInt64) {
    let (left, right) = (trapezoid_left(grid.trapezoids), trapezoid_right(grid.trapezoids))
    forEach(rows) { row, solid, pixels in
      let (x, end) = (Int(side_vector(left, row)), Int(side_vector(right, row)))
      solid.blend(pixels + x, doubled: steep_coverages(left, row, 0, -1))
      solid.blend(pixels + (x &+ width), vectors: end &- x &- width)
      solid.blend(pixels + end, doubled: steep_coverages(right, row, -1, 0))
    }
  }

  /// Blends rows whose sides have no vector of pixels in common.
  @inline(never)
  private func blendSlanted(_ rows: UInt64) {
    let (left, right) = (trapezoid_left(grid.trapezoids), trapezoid_right(grid.trapezoids))
    forEach(rows) { row, solid, pixels in
      let (x, end) = (Int(side_vector(left, row)), Int(side_vector(right, row)))
      let next = blendSide(solid, pixels + x, left, row, isLeft: true)
      solid.blend(next, vectors: end &- (next - pixels))
      _ = blendSide(solid, pixels + end, right, row, isLeft: false)
    }
  }

  /// Blends one side of a row.
  /// - Returns: the pixel after it.
  @inline(__always)
  private func blendSide(
    _ solid: solid_color, _ pixels: UnsafeMutablePointer<UInt32>,
    _ side: UnsafePointer<side_columns>, _ row: Int, isLeft: Bool
  ) -> UnsafeMutablePointer<UInt32> {
    let (before, after) = isLeft ? (0, -1) : (-1, 0) as (Int32, Int32)
    let last = Int(side_last(side, row))
    if last < width, last &- Int(side_first(side, row)) <= 1 {
      solid.blend(pixels, doubled: steep_coverages(side, row, before, after))
      return pixels + width
    }
    var passed = lanes_signed()
    var offset: Int32 = 0
    repeat {
      let next = side_passed(side, row, offset)
      let areas = areas_between(passed, next)
      passed = next
      solid.blend(
        pixels + Int(offset),
        doubled: slanted_coverages(
          side, row, offset, isLeft ? areas : 0x10000 &- areas, before, after))
      offset &+= LANES_WIDTH
    } while offset <= last
    return pixels + Int(offset)
  }

  /// Blends rows whose sides meet in a vector, or are cut off within.
  @inline(never)
  private func blendOthers(_ rows: UInt64) {
    forEach(rows) { row, solid, pixels in
      let (a, b) = (Crossing(edge: down, row: row), Crossing(edge: up, row: row))
      let isSwapped = b.first < a.first
      blend(solid, pixels, isSwapped ? b : a, isSwapped ? a : b)
    }
  }

  /// Blends one row between an edge and another that does not begin left of it.
  @inline(__always)
  private func blend(
    _ solid: solid_color, _ pixels: UnsafeMutablePointer<UInt32>, _ a: Crossing, _ b: Crossing
  ) {
    let (first, second) = (a.first, b.first)
    if first >= grid.width { return }
    // Vectors of whole cache lines are loaded and stored faster.
    let line = Int(bitPattern: pixels + first) >> 2 & (width &- 1)
    var x = first < 0 ? 0 : max(first &- line, columns.from)
    let (aLast, bLast) = (a.last, b.last)
    let last = max(aLast, bLast)
    let end = last < grid.width ? columns.end : grid.width
    let aEnd = aLast < x ? x : x &+ (aLast &- x) & ~(width &- 1) &+ width
    let bStart = second < grid.width ? x &+ (second &- x) & ~(width &- 1) : grid.width
    let stop = min(last &+ 1, grid.width)
    if aEnd <= bStart {
      while x < aEnd {
        solid.blend(pixels + x, end &- x, levels: lanes_levels(a.areas(x), 0))
        x &+= width
      }
      if x < bStart {
        solid.blend(pixels + x, bStart &- x, coverage: 0xffff)
        x = bStart
      }
      while x < stop {
        solid.blend(
          pixels + x, end &- x, levels: lanes_levels(0x10000 &- b.areas(x), 0))
        x &+= width
      }
    } else {
      while x < stop {
        solid.blend(
          pixels + x, end &- x,
          levels: lanes_levels(a.areas(x) &- b.areas(x), 0))
        x &+= width
      }
    }
  }
}

/// The crossing of an edge with a row.
private struct Crossing {
  let edge: UnsafePointer<crossing_columns>
  let row: Int

  @inline(__always)
  init(edge: UnsafeMutablePointer<crossing_columns>, row: Int) {
    (self.edge, self.row) = (UnsafePointer(edge), row)
  }

  /// The first and the last column that it touches.
  @inline(__always) var first: Int { Int(crossing_first(edge, row)) }
  @inline(__always) var last: Int { Int(crossing_last(edge, row)) }

  /// The areas of a vector of columns, from `x` on, that lie right of the edge.
  @inline(__always)
  func areas(_ x: Int) -> lanes_signed {
    crossing_areas(edge, row, Int32(truncatingIfNeeded: x))
  }
}
