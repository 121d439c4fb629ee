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

  /// Neither white nor the background shows in a resized window, before a new frame has come.
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
    // What is exposed meanwhile is of the stretched frame, too.
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

  @Test func withoutRenderTheLastFrameStaysInItsPlace() throws {
    let server = try Xvfb(Way.noRender.options)
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

  /// A drag sends more sizes than anybody can draw: one turn tells the last.
  @Test func tellsOnceForAllSizesThatHaveCome() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.takeEvents()
    for width in UInt32(330)..<350 {
      XResizeWindow(fixture.client.display, fixture.window.window, width, 250)
    }
    fixture.settle()
    #expect(fixture.takeEvents() == [.resized])
    #expect((fixture.window.width, fixture.window.height) == (349, 250))
    // A move is none.
    XMoveWindow(fixture.client.display, fixture.window.window, 30, 40)
    fixture.settle()
    #expect(fixture.takeEvents().contains(.resized) == false)
  }

  /// The size a caller sees changes with the event that tells it, not within a call.
  @Test func nothingIsToldFromInsideACall() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.takeEvents()
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
