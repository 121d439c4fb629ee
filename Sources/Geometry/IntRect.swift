/// A rectangle of whole device pixels: columns `minX ..< maxX`, rows `minY ..< maxY`.
@frozen
public struct IntRect: Hashable, Sendable {
  /// The first column.
  public var minX: Int
  /// The first row.
  public var minY: Int
  /// The column after the last one.
  public var maxX: Int
  /// The row after the last one.
  public var maxY: Int

  /// The rectangle between two edges in each direction. A rectangle with an end at or before its start is empty.
  @inlinable
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle of a size in pixels whose first pixel is (0, 0).
  @inlinable
  public init(width: Int, height: Int) {
    self.init(minX: 0, minY: 0, maxX: width, maxY: height)
  }

  /// The pixels that `rect`, in device coordinates, touches, held within a range that no
  /// arithmetic on it overflows; empty for a rectangle without area, or one that is not finite.
  @inlinable
  public init(covering rect: Rect) {
    // A rectangle from minus to plus infinity has no right edge that is a number.
    guard !rect.isEmpty, !rect.minX.isNaN, !rect.minY.isNaN, !rect.maxX.isNaN, !rect.maxY.isNaN
    else {
      self.init(width: 0, height: 0)
      return
    }
    func clamp(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    self.init(
      minX: clamp(rect.minX.rounded(.down)), minY: clamp(rect.minY.rounded(.down)),
      maxX: clamp(rect.maxX.rounded(.up)), maxY: clamp(rect.maxY.rounded(.up)))
  }

  /// The number of columns, 0 or more.
  @inlinable
  public var width: Int { max(0, maxX - minX) }
  /// The number of rows, 0 or more.
  @inlinable
  public var height: Int { max(0, maxY - minY) }
  /// Whether the rectangle has no pixels.
  @inlinable
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }
  /// The number of pixels.
  @inlinable
  public var area: Int { width * height }

  /// The rectangle with coordinates of type `Double`, in device pixels.
  @inlinable
  public var rect: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }

  /// The pixels that both have in common; empty where there are none.
  @inlinable
  public func intersection(_ other: IntRect) -> IntRect {
    IntRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// Whether both have a pixel in common.
  @inlinable
  public func intersects(_ other: IntRect) -> Bool {
    max(minX, other.minX) < min(maxX, other.maxX) && max(minY, other.minY) < min(maxY, other.maxY)
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: IntRect) -> IntRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return IntRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The rectangle moved to the right by a number of columns.
  @inlinable
  public func offsetBy(dx: Int) -> IntRect {
    IntRect(minX: minX + dx, minY: minY, maxX: maxX + dx, maxY: maxY)
  }

  /// Whether each pixel of another rectangle is one of this rectangle's; true for an empty rectangle.
  @inlinable
  public func contains(_ other: IntRect) -> Bool {
    other.isEmpty
      || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

extension [IntRect] {
  /// The sum of the rectangles' areas.
  public var area: Int { reduce(0) { $0 + $1.area } }
}
