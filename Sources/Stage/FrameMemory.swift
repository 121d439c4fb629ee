import Geometry
import Layers

/// Remembers what is on screen, and in which pixels each buffer of a surface shows something else, so
/// that only what differs is drawn and presented.
struct FrameMemory {
  private var bounds: IntRect?
  private var onScreen: DisplayList?
  /// What was drawn last.
  private var drawn: DisplayList?
  /// Where each buffer differs from what is on screen.
  private var stale: [Int: [IntRect]] = [:]

  /// The pixels in which a list differs from what is on screen.
  func change(to list: DisplayList, bounds: IntRect) -> [IntRect] {
    guard let onScreen, self.bounds == bounds else { return [bounds] }
    return list.damage(from: onScreen).map { $0.intersection(bounds) }.filter { !$0.isEmpty }
  }

  /// The pixels to be drawn of a buffer, so that it shows what is on screen but for a change.
  func damage(of buffer: Int, change: [IntRect], bounds: IntRect) -> [IntRect] {
    guard let stale = stale[buffer], self.bounds == bounds else { return [bounds] }
    return stale.isEmpty ? change : Damage.simplified(change + stale)
  }

  /// Remembers that a list has been drawn into a buffer, which differs from the screen by a change.
  /// Buffers of another size are forgotten.
  mutating func drawn(_ list: DisplayList, in buffer: Int, change: [IntRect], bounds: IntRect) {
    if self.bounds != bounds { (self.bounds, onScreen, stale) = (bounds, nil, [:]) }
    drawn = list
    stale[buffer] = change
  }

  /// Has the next frame differ from what is on screen everywhere.
  mutating func screenWasLost() { onScreen = nil }

  /// Remembers that what was drawn last is on screen.
  mutating func presented(_ buffer: Int) {
    guard let change = stale[buffer] else { return }
    onScreen = drawn
    for (other, rects) in stale where other != buffer {
      stale[other] = rects.isEmpty ? change : Damage.simplified(rects + change)
    }
    stale[buffer] = []
  }
}
