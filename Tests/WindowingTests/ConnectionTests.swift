import CX11
import Dispatch
import Foundation
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

@MainActor
@Suite(.serialized)
struct ConnectionTests {
  @Test func withoutADisplayTheErrorNamesTheWayOut() throws {
    let error = #expect(throws: WindowError.self) { _ = try X11Window(display: "") }
    #expect(
      error?.description
        == "no X display ($DISPLAY is not set): use --terminal, --snapshot FILE.png, or xvfb-run wallchart"
    )
  }

  @Test(arguments: [":9999", "nonsense", "127.0.0.1:9999"])
  func aDisplayThatIsNotThereIsNamed(display: String) throws {
    let error = #expect(throws: WindowError.self) { _ = try X11Window(display: display) }
    #expect(error?.description.hasPrefix("cannot open X display \"\(display)\" (") == true)
    #expect(
      error?.description.hasSuffix("use --terminal, --snapshot FILE.png, or xvfb-run wallchart")
        == true)
  }

  /// By default Xlib would end the process here.
  @Test(arguments: [Way.sharedMemory, .noExtension, .tcp])
  func aServerThatEndsIsToldOnce(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let window = try X11Window(options: .init(), display: way.display(server))
    var events: [SurfaceEvent] = []
    window.handler = { events.append($0) }
    let buffer = try #require(window.acquireBuffer())
    window.map()
    for _ in 0..<5 { window.processPendingEvents() }
    server.stop()
    window.present(buffer, damage: [buffer.pixels.bounds])
    func goOn() {
      window.processPendingEvents()
      window.waitForEvents(milliseconds: 1)
      if let buffer = window.acquireBuffer() {
        window.present(buffer, damage: [buffer.pixels.bounds])
      }
    }
    // The end of a connection over TCP arrives at a time of the system's choice.
    try #require(
      eventually {
        goOn()
        return events.contains(.disconnected)
      })
    for _ in 0..<20 { goOn() }
    #expect(events.filter { $0 == .disconnected } == [.disconnected])
    #expect(events.last == .disconnected)
    #expect(window.acquireBuffer() == nil)
    // All other calls do no harm.
    window.setTitle("gone")
    window.toggleFullscreen()
    window.map()
    #expect(window.refreshInterval == 1.0 / 60)
    window.close()
    window.close()
  }

  @Test func aServerThatEndsInTheMiddleOfAFrameIsTold() throws {
    let server = try Xvfb(Way.noExtension.options)
    defer { server.stop() }
    let window = try X11Window(options: .init(), display: server.display)
    var events: [SurfaceEvent] = []
    window.handler = { events.append($0) }
    window.map()
    let stopped = DispatchSemaphore(value: 0)
    // This thread leaves the server alone until the semaphore is signalled.
    nonisolated(unsafe) let ending = server
    Thread.detachNewThread {
      ending.stop()
      stopped.signal()
    }
    // Frames are larger than the socket's buffer, so that the server ends while one is on its way.
    var frames = 0
    func drawFrame() {
      if let buffer = window.acquireBuffer() {
        window.present(buffer, damage: [buffer.pixels.bounds])
        frames += 1
      }
      window.processPendingEvents()
    }
    try #require(
      eventually {
        drawFrame()
        return events.contains(.disconnected)
      })
    stopped.wait()
    for _ in 0..<20 { drawFrame() }
    #expect(frames > 0)
    #expect(events.filter { $0 == .disconnected } == [.disconnected])
    #expect(events.last == .disconnected)
    #expect(window.acquireBuffer() == nil)
    window.close()
  }

  @Test func anErrorOfTheServerIsNoEnd() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    XMapWindow(fixture.window.connection.display, 0x7fff_fff0)
    XSync(fixture.window.connection.display, 0)
    #expect(fixture.window.connection.takeErrors().map(\.code) == [UInt8(BadWindow)])
    try fixture.present(seed: 1)
    try fixture.map()
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
  }

  /// The main queue delivers events without a call, as in the program.
  @Test func theMainQueueDelivers() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let client = fixture.client
    let window = fixture.window
    try fixture.map()
    // A request of the window reads messages along with its answer, without a wake-up. None may be left
    // when the message comes.
    await turnMainQueue()
    let wakeups = window.statistics.readWakeups
    client.sendProtocol("WM_DELETE_WINDOW", to: window.window)
    await turnMainQueue { fixture.events.contains(.closeRequested) }
    #expect(fixture.events.last == .closeRequested)
    #expect(window.statistics.readWakeups > wakeups)
  }

  /// While frames come at every refresh, no message wakes the program. Events are delivered by a poll, or
  /// when frames end.
  @Test(arguments: [true, false])
  func aPolledWindowTellsWhenItIsAsked(isLookedAt: Bool) async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let (client, window) = (fixture.client, fixture.window)
    try fixture.map()
    var told: [SurfaceEvent] = []
    window.handler = { told.append($0) }
    window.isPolled = true
    // Handles work that was on its way to the main queue.
    await turnMainQueue()
    told = []
    let wakeups = window.statistics.readWakeups
    client.sendProtocol("WM_DELETE_WINDOW", to: window.window)
    await turnMainQueue()
    #expect(told == [] && window.statistics.readWakeups == wakeups)
    if isLookedAt {
      window.pollEvents()
      #expect(told == [.closeRequested])
    } else {
      window.isPolled = false
      await turnMainQueue { told == [.closeRequested] }
      #expect(told == [.closeRequested] && window.statistics.readWakeups > wakeups)
    }
    window.isPolled = isLookedAt
    window.close()
  }

  /// A mouse that reports a thousand moves a second wakes a resting window once a refresh.
  @Test func aFastPointerWakesTheWindowOnceARefresh() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let window = fixture.window
    try fixture.present(seed: 1)
    try fixture.map()
    await turnMainQueue()
    let (wakeups, start) = (window.statistics.readWakeups, ContinuousClock.now)
    await withCheckedContinuation { done in
      let display = server.display
      Thread.detachNewThread {
        let mouse = XOpenDisplay(display)
        let root = XDefaultRootWindow(mouse)
        for step in Int32(0)..<600 {
          XWarpPointer(mouse, 0, root, 0, 0, 0, 0, 20 + step % 200, 50)
          XFlush(mouse)
          usleep(1000)
        }
        XWarpPointer(mouse, 0, root, 0, 0, 0, 0, 77, 50)
        XCloseDisplay(mouse)
        done.resume()
      }
    }
    let refreshes = (ContinuousClock.now - start) / .milliseconds(1000.0 / 60)
    #expect(Double(window.statistics.readWakeups - wakeups) <= refreshes + 3)
    // The last place is told.
    await turnMainQueue { fixture.events.last == .pointer(Point(77, 50)) }
    #expect(fixture.events.last == .pointer(Point(77, 50)))
    window.close()
  }

  /// The first picture comes when the server asks for it, not with the next poll.
  @Test func untilItIsExposedAPolledWindowTells() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let window = fixture.window
    try fixture.present(seed: 1)
    window.isPolled = true
    window.map()
    await turnMainQueue { window.isExposed }
    #expect(window.isExposed)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
    window.close()
  }

  /// Takes turns of the main queue until a condition holds. Only a failed test meets the limit. The limit
  /// counts turns, not time, because tests of other windows use the main queue, too.
  private func turnMainQueue(until isDone: () -> Bool) async {
    for _ in 0..<5000 where !isDone() { await turnMainQueue() }
  }

  /// Takes many turns, in which a read source would deliver its events.
  private func turnMainQueue() async {
    for _ in 0..<50 {
      await withCheckedContinuation { done in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
          DispatchQueue.main.async { done.resume() }
        }
      }
    }
  }

  /// The server reports that it has read a frame. Without a poll nobody receives the report.
  @Test(arguments: [true, false])
  func framesGoOnWhileTheWindowIsPolled(isLookedAt: Bool) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    fixture.window.isPolled = true
    for seed in UInt32(1)...20 {
      if isLookedAt { fixture.window.pollEvents() }
      try fixture.present(seed: seed)
    }
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 20)) == nil)
    fixture.window.close()
  }

  @Test func aClosedWindowIsGoneAndSilent() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    let id = fixture.window.window
    _ = fixture.takeEvents()
    fixture.window.close()
    fixture.client.sync()
    var attributes = XWindowAttributes()
    #expect(XGetWindowAttributes(fixture.client.display, id, &attributes) == 0)
    fixture.window.processPendingEvents()
    #expect(fixture.takeEvents() == [])
    #expect(fixture.window.acquireBuffer() == nil)
  }

  /// Windows that come and go leave neither memory nor sockets.
  @Test func anUnclosedWindowThatIsLetGoIsClosed() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    weak var window: X11Window?
    do {
      let fixture = try Fixture(server.display)
      window = fixture.window
      try fixture.present(seed: 1)
      try fixture.map()
    }
    await turnMainQueue { window == nil }
    #expect(window == nil)
  }
}
