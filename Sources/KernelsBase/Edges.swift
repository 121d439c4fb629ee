import CLanes

/// How many parts of edges are gathered before they are added. Four are written at a time, and eight
/// are read.
private let batch = Int(PARTS_ROOM) - 8

/// Adds what edges cover to the cells of a grid.
///
/// An edge is cut at rows and columns by evaluating the same line from its own ends, so that what
/// it adds to a pixel does not depend on the grid that holds the pixel. The parts of many edges in
/// rows are gathered, so that vectors of them can be split into cells, however short the edges are.
public func addEdges(_ edges: UnsafePointer<grid_edge>, _ count: Int, to grid: cell_grid) {
  CellWriter(
    grid: grid, parts: grid.parts, rows: grid.numbers, numbers: grid.numbers + Int(PARTS_ROOM),
    rises: grid.reals
  ).add(edges, count)
}

private struct CellWriter {
  let grid: cell_grid
  /// Edges, and for each the row in which it is a part.
  let parts: UnsafeMutablePointer<grid_edge>
  let rows: UnsafeMutablePointer<Int32>
  /// What is worked out of them; the columns of `PART_…`.
  let numbers: UnsafeMutablePointer<Int32>
  let rises: UnsafeMutablePointer<Double>

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
      if from >= to { continue }
      if min(edge.x0, edge.x1) < left || max(edge.x0, edge.x1) > right {
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
      parts_write(edge, row, parts + gathered, rows + gathered)
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
    withUnsafePointer(to: place) { place in
      var i = 0
      while i < count {
        parts_split(parts + i, rows + i, place, numbers + i, rises + i)
        i &+= 8
      }
    }
    var i = 0
    while i < count {
      add(numbers + i, row: Int(rows[i] &- place.top), rise: rises[i])
      i &+= 1
    }
  }

  /// Adds an edge in many rows, whose slope is found once.
  @inline(never)
  private func addTall(_ edge: grid_edge, _ from: Int32, _ end: Int32) {
    let line = Line(edge)
    let place = self.place
    var row = from
    while row < end {
      let count = min(Int(end &- row), batch)
      withUnsafePointer(to: place) { place in
        var i = 0
        while i < count {
          rows_split(
            line.x0, line.y0, line.y1, line.slope, line.rise, line.flip,
            row &+ Int32(truncatingIfNeeded: i), place, numbers + i)
          i &+= 8
        }
      }
      let first = Int(row &- place.top)
      var i = 0
      while i < count {
        add(numbers + i, row: first &+ i, rise: line.rise)
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
  private func add(_ part: UnsafePointer<Int32>, row: Int, rise: Double) {
    let crossed = Int(part[PART_CROSSED])
    if crossed > 1 {
      addColumns(
        row, Int(part[PART_LOW]), Int(part[PART_HIGH]), part[PART_COVER], rise, part[PART_FLIP])
      return
    }
    cells_change(
      grid.values.unsafelyUnwrapped + Int(part[PART_CELL]), part[PART_HERE], part[PART_NEXT],
      part[PART_SECOND])
    let first = Int(part[PART_COLUMN])
    let last = first &+ crossed &+ 1
    let touches = grid.touched.unsafelyUnwrapped + Int(part[PART_WORD])
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

/// An edge from its upper end to its lower, as `parts_find` takes it.
struct Line {
  let x0: Int32
  let y0: Int32
  let y1: Int32
  let slope: Double
  let rise: Double
  let flip: Int32

  @inline(__always)
  init(_ edge: grid_edge) {
    let isDown = edge.y0 < edge.y1
    flip = isDown ? 0 : -1
    (x0, y0, y1) = isDown ? (edge.x0, edge.y0, edge.y1) : (edge.x1, edge.y1, edge.y0)
    let dx = Double(isDown ? edge.x1 : edge.x0) - Double(x0)
    let dy = Double(y1) - Double(y0)
    slope = dx * 64 / dy
    rise = dy / dx.magnitude
  }
}

/// Adding 1.5 · 2⁵² to a double leaves its value, rounded to even, in the low bits.
private let rounder = 6_755_399_441_055_744.0

// MARK: Edges that leave the grid, and parts that cross several columns
extension CellWriter {
  @inline(never)
  private func addDistant(_ edge: grid_edge, _ from: Int, _ to: Int) {
    let line = Line(edge)
    let y0 = Int(line.y0)
    let start = Int(line.x0) &<< 6 &- grid.left &<< 16
    func x(at y: Int) -> Int {
      let distance = Double(y &- y0) * line.slope + rounder
      return Int(truncatingIfNeeded: distance.bitPattern &- rounder.bitPattern) &+ start
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
      // As `parts_find` has it, which serves edges that do not leave the grid.
      let (enter, leave, height) = (xl & 0xffff, xr & 0xffff, Int(cover))
      let here =
        split == 1
        ? Int(min(Double(0x10000 &- enter) * rise + 0.5, Double(cover))) : height
      let beyond = (here &* (enter &+ (split == 1 ? 0x10000 : leave)) &+ 0x10000) >> 17
      let farther = ((height &- here) &* leave &+ 0x10000) >> 17
      func signed(_ area: Int) -> Int32 { (Int32(truncatingIfNeeded: area) ^ flip) &- flip }
      cells[first] &+= signed(here &- beyond)
      cells[first &+ 1] &+= signed(beyond &+ height &- here &- farther)
      cells[first &+ 2] &+= signed(farther)
      touch(touches, first, first &+ split &+ 1)
      return
    }
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
