import CX11
import Foundation
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// Messages and properties between the window and window managers.
@MainActor
@Suite(.serialized)
struct ManagerTests {
  @Test func propertiesNameTheWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let icons = [
      WindowIcon(width: 2, height: 1, pixels: [0xff11_2233, 0x8044_5566]),
      WindowIcon(width: 1, height: 1, pixels: [0x0102_0304]),
      WindowIcon(width: 9, height: 9, pixels: [1]),
    ]
    let fixture = try Fixture(server.display) {
      $0.title = "Schränke 架"
      $0.minimumSize = Size(100, 50.5)
      $0.scale = 2
      $0.icons = icons
    }
    fixture.settle()
    #expect(fixture.client.longs(fixture.window.window, "_NET_WM_ICON") == [])
    try fixture.present(seed: 1)
    try fixture.map()
    let (client, window) = (fixture.client, fixture.window.window)
    #expect(client.text(window, "_NET_WM_NAME") == "Schränke 架")
    #expect(
      client.bytes(window, "WM_NAME")
        == Array("Schr\u{e4}nke ?".unicodeScalars.map { UInt8($0.value) }))
    #expect(client.text(window, "WM_CLASS") == "wallchart\0Wallchart\0")
    #expect(client.longs(window, "_NET_WM_PID") == [UInt(getpid())])
    #expect(client.text(window, "WM_CLIENT_MACHINE") == ProcessInfo.processInfo.hostName)
    #expect(
      client.longs(window, "_NET_WM_WINDOW_TYPE") == [client.atom("_NET_WM_WINDOW_TYPE_NORMAL")])
    #expect(
      Set(client.longs(window, "WM_PROTOCOLS"))
        == [
          client.atom("WM_DELETE_WINDOW"), client.atom("_NET_WM_PING"),
          client.atom("_NET_WM_SYNC_REQUEST"),
        ])
    #expect(
      client.longs(window, "_NET_WM_ICON") == [1, 1, 0x0102_0304, 2, 1, 0xff11_2233, 0x8044_5566])
    // flags: PMinSize; then four obsolete numbers; then the size in pixels.
    let hints = client.longs(window, "WM_NORMAL_HINTS")
    try #require(hints.count > 6)
    #expect(hints[0] == UInt(PMinSize))
    #expect(Array(hints[5...6]) == [200, 101])
    fixture.window.setIcons([icons[1]])
    fixture.settle()
    #expect(client.longs(window, "_NET_WM_ICON") == [1, 1, 0x0102_0304])
    fixture.window.setTitle("other")
    fixture.settle()
    #expect(client.text(window, "_NET_WM_NAME") == "other")
    #expect(client.text(window, "WM_NAME") == "other")
  }

  @Test(arguments: [true, false])
  func asksForTheFocusOnlyIfItMay(takesFocus: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.takesFocus = takesFocus }
    fixture.settle()
    // flags and the input hint
    let hints = fixture.client.longs(fixture.window.window, "WM_HINTS")
    try #require(hints.count > 1)
    #expect(hints[0] & UInt(InputHint) != 0)
    #expect(hints[1] == (takesFocus ? 1 : 0))
    #expect(
      fixture.client.longs(fixture.window.window, "_NET_WM_USER_TIME") == (takesFocus ? [] : [0]))
    try fixture.map()
    // The window manager has handled the window when the window has a state.
    try fixture.wait {
      !fixture.client.longs(fixture.window.window, "WM_STATE").isEmpty
        && (fixture.client.hasFocus(fixture.window.window) || !takesFocus)
    }
    #expect(fixture.client.hasFocus(fixture.window.window) == takesFocus)
  }

  /// A window that does not claim the focus gets it with a click, with or without a window manager.
  @Test(arguments: [true, false])
  func theFocusCanBeLeftToTheUser(hasWindowManager: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.claimsFocus = false }
    let (client, window) = (fixture.client, fixture.window.window)
    fixture.settle()
    #expect(client.longs(window, "_NET_WM_USER_TIME") == [0])
    #expect(client.longs(window, "WM_HINTS").dropFirst().first == 1)
    try fixture.map()
    if hasWindowManager { try fixture.wait { !client.longs(window, "WM_STATE").isEmpty } }
    fixture.settle()
    #expect(!client.hasFocus(window))
    let id = String(window)
    try server.run("xdotool", "mousemove", "--window", id, "40", "40", "click", "1")
    try fixture.wait { client.hasFocus(window) }
    _ = fixture.takeEvents()
    try server.run("xdotool", "key", "--delay", "0", "t")
    try fixture.wait { fixture.takeEvents().contains(.key(.character("t"))) }
  }

  @Test func aRequestToCloseIsTold() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    fixture.client.sendProtocol("WM_TAKE_FOCUS", to: fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents() == [])
    fixture.client.sendProtocol("WM_DELETE_WINDOW", to: fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents() == [.closeRequested])
  }

  /// A window manager that drags a border waits until the contents of each size are there.
  @Test(arguments: Way.combinations)
  func aSizeIsAnsweredWhenItsContentsAreThere(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    let (client, window) = (fixture.client, fixture.window.window)
    var (major, minor): (Int32, Int32) = (0, 0)
    XSyncInitialize(client.display, &major, &minor)
    let counter = try #require(client.longs(window, "_NET_WM_SYNC_REQUEST_COUNTER").first)
    func answered() -> UInt32 {
      fixture.settle()
      var value = XSyncValue()
      XSyncQueryCounter(client.display, counter, &value)
      return value.lo
    }
    for (number, width) in [(7, 400), (8, 100), (9, 320)] {
      client.sendProtocol("_NET_WM_SYNC_REQUEST", to: window, 0, number)
      #expect(answered() < number)
      XResizeWindow(client.display, window, UInt32(width), 240)
      #expect(answered() < number)
      try fixture.present(seed: UInt32(number))
      #expect(answered() == number)
    }
    // A size that is there already needs no frame.
    client.sendProtocol("_NET_WM_SYNC_REQUEST", to: window, 0, 10)
    XMoveWindow(client.display, window, 30, 40)
    #expect(answered() == 10)
  }

  @Test func aPingIsAnswered() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    let client = fixture.client
    XSelectInput(client.display, client.root, SubstructureNotifyMask)
    client.sync()
    client.sendProtocol("_NET_WM_PING", to: fixture.window.window, 4711, Int(fixture.window.window))
    fixture.settle()
    client.sync()
    var replies: [XClientMessageEvent] = []
    while XPending(client.display) > 0 {
      var event = XEvent()
      XNextEvent(client.display, &event)
      if event.type == ClientMessage { replies.append(event.xclient) }
    }
    try #require(replies.count == 1)
    #expect(replies[0].window == client.root)
    #expect(replies[0].message_type == client.atom("WM_PROTOCOLS"))
    #expect(Atom(replies[0].data.l.0) == client.atom("_NET_WM_PING"))
    #expect(replies[0].data.l.1 == 4711)
    #expect(CX11.Window(replies[0].data.l.2) == fixture.window.window)
  }

  @Test(arguments: [true, false])
  func fullscreenFillsTheScreenAndGoesBack(hasWindowManager: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let window = fixture.window
    try fixture.present(seed: 1)
    try fixture.map()
    window.toggleFullscreen()
    try fixture.wait { window.width == 1280 && window.height == 800 && window.isFullscreen }
    #expect(fixture.takeEvents().contains(.resized))
    try fixture.present(seed: 2)
    try fixture.waitUntilShown(Fixture.pattern(width: 1280, height: 800, seed: 2))
    let screen = try server.screen()
    #expect(screen[0, 0] == Fixture.pattern(x: 0, y: 0, seed: 2) & 0xffffff)
    #expect(screen[1279, 799] == Fixture.pattern(x: 1279, y: 799, seed: 2) & 0xffffff)
    window.toggleFullscreen()
    try fixture.wait { window.width == 320 && window.height == 240 && !window.isFullscreen }
  }

  @Test(arguments: [true, false])
  func opensFullscreen(hasWindowManager: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.isFullscreen = true }
    fixture.window.map()
    try fixture.wait { fixture.window.width == 1280 && fixture.window.height == 800 }
    #expect(fixture.window.isFullscreen)
    try fixture.present(seed: 0)
    fixture.window.setFullscreen(false)
    try fixture.wait { fixture.window.width == 320 && !fixture.window.isFullscreen }
  }

  /// A window manager keeps a window at its smallest size or above.
  @Test func theSmallestSizeIsKept() throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.minimumSize = Size(200, 150) }
    try fixture.map()
    XResizeWindow(fixture.client.display, fixture.window.window, 250, 100)
    fixture.client.sync()
    try fixture.wait { fixture.window.width == 250 }
    #expect(fixture.window.height == 150)
  }
}
