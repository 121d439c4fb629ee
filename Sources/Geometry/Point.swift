/// A position, in points unless a declaration says otherwise; x to the right, y down.
@frozen
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance down from the origin.
  public var y: Double

  /// The position at two coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(0, 0)

  /// Whether both coordinates are finite.
  @inlinable
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The component-wise sum.
  @inlinable
  public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }

  /// The component-wise difference, the way from `b` to `a`.
  @inlinable
  public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }

  /// The point with both coordinates multiplied by a factor.
  @inlinable
  public static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

  /// The distance between two points.
  @inlinable
  public func distance(to other: Point) -> Double {
    let d = other - self
    return (d.x * d.x + d.y * d.y).squareRoot()
  }
}

/// The linear interpolation `a + (b - a) t`, exact at both ends.
@inlinable
public func lerp(_ a: Double, _ b: Double, _ t: Double) -> Double {
  t == 1 ? b : a + (b - a) * t
}

/// The component-wise linear interpolation of two points.
@inlinable
public func lerp(_ a: Point, _ b: Point, _ t: Double) -> Point {
  Point(lerp(a.x, b.x, t), lerp(a.y, b.y, t))
}
