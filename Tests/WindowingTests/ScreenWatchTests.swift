import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// The display's refreshes and its blank screen, as the server tells them.
@MainActor
@Suite(.serialized)
struct ScreenWatchTests {
  private func visibilities(_ fixture: Fixture) -> [SurfaceEvent] {
    fixture.settle()
    return fixture.takeEvents().filter(\.isVisibility)
  }

  @Test(arguments: [false, true])
  func nobodySeesAWindowOnABlankScreen(keepsScreenOn: Bool) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.keepsScreenOn = keepsScreenOn }
    try fixture.map()
    #expect(visibilities(fixture).contains(.visible(false)) == false)
    let other = fixture.client.display
    for _ in 0..<3 {
      XForceScreenSaver(other, ScreenSaverActive)
      #expect(visibilities(fixture) == [.visible(false)])
      XForceScreenSaver(other, ScreenSaverReset)
      #expect(visibilities(fixture) == [.visible(true)])
    }
  }

  @Test func aWindowMayOpenOnABlankScreen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let client = try XClient(server.display)
    XForceScreenSaver(client.display, ScreenSaverActive)
    client.sync()
    let fixture = try Fixture(server.display)
    try fixture.map()
    #expect(visibilities(fixture).last == .visible(false))
    XForceScreenSaver(client.display, ScreenSaverReset)
    client.sync()
    #expect(visibilities(fixture) == [.visible(true)])
  }

  /// Whether the tests' server can turn its screen off.
  nonisolated private static func hasDPMS() throws -> Bool {
    let server = try Xvfb()
    defer { server.stop() }
    return try server.run("xset", "q").contains("DPMS is")
  }

  /// Another program turns the screen off. Debian's servers without screens lack DPMS: Xvfb, and Xorg with the
  /// driver for displays that nobody sees.
  @Test(.enabled(if: try hasDPMS(), "the server has no DPMS"))
  func nobodySeesAWindowOnAScreenThatIsOff() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    let other = fixture.client.display
    var (event, error): (Int32, Int32) = (0, 0)
    try #require(DPMSQueryExtension(other, &event, &error) != 0 && DPMSCapable(other) != 0)
    DPMSEnable(other)
    DPMSForceLevel(other, UInt16(DPMSModeOff))
    #expect(visibilities(fixture) == [.visible(false)])
    DPMSForceLevel(other, UInt16(DPMSModeOn))
    #expect(visibilities(fixture) == [.visible(true)])
  }

  /// A window in motion knows a refresh at the next poll; a window at rest asks for none.
  @Test func aWindowInMotionKnowsTheRefreshes() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    try fixture.present(seed: 2)
    fixture.settle()
    #expect(fixture.window.timeSinceRefresh == nil)
    fixture.window.isPolled = true
    var seed: UInt32 = 3
    // On a machine that pauses for seconds an answer may be too old, and another question follows.
    try fixture.wait("a refresh") {
      try? fixture.present(seed: seed)
      seed += 1
      return fixture.window.timeSinceRefresh != nil
    }
    if let age = fixture.window.timeSinceRefresh { #expect(age >= 0 && age <= 4) }
    #expect(fixture.takeEvents().allSatisfy { if case .failed = $0 { false } else { true } })
  }

  /// The clock of another machine is another one.
  @Test func aServerAcrossTheNetworkIsNotAsked() throws {
    let server = try Xvfb(Way.tcp.options)
    defer { server.stop() }
    let fixture = try Fixture(server.tcpDisplay)
    try fixture.map()
    #expect(fixture.window.live.refreshWatch == nil)
    #expect(fixture.window.timeSinceRefresh == nil)
  }

  /// Any client may send any event. Those that pretend to come from the server are not believed.
  @Test func noOtherClientBlanksTheScreen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    let event = fixture.window.connection.find(XScreenSaverQueryExtension)
    var sent = XEvent()
    sent.type = try #require(event)
    sent.xany.window = fixture.window.window
    XSendEvent(fixture.client.display, fixture.window.window, 0, NoEventMask, &sent)
    #expect(visibilities(fixture) == [])
  }
}
