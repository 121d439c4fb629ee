import Geometry
import Raster

/// The difference between two frames: moves of pixels that are already in the first frame, and the pixels to draw
/// after these moves.
public struct FrameChange: Sendable, Equatable {
  /// The moves, in areas that do not overlap.
  public var scrolls: [Scroll]
  /// The pixels to draw.
  public var damage: [IntRect]

  /// A difference; by default without moves.
  public init(scrolls: [Scroll] = [], damage: [IntRect]) {
    (self.scrolls, self.damage) = (scrolls, damage)
  }

  /// All pixels that may differ.
  public var pixels: [IntRect] { damage + scrolls.flatMap(\.parts) }
  /// Fewer rectangles that contain all pixels that may differ.
  public var areas: [IntRect] { damage + scrolls.map(\.area) }
}

extension DisplayList {
  /// The difference between a frame drawn from `old` and a frame drawn from this list. The pixels of a plot whose lines
  /// have slid by whole columns are moved rather than drawn.
  public func change(from old: DisplayList) -> FrameChange {
    ScrollSearch(from: old, to: self)?.change ?? FrameChange(damage: damage(from: old))
  }
}

extension Renderer {
  /// Updates a buffer from one frame to the next: moves the pixels that are already in the buffer, and draws the
  /// others.
  /// - Parameter list: at least the operations of the next frame that may touch a damaged pixel.
  public func draw(_ list: DrawList, into buffer: PixelBuffer, after change: FrameChange) {
    for scroll in change.scrolls { buffer.scroll(scroll) }
    draw(list, into: buffer, damage: change.damage)
  }

  /// Updates a bitmap from one frame to the next.
  /// - Parameter list: at least the operations of the next frame that may touch a damaged pixel.
  public func draw(_ list: DrawList, into bitmap: Bitmap, after change: FrameChange) {
    withExtendedLifetime(bitmap) { draw(list, into: bitmap.buffer, after: change) }
  }
}
