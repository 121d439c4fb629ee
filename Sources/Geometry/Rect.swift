/// A width and a height.
@frozen
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(0, 0)
}

/// An axis-aligned rectangle: an origin at the top left, and a size that is never negative in a
/// rectangle that is not `null`.
@frozen
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = Point(x, y)
    size = Size(width, height)
  }

  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle between two edges in each direction.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The rectangle without any point: the neutral element of `union`.
  public static let null = Rect(
    x: .infinity, y: .infinity, width: -.infinity, height: -.infinity)

  @inlinable
  public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }

  /// Whether the rectangle has no area.
  @inlinable
  public var isEmpty: Bool { isNull || !(size.width > 0 && size.height > 0) }

  @inlinable
  public var minX: Double { origin.x }
  @inlinable
  public var minY: Double { origin.y }
  @inlinable
  public var maxX: Double { isNull ? -.infinity : origin.x + size.width }
  @inlinable
  public var maxY: Double { isNull ? -.infinity : origin.y + size.height }
  @inlinable
  public var midX: Double { origin.x + size.width / 2 }
  @inlinable
  public var midY: Double { origin.y + size.height / 2 }
  @inlinable
  public var width: Double { size.width }
  @inlinable
  public var height: Double { size.height }
  @inlinable
  public var center: Point { Point(midX, midY) }

  /// The rectangle moved inward by `dx` on the left and right and `dy` at the top and bottom;
  /// outward where they are negative; `null` where nothing would be left.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Rect {
    if isNull { return self }
    let result = Rect(minX: minX + dx, minY: minY + dy, maxX: maxX - dx, maxY: maxY - dy)
    return result.size.width < 0 || result.size.height < 0 ? .null : result
  }

  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    isNull ? self : Rect(origin: Point(minX + dx, minY + dy), size: size)
  }

  /// The smallest rectangle that holds both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The part that both have in common; `null` where they do not touch.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    if isNull || other.isNull { return .null }
    let result = Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return result.size.width < 0 || result.size.height < 0 ? .null : result
  }

  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Whether the point lies inside; the left and top edges belong to the rectangle.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  @inlinable
  public func contains(_ other: Rect) -> Bool { union(other) == self }
}
