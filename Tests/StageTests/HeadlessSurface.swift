import Geometry
import Raster

@testable import Stage

/// A surface in memory, with two buffers that are used in turn, as in a window.
@MainActor
final class HeadlessSurface: Surface {
  private(set) var width: Int
  private(set) var height: Int
  private(set) var scale: Double
  var refreshInterval = 1.0 / 60
  var timeSinceRefresh: Double?
  var handler: (@MainActor (SurfaceEvent) -> Void)?

  var isPolled = false
  private var bitmaps: [Bitmap] = []
  private var firstIdentifier = 0
  private var next = 0
  private(set) var shownBuffer: SurfaceBuffer?
  /// The pixels on screen: those that were presented within their damage.
  private(set) var screen: Bitmap
  /// The damage of every presented frame.
  private(set) var presented: [[IntRect]] = []

  /// - Parameters: `width` and `height` in device pixels.
  init(width: Int, height: Int, scale: Double = 1) {
    self.width = width
    self.height = height
    self.scale = scale
    screen = Bitmap(width: width, height: height)
    makeBuffers()
  }

  /// Changes the size, as a window manager does.
  func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    screen = Bitmap(width: width, height: height)
    firstIdentifier += bitmaps.count
    makeBuffers()
    handler?(.resized)
  }

  /// Loses the display with all buffers, as a window whose server ends.
  func lose() {
    firstIdentifier += bitmaps.count
    bitmaps = []
    shownBuffer = nil
    handler?(.lost)
  }

  /// Gets an empty display, as a window whose server has returned.
  func restore() {
    screen = Bitmap(width: width, height: height)
    makeBuffers()
    handler?(.returned)
  }

  func pollEvents() {}

  /// Sends an event as if a user had caused it.
  func inject(_ event: SurfaceEvent) { handler?(event) }

  private func makeBuffers() {
    shownBuffer = nil
    bitmaps = (0..<2).map { _ in Bitmap(width: width, height: height) }
    next = 0
  }

  func acquireBuffer() -> SurfaceBuffer? {
    if bitmaps.isEmpty { return nil }
    return SurfaceBuffer(identifier: firstIdentifier + next, pixels: bitmaps[next].buffer)
  }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    for rect in damage {
      for y in rect.minY..<rect.maxY {
        let from = buffer.pixels.base + y * buffer.pixels.stride + rect.minX
        (screen.buffer.base + y * screen.buffer.stride + rect.minX)
          .update(from: from, count: rect.width)
      }
    }
    presented.append(damage)
    shownBuffer = buffer
    next = (next + 1) % bitmaps.count
  }
}
