import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// A window on a wall: on its monitor, without a pointer, on a screen that stays on.
@MainActor
@Suite(.serialized)
struct KioskTests {
  /// A screen of 1280×800, defined as two monitors side by side.
  private func twoMonitors(hasWindowManager: Bool) throws -> Xvfb {
    let server = try Xvfb()
    try server.run("xrandr", "--setmonitor", "left", "500/130x800/210+0+0", "screen")
    try server.run("xrandr", "--setmonitor", "right", "780/200x800/210+500+0", "none")
    if hasWindowManager { try server.startWindowManager() }
    return server
  }

  @Test(arguments: [("left", 0, 500), ("right", 500, 780)], [true, false])
  func fillsTheMonitorThatIsNamed(
    monitor: (name: String, x: Int, width: Int), hasWindowManager: Bool
  ) throws {
    let server = try twoMonitors(hasWindowManager: hasWindowManager)
    defer { server.stop() }
    let fixture = try Fixture(server.display) {
      $0.isFullscreen = true
      $0.monitor = monitor.name
    }
    fixture.window.map()
    // A window manager may report the size before it has moved its frame.
    try fixture.wait("the place") {
      fixture.window.width == monitor.width && fixture.window.height == 800
        && fixture.window.monitors.origin(of: fixture.window.window) == (Int32(monitor.x), 0)
    }
  }

  /// No frame is drawn for the window's earlier size.
  @Test(arguments: [true, false], [Size(320, 240), Size(1280, 800)])
  func theFirstFrameFillsTheMonitor(hasWindowManager: Bool, size: Size) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { ($0.isFullscreen, $0.size) = (true, size) }
    #expect(fixture.window.acquireBuffer() == nil)
    fixture.window.map()
    #expect(fixture.window.acquireBuffer() == nil)
    let first = try fixture.acquire().pixels
    #expect((first.width, first.height) == (1280, 800))
    #expect(fixture.takeEvents().contains(.bufferReleased))
    try fixture.present(seed: 1)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 1280, height: 800, seed: 1)) == nil)
  }

  /// A window manager that makes the window fullscreen late, or never, leaves it empty only for a moment.
  @Test func aSilentWindowManagerIsNotWaitedForLong() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.client.poseAsWindowManager()
    fixture.window.map()
    #expect(fixture.window.acquireBuffer() == nil)
    try await wait { fixture.events.contains(.bufferReleased) }
    #expect(fixture.window.acquireBuffer()?.pixels.width == 320)
    try fixture.present(seed: 1)
    _ = fixture.takeEvents()
    XResizeWindow(fixture.client.display, fixture.window.window, 1280, 800)
    fixture.client.sync()
    try await wait { fixture.events.contains(.resized) }
    #expect(fixture.window.acquireBuffer()?.pixels.width == 1280)
  }

  /// An ordinary window is drawn before it appears.
  @Test func anOrdinaryWindowWaitsForNothing() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.window.setFullscreen(false)
    #expect(fixture.window.acquireBuffer()?.pixels.width == 320)
    fixture.window.setFullscreen(true)
    #expect(fixture.window.acquireBuffer() == nil)
  }

  @Test func aMonitorThatIsNotThereIsAnErrorThatNamesThoseThatAre() throws {
    let server = try twoMonitors(hasWindowManager: false)
    defer { server.stop() }
    var options = X11Window.Options()
    options.monitor = "HDMI-7"
    do throws(WindowError) {
      _ = try X11Window(options: options, display: server.display)
      Issue.record("a window")
    } catch {
      #expect(error.description == "no monitor is named \"HDMI-7\": there is left, right")
    }
  }

  /// Waits while the main queue works.
  private func wait(until isDone: () -> Bool) async throws {
    try #require(try await becomes { isDone() })
  }

  @Test func thePointerIsHiddenWhenItRestsAndShownWhenItMoves() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.hidesPointerAfter = 0.05 }
    try fixture.map()
    let hider = try #require(fixture.window.pointerHider)
    try await wait { hider.isHidden }
    hider.pointerMoved()
    #expect(!hider.isHidden)
    try await wait { hider.isHidden }
    let moves = hider.moves
    try server.run("xdotool", "mousemove", "20", "20")
    try await wait { hider.moves > moves && hider.isHidden }
  }

  /// A screen on a wall shows the latest values again some time after somebody has read others at the pointer.
  @Test func theValuesAtARestingPointerLeave() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.hidesPointerAfter = 0.05 }
    try fixture.map()
    try server.run("xdotool", "mousemove", "20", "20")
    func pointers() -> [Point?] {
      fixture.events.compactMap { if case .pointer(let place) = $0 { .some(place) } else { nil } }
    }
    try await wait { pointers().contains { $0 != nil } }
    try await wait { pointers().last == .some(nil) }
    // The next move shows values again.
    let shown = pointers().count
    try server.run("xdotool", "mousemove", "30", "30")
    try await wait { pointers().dropFirst(shown).contains { $0 != nil } }
  }

  /// The end of a rest is reported at once, although no message of the server follows the rest.
  @Test func theEndOfARestNeedsNoMessageOfTheServer() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    // A window that is never mapped: a mapped one looks for messages after two seconds.
    let fixture = try Fixture(server.display) { $0.hidesPointerAfter = 0.05 }
    fixture.settle()
    fixture.window.connection.isWatching = false
    try #require(fixture.window.pointerHider).pointerMoved()
    try await wait { fixture.events.contains(.pointer(nil)) }
  }

  /// The end of a wait that has been replaced starts no other one, of which there would be one more with each move.
  @Test func aPointerThatMovesAgainHasOneTimer() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.hidesPointerAfter = 0.05 }
    let hider = try #require(fixture.window.pointerHider)
    hider.pointerMoved()
    try await wait { hider.isHidden }
    let replaced = hider.waits
    hider.pointerMoved()
    #expect(hider.waits == replaced + 1)
    hider.check(replaced)
    #expect(hider.waits == replaced + 1)
    try await wait { hider.isHidden && fixture.events.contains(.pointer(nil)) }
  }

  /// Values at the pointer appear only when somebody moves the pointer.
  @Test(arguments: [nil, 0.05])
  func aWindowUnderARestingPointer(hidesPointerAfter: Double?) async throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("xdotool", "mousemove", "50", "60")
    let fixture = try Fixture(server.display) { $0.hidesPointerAfter = hidesPointerAfter }
    try fixture.map()
    fixture.settle()
    let positions = fixture.takeEvents().filter { $0 == .pointer(Point(50, 60)) }
    #expect(positions.isEmpty)
    try server.run("xdotool", "mousemove", "51", "60")
    try await wait { fixture.events.contains(.pointer(Point(51, 60))) }
  }

  /// The server's screen saver starts after a second, except while the window suspends it.
  @Test func theScreenStaysOnAsLongAsTheWindowIsThere() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.keepsScreenOn = true }
    let display = fixture.client.display
    XSetScreenSaver(display, 1, 0, PreferBlanking, DontAllowExposures)
    try fixture.map()
    fixture.client.sync()
    try await Task.sleep(for: .milliseconds(2500))
    #expect(saver(display, fixture.client.root) == ScreenSaverOff)
    fixture.window.close()
    try await wait { saver(display, fixture.client.root) == ScreenSaverOn }
  }

  @Test func aServerWithoutTheExtensionIsToldAndToldBack() async throws {
    var options = Xvfb.Options()
    options.hasScreenSaver = false
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.keepsScreenOn = true }
    let display = fixture.client.display
    XSetScreenSaver(display, 77, 0, PreferBlanking, DontAllowExposures)
    fixture.client.sync()
    try fixture.map()
    #expect(timeout(display) == 0)
    fixture.window.close()
    try await wait { timeout(display) == 77 }
  }

  private func saver(_ display: OpaquePointer, _ root: CX11.Window) -> Int32 {
    guard let info = XScreenSaverAllocInfo() else { return -1 }
    defer { XFree(info) }
    XScreenSaverQueryInfo(display, root, info)
    return info.pointee.state
  }

  private func timeout(_ display: OpaquePointer) -> Int32 {
    var (timeout, interval, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &interval, &blanking, &exposures)
    return timeout
  }
}
