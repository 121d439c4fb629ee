import CX11
import Geometry
import Raster
import Stage
import TestSupport
import Testing

@testable import Windowing

@MainActor
@Suite(.serialized)
struct ResizeTests {
  private func presentPlain(_ fixture: Fixture, _ color: UInt32) throws {
    let buffer = try fixture.acquire()
    let pixels = buffer.pixels
    for y in 0..<pixels.height {
      for x in 0..<pixels.width { pixels.base[y * pixels.stride + x] = color }
    }
    fixture.window.present(buffer, damage: [pixels.bounds])
  }

  /// Runs a test with a mapped window that shows a frame. The earlier events of the window are taken.
  private func withShownWindow(_ way: Way, _ body: (Fixture) throws -> Void) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.takeEvents()
    try body(fixture)
  }

  /// Neither white nor the background is visible in a resized window before the next frame.
  @Test(arguments: [Way.sharedMemory, .noExtension, .tcp])
  func showsTheLastFrameStretchedAtOnce(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server)) { $0.background = 0xff00_0080 }
    try presentPlain(fixture, 0xff20_c040)
    try fixture.map()
    for (width, height) in [(500, 400), (640, 100), (33, 77)] {
      XResizeWindow(
        fixture.client.display, fixture.window.window, UInt32(width), UInt32(height))
      let pixels = fixture.shown(width: width, height: height)
      #expect(difference(pixels, [UInt32](repeating: 0x20c040, count: width * height)) == nil)
      #expect((fixture.window.width, fixture.window.height) == (width, height))
    }
    // Exposed areas show the stretched frame, too.
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 10, 10, 1)
    #expect(difference(fixture.shown(), [UInt32](repeating: 0x20c040, count: 33 * 77)) == nil)
    try fixture.present(seed: 4)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 33, height: 77, seed: 4)) == nil)
  }

  @Test func theStretchedFrameKeepsItsPlaces() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let buffer = try fixture.acquire()
    for y in 0..<240 {
      for x in 0..<320 {
        buffer.pixels.base[y * buffer.pixels.stride + x] =
          (x < 160 ? 0xffff_0000 : 0xff00_ff00) | (y < 120 ? 0 : 0xff)
      }
    }
    fixture.window.present(buffer, damage: [buffer.pixels.bounds])
    try fixture.map()
    XResizeWindow(fixture.client.display, fixture.window.window, 640, 120)
    let shown = fixture.shown(width: 640, height: 120)
    #expect(shown[0] == 0xff0000)
    #expect(shown[639] == 0x00ff00)
    #expect(shown[640 * 119] == 0xff00ff)
    #expect(shown[640 * 119 + 639] == 0x00ffff)
    #expect(shown[640 * 50 + 310] == 0xff0000)
    #expect(shown[640 * 50 + 330] == 0x00ff00)
  }

  @Test(arguments: [Way.noRender, .bare])
  func withoutRenderTheLastFrameStaysInItsPlace(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.background = 0xff01_0203 }
    try fixture.present(seed: 6)
    try fixture.map()
    XResizeWindow(fixture.client.display, fixture.window.window, 400, 300)
    func expectKept() {
      #expect(
        difference(
          fixture.shown(width: 320, height: 240), Fixture.pattern(width: 320, height: 240, seed: 6))
          == nil)
      #expect(difference(fixture.shown(x: 350, y: 250, width: 1, height: 1), [0x010203]) == nil)
    }
    expectKept()
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 50, 50, 1)
    expectKept()
    try fixture.present(seed: 7)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 400, height: 300, seed: 7)) == nil)
  }

  /// A drag sends sizes faster than frames can be drawn: one turn reports the last size.
  @Test(arguments: Way.combinations)
  func tellsOnceForAllSizesThatHaveCome(way: Way) throws {
    try withShownWindow(way) { fixture in
      for width in UInt32(330)..<350 {
        XResizeWindow(fixture.client.display, fixture.window.window, width, 250)
      }
      fixture.settle()
      #expect(fixture.takeEvents() == [.resized])
      #expect((fixture.window.width, fixture.window.height) == (349, 250))
      // A move is not a resize.
      XMoveWindow(fixture.client.display, fixture.window.window, 30, 40)
      fixture.settle()
      #expect(fixture.takeEvents().contains(.resized) == false)
    }
  }

  /// The size changes with the event that reports it, never within a call.
  @Test(arguments: Way.combinations)
  func nothingIsToldFromInsideACall(way: Way) throws {
    try withShownWindow(way) { fixture in
      XResizeWindow(fixture.client.display, fixture.window.window, 400, 300)
      fixture.client.sync()
      for _ in 0..<3 {
        let buffer = try #require(fixture.window.acquireBuffer())
        #expect((buffer.pixels.width, fixture.window.width) == (320, 320))
        fixture.window.present(buffer, damage: [buffer.pixels.bounds])
        XSync(fixture.window.connection.display, 0)
        fixture.window.setTitle("as well")
        #expect(fixture.takeEvents() == [])
      }
      fixture.settle()
      #expect(fixture.takeEvents() == [.resized])
      #expect(try fixture.acquire().pixels.width == 400)
    }
  }

  /// Sizes come faster than frames: a frame of an earlier size is shown until the next one has been
  /// drawn.
  @Test(arguments: Way.combinations)
  func severalSizesInARowLeaveTheMemoryWhole(way: Way) throws {
    try withShownWindow(way) { fixture in
      let sizes: [(UInt32, UInt32)] = [(333, 222), (640, 500), (20, 30), (320, 240), (640, 500)]
      for (step, size) in (sizes + sizes + sizes).enumerated() {
        XResizeWindow(fixture.client.display, fixture.window.window, size.0, size.1)
        fixture.settle()
        if step % 3 == 1 { _ = fixture.window.acquireBuffer() }
        if step % 5 == 4 {
          try fixture.present(seed: UInt32(step))
          fixture.settle()
          // The shown buffer is lent when the next size comes.
          _ = fixture.window.acquireBuffer()
        }
      }
      try fixture.present(seed: 99)
      #expect(
        difference(fixture.shown(), Fixture.pattern(width: 640, height: 500, seed: 99)) == nil)
      fixture.window.close()
      #expect(fixture.window.statistics.buffersReleased == fixture.window.statistics.buffersMade)
    }
  }

  @Test(arguments: [
    (1, 1, 1, 1), (0, 0, 1, 1), (-5, 70, 1, 70), (8192, 8192, 8192, 8192), (40000, 100, 32767, 100),
    (65535, 65535, 8192, 8192), (30000, 30000, 8192, 8192), (32767, 2048, 32767, 2048),
    (32767, 4096, 23170, 2896), (1, 65535, 1, 32767),
  ])
  func aFrameHasNoMorePixelsThanAPicture(width: Int, height: Int, toWidth: Int, toHeight: Int) {
    let frame = PixelSize(width: width, height: height).frame
    #expect(frame == PixelSize(width: toWidth, height: toHeight))
    #expect(frame.width * frame.height <= PNG.largestArea)
  }

  @Test(arguments: Way.combinations)
  func aWindowBeyondXsCoordinatesIsDrawnInPart(way: Way) throws {
    try withShownWindow(way) { fixture in
      XResizeWindow(fixture.client.display, fixture.window.window, 40000, 20)
      fixture.settle()
      #expect(fixture.takeEvents().contains(.cropped(width: 40000, height: 20)))
      #expect((fixture.window.width, fixture.window.height) == (32767, 20))
      try fixture.present(seed: 2)
      #expect(
        difference(
          fixture.shown(width: 500, height: 20), Fixture.pattern(width: 500, height: 20, seed: 2))
          == nil)
      for (width, height) in [(1, 20), (40000, 1), (320, 240)] {
        XResizeWindow(
          fixture.client.display, fixture.window.window, UInt32(width), UInt32(height))
        fixture.settle()
      }
      #expect(!fixture.takeEvents().contains { $0 == .cropped(width: 320, height: 240) })
      try fixture.present(seed: 3)
      #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 3)) == nil)
    }
  }

  /// Another client may claim any size. Only the server's reports count.
  @Test(arguments: [Int32(0), 1, 65535])
  func aClaimedSizeIsNotBelieved(side: Int32) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.takeEvents()
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    (event.xconfigure.event, event.xconfigure.window) =
      (fixture.window.window, fixture.window.window)
    (event.xconfigure.width, event.xconfigure.height) = (side, side)
    XSendEvent(fixture.client.display, fixture.window.window, 0, StructureNotifyMask, &event)
    fixture.settle()
    #expect(!fixture.takeEvents().contains(.resized))
    #expect((fixture.window.width, fixture.window.height) == (320, 240))
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
  }
}
