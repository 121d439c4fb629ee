import Geometry

/// Executes drawing operations.
public final class Renderer {
  /// - Parameter threads: how many threads draw bands of rows; the bytes are the same for any
  ///   number. 0 takes one per processor.
  public init(threads: Int = 1) {}

  /// Draws `list` into `buffer`, touching no pixel outside of `damage`.
  /// - Parameter damage: what is drawn, in pixels; rectangles may overlap, and a pixel in several
  ///   of them is drawn once. Pixels outside of the buffer are ignored.
  public func draw(_ list: DrawList, into buffer: PixelBuffer, damage: [IntRect]) {}

  /// Draws `list` over the whole of `buffer`.
  public func draw(_ list: DrawList, into buffer: PixelBuffer) {
    draw(list, into: buffer, damage: [IntRect(width: buffer.width, height: buffer.height)])
  }
}
