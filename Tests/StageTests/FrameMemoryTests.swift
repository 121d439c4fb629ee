import Geometry
import Layers
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
    memory.shown(list, from: 1, change: [bounds], bounds: bounds)
    for _ in 1...SurfaceBuffer.mostFramesUnused {
      memory.shown(list, from: 2, change: [dot], bounds: bounds)
      #expect(memory.damage(of: 1, change: [], bounds: bounds) == [dot])
    }
    memory.shown(list, from: 2, change: [dot], bounds: bounds)
    #expect(memory.damage(of: 1, change: [], bounds: bounds) == [bounds])
    #expect(memory.damage(of: 2, change: [dot], bounds: bounds) == [dot])
  }
}
