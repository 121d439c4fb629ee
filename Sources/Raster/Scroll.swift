import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A sideways move of the pixels in an area. Pixels that leave the area are lost, and the columns that they came from
/// keep their colours until they are drawn.
public struct Scroll: Hashable, Sendable {
  /// The area, whose edges stay.
  public var area: IntRect
  /// The number of columns by which the pixels move to the right; negative for a move to the left.
  public var distance: Int

  /// A move of the pixels in an area to the right, or, with a negative distance, to the left.
  public init(_ area: IntRect, by distance: Int) { (self.area, self.distance) = (area, distance) }

  /// The columns into which no pixel moves.
  public var uncovered: IntRect {
    var result = area
    if distance < 0 {
      result.minX = max(area.minX, area.maxX + distance)
    } else {
      result.maxX = min(area.maxX, area.minX + distance)
    }
    return result
  }
}

extension PixelBuffer {
  /// Moves pixels. Parts of the area outside the buffer are ignored.
  public func scroll(_ scroll: Scroll) {
    let area = scroll.area.intersection(IntRect(width: width, height: height))
    let count = area.width - abs(scroll.distance)
    guard !area.isEmpty, count > 0 else { return }
    var row = base + area.minY * stride + area.minX
    for _ in 0..<area.height {
      memmove(row + max(scroll.distance, 0), row + max(-scroll.distance, 0), 4 * count)
      row += stride
    }
  }
}
