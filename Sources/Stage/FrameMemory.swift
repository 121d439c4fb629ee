import Geometry
import Layers

/// The memory of the picture on screen, and of the pixels in which each buffer of a surface differs from
/// it. With this memory, only differences are drawn and presented.
struct FrameMemory {
  private var bounds: IntRect?
  private var onScreen: DisplayList?
  /// The last drawn list.
  private var drawn: DisplayList?
  /// The pixels in which each buffer differs from the screen.
  private var stale: [Int: [IntRect]] = [:]

  /// The pixels in which a list differs from the screen.
  func change(to list: DisplayList, bounds: IntRect) -> [IntRect] {
    guard let onScreen, self.bounds == bounds else { return [bounds] }
    return list.damage(from: onScreen).map { $0.intersection(bounds) }.filter { !$0.isEmpty }
  }

  /// The pixels to draw in a buffer, so that the buffer matches the screen, apart from a change.
  func damage(of buffer: Int, change: [IntRect], bounds: IntRect) -> [IntRect] {
    guard let stale = stale[buffer], self.bounds == bounds else { return [bounds] }
    return stale.isEmpty ? change : Damage.simplified(change + stale)
  }

  /// Whether a change takes about as long to draw into a buffer that is not on screen as into the one that is. A
  /// buffer that lacks much of the picture has to catch up first, with pixels that the buffer on screen has.
  func hasBufferReady(for change: [IntRect], bounds: IntRect) -> Bool {
    let others = stale.values.filter { !$0.isEmpty }
    let fewest = others.map { Damage.simplified(change + $0).area }.min() ?? bounds.area
    return fewest <= 2 * change.area
  }

  /// Notes that a list has been drawn into a buffer, which differs from the screen by a change. Buffers
  /// of another size are forgotten.
  mutating func drawn(_ list: DisplayList, in buffer: Int, change: [IntRect], bounds: IntRect) {
    if self.bounds != bounds { (self.bounds, onScreen, stale) = (bounds, nil, [:]) }
    drawn = list
    stale[buffer] = change
  }

  /// Makes the next frame differ from the screen in every pixel.
  mutating func screenWasLost() { onScreen = nil }

  /// Notes that the last drawn list is on screen.
  mutating func presented(_ buffer: Int) {
    guard let change = stale[buffer] else { return }
    onScreen = drawn
    for (other, rects) in stale where other != buffer {
      stale[other] = rects.isEmpty ? change : Damage.simplified(rects + change)
    }
    stale[buffer] = []
  }
}
