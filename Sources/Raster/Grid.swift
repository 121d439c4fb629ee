import CLanes
import Geometry

/// The device grid to which edges are snapped.
enum Grid {
  static let bits: Int32 = 10
  static let scale = 1024.0
  /// Coordinates are cut at this many pixels from the origin: 2²⁰ pixels in 2¹⁰ steps leave a bit
  /// of an `Int32` for the sign.
  static let limit = 1_048_576.0
  static let world = Rect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)

  /// The nearest point of the grid.
  @inline(__always)
  static func snap(_ value: Double) -> Int32 { grid_snapped(rows_real(repeating: value))[0] }
}

/// The rows that are drawn together. Their number is small, so that their cells and pixels stay in the L2 cache.
enum Band {
  static let shift = 5
  static let rows = 1 << shift
}

/// A point in device pixels, and on the grid.
struct Corner {
  let point: Point
  let x: Int32
  let y: Int32
  /// Whether the point is within the limits of the grid; false for NaN.
  let isNear: Bool

  @inline(__always)
  init(_ point: Point) {
    self.point = point
    (x, y) = (Grid.snap(point.x), Grid.snap(point.y))
    isNear = point.x.magnitude < Grid.limit && point.y.magnitude < Grid.limit
  }

  /// A point of the grid.
  @inline(__always)
  init(x: Int32, y: Int32) {
    point = Point(Double(x) / Grid.scale, Double(y) / Grid.scale)
    (self.x, self.y) = (x, y)
    isNear = true
  }
}
