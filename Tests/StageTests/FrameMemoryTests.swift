import Geometry
import Layers
import Raster
import Testing

@testable import Stage

@Suite struct FrameMemoryTests {
  private let bounds = IntRect(width: 1000, height: 500)
  private let dot = IntRect(minX: 3, minY: 4, maxX: 5, maxY: 6)
  private let list = Compositor.record(
    Layer(), at: 0, scale: 1, bounds: IntRect(width: 1000, height: 500))

  /// The need of a buffer that is to show a change.
  private struct Need {
    let change: FrameChange
    /// The number of pixels that have come from the shown buffer.
    let copied: Int
  }

  /// - Parameters:
  ///   - buffer: the number of the buffer.
  ///   - shown: the number of the shown buffer, all of whose pixels are white; nil for none.
  private func need(
    of buffer: Int, _ memory: FrameMemory, toShow change: FrameChange = FrameChange(damage: []),
    from shown: Int?
  ) -> Need {
    let (own, screen) = (Bitmap(width: 1000, height: 500), Bitmap(width: 1000, height: 500))
    screen.buffer.base.update(repeating: .max, count: 1000 * 500)
    return withExtendedLifetime((own, screen)) {
      let needed = memory.change(
        of: SurfaceBuffer(identifier: buffer, pixels: own.buffer), toShow: change,
        from: shown.map { SurfaceBuffer(identifier: $0, pixels: screen.buffer) }, bounds: bounds)
      return Need(change: needed, copied: own.pixels.count { $0 == .max })
    }
  }

  /// Buffer 1 was on screen, and is followed by buffer 2.
  private func memory(following change: FrameChange) -> FrameMemory {
    var memory = FrameMemory()
    memory.shown(list, from: 1, change: FrameChange(damage: [bounds]), bounds: bounds)
    memory.shown(list, from: 2, change: change, bounds: bounds)
    return memory
  }

  /// The pixels of a buffer that has not been drawn into are known for as long as the surface keeps the
  /// buffer, and no longer.
  @Test func buffersThatTheSurfaceGivesBackAreForgotten() {
    var memory = memory(following: FrameChange(damage: [dot]))
    for _ in 1..<SurfaceBuffer.mostFramesUnused {
      memory.shown(list, from: 2, change: FrameChange(damage: [dot]), bounds: bounds)
    }
    #expect(need(of: 1, memory, from: 2).copied == dot.area)
    memory.shown(list, from: 2, change: FrameChange(damage: [dot]), bounds: bounds)
    #expect(need(of: 1, memory, from: 2).copied == bounds.area)
    #expect(need(of: 2, memory, from: 2).copied == 0)
  }

  /// A buffer of an earlier frame gets the pixels that have changed or moved since, and then moves pixels as the buffer
  /// on screen does.
  @Test func aBufferOfAnEarlierFrameGetsThePixelsOfTheScreen() {
    let scroll = Scroll(IntRect(minX: 100, minY: 200, maxX: 900, maxY: 400), by: -2)
    let change = FrameChange(scrolls: [scroll], damage: scroll.uncovered + [dot])
    let memory = memory(following: change)
    for buffer in [1, 2] {
      let need = need(of: buffer, memory, toShow: change, from: 2)
      #expect(need.change == change)
      #expect(need.copied == (buffer == 1 ? scroll.area.area + dot.area : 0))
    }
  }

  /// Pixels that are drawn are not copied before, unless they may move to other places first.
  @Test func pixelsThatAreDrawnAnywayAreNotCopied() {
    let memory = memory(following: FrameChange(damage: [dot]))
    let around = IntRect(width: 10, height: 10)
    let scroll = Scroll(around, by: 1)
    let beside = IntRect(minX: 4, minY: 4, maxX: 100, maxY: 100)
    for (change, copied) in [
      (FrameChange(damage: [around]), 0), (FrameChange(damage: [beside]), dot.area),
      (FrameChange(scrolls: [scroll], damage: [around]), dot.area),
    ] {
      #expect(need(of: 1, memory, toShow: change, from: 2).copied == copied)
    }
  }

  /// Without the picture on screen, or with one that is not known, a buffer of an earlier frame is drawn as a whole.
  @Test(arguments: [nil, 1, 3]) func aBufferWithoutTheScreenIsDrawnAsAWhole(shown: Int?) {
    let change = FrameChange(damage: [dot])
    let need = need(of: 1, memory(following: change), toShow: change, from: shown)
    #expect(need.change.damage == [bounds] && need.copied == 0)
  }
}
