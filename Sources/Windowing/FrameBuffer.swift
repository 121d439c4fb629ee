import CX11
import Geometry
import Raster
import Stage

/// The memory of a frame, with the transfer of the frame to the server.
@MainActor
protocol FrameBuffer: AnyObject {
  var identifier: Int { get }
  var pixels: PixelBuffer { get }
  /// Whether the server may still read the memory.
  var isBusy: Bool { get }
  /// Copies rectangles, which must be inside the frame, to the same positions in `drawable`.
  func put(_ rectangles: [IntRect], on drawable: Drawable, with context: GC?)
  /// Releases the memory. The buffer cannot be used after this call.
  func release()
}

extension FrameBuffer {
  var bounds: IntRect { IntRect(width: pixels.width, height: pixels.height) }

  var surfaceBuffer: SurfaceBuffer { SurfaceBuffer(identifier: identifier, pixels: pixels) }
}
