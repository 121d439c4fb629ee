import CX11
import Foundation
import TestSupport
import Testing

@testable import Windowing

/// Windows that receive arbitrary events from other clients.
@MainActor
@Suite(.serialized)
struct EventFuzzTests {
  nonisolated static let depths = [8, 15, 16, 24, 30]
  /// Seeds of every run, followed by seeds that have found a flaw.
  nonisolated static let seeds: [UInt64] = [1, 2, 3, 4]

  @Test(arguments: depths, seeds)
  func aWindowSurvivesAnyEvents(depth: Int, seed: UInt64) throws {
    #expect(try Self.flaw(depth: depth, seed: seed) == nil)
  }

  /// XInput's library overwrites memory by the events of the extension's first version: the state of a device
  /// has classes of any length, and the state of its keys is written behind the last one. No such event may
  /// reach the library.
  @Test func eventsOfTheFirstXInputAreDropped() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    #expect(fixture.window.live.extendedInput != nil)
    let (window, display) = (fixture.window, fixture.client.display)
    var (major, first, error): (Int32, Int32, Int32) = (0, 0, 0)
    #expect(XQueryExtension(display, "XInputExtension", &major, &first, &error) != 0)
    for type in UInt8(first)..<UInt8(first) + 17 {
      // Each of up to 255 classes is as long as a byte can tell.
      RawEvent.send([type] + [UInt8](repeating: 255, count: 31), to: window.window, display)
    }
    fixture.client.sync()
    XSync(window.connection.display, 0)
    #expect(window.connection.pendingEvents() == 0)
  }

  /// The program receives all events except keys and the message that closes its window.
  @Test(arguments: [UInt64(1), 2])
  func theProgramSurvivesAnyEvents(seed: UInt64) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let program = try Program.Running(
      ["--stats", "--replay", Program.fixture("orion.samples"), "--size", "900x600"],
      environment: server.environment)
    try program.waitForErrorLine(containing: "\"frame\":1,")
    let name = try server.run("xdotool", "search", "--name", "Wallchart")
    let window = try #require(UInt(name.prefix { $0.isNumber }))
    let client = try XClient(server.display)
    ErrorRecord.install()
    var events = EventGenerator(
      client, window: window, seed: seed, without: [KeyPress, ClientMessage])
    for _ in 0..<2000 { events.send() }
    client.sync()
    // The program draws after it has handled earlier events.
    XResizeWindow(client.display, window, 640, 480)
    client.sync()
    try program.waitForErrorLine(containing: "\"damage_px\":307200,")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// `make fuzz` sets the seconds. Each seed is printed before it is run.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["FUZZ_SECONDS"] != nil))
  func manySeeds() throws {
    let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 0
    let end = Date(timeIntervalSinceNow: seconds)
    var seed = UInt64(Date().timeIntervalSince1970) << 20
    while Date() < end {
      let depth = Self.depths[Int(seed % 5)]
      print("depth \(depth), seed \(seed)")
      fflush(nil)
      let flaw = try Self.flaw(depth: depth, seed: seed)
      #expect(flaw == nil, "depth \(depth), seed \(seed)")
      seed += 1
    }
  }

  /// Sends random events while frames are drawn and sizes change, and checks the last frame.
  private static func flaw(depth: Int, seed: UInt64) throws -> String? {
    var options = Xvfb.Options()
    options.depth = depth
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let (window, display) = (fixture.window, fixture.client.display)
    let painter = Painter(fixture, seed: seed)
    try painter.present(whole: true)
    try fixture.map()
    var generator = SeededGenerator(seed: seed)
    var events = EventGenerator(fixture.client, window: window.window, seed: seed)
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 1..<40, using: &generator) { events.send() }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: try painter.present()
      case 1:
        XResizeWindow(
          display, window.window, UInt32.random(in: 1...400, using: &generator),
          UInt32.random(in: 1...300, using: &generator))
      default: break
      }
      fixture.settle()
    }
    if !painter.isOfWindowsSize { try painter.present(whole: true) }
    fixture.settle()
    _ = fixture.takeEvents()
    XClearArea(display, window.window, 0, 0, 0, 0, 1)
    fixture.settle()
    if fixture.takeEvents().contains(.exposed) { try painter.present(whole: true) }
    return painter.flaw()
  }
}
