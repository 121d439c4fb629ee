import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// After any sequence of events, the window shows the last frame, and all memory is released.
@MainActor
@Suite(.serialized)
struct SequenceTests {
  @Test(arguments: Way.usable, [UInt64(1), 2])
  func theWindowShowsTheLastFrame(way: Way, seed: UInt64) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server))
    let (window, display) = (fixture.window, fixture.client.display)
    var generator = SeededGenerator(seed: seed)
    let painter = Painter(fixture, seed: seed + 100)
    try fixture.map()
    let cover = XCreateSimpleWindow(display, fixture.client.root, 0, 0, 50, 50, 0, 0, 0x123456)

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
      default: try painter.present()
      }
      fixture.client.sync()
    }
    XDestroyWindow(display, cover)
    fixture.settle()
    try painter.present()
    #expect(painter.flaw() == nil)
    #expect(painter.isOfWindowsSize)
  }

  /// The number of seeds fits into about a second; no time is measured.
  @Test(arguments: Way.combinations, [UInt64(1), 2, 3, 4, 5, 6])
  func everyBufferIsReleasedOnce(way: Way, seed: UInt64) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let (window, display) = (fixture.window, fixture.client.display)
    var generator = SeededGenerator(seed: seed)
    let painter = Painter(fixture, seed: seed + 100)
    try fixture.map()
    for _ in 0..<80 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<3:
        // There are only few sizes, so that the window returns to an earlier one.
        XResizeWindow(
          display, window.window, [320, 200, 33].randomElement(using: &generator)!,
          [240, 100, 77].randomElement(using: &generator)!)
        fixture.settle()
      case 3..<5: XClearArea(display, window.window, 5, 5, 90, 60, 1)
      case 5..<8: fixture.settle()
      // The buffer is not presented.
      case 8..<12: _ = window.acquireBuffer()
      case 12: refuseSharedMemory(window)
      default: try painter.present()
      }
      fixture.client.sync()
      let statistics = window.statistics
      #expect((0...4).contains(statistics.buffersMade - statistics.buffersReleased))
    }
    _ = fixture.takeEvents()
    XClearArea(display, window.window, 0, 0, 0, 0, 1)
    fixture.settle()
    // A frame is drawn only if the window requests one.
    let isAsked = fixture.takeEvents().contains(.exposed)
    if isAsked || !painter.isOfWindowsSize { try painter.present(whole: true) }
    #expect(painter.flaw() == nil)
    window.close()
    #expect(window.statistics.buffersReleased == window.statistics.buffersMade)
  }

  /// Reports to the window that the server cannot attach shared memory.
  private func refuseSharedMemory(_ window: X11Window) {
    guard let sharedMemory = SharedMemoryExtension(window.connection) else { return }
    window.frames.handle([
      ErrorRecord.Entry(
        code: UInt8(BadAccess), request: sharedMemory.majorOpcode, minor: 1, serial: 0, resource: 0)
    ])
  }
}
