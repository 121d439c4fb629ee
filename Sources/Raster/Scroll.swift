import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A sideways move of pixels within an area. Pixels that leave the area are lost, and the columns that they came from
/// keep their colours until they are drawn.
public struct Scroll: Hashable, Sendable {
  /// The area, whose edges stay.
  public var area: IntRect
  /// The number of columns by which the pixels move to the right; negative for a move to the left.
  public var distance: Int
  /// The pixels that get the colours of other pixels of the area: rectangles in the area that do not overlap, in the
  /// order of their columns. The other pixels of the area stay.
  public var parts: [IntRect]

  /// A move of pixels to the right, or, with a negative distance, to the left.
  /// - Parameter parts: the pixels that change; nil, the default, for all pixels of the area.
  public init(_ area: IntRect, by distance: Int, parts: [IntRect]? = nil) {
    (self.area, self.distance, self.parts) = (area, distance, parts ?? [area])
  }

  /// The pixels that change, but into which no pixel moves.
  public var uncovered: [IntRect] {
    var columns = area
    if distance < 0 {
      columns.minX = max(area.minX, area.maxX + distance)
    } else {
      columns.maxX = min(area.maxX, area.minX + distance)
    }
    return parts.map { $0.intersection(columns) }.filter { !$0.isEmpty }
  }
}

extension PixelBuffer {
  /// Moves pixels. Parts of the area outside the buffer are ignored.
  public func scroll(_ scroll: Scroll) {
    let area = scroll.area.intersection(IntRect(width: width, height: height))
    guard !area.isEmpty, abs(scroll.distance) < area.width else { return }
    var reached = area
    if scroll.distance > 0 {
      reached.minX += scroll.distance
    } else {
      reached.maxX += scroll.distance
    }
    // A part takes its colours from the parts beside it before these change.
    let parts = scroll.distance > 0 ? scroll.parts.reversed() : scroll.parts
    for part in parts {
      let target = part.intersection(reached)
      guard !target.isEmpty else { continue }
      var row = base + target.minY * stride + target.minX
      for _ in 0..<target.height {
        memmove(row, row - scroll.distance, 4 * target.width)
        row += stride
      }
    }
  }
}
