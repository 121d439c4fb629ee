import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// A kiosk whose monitors are unplugged, plugged in again, and changed.
@MainActor
@Suite(.serialized)
struct MonitorChangeTests {
  private static let left = IntRect(minX: 0, minY: 0, maxX: 500, maxY: 800)
  private static let right = IntRect(minX: 500, minY: 0, maxX: 1280, maxY: 800)

  private func set(_ server: Xvfb, _ name: String, _ place: String, output: String) throws {
    try server.run("xrandr", "--setmonitor", name, place, output)
  }

  private func plugIn(_ server: Xvfb) throws {
    try set(server, "left", "500/130x800/210+0+0", output: "screen")
    try set(server, "right", "780/200x800/210+500+0", output: "none")
  }

  /// Waits until a window has a place on the screen, and shows its picture.
  private func waitForPlace(_ place: IntRect, of survivor: Survivor) async throws -> Bool {
    try await Survivor.wait {
      survivor.window.session.map { $0.monitors.rectangle(of: $0.window) == place } ?? false
    }
  }

  /// Monitors that another client defines, without a window manager.
  @Test func aMonitorThatLeavesAndReturns() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    try plugIn(server)
    let survivor = try Survivor(server.display) {
      ($0.isFullscreen, $0.monitor) = (true, "right")
    }
    try #require(try await waitForPlace(Self.right, of: survivor))
    try server.run("xrandr", "--delmonitor", "right")
    try #require(try await waitForPlace(Self.left, of: survivor))
    #expect(survivor.events.contains(.monitorsChanged))
    try set(server, "right", "780/200x800/210+500+0", output: "none")
    try #require(try await waitForPlace(Self.right, of: survivor))
    // The monitor is turned, and has another place.
    try server.run("xrandr", "--delmonitor", "right")
    try set(server, "right", "400/100x700/210+600+50", output: "none")
    let turned = IntRect(minX: 600, minY: 50, maxX: 1000, maxY: 750)
    try #require(try await waitForPlace(turned, of: survivor))
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    survivor.window.close()
  }

  /// A kiosk's monitor may be switched on later than the kiosk.
  @Test func aKioskOpensWithoutItsMonitorAndMovesThereLater() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let survivor = try Survivor(server.display) {
      ($0.isFullscreen, $0.monitor) = (true, "right")
    }
    try #require(
      try await waitForPlace(IntRect(width: 1280, height: 800), of: survivor))
    try plugIn(server)
    try #require(try await waitForPlace(Self.right, of: survivor))
    #expect(survivor.window.monitorNames == ["left", "right"])
    survivor.window.monitor = "left"
    try #require(try await waitForPlace(Self.left, of: survivor))
    survivor.window.close()
  }

  /// Real outputs of a server, and a window manager that follows them in its own way.
  @Test(.enabled(if: Xvfb.hasOutputs), arguments: [true, false])
  func anOutputThatIsTurnedOffAndOn(hasWindowManager: Bool) async throws {
    var options = Xvfb.Options()
    options.hasOutputs = true
    let server = try Xvfb(options)
    defer { server.stop() }
    try server.run("xrandr", "--output", "DUMMY0", "--mode", "1280x800")
    for mode in ["1024x768", "800x600"] {
      try server.run("xrandr", "--addmode", "DUMMY1", mode)
    }
    func turnOn(_ mode: String) throws {
      try server.run("xrandr", "--output", "DUMMY1", "--mode", mode, "--right-of", "DUMMY0")
    }
    try turnOn("1024x768")
    if hasWindowManager { try server.startWindowManager() }
    let survivor = try Survivor(server.display) {
      ($0.isFullscreen, $0.monitor) = (true, "DUMMY1")
    }
    let second = IntRect(minX: 1280, minY: 0, maxX: 2304, maxY: 768)
    try #require(try await waitForPlace(second, of: survivor))
    for _ in 0..<2 {
      try server.run("xrandr", "--output", "DUMMY1", "--off")
      try #require(
        try await waitForPlace(IntRect(width: 1280, height: 800), of: survivor))
      let start = ContinuousClock.now
      try turnOn("1024x768")
      try #require(try await waitForPlace(second, of: survivor))
      print("the window was on its monitor \(ContinuousClock.now - start) after its return")
    }
    try turnOn("800x600")
    let smaller = IntRect(minX: 1280, minY: 0, maxX: 2080, maxY: 600)
    try #require(try await waitForPlace(smaller, of: survivor))
    // Monitors that change faster than a window can follow.
    for round in 0..<20 {
      try server.run("xrandr", "--output", "DUMMY1", "--off")
      try turnOn(round % 2 == 0 ? "1024x768" : "800x600")
    }
    try #require(try await waitForPlace(smaller, of: survivor))
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    #expect(survivor.window.isFullscreen)
    #expect(client.longs(survivor.window.window, "_NET_WM_BYPASS_COMPOSITOR") == [])
    survivor.window.close()
  }

  /// A screen that is turned has its sides changed over. The driver cannot turn the picture itself.
  @Test(.enabled(if: Xvfb.hasOutputs))
  func aScreenThatTurns() async throws {
    var options = Xvfb.Options()
    options.hasOutputs = true
    let server = try Xvfb(options)
    defer { server.stop() }
    try server.run(
      "xrandr", "--newmode", "upright", "60", "800", "840", "920", "1040", "1280", "1283", "1290",
      "1320")
    try server.run("xrandr", "--addmode", "DUMMY0", "upright")
    let survivor = try Survivor(server.display) { $0.isFullscreen = true }
    try #require(try await waitForPlace(IntRect(width: 1280, height: 800), of: survivor))
    for turn in 0..<100 {
      try server.run(
        "xrandr", "--output", "DUMMY0", "--mode", turn % 2 == 0 ? "upright" : "1280x800")
      // Some turns are followed, and others are too quick for that.
      guard turn % 10 == 0 else { continue }
      try #require(try await waitForPlace(IntRect(width: 800, height: 1280), of: survivor))
    }
    try #require(try await waitForPlace(IntRect(width: 1280, height: 800), of: survivor))
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    #expect(survivor.window.isFullscreen)
    survivor.window.close()
  }

  @Test func aKioskAsksACompositorToLeaveItAlone() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) {
      ($0.isFullscreen, $0.bypassesCompositor) = (true, true)
    }
    fixture.window.map()
    fixture.settle()
    #expect(fixture.client.longs(fixture.window.window, "_NET_WM_BYPASS_COMPOSITOR") == [1])
  }

  @Test func monitorsAreOrderedAsTheyAreRead() {
    func monitor(_ name: String, _ x: Int, _ y: Int) -> Monitor {
      Monitor(
        name: name, bounds: IntRect(minX: x, minY: y, maxX: x + 100, maxY: y + 100),
        refreshInterval: nil)
    }
    let monitors = [
      monitor("c", 100, 0), monitor("b", 0, 100), monitor("a", 0, 0), monitor("twin", 0, 0),
    ]
    #expect(monitors.inReadingOrder.map(\.name) == ["a", "b", "c"])
  }

  // MARK: A server that is not there yet

  /// A kiosk may be started before its server.
  @Test func aWindowWaitsForItsFirstServer() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    server.stop()
    let survivor = try Survivor(server.display) { $0.icons = [] }
    #expect(!survivor.window.isOpen && survivor.window.acquireBuffer() == nil)
    #expect((survivor.window.width, survivor.window.height) == (320, 240))
    try server.restart()
    try #require(try await Survivor.wait { survivor.count(of: .returned) == 1 })
    try #require(try await survivor.waitForPicture(XClient(server.display)))
    #expect(survivor.count(of: .lost) == 0)
    survivor.window.close()
  }

  @Test func withoutTheOptionAMissingServerIsAnError() throws {
    #expect(throws: WindowError.cannotOpen(":59123")) {
      _ = try X11Window(options: X11Window.Options(), display: ":59123")
    }
  }

  /// A window whose client is ended by the server (`xkill`) opens again.
  @Test func aKilledWindowOpensAgain() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let survivor = try Survivor(server.display)
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    XKillClient(client.display, survivor.window.window)
    client.sync()
    try #require(try await Survivor.wait { survivor.count(of: .returned) == 1 })
    try #require(try await survivor.waitForPicture(client))
    survivor.window.close()
  }
}
