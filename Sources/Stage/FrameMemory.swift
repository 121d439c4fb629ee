import Geometry
import Layers

/// Remembers what each buffer of a surface shows, and what is on screen, so that only what differs is
/// drawn and presented.
struct FrameMemory {
  private struct Frame {
    var list: DisplayList
    var bounds: IntRect
  }

  private var buffers: [Int: Frame] = [:]
  private var onScreen: Frame?
  private var bufferOnScreen: Int?

  /// What differs between a list and the frame on screen.
  func damageOnScreen(_ list: DisplayList, bounds: IntRect) -> [IntRect] {
    damage(from: onScreen, to: list, bounds: bounds)
  }

  /// What differs between a list and what a buffer shows.
  func damage(of buffer: Int, _ list: DisplayList, bounds: IntRect) -> [IntRect] {
    damage(from: buffers[buffer], to: list, bounds: bounds)
  }

  /// Remembers that a buffer shows a list. Buffers of another size are forgotten.
  mutating func drawn(_ list: DisplayList, in buffer: Int, bounds: IntRect) {
    buffers = buffers.filter { $0.value.bounds == bounds }
    buffers[buffer] = Frame(list: list, bounds: bounds)
    if buffer == bufferOnScreen { bufferOnScreen = nil }
  }

  /// Remembers that a buffer is on screen.
  mutating func presented(_ buffer: Int) {
    onScreen = buffers[buffer]
    bufferOnScreen = buffer
  }

  /// Whether a buffer holds the frame on screen.
  func isOnScreen(_ buffer: Int) -> Bool { buffer == bufferOnScreen }

  private func damage(from frame: Frame?, to list: DisplayList, bounds: IntRect) -> [IntRect] {
    guard let frame, frame.bounds == bounds else { return [bounds] }
    return list.damage(from: frame.list).map { $0.intersection(bounds) }.filter { !$0.isEmpty }
  }
}
