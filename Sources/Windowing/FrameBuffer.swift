import CX11
import Geometry
import Raster
import Stage

/// The memory of a frame, and its way to the server.
@MainActor
protocol FrameBuffer: AnyObject {
  var identifier: Int { get }
  var pixels: PixelBuffer { get }
  /// Whether the server may still read the memory.
  var isBusy: Bool { get }
  /// Copies rectangles, which lie inside the frame, to the same place of `drawable`.
  func put(_ rectangles: [IntRect], on drawable: Drawable, with context: GC?)
  /// Releases the memory. The buffer is of no use afterwards.
  func release()
}

extension FrameBuffer {
  var bounds: IntRect { IntRect(width: pixels.width, height: pixels.height) }

  var surfaceBuffer: SurfaceBuffer { SurfaceBuffer(identifier: identifier, pixels: pixels) }
}
