import Geometry
import Raster

/// A surface in memory, with two buffers that are used in turn, as in a window.
@MainActor
public final class HeadlessSurface: Surface {
  public private(set) var width: Int
  public private(set) var height: Int
  public private(set) var scale: Double
  public var refreshInterval = 1.0 / 60
  public var handler: (@MainActor (SurfaceEvent) -> Void)?

  private var bitmaps: [Bitmap] = []
  private var firstIdentifier = 0
  private var next = 0
  /// The pixels on screen: those that were presented within their damage.
  public private(set) var screen: Bitmap
  /// The damage of every presented frame.
  public private(set) var presented: [[IntRect]] = []

  /// - Parameters: `width` and `height` in device pixels.
  public init(width: Int, height: Int, scale: Double = 1) {
    self.width = width
    self.height = height
    self.scale = scale
    screen = Bitmap(width: width, height: height)
    makeBuffers()
  }

  /// Changes the size, as a window manager does.
  public func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    screen = Bitmap(width: width, height: height)
    firstIdentifier += bitmaps.count
    makeBuffers()
    handler?(.resized)
  }

  /// Loses the display with all buffers, as a window whose server ends.
  public func lose() {
    firstIdentifier += bitmaps.count
    bitmaps = []
    handler?(.lost)
  }

  /// Gets an empty display, as a window whose server has returned.
  public func restore() {
    screen = Bitmap(width: width, height: height)
    makeBuffers()
    handler?(.returned)
  }

  /// Sends an event as if a user had caused it.
  public func inject(_ event: SurfaceEvent) { handler?(event) }

  private func makeBuffers() {
    bitmaps = (0..<2).map { _ in Bitmap(width: width, height: height) }
    next = 0
  }

  public func acquireBuffer() -> SurfaceBuffer? {
    if bitmaps.isEmpty { return nil }
    return SurfaceBuffer(identifier: firstIdentifier + next, pixels: bitmaps[next].buffer)
  }

  public func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    for rect in damage {
      for y in rect.minY..<rect.maxY {
        let from = buffer.pixels.base + y * buffer.pixels.stride + rect.minX
        (screen.buffer.base + y * screen.buffer.stride + rect.minX)
          .update(from: from, count: rect.width)
      }
    }
    presented.append(damage)
    next = (next + 1) % bitmaps.count
  }
}
