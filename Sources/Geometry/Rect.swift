/// A width and a height.
@frozen
public struct Size: Hashable, Sendable {
  /// The extent to the right.
  public var width: Double
  /// The extent down.
  public var height: Double

  /// The size of a width and a height.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// A width and a height of 0.
  public static let zero = Size(0, 0)
}

/// An axis-aligned rectangle between two edges in each direction. The left and top edges are never beyond
/// the right and bottom ones in a rectangle that is not `null`.
///
/// The edges are kept as they are given, so that a rectangle holds each rectangle that it was made from.
/// The size is their difference, which may be rounded.
@frozen
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var minX: Double
  /// The top edge.
  public var minY: Double
  /// The right edge.
  public var maxX: Double
  /// The bottom edge.
  public var maxY: Double

  /// The rectangle between two edges in each direction.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle of a size whose left top corner is (x, y).
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The rectangle of a size whose left top corner is `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The rectangle without a size at the origin.
  public static let zero = Rect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The rectangle without any point: the neutral element of `union`.
  public static let null = Rect(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Whether the rectangle is `null`.
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
  /// The width and the height. A new size moves the right and bottom edges.
  @inlinable
  public var size: Size {
    get { Size(width, height) }
    set { self = Rect(origin: origin, size: newValue) }
  }
  /// The middle between the left and the right edge.
  @inlinable
  public var midX: Double { minX + width / 2 }
  /// The middle between the top and the bottom edge.
  @inlinable
  public var midY: Double { minY + height / 2 }
  /// The distance from the left to the right edge; minus infinity for `null`.
  @inlinable
  public var width: Double { maxX - minX }
  /// The distance from the top to the bottom edge; minus infinity for `null`.
  @inlinable
  public var height: Double { maxY - minY }
  /// The point in the middle.
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

  /// The rectangle moved by `dx` to the right and by `dy` down; `null` stays `null`.
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

  /// Whether both have an area in common. Rectangles that only touch have none.
  @inlinable
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Whether the point lies inside; the left and top edges belong to the rectangle.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether no part of another rectangle lies outside of this one; true for `null`.
  @inlinable
  public func contains(_ other: Rect) -> Bool { union(other) == self }
}
