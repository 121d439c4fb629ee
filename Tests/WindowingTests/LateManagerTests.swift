import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// A fullscreen window under window managers that come and go.
@MainActor
@Suite(.serialized)
struct LateManagerTests {
  /// Whether the window fills the screen, as the server and the window see it.
  private func fillsScreen(_ fixture: Fixture) -> Bool {
    let window = fixture.window
    return window.isFullscreen && (window.width, window.height) == (1280, 800)
      && fixture.client.size(of: window.window) == PixelSize(width: 1280, height: 800)
      && window.monitors.origin(of: window.window) == (0, 0)
  }

  /// Whether a window manager has taken the window over as a fullscreen window.
  private func isManaged(_ fixture: Fixture) -> Bool {
    let (client, window) = (fixture.client, fixture.window.window)
    return !client.longs(window, "WM_STATE").isEmpty
      && fixture.window.live.savedGeometry == nil
      && client.longs(window, "_NET_WM_STATE").contains(client.atom("_NET_WM_STATE_FULLSCREEN"))
      && client.longs(client.root, "_NET_CLIENT_LIST").contains(window)
  }

  @Test func aWindowManagerThatComesFindsTheWindowFullscreen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.window.map()
    try fixture.present(seed: 0)
    try fixture.wait("the whole screen") { fillsScreen(fixture) }
    try server.startWindowManager()
    try fixture.wait("the window manager") { isManaged(fixture) && fillsScreen(fixture) }
    // From now on fullscreen is a request.
    fixture.window.setFullscreen(false)
    try fixture.wait("the frame") { !fixture.window.isFullscreen && !isManaged(fixture) }
  }

  /// The window is fullscreen again after each end and each start of a window manager.
  @Test(arguments: [true, false])
  func aWindowManagerThatLeavesLeavesTheWindowFullscreen(isKilled: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.window.map()
    try fixture.present(seed: 0)
    for _ in 0..<3 {
      try fixture.wait("the window manager") { isManaged(fixture) && fillsScreen(fixture) }
      if !isKilled {
        try server.run("openbox", "--exit")
        try fixture.wait("the end") { !fixture.window.connection.hasWindowManager }
      }
      server.stopWindowManager()
      try fixture.wait("the whole screen") {
        fillsScreen(fixture) && fixture.window.live.savedGeometry != nil
          && fixture.client.hasFocus(fixture.window.window)
      }
      try fixture.present(seed: 3)
      try fixture.waitUntilShown(Fixture.pattern(width: 1280, height: 800, seed: 3))
      try server.startWindowManager()
    }
    // Without a window manager the window returns to its own size.
    try fixture.wait("the window manager") { isManaged(fixture) }
    server.stopWindowManager()
    try fixture.wait("the whole screen") { fixture.window.live.savedGeometry != nil }
    fixture.window.setFullscreen(false)
    try fixture.wait("the size before") {
      (fixture.window.width, fixture.window.height) == (320, 240)
    }
  }

  /// A tool that hides the window and shows it again leaves a window of the whole screen.
  @Test func anUnmappedWindowIsFullscreenAgain() throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    let (client, window) = (fixture.client, fixture.window.window)
    fixture.window.map()
    try fixture.present(seed: 0)
    for _ in 0..<2 {
      try fixture.wait("the whole screen") { isManaged(fixture) && fillsScreen(fixture) }
      XUnmapWindow(client.display, window)
      try fixture.wait("the window manager's farewell") {
        client.longs(window, "WM_STATE").first != 1 && !fixture.window.live.visibility.isMapped
      }
      XMapWindow(client.display, window)
      client.sync()
    }
    try fixture.wait("the whole screen") { isManaged(fixture) && fillsScreen(fixture) }
  }
}
