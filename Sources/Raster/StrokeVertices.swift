import CLanes
import Geometry
import KernelsBase
import KernelsWide
import KernelsWidest

/// The vertices of a flattened subpath that is stroked, in columns, and memory for what is worked out
/// of them; both are kept from path to path.
struct StrokeVertices {
  private(set) var x: UnsafeMutablePointer<Double>
  private(set) var y: UnsafeMutablePointer<Double>
  /// 1 for a vertex inside of a curve, where a turn is always round, else 0.
  private(set) var isSmooth: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 256
  let sides: stroke_sides

  /// Loops over whole vectors read beyond the last vertex.
  private static let margin = 16

  init() {
    let room = capacity + StrokeVertices.margin
    (x, y, isSmooth) = (
      .allocate(capacity: room), .allocate(capacity: room), .allocate(capacity: room)
    )
    let columns = Int(SIDES_ROOM) + StrokeVertices.margin
    let reals = UnsafeMutablePointer<Double>.allocate(capacity: 3 * columns)
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 4 * columns)
    sides = stroke_sides(
      direction_x: reals, direction_y: reals + columns, length: reals + 2 * columns,
      left_x: numbers, left_y: numbers + columns, right_x: numbers + 2 * columns,
      right_y: numbers + 3 * columns, meets: .allocate(capacity: columns))
  }

  func deallocate() {
    x.deallocate()
    y.deallocate()
    isSmooth.deallocate()
    sides.direction_x.deallocate()
    sides.left_x.deallocate()
    sides.meets.deallocate()
  }

  subscript(_ i: Int) -> Point { Point(x[i], y[i]) }

  mutating func removeAll() { count = 0 }

  mutating func removeLast() { count &-= 1 }

  /// Adds a vertex, unless it is the last once more.
  @inline(__always)
  mutating func append(_ point: Point, isSmooth smooth: Bool) {
    if count > 0, x[count &- 1] == point.x, y[count &- 1] == point.y {
      if !smooth { isSmooth[count &- 1] = 0 }
      return
    }
    if count == capacity { grow() }
    x[count] = point.x
    y[count] = point.y
    isSmooth[count] = smooth ? 1 : 0
    count &+= 1
  }

  /// Adds the points inside of a curve in at most 64 pieces, those left out that equal the one before.
  @inline(__always)
  mutating func append(_ curve: CubicCurve, pieces: Int, _ kernels: Kernels) {
    if pieces < 2 { return }
    while count &+ pieces > capacity { grow() }
    if count == 0 || !flatten(curve, pieces, kernels) {
      curve.forEachInteriorPoint(pieces: pieces) { append($0, isSmooth: true) }
    }
  }

  /// Returns false, with nothing added, where points repeat.
  @inline(__always)
  private mutating func flatten(_ curve: CubicCurve, _ pieces: Int, _ kernels: Kernels) -> Bool {
    let step = 1 / Double(pieces)
    let (x, y, n) = (x + count, y + count, pieces &- 1)
    let repeats = withUnsafePointer(to: curve.movedPolynomial(step: step)) {
      switch kernels {
      case .base: KernelsBase.flattenCurve($0, step: step, count: n, x, y)
      case .wide: KernelsWide.flattenCurve($0, step: step, count: n, x, y)
      case .widest: KernelsWidest.flattenCurve($0, step: step, count: n, x, y)
      }
    }
    if repeats { return false }
    (isSmooth + count).update(repeating: 1, count: n)
    count &+= n
    return true
  }

  /// Makes a corner of a vertex.
  func sharpen(_ i: Int) { isSmooth[i] = 0 }

  /// Lets the line after the last vertex go to the first.
  func wrap() {
    x[count] = x[0]
    y[count] = y[0]
  }

  @inline(never)
  private mutating func grow() {
    func larger<Element>(_ old: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Element> {
      let new = UnsafeMutablePointer<Element>.allocate(
        capacity: capacity * 2 + StrokeVertices.margin)
      new.moveInitialize(from: old, count: count)
      old.deallocate()
      return new
    }
    (x, y, isSmooth) = (larger(x), larger(y), larger(isSmooth))
    capacity *= 2
  }

  /// Fills the columns of `sides` for some vertices, none of them the first or last.
  func meetSides(
    from first: Int, count: Int, _ frame: UnsafePointer<stroke_frame>, _ kernels: Kernels
  ) {
    let (x, y, isSmooth) = (x + first, y + first, isSmooth + first)
    switch kernels {
    case .base: KernelsBase.meetSides(x, y, isSmooth, count, frame, into: sides)
    case .wide: KernelsWide.meetSides(x, y, isSmooth, count, frame, into: sides)
    case .widest: KernelsWidest.meetSides(x, y, isSmooth, count, frame, into: sides)
    }
  }
}
