import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// The way to the first picture, on which the server is asked nothing: a window manager that shows the window lets
/// answers wait.
@MainActor
@Suite(.serialized)
struct FirstPictureTests {
  @Test(arguments: [false, true])
  func theServerIsAskedNothingBetweenTheMappingAndThePicture(hasWindowManager: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let buffer = try fixture.acquire()
    fixture.window.map()
    let display = fixture.window.connection.display
    let request = XNextRequest(display)
    try fixture.wait { fixture.window.isExposed && fixture.window.visibility.isVisible }
    _ = fixture.window.refreshInterval
    #expect(XNextRequest(display) == request)
    #expect(fixture.window.live.extendedInput == nil)
    Fixture.fill(buffer.pixels, seed: 3)
    fixture.window.present(buffer, damage: [buffer.pixels.bounds])
    try fixture.wait { fixture.window.live.extendedInput != nil }
    #expect(fixture.window.live.refreshWatch != nil && fixture.window.live.blankWatch != nil)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 3)) == nil)
  }

  /// The server needs as long to map the memory of a picture as to copy the picture.
  @Test func theServerMapsTheMemoryOfTheFirstPictureBeforeThePicture() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    #expect(fixture.window.statistics.usesSharedMemory)
    fixture.client.sync()
    #expect(try server.mappedSharedMemory == 0)
    fixture.window.prepareDisplay()
    fixture.client.sync()
    XSync(fixture.window.connection.display, 0)
    // 320 by 240 pixels, and the rest of a page.
    let mapped = try server.mappedSharedMemory
    #expect((300...304).contains(mapped), "\(mapped)")
    // Pixels that have not been drawn are not shown, and the buffer can be drawn into at once.
    try fixture.present(seed: 5)
    try fixture.map()
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 5)) == nil)
    #expect(fixture.window.statistics.buffersMade == 1)
    fixture.window.prepareDisplay()
    fixture.settle()
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 5)) == nil)
  }

  /// The state that a window manager has set before the first picture counts after the picture.
  @Test func theStateBeforeThePictureIsNoticedAfterThePicture() throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let buffer = try fixture.acquire()
    fixture.window.map()
    try fixture.wait { fixture.window.visibility.isVisible }
    let client = fixture.client
    client.set(
      fixture.window.window, "_NET_WM_STATE", XA_ATOM, client.atom("_NET_WM_STATE_HIDDEN"))
    client.sync()
    for _ in 0..<20 {
      fixture.window.processPendingEvents()
      fixture.window.waitForEvents(milliseconds: 5)
    }
    #expect(!fixture.window.visibility.isHidden)
    fixture.window.present(buffer, damage: [buffer.pixels.bounds])
    try fixture.wait { fixture.window.visibility.isHidden }
  }

  /// A frame reaches the server although events wait that nobody has handled yet. Without shared memory, the size of a
  /// frame alone would empty Xlib's buffer.
  @Test func aFrameDoesNotWaitForEventsToBeHandled() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.shown()
    let buffer = try fixture.acquire()
    Fixture.fill(buffer.pixels, seed: 2)
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 10, 10, 1)
    fixture.client.sync()
    let display = fixture.window.connection.display
    try #require(eventually { XEventsQueued(display, QueuedAfterReading) > 0 })
    fixture.window.present(buffer, damage: [buffer.pixels.bounds])
    #expect(
      eventually(seconds: 20) {
        difference(
          fixture.client.pixels(fixture.window.window, x: 0, y: 0, width: 320, height: 240),
          Fixture.pattern(width: 320, height: 240, seed: 2)) == nil
      })
  }
}
