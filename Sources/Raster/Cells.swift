/// The accumulators of one tile: for each pixel the change of covered area against its left
/// neighbour, in 1/65536 of a pixel, and a bit for each eight pixels that were touched.
///
/// The sum of a row up to a pixel is its signed coverage, whatever the order of the edges was. An
/// edge is cut at rows and columns by evaluating the same line from its own ends, so that what it
/// adds to a pixel does not depend on the tile that holds the pixel.
struct Cells {
  let values: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt64>
  let capacity: (values: Int, words: Int)
  /// Cells and words from one row to the next.
  private(set) var stride = 0
  private(set) var words = 0
  /// The tile in pixels.
  private(set) var minX = 0
  private(set) var minY = 0
  private(set) var width = 0
  private(set) var height = 0

  /// Makes room for tiles up to a width, `Band.rows` high, with all cells zero.
  init(width: Int) {
    let stride = Cells.stride(width)
    capacity = (stride * Band.rows, (stride + 511) / 512 * Band.rows)
    values = .allocate(capacity: capacity.values)
    values.initialize(repeating: 0, count: capacity.values)
    touched = .allocate(capacity: capacity.words)
    touched.initialize(repeating: 0, count: capacity.words)
  }

  func deallocate() {
    values.deallocate()
    touched.deallocate()
  }

  /// One cell beyond the last pixel takes what falls to its right, and eight more let loops over
  /// whole vectors run past the end.
  private static func stride(_ width: Int) -> Int { (width + 9 + 15) & ~15 }

  /// Moves the empty accumulators over another tile.
  mutating func setTile(minX: Int, minY: Int, width: Int, height: Int) {
    stride = Cells.stride(width)
    words = (stride + 511) / 512
    precondition(height <= Band.rows && stride * height <= capacity.values)
    precondition(words * height <= capacity.words)
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  func add(_ edges: UnsafePointer<Edge>, count: Int) {
    // A copy, so that stores into the cells need not be expected to change where the cells are.
    let cells = self
    for i in 0..<count { cells.add(edges[i]) }
  }

  @inline(__always)
  private func add(_ edge: Edge) {
    let isDown = edge.y0 < edge.y1
    let (x0, y0, x1, y1) =
      isDown
      ? (Int(edge.x0), Int(edge.y0), Int(edge.x1), Int(edge.y1))
      : (Int(edge.x1), Int(edge.y1), Int(edge.x0), Int(edge.y0))
    let sign = isDown ? 1 : -1
    let top = minY &<< 10
    let from = max(y0, top)
    let to = min(y1, top &+ height &<< 10)
    if from >= to { return }

    // Positions across are in 1/65536 pixel, relative to the tile; so are heights.
    let origin = minX &<< 16
    let (dx, dy) = (x1 &- x0, y1 &- y0)
    // How much of its height the edge passes in a column; only asked for where dx is not zero.
    @inline(__always)
    func rise() -> Double { Double(dy) / Double(dx.magnitude) }
    if y0 >> 10 == (y1 &- 1) >> 10 {
      addRow(
        (y0 >> 10) &- minY, x0 &<< 6 &- origin, x1 &<< 6 &- origin, dy &<< 6, sign, rise)
      return
    }
    let slope = Double(dx &<< 6) / Double(dy)
    let start = Double(x0 &<< 6)
    @inline(__always)
    func x(at y: Int) -> Int {
      let position = start + Double(y &- y0) * slope + Grid.rounder
      return Int(truncatingIfNeeded: position.bitPattern &- Grid.rounder.bitPattern) &- origin
    }
    var y = from
    var row = (from >> 10) &- minY
    var left = x(at: from)
    while y < to {
      let next = min(((y >> 10) &+ 1) &<< 10, to)
      let right = x(at: next)
      addRow(row, left, right, (next &- y) &<< 6, sign, rise)
      left = right
      y = next
      row &+= 1
    }
  }

  /// Adds the part of an edge in one row, which covers `cover` of the row's height.
  /// - Parameter rise: how much of the height the edge passes in a column.
  @inline(__always)
  private func addRow(
    _ row: Int, _ xa: Int, _ xb: Int, _ cover: Int, _ sign: Int, _ rise: () -> Double
  ) {
    let (first, last) = (min(xa, xb) >> 16, max(xa, xb) >> 16)
    if UInt(bitPattern: first) >= UInt(bitPattern: width) || last &- first > 1 || last >= width {
      addWideRow(row, min(xa, xb), max(xa, xb), cover, sign, rise())
      return
    }
    let cell = values + (row &* stride &+ first)
    touch(row, first)
    if first == last {
      let beyond = (cover &* ((xa & 0xffff) &+ (xb & 0xffff)) &+ 0x10000) >> 17
      cell[0] &+= Int32(truncatingIfNeeded: (cover &- beyond) &* sign)
      cell[1] &+= Int32(truncatingIfNeeded: beyond &* sign)
      if first & 7 == 7 { touch(row, first &+ 1) }
    } else {
      let (enter, leave) = (min(xa, xb) & 0xffff, max(xa, xb) & 0xffff)
      let part = min(Int(Double(0x10000 &- enter) * rise() + 0.5), cover)
      let rest = cover &- part
      let beyond = (part &* (enter &+ 0x10000) &+ 0x10000) >> 17
      let farther = (rest &* leave &+ 0x10000) >> 17
      cell[0] &+= Int32(truncatingIfNeeded: (part &- beyond) &* sign)
      cell[1] &+= Int32(truncatingIfNeeded: (beyond &+ rest &- farther) &* sign)
      cell[2] &+= Int32(truncatingIfNeeded: farther &* sign)
      if first & 7 >= 6 { touch(row, first &+ 2) }
    }
  }

  /// Adds a part that crosses several columns, or leaves the tile.
  @inline(never)
  private func addWideRow(
    _ row: Int, _ xl: Int, _ xr: Int, _ cover: Int, _ sign: Int, _ rise: Double
  ) {
    if xr < 0 {
      put(row, 0, cover &* sign, 0)
      return
    }
    // The height passed at each column is rounded from the start, so that the parts add up to
    // the whole.
    @inline(__always)
    func height(_ column: Int) -> Int {
      let at = column &<< 16
      return at >= xr ? cover : at <= xl ? 0 : min(Int(Double(at &- xl) * rise + 0.5), cover)
    }
    var passed = 0
    if xl < 0 {
      passed = height(0)
      put(row, 0, passed &* sign, 0)
    }
    var column = max(xl >> 16, 0)
    let last = min(xr >> 16, width &- 1)
    while column <= last {
      let reached = height(column &+ 1)
      let part = reached &- passed
      let enter = max(xl &- column &<< 16, 0)
      let leave = min(xr &- column &<< 16, 0x10000)
      let beyond = (part &* (enter &+ leave) &+ 0x10000) >> 17
      put(row, column, (part &- beyond) &* sign, beyond &* sign)
      passed = reached
      column &+= 1
    }
  }

  @inline(__always)
  private func touch(_ row: Int, _ column: Int) {
    touched[row &* words &+ column >> 9] |= 1 &<< UInt64(truncatingIfNeeded: column >> 3)
  }

  /// Adds to a cell and its right neighbour.
  @inline(__always)
  private func put(_ row: Int, _ column: Int, _ here: Int, _ beyond: Int) {
    let cell = values + (row &* stride &+ column)
    cell[0] &+= Int32(truncatingIfNeeded: here)
    cell[1] &+= Int32(truncatingIfNeeded: beyond)
    touch(row, column)
    if column & 7 == 7 { touch(row, column &+ 1) }
  }
}
