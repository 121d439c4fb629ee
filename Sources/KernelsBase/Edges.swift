import CLanes

/// The number of parts of edges that are gathered before they are added. Four are written at a time, and eight
/// are read.
private let batch = Int(PARTS_ROOM) - 8

/// Adds what edges cover to the cells of a grid.
///
/// An edge is cut at rows and columns by evaluating the same line from its own ends, so that what
/// it adds to a pixel does not depend on the grid that holds the pixel. The parts of many edges in
/// rows are gathered, so that vectors of them can be split into cells, however short the edges are.
func addEdges(_ edges: UnsafePointer<grid_edge>, _ count: Int, to grid: cell_grid) {
  CellWriter(grid: grid).add(edges, count)
}

private struct CellWriter {
  let grid: cell_grid

  @inline(__always)
  func add(_ edges: UnsafePointer<grid_edge>, _ count: Int) {
    func steps(_ pixels: Int) -> Int32 { Int32(truncatingIfNeeded: pixels) &<< 10 }
    let (top, bottom) = (steps(grid.top), steps(grid.top &+ grid.height))
    let right = steps(grid.left &+ grid.width)
    // Places in wider grids would not fit the numbers of parts.
    let left = grid.width < 1 << 15 ? steps(grid.left) : Int32.max
    var gathered = 0
    var i = 0
    while i < count {
      let edge = edges[i]
      let from = max(min(edge.y0, edge.y1), top)
      let to = min(max(edge.y0, edge.y1), bottom)
      defer { i &+= 1 }
      if from >= to || min(edge.x0, edge.x1) > right { continue }
      if max(edge.x0, edge.x1) < left, grid.width < 1 << 15 {
        addBeside(edge, Int(from), Int(to))
      } else if min(edge.x0, edge.x1) < left || max(edge.x0, edge.x1) > right {
        addDistant(edge, Int(from), Int(to))
      } else {
        let (row, end) = (from &>> 10, ((to &- 1) &>> 10) &+ 1)
        if end &- row < 8 {
          gather(edges + i, row, end, &gathered)
        } else {
          addTall(edge, row, end)
        }
      }
    }
    add(gathered)
  }

  /// Gathers the parts of an edge in some rows.
  @inline(__always)
  private func gather(
    _ edge: UnsafePointer<grid_edge>, _ from: Int32, _ end: Int32, _ gathered: inout Int
  ) {
    var row = from
    repeat {
      parts_write(grid.parts, gathered, edge, row)
      gathered &+= Int(min(end &- row, 4))
      if gathered >= batch {
        add(gathered)
        gathered = 0
      }
      row &+= 4
    } while row < end
  }

  /// Adds the parts that were gathered to the cells.
  @inline(never)
  func add(_ count: Int) {
    let place = self.place
    var i = 0
    while i < count {
      parts_split(grid.parts, i, place)
      i &+= 8
    }
    i = 0
    while i < count {
      add(part: i, row: Int(part_row(grid.parts, i) &- place.top), part_rise(grid.parts, i))
      i &+= 1
    }
  }

  /// Adds an edge in many rows, whose slope is found once.
  @inline(never)
  private func addTall(_ edge: grid_edge, _ from: Int32, _ end: Int32) {
    let line = line_of(edge)
    let place = self.place
    var row = from
    while row < end {
      let count = min(Int(end &- row), batch)
      var i = 0
      while i < count {
        rows_split(grid.parts, i, line, row &+ Int32(truncatingIfNeeded: i), place)
        i &+= 8
      }
      let first = Int(row &- place.top)
      i = 0
      while i < count {
        add(part: i, row: first &+ i, line.rise)
        i &+= 1
      }
      row &+= Int32(truncatingIfNeeded: count)
    }
  }

  private var place: parts_place {
    parts_place(
      left: Int32(truncatingIfNeeded: grid.left), top: Int32(truncatingIfNeeded: grid.top),
      stride: Int32(truncatingIfNeeded: grid.stride), words: Int32(truncatingIfNeeded: grid.words))
  }

  /// Adds one part.
  @inline(__always)
  private func add(part i: Int, row: Int, _ rise: Double) {
    let crossed = Int(part_crossed(grid.parts, i))
    if crossed > 1 {
      let part = part_wide(grid.parts, i)
      addColumns(row, Int(part.low), Int(part.high), part.cover, rise, part.flip)
      return
    }
    let part = part_narrow(grid.parts, i)
    cells_change(grid.values + Int(part.cell), part.here, part.next, part.second)
    let first = Int(part.column)
    let last = first &+ crossed &+ 1
    let touches = grid.touched + Int(part.word)
    let (low, high) =
      (
        1 &<< UInt64(truncatingIfNeeded: first >> 3), 1 &<< UInt64(truncatingIfNeeded: last >> 3)
      ) as (UInt64, UInt64)
    if first >> 9 == last >> 9 {
      touches[0] |= low | high
    } else {
      touches[0] |= low
      touches[1] |= high
    }
  }
}

// MARK: Edges that leave the grid, and parts that cross several columns
extension CellWriter {
  /// Adds an edge left of the grid, which covers rows from their first column on.
  @inline(never)
  private func addBeside(_ edge: grid_edge, _ from: Int, _ to: Int) {
    let flip = line_of(edge).flip
    var y = from
    var cell = grid.values + ((from >> 10) &- grid.top) &* grid.stride
    var word = grid.touched + ((from >> 10) &- grid.top) &* grid.words
    while y < to {
      let next = min(((y >> 10) &+ 1) &<< 10, to)
      cell[0] &+= (Int32(truncatingIfNeeded: (next &- y) &<< 6) ^ flip) &- flip
      word[0] |= 1
      y = next
      cell += grid.stride
      word += grid.words
    }
  }

  @inline(never)
  private func addDistant(_ edge: grid_edge, _ from: Int, _ to: Int) {
    let line = line_of(edge)
    let start = Int(line.x0) &<< 6 &- grid.left &<< 16
    func x(at y: Int) -> Int {
      let steps = rows_whole(repeating: Int32(truncatingIfNeeded: y) &- line.y0)
      return Int(rows_across(steps, rows_real(repeating: line.slope))[0]) &+ start
    }
    var y = from
    var row = (y >> 10) &- grid.top
    var left = x(at: y)
    while y < to {
      let next = min(((y >> 10) &+ 1) &<< 10, to)
      let right = x(at: next)
      addColumns(
        row, min(left, right), max(left, right),
        Int32(truncatingIfNeeded: (next &- y) &<< 6), line.rise, line.flip)
      left = right
      y = next
      row &+= 1
    }
  }

  /// Adds a part between two places of a row.
  /// - Parameters:
  ///   - row: from the top of the grid.
  ///   - cover: the height that it covers.
  @inline(never)
  private func addColumns(
    _ row: Int, _ xl: Int, _ xr: Int, _ cover: Int32, _ rise: Double, _ flip: Int32
  ) {
    let cells = grid.values + row &* grid.stride
    let touches = grid.touched + row &* grid.words
    if xr < 0 {
      cells[0] &+= (cover ^ flip) &- flip
      touch(touches, 0, 0)
      return
    }
    let first = xl >> 16
    if first >= grid.width { return }
    let split = xr >> 16 &- first
    if first >= 0, split <= 1 {
      cells_add(
        cells + first, Int32(truncatingIfNeeded: xl & 0xffff),
        Int32(truncatingIfNeeded: xr & 0xffff), Int32(truncatingIfNeeded: split), cover, rise, flip)
      touch(touches, first, first &+ split &+ 1)
      return
    }
    let last = min(xr >> 16, grid.width &- 1)
    if first < 0 {
      // The part left of the grid counts for the first column.
      let passed =
        xr <= 0
        ? cover
        : heights_passed(
          rows_real(repeating: Double(-xl)), rows_real(repeating: rise),
          rows_real(repeating: Double(cover)), true)[0]
      cells[0] &+= (passed ^ flip) &- flip
    }
    var column = max(first, 0)
    // An edge that goes on beyond the last column writes whole vectors there.
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
