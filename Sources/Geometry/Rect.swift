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

/// An axis-aligned rectangle between two edges in each direction. The left and top edges are never beyond
/// the right and bottom ones in a rectangle that is not `null`.
///
/// The edges are kept as they are given, so that a rectangle holds each rectangle that it was made from.
/// The size is their difference, which may be rounded.
@frozen
public struct Rect: Hashable, Sendable {
  public var minX: Double
  public var minY: Double
  public var maxX: Double
  public var maxY: Double

  /// The rectangle between two edges in each direction.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  @inlinable
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  public static let zero = Rect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The rectangle without any point: the neutral element of `union`.
  public static let null = Rect(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  @inlinable
  public var isNull: Bool { minX == .infinity || minY == .infinity }

  /// Whether the rectangle has no area.
  @inlinable
  public var isEmpty: Bool { !(maxX > minX && maxY > minY) }

  /// The left end of the top edge. A new origin moves the rectangle.
  @inlinable
  public var origin: Point {
    get { Point(minX, minY) }
    set { self = Rect(origin: newValue, size: size) }
  }
  /// A new size moves the right and bottom edges.
  @inlinable
  public var size: Size {
    get { Size(width, height) }
    set { self = Rect(origin: origin, size: newValue) }
  }
  @inlinable
  public var midX: Double { minX + width / 2 }
  @inlinable
  public var midY: Double { minY + height / 2 }
  @inlinable
  public var width: Double { maxX - minX }
  @inlinable
  public var height: Double { maxY - minY }
  @inlinable
  public var center: Point { Point(midX, midY) }

  /// The rectangle moved inward by `dx` on the left and right and `dy` at the top and bottom;
  /// outward where they are negative; `null` where nothing would be left.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Rect {
    if isNull { return self }
    let result = Rect(minX: minX + dx, minY: minY + dy, maxX: maxX - dx, maxY: maxY - dy)
    return result.minX > result.maxX || result.minY > result.maxY ? .null : result
  }

  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    isNull
      ? self : Rect(minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy)
  }

  /// The smallest rectangle that holds both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The part that both have in common; `null` where they do not touch.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let result = Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return result.minX > result.maxX || result.minY > result.maxY ? .null : result
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
