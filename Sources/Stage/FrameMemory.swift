import Geometry
import Layers
import Raster

/// The memory of the picture on screen, and of the pixels in which each buffer of a surface differs from
/// it. With this memory, only differences are drawn and presented.
struct FrameMemory {
  private var bounds: IntRect?
  private var onScreen: DisplayList?
  private var stale: [Int: Stale] = [:]

  /// The pixels in which a buffer differs from the screen, and the number of frames since it was shown.
  private struct Stale {
    var rects: [IntRect] = []
    var frames = 0
  }

  /// The difference of a list from the screen.
  func change(to list: DisplayList, bounds: IntRect) -> FrameChange {
    guard let onScreen, self.bounds == bounds else { return FrameChange(damage: [bounds]) }
    var change = list.change(from: onScreen)
    change.damage = change.damage.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
    return change
  }

  /// The change that a buffer needs, so that the buffer shows the next frame. A buffer that differs from the screen
  /// first gets the pixels of the shown buffer, which costs less than drawing them.
  /// - Parameters:
  ///   - change: the difference of the next frame from the screen.
  ///   - shown: the buffer with the picture on screen; nil if there is none.
  func change(
    of buffer: SurfaceBuffer, toShow change: FrameChange, from shown: SurfaceBuffer?,
    bounds: IntRect
  ) -> FrameChange {
    guard self.bounds == bounds else { return FrameChange(damage: [bounds]) }
    var lacking = stale[buffer.identifier]?.rects ?? [bounds]
    if lacking.isEmpty { return change }
    guard let shown, stale[shown.identifier]?.rects.isEmpty == true else {
      return FrameChange(damage: [bounds])
    }
    // Moved pixels may come from any place.
    if change.scrolls.isEmpty {
      lacking.removeAll { rect in change.damage.contains { $0.contains(rect) } }
    }
    buffer.pixels.copy(lacking, from: shown.pixels)
    return change
  }

  /// Notes that a list is on screen, drawn into a buffer. Buffers of another size, and buffers that the surface has
  /// released, are forgotten.
  /// - Parameter change: the difference of the list from the screen before.
  mutating func shown(
    _ list: DisplayList, from buffer: Int, change: FrameChange, bounds: IntRect
  ) {
    if self.bounds != bounds { (self.bounds, stale) = (bounds, [:]) }
    onScreen = list
    for (other, var rest) in stale where other != buffer {
      rest.rects =
        rest.rects.isEmpty ? change.areas : Damage.simplified(rest.rects + change.areas)
      rest.frames += 1
      stale[other] = rest.frames > SurfaceBuffer.mostFramesUnused ? nil : rest
    }
    stale[buffer] = Stale()
  }

  /// Makes the next frame differ from the screen in every pixel.
  mutating func screenWasLost() { onScreen = nil }
}
