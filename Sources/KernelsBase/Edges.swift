import CLanes

/// Adds what edges cover to the cells of a grid.
///
/// An edge is cut at rows and columns by evaluating the same line from its own ends, so that what
/// it adds to a pixel does not depend on the grid that holds the pixel.
public func addEdges(_ edges: UnsafePointer<grid_edge>, _ count: Int, to grid: cell_grid) {
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: 40) { parts in
    let writer = CellWriter(grid: grid, parts: parts.baseAddress!)
    for i in 0..<count { writer.add(edges[i]) }
  }
}

private struct CellWriter {
  let grid: cell_grid
  /// What eight rows of an edge add to cells.
  let parts: UnsafeMutablePointer<Int32>

  /// An edge from top to bottom.
  private struct Line {
    var x0: Int
    var y0: Int
    var x1: Int
    var y1: Int
    /// -1 for an edge that points up, else 0.
    var flip: Int32
    /// The rows that it is looked at in, in grid steps.
    var from: Int
    var to: Int
    /// Across per height, in 1/65536 pixel for each step of the grid.
    var slope: Double
    /// How much of its height it passes in a column; infinite where it is upright.
    var rise: Double
  }

  @inline(__always)
  func add(_ edge: grid_edge) {
    let isDown = edge.y0 < edge.y1
    let (x0, y0, x1, y1) =
      isDown
      ? (Int(edge.x0), Int(edge.y0), Int(edge.x1), Int(edge.y1))
      : (Int(edge.x1), Int(edge.y1), Int(edge.x0), Int(edge.y0))
    let top = grid.top &<< 10
    let from = max(y0, top)
    let to = min(y1, top &+ grid.height &<< 10)
    if from >= to { return }
    let (dx, dy) = (Double(x1 &- x0), Double(y1 &- y0))
    let line = Line(
      x0: x0, y0: y0, x1: x1, y1: y1, flip: isDown ? 0 : -1, from: from, to: to,
      slope: dx * 64 / dy, rise: dy / dx.magnitude)
    let left = grid.left &<< 10
    if min(x0, x1) >= left, max(x0, x1) <= left &+ grid.width &<< 10, grid.width < 1 << 15,
      line.slope.magnitude < 63.9
    {
      addSteep(line)
    } else {
      addAny(line)
    }
  }
}

// MARK: Edges that cross at most one column in a row
extension CellWriter {
  /// Eight rows at once, of an edge that stays within the grid.
  @inline(__always)
  private func addSteep(_ line: Line) {
    let origin = Int32(truncatingIfNeeded: grid.left &<< 16)
    let y0 = Int32(truncatingIfNeeded: line.y0)
    let from = Int32(truncatingIfNeeded: line.from) &- y0
    let to = Int32(truncatingIfNeeded: line.to) &- y0
    let start = Double(line.x0 &<< 6)
    var row = line.from >> 10
    let end = ((line.to &- 1) >> 10) &+ 1
    while row < end {
      let top = Int32(truncatingIfNeeded: row)
      let tops = rows_tops(top, y0, from, to)
      let bottoms = rows_tops(top &+ 1, y0, from, to)
      let a = rows_positions(tops, start, line.slope, origin)
      let b = rows_positions(bottoms, start, line.slope, origin)
      rows_split(
        rows_minimum(a, b), rows_maximum(a, b), rows_covers(tops, bottoms), line.rise, line.flip,
        parts)
      write(row: row &- grid.top, count: min(end &- row, 8))
      row &+= 8
    }
  }

  @inline(__always)
  private func write(row: Int, count: Int) {
    var cells = grid.values + row &* grid.stride
    var touches = grid.touched + row &* grid.words
    for i in 0..<count {
      let (first, end) = (Int(parts[i]), Int(parts[8 &+ i]))
      let cell = cells + first
      cell[0] &+= parts[16 &+ i]
      cell[1] &+= parts[24 &+ i]
      cell[2] &+= parts[32 &+ i]
      touches[first >> 9] |= 1 &<< UInt64(truncatingIfNeeded: first >> 3)
      touches[end >> 9] |= 1 &<< UInt64(truncatingIfNeeded: end >> 3)
      cells += grid.stride
      touches += grid.words
    }
  }
}

/// Adding 1.5 · 2⁵² to a double leaves its value, rounded to even, in the low bits.
private let rounder = 6_755_399_441_055_744.0

// MARK: Any edge, row by row
extension CellWriter {
  @inline(never)
  private func addAny(_ line: Line) {
    let origin = grid.left &<< 16
    let start = Double(line.x0 &<< 6)
    @inline(__always)
    func x(at y: Int) -> Int {
      let position = start + Double(y &- line.y0) * line.slope + rounder
      return Int(truncatingIfNeeded: position.bitPattern &- rounder.bitPattern) &- origin
    }
    var y = line.from
    var row = (y >> 10) &- grid.top
    var left = x(at: y)
    while y < line.to {
      let next = min(((y >> 10) &+ 1) &<< 10, line.to)
      let right = x(at: next)
      addRow(row, min(left, right), max(left, right), (next &- y) &<< 6, line)
      left = right
      y = next
      row &+= 1
    }
  }

  /// Adds a part between two places of a row, which covers `cover` of the row's height.
  @inline(__always)
  private func addRow(
    _ row: Int, _ xl: Int, _ xr: Int, _ cover: Int, _ line: Line
  ) {
    let flip = Int(line.flip)
    let cells = grid.values + row &* grid.stride
    if xr < 0 {
      cells[0] &+= Int32(truncatingIfNeeded: (cover ^ flip) &- flip)
      touch(row, 0, 0)
      return
    }
    let first = xl >> 16
    if first >= grid.width { return }
    let last = min(xr >> 16, grid.width &- 1)
    // The height passed at each column is rounded from the start, so that the parts add up to
    // the whole.
    if first < 0 {
      // What lies to the left counts for the first column.
      let passed = xr <= 0 ? cover : min(Int(Double(-xl) * line.rise + 0.5), cover)
      cells[0] &+= Int32(truncatingIfNeeded: (passed ^ flip) &- flip)
    }
    var column = max(first, 0)
    // Beyond the last column whole vectors are written where the edge goes on.
    touch(row, column, last &+ (xr >> 16 > last ? 8 : 1))
    var carry: Int32 = 0
    while column <= last {
      let right = min(xr &- column &<< 16, 0x4000_0000)
      let change = columns_split(
        Double(xl &- column &<< 16), Int32(truncatingIfNeeded: right),
        Int32(truncatingIfNeeded: cover), line.rise, line.flip, &carry)
      let to = UnsafeMutableRawPointer(cells + column)
      to.storeBytes(of: to.loadUnaligned(as: rows_whole.self) &+ change, as: rows_whole.self)
      column &+= 8
    }
    cells[column] &+= carry
  }

  /// Marks the columns from `first` to `last`.
  @inline(__always)
  private func touch(_ row: Int, _ first: Int, _ last: Int) {
    let words = grid.touched + row &* grid.words
    for word in first >> 9...last >> 9 {
      let low = max((first >> 3) &- word &* 64, 0)
      let high = min((last >> 3) &- word &* 64, 63)
      words[word] |=
        (~0 &<< UInt64(truncatingIfNeeded: low)) & (~0 &>> UInt64(truncatingIfNeeded: 63 &- high))
    }
  }
}
