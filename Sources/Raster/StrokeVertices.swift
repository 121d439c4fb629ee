import CLanes
import Geometry

/// The vertices of a flattened subpath that is stroked, in columns, and memory for the values computed from them. The
/// memory is kept from path to path.
struct StrokeVertices: ~Copyable {
  private var x: UnsafeMutablePointer<Double>
  private var y: UnsafeMutablePointer<Double>
  /// 1 for a vertex inside a curve, where a turn is always round, otherwise 0.
  private var smooth: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private(set) var capacity = 0
  /// The number of vertices and parts of envelopes for which there is memory.
  var room: Int { capacity + envelopes.capacity }
  /// The largest number of vertices of a subpath in this frame.
  private var most = 0
  private var surplus = Surplus()
  let sides: stroke_sides
  var envelopes = StrokeEnvelopes()

  /// The number of elements after the last vertex that loops over whole vectors may read.
  private static let margin = 16

  init() {
    (x, y, smooth) = (.allocate(capacity: 0), .allocate(capacity: 0), .allocate(capacity: 0))
    let columns = Int(SIDES_ROOM) + StrokeVertices.margin
    let reals = UnsafeMutablePointer<Double>.allocate(capacity: 3 * columns)
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 4 * columns)
    sides = stroke_sides(
      direction_x: reals, direction_y: reals + columns, length: reals + 2 * columns,
      left_x: numbers, left_y: numbers + columns, right_x: numbers + 2 * columns,
      right_y: numbers + 3 * columns, meets: .allocate(capacity: columns))
    setCapacity(256)
  }

  deinit {
    x.deallocate()
    y.deallocate()
    smooth.deallocate()
    sides.direction_x.deallocate()
    sides.left_x.deallocate()
    sides.meets.deallocate()
  }

  subscript(_ i: Int) -> Point { Point(x[i], y[i]) }

  func isSmooth(_ i: Int) -> Bool { smooth[i] != 0 }

  mutating func removeAll() {
    most = max(most, count)
    count = 0
  }

  mutating func removeLast() { count &-= 1 }

  /// Frees memory that has long been far too large.
  mutating func endFrame() {
    if surplus.isLasting(used: most, of: capacity) { setCapacity(256) }
    most = 0
  }

  /// Adds a vertex, unless the vertex equals the last one.
  @inline(__always)
  mutating func append(_ point: Point, isSmooth: Bool) {
    if count > 0, x[count &- 1] == point.x, y[count &- 1] == point.y {
      if !isSmooth { smooth[count &- 1] = 0 }
      return
    }
    if count == capacity { setCapacity(2 * capacity) }
    x[count] = point.x
    y[count] = point.y
    smooth[count] = isSmooth ? 1 : 0
    count &+= 1
  }

  /// Adds the interior points of a curve of at most 64 pieces, except points that equal the point before. The curve
  /// starts at the last vertex.
  @inline(__always)
  mutating func append(
    _ curve: CubicCurve, pieces: Int, _ kernels: UnsafePointer<KernelTable>
  ) {
    if pieces < 2 { return }
    while count &+ pieces > capacity { setCapacity(2 * capacity) }
    let (first, n) = (count, pieces &- 1)
    if curve.flatten(pieces: pieces, kernels, x + first, y + first) {
      for i in first..<first + n { append(self[i], isSmooth: true) }
    } else {
      (smooth + first).update(repeating: 1, count: n)
      count &+= n
    }
  }

  /// Turns a smooth vertex into a corner.
  func sharpen(_ i: Int) { smooth[i] = 0 }

  /// Copies the first two vertices after the last one.
  func wrap() {
    for i in 0...1 { (x[count + i], y[count + i], smooth[count + i]) = (x[i], y[i], smooth[i]) }
  }

  @inline(never)
  private mutating func setCapacity(_ new: Int) {
    func moved<Element>(_ old: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: new + StrokeVertices.margin)
      memory.moveInitialize(from: old, count: count)
      old.deallocate()
      return memory
    }
    (x, y, smooth) = (moved(x), moved(y), moved(smooth))
    capacity = new
  }

  /// Fills the columns of `sides` for some vertices, each of which has a vertex before and after.
  func meetSides(
    from first: Int, count: Int, _ frame: UnsafePointer<stroke_frame>,
    _ kernels: UnsafePointer<KernelTable>
  ) {
    kernels.pointee.meetSides(x + first, y + first, smooth + first, count, frame, sides)
  }
}
