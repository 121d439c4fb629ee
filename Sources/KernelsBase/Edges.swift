import CLanes

/// Adds what edges cover to the cells of a grid.
///
/// An edge is cut at rows and columns by evaluating the same line from its own ends, so that what
/// it adds to a pixel does not depend on the grid that holds the pixel. The parts of many edges in
/// rows are gathered, so that vectors of them can be split into cells, however short the edges are.
public func addEdges(_ edges: UnsafePointer<grid_edge>, _ count: Int, to grid: cell_grid) {
  let writer = CellWriter(grid: grid)
  var gathered = 0
  for i in 0..<count { writer.cut(edges[i], &gathered) }
  writer.add(gathered)
}

private struct CellWriter {
  let grid: cell_grid

  /// Gathers the parts of an edge in the rows of the grid.
  @inline(__always)
  func cut(_ edge: grid_edge, _ gathered: inout Int) {
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
    // Across per height, in 1/65536 pixel for each step of the grid.
    let slope = dx * 64 / dy
    // How much of its height it passes in a column; infinite where it is upright.
    let rise = dy / dx.magnitude
    let flip: Int32 = isDown ? 0 : -1
    let left = grid.left &<< 10
    if min(x0, x1) < left || max(x0, x1) > left &+ grid.width &<< 10 || grid.width >= 1 << 15 {
      addDistant(x0, y0, from, to, slope, rise, flip)
      return
    }
    let start = Double(x0 &<< 6)
    let origin = Int32(truncatingIfNeeded: grid.left &<< 16)
    let (stride, words) = (
      Int32(truncatingIfNeeded: grid.stride), Int32(truncatingIfNeeded: grid.words)
    )
    var row = from >> 10
    let end = ((to &- 1) >> 10) &+ 1
    while row < end {
      let index = Int32(truncatingIfNeeded: row &- grid.top)
      parts_write(
        grid.parts, gathered, Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: y0),
        Int32(truncatingIfNeeded: from &- y0), Int32(truncatingIfNeeded: to &- y0), start, slope,
        rise, flip, origin, index &* stride, stride, index &* words, words)
      gathered &+= min(end &- row, 8)
      if gathered >= Int(EDGE_PARTS) {
        add(gathered)
        gathered = 0
      }
      row &+= 8
    }
  }

  /// Adds the parts that were gathered to the cells.
  @inline(never)
  func add(_ count: Int) {
    let parts = grid.parts
    var i = 0
    while i < count {
      parts_split(parts, i)
      for j in i..<min(i &+ 8, count) {
        let (first, split) = (Int(parts.first[j]), Int(parts.split[j]))
        if split > 1 {
          addColumns(
            Int(parts.cell[j]), Int(parts.word[j]), Int(parts.low[j]), Int(parts.high[j]),
            parts.cover[j], parts.rise[j], parts.flip[j])
          continue
        }
        let cell = grid.values + (Int(parts.cell[j]) &+ first)
        cell[0] &+= parts.here[j]
        cell[1] &+= parts.next[j]
        cell[2] &+= parts.second[j]
        let touches = grid.touched + Int(parts.word[j])
        let last = first &+ split &+ 1
        touches[first >> 9] |= 1 &<< UInt64(truncatingIfNeeded: first >> 3)
        touches[last >> 9] |= 1 &<< UInt64(truncatingIfNeeded: last >> 3)
      }
      i &+= 8
    }
  }
}

/// Adding 1.5 · 2⁵² to a double leaves its value, rounded to even, in the low bits.
private let rounder = 6_755_399_441_055_744.0

// MARK: Edges that leave the grid, and parts that cross several columns
extension CellWriter {
  @inline(never)
  private func addDistant(
    _ x0: Int, _ y0: Int, _ from: Int, _ to: Int, _ slope: Double, _ rise: Double, _ flip: Int32
  ) {
    let origin = grid.left &<< 16
    let start = Double(x0 &<< 6)
    func x(at y: Int) -> Int {
      let position = start + Double(y &- y0) * slope + rounder
      return Int(truncatingIfNeeded: position.bitPattern &- rounder.bitPattern) &- origin
    }
    var y = from
    var row = (y >> 10) &- grid.top
    var left = x(at: y)
    while y < to {
      let next = min(((y >> 10) &+ 1) &<< 10, to)
      let right = x(at: next)
      addColumns(
        row &* grid.stride, row &* grid.words, min(left, right), max(left, right),
        Int32(truncatingIfNeeded: (next &- y) &<< 6), rise, flip)
      left = right
      y = next
      row &+= 1
    }
  }

  /// Adds a part between two places of a row.
  /// - Parameters:
  ///   - cell: where the row's cells begin; `word` its words.
  ///   - cover: the height that it covers.
  @inline(never)
  private func addColumns(
    _ cell: Int, _ word: Int, _ xl: Int, _ xr: Int, _ cover: Int32, _ rise: Double, _ flip: Int32
  ) {
    let cells = grid.values + cell
    let touches = grid.touched + word
    if xr < 0 {
      cells[0] &+= (cover ^ flip) &- flip
      touch(touches, 0, 0)
      return
    }
    let first = xl >> 16
    if first >= grid.width { return }
    let last = min(xr >> 16, grid.width &- 1)
    if first < 0 {
      // What lies to the left counts for the first column.
      let passed = xr <= 0 ? cover : min(Int32(min(Double(-xl) * rise + 0.5, 65536)), cover)
      cells[0] &+= (passed ^ flip) &- flip
    }
    var column = max(first, 0)
    // Beyond the last column whole vectors are written where the edge goes on.
    touch(touches, column, last &+ (xr >> 16 > last ? 8 : 1))
    var carry: Int32 = 0
    while column <= last {
      let right = min(xr &- column &<< 16, 0x4000_0000)
      let change = columns_split(
        Double(xl &- column &<< 16), Int32(truncatingIfNeeded: right), cover, rise, flip, &carry)
      let to = UnsafeMutableRawPointer(cells + column)
      to.storeBytes(of: to.loadUnaligned(as: rows_whole.self) &+ change, as: rows_whole.self)
      column &+= 8
    }
    cells[column] &+= carry
  }

  /// Marks the columns from `first` to `last`.
  @inline(__always)
  private func touch(_ touches: UnsafeMutablePointer<UInt64>, _ first: Int, _ last: Int) {
    for word in first >> 9...last >> 9 {
      let low = max((first >> 3) &- word &* 64, 0)
      let high = min((last >> 3) &- word &* 64, 63)
      touches[word] |=
        (~0 &<< UInt64(truncatingIfNeeded: low)) & (~0 &>> UInt64(truncatingIfNeeded: 63 &- high))
    }
  }
}
