import Geometry
import Layers
import Raster
import Testing

@testable import Stage

@Suite struct FrameMemoryTests {
  private let bounds = IntRect(width: 100, height: 50)
  private let dot = IntRect(minX: 3, minY: 4, maxX: 5, maxY: 6)

  /// The pixels of a buffer that has not been drawn into are known for as long as the surface keeps the
  /// buffer, and no longer.
  @Test func buffersThatTheSurfaceGivesBackAreForgotten() {
    let list = Compositor.record(Layer(), at: 0, scale: 1, bounds: bounds)
    var memory = FrameMemory()
    memory.shown(list, from: 1, change: FrameChange(damage: [bounds]), bounds: bounds)
    for _ in 1...SurfaceBuffer.mostFramesUnused {
      memory.shown(list, from: 2, change: FrameChange(damage: [dot]), bounds: bounds)
      #expect(change(of: 1, memory, toShow: []) == [dot])
    }
    memory.shown(list, from: 2, change: FrameChange(damage: [dot]), bounds: bounds)
    #expect(change(of: 1, memory, toShow: []) == [bounds])
    #expect(change(of: 2, memory, toShow: [dot]) == [dot])
  }

  private func change(
    of buffer: Int, _ memory: FrameMemory, toShow damage: [IntRect], bounds: IntRect? = nil
  ) -> [IntRect] {
    memory.change(
      of: buffer, toShow: FrameChange(damage: damage), bounds: bounds ?? self.bounds
    ).damage
  }

  /// The pixels of another buffer are those of an earlier frame, and may be in other places.
  @Test func pixelsAreMovedOnlyInTheBufferOnScreen() {
    let list = Compositor.record(Layer(), at: 0, scale: 1, bounds: bounds)
    let bounds = IntRect(width: 1000, height: 500)
    let scroll = Scroll(IntRect(minX: 100, minY: 200, maxX: 900, maxY: 400), by: -2)
    let change = FrameChange(scrolls: [scroll], damage: scroll.uncovered)
    var memory = FrameMemory()
    memory.shown(list, from: 1, change: FrameChange(damage: [bounds]), bounds: bounds)
    memory.shown(list, from: 2, change: FrameChange(damage: [dot]), bounds: bounds)
    #expect(memory.change(of: 2, toShow: change, bounds: bounds) == change)
    let other = memory.change(of: 1, toShow: change, bounds: bounds)
    #expect(other.scrolls.isEmpty && Set(other.damage) == [scroll.area, dot])
    memory.shown(list, from: 2, change: change, bounds: bounds)
    #expect(
      Set(self.change(of: 1, memory, toShow: [], bounds: bounds)) == [scroll.area, dot])
    #expect(self.change(of: 3, memory, toShow: [], bounds: bounds) == [bounds])
  }
}
