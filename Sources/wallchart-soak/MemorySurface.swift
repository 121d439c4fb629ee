import Geometry
import Raster
import Stage

/// A surface in memory with two buffers, as a window has, which can lose its display.
@MainActor
final class MemorySurface: Surface {
  private(set) var width: Int
  private(set) var height: Int
  let scale = 1.0
  let refreshInterval = 1.0 / 60
  var handler: (@MainActor (SurfaceEvent) -> Void)?
  var isPolled = false

  private var bitmaps: [Bitmap] = []
  private var firstIdentifier = 0
  private var next = 0
  private(set) var shownBuffer: SurfaceBuffer?

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    makeBuffers()
  }

  func resize(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    dropBuffers()
    makeBuffers()
    handler?(.resized)
  }

  /// Loses the display with all buffers, as a window whose server ends.
  func lose() {
    dropBuffers()
    handler?(.lost)
  }

  /// Gets an empty display, as a window whose server has returned.
  func restore() {
    makeBuffers()
    handler?(.returned)
  }

  private func dropBuffers() {
    firstIdentifier += bitmaps.count
    bitmaps = []
    shownBuffer = nil
  }

  private func makeBuffers() {
    bitmaps = (0..<2).map { _ in Bitmap(width: width, height: height) }
    next = 0
  }

  func pollEvents() {}

  func acquireBuffer() -> SurfaceBuffer? {
    if bitmaps.isEmpty { return nil }
    return SurfaceBuffer(identifier: firstIdentifier + next, pixels: bitmaps[next].buffer)
  }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    shownBuffer = buffer
    next = (next + 1) % bitmaps.count
  }
}
