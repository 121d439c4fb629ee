import CX11
import Geometry
import Raster
import Stage
import TestSupport
import Testing

@testable import Windowing

/// Whatever happens, in whatever order: the window shows the last frame.
@MainActor
@Suite(.serialized)
struct SequenceTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    /// Marsaglia's xorshift64*.
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_f491_4f6c_dd1d
    }
  }

  /// A program that draws, and what it believes the window shows.
  private final class Painter {
    var width = 320
    var height = 240
    var frame: [UInt32] = []
    /// What has changed since each buffer was drawn into; absent for an unknown one.
    var missed: [Int: [IntRect]] = [:]

    func begin(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      frame = [UInt32](repeating: 0xff00_0000, count: width * height)
    }

    func change(_ generator: inout Generator) -> IntRect {
      let x = Int.random(in: 0..<width, using: &generator)
      let y = Int.random(in: 0..<height, using: &generator)
      let rectangle = IntRect(
        minX: x, minY: y, maxX: Int.random(in: x...width, using: &generator),
        maxY: Int.random(in: y...height, using: &generator))
      let color = UInt32.random(in: 0...0xffffff, using: &generator) | 0xff00_0000
      for y in rectangle.minY..<rectangle.maxY {
        for x in rectangle.minX..<rectangle.maxX { frame[y * width + x] = color }
      }
      return rectangle
    }

    /// Draws into a buffer what it lacks, and nothing else.
    func draw(_ buffer: SurfaceBuffer, damage: [IntRect]) {
      let whole = [IntRect(width: width, height: height)]
      for identifier in missed.keys { missed[identifier]! += damage }
      for part in missed[buffer.identifier] ?? whole {
        for y in part.minY..<part.maxY {
          for x in part.minX..<part.maxX {
            buffer.pixels.base[y * buffer.pixels.stride + x] = frame[y * width + x]
          }
        }
      }
      missed[buffer.identifier] = []
    }
  }

  @Test(arguments: Way.usable, [UInt64(1), 2])
  func theWindowShowsTheLastFrame(way: Way, seed: UInt64) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server))
    let (window, display) = (fixture.window, fixture.client.display)
    var generator = Generator(state: seed)
    let painter = Painter()
    painter.begin(width: 320, height: 240)
    try fixture.map()
    let cover = XCreateSimpleWindow(display, fixture.client.root, 0, 0, 50, 50, 0, 0, 0x123456)

    func present() throws {
      let buffer = try fixture.acquire()
      if (window.width, window.height) != (painter.width, painter.height) {
        painter.begin(width: window.width, height: window.height)
      }
      let damage = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
        painter.change(&generator)
      }
      painter.draw(buffer, damage: damage)
      window.present(buffer, damage: damage)
    }

    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        XResizeWindow(
          display, window.window, UInt32.random(in: 20...400, using: &generator),
          UInt32.random(in: 20...300, using: &generator))
      case 1: XMapRaised(display, cover)
      case 2: XUnmapWindow(display, cover)
      case 3:
        XMoveWindow(
          display, cover, Int32.random(in: -20...300, using: &generator),
          Int32.random(in: -20...200, using: &generator))
      case 4: fixture.settle()
      default: try present()
      }
      fixture.client.sync()
    }
    XDestroyWindow(display, cover)
    fixture.settle()
    try present()
    #expect(difference(fixture.shown(), painter.frame.map { $0 & 0xffffff }) == nil)
    #expect((window.width, window.height) == (painter.width, painter.height))
  }
}
