import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// How frames reach the server.
enum Way: String, CaseIterable, Sendable {
  case sharedMemory, noExtension, tcp, noRender

  var options: Xvfb.Options {
    var options = Xvfb.Options()
    options.hasSharedMemory = self != .noExtension
    options.listensOnTCP = self == .tcp
    options.hasRender = self != .noRender
    return options
  }

  func display(_ server: Xvfb) -> String { self == .tcp ? server.tcpDisplay : server.display }
}

@MainActor
@Suite(.serialized)
struct PresentTests {
  @Test(arguments: Way.allCases)
  func pixelsAreThoseDrawn(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server))
    #expect(
      fixture.window.statistics.usesSharedMemory == (way == .sharedMemory || way == .noRender))
    try fixture.present(seed: 1)
    try fixture.map()
    #expect(fixture.shown() == Fixture.pattern(width: 320, height: 240, seed: 1))
    for seed in UInt32(2)..<8 {
      try fixture.present(seed: seed)
      #expect(fixture.shown() == Fixture.pattern(width: 320, height: 240, seed: seed))
    }
    #expect(fixture.window.connection.takeErrors() == [])
  }
}
