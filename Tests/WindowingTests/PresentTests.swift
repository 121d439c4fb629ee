import CX11
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// The ways of frames to the server.
enum Way: String, CaseIterable, Sendable {
  case sharedMemory, noExtension, tcp, attachFails, noRender, noRandR
  /// Neither MIT-SHM nor RENDER.
  case bare

  static let usable = allCases.filter { $0 != .attachFails || Xvfb.canIsolateMemory }
  /// With and without MIT-SHM and RENDER.
  static let combinations: [Way] = [.sharedMemory, .noRender, .noExtension, .bare]

  var options: Xvfb.Options {
    var options = Xvfb.Options()
    options.hasSharedMemory = self != .noExtension && self != .bare
    options.listensOnTCP = self == .tcp
    options.isolatesMemory = self == .attachFails
    options.hasRender = self != .noRender && self != .bare
    options.hasRandR = self != .noRandR
    return options
  }

  var sharesMemory: Bool { [.sharedMemory, .noRender, .noRandR].contains(self) }

  func display(_ server: Xvfb) -> String { self == .tcp ? server.tcpDisplay : server.display }
}

@MainActor
@Suite(.serialized)
struct PresentTests {
  @Test(arguments: Way.usable)
  func showsThePixelsThatAreDrawn(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server))
    try fixture.present(seed: 1)
    try fixture.map()
    #expect(fixture.window.statistics.usesSharedMemory == way.sharesMemory)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
    for seed in UInt32(2)..<8 {
      try fixture.present(seed: seed)
      #expect(
        difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: seed)) == nil)
    }
    let screen = try server.screen()
    #expect(screen[0, 0] == Fixture.pattern(x: 0, y: 0, seed: 7) & 0xffffff)
    #expect(screen[319, 239] == Fixture.pattern(x: 319, y: 239, seed: 7) & 0xffffff)
    #expect(fixture.window.statistics.buffersMade <= (2))
  }

  /// The first buffer is prepared in advance, if its size is known.
  @Test(arguments: [
    (Way.sharedMemory, false, 1), (.sharedMemory, true, 0), (.noExtension, false, 0),
  ])
  func preparesABuffer(way: Way, isFullscreen: Bool, count: Int) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server)) { $0.isFullscreen = isFullscreen }
    #expect(fixture.window.statistics.buffersMade == count)
    fixture.window.map()
    _ = try fixture.acquire()
    #expect(fixture.window.statistics.buffersMade == 1)
  }

  @Test(arguments: [Way.sharedMemory, .noExtension])
  func putsTheDamageAndNoMore(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.shown()
    let before = fixture.window.statistics.bytesPut
    let buffer = try fixture.acquire()
    Fixture.fill(buffer.pixels, seed: 2)
    let damage = [
      IntRect(minX: 10, minY: 20, maxX: 40, maxY: 25),
      IntRect(minX: 300, minY: 230, maxX: 400, maxY: 300),
      IntRect(minX: -50, minY: -7, maxX: 3, maxY: 1),
      IntRect(minX: 50, minY: 50, maxX: 50, maxY: 60),
      IntRect(minX: 900, minY: 0, maxX: 1000, maxY: 10),
    ]
    fixture.window.present(buffer, damage: damage)
    #expect(fixture.window.statistics.bytesPut - before == 4 * (30 * 5 + 20 * 10 + 3 * 1))
    let expected = (0..<240).flatMap { y in
      (0..<320).map { x in
        let isDamaged = damage.contains {
          x >= $0.minX && x < $0.maxX && y >= $0.minY && y < $0.maxY
        }
        return Fixture.pattern(x: x, y: y, seed: isDamaged ? 2 : 1) & 0xffffff
      }
    }
    #expect(difference(fixture.shown(), expected) == nil)
  }

  /// A frame that is being drawn while the server refuses its memory is shown all the same.
  @Test(.enabled(if: Xvfb.canIsolateMemory))
  func aFrameOutlivesTheMemoryThatTheServerRefuses() throws {
    let server = try Xvfb(Way.attachFails.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    let buffer = try fixture.acquire()
    Fixture.fill(buffer.pixels, seed: 1)
    try fixture.map(showsPicture: false)
    #expect(!fixture.window.statistics.usesSharedMemory)
    fixture.window.present(buffer, damage: [buffer.pixels.bounds])
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
    let next = try fixture.acquire()
    #expect(next.identifier != buffer.identifier)
    #expect(next.pixels.base[5] == Fixture.pattern(x: 5, y: 0, seed: 1))
  }

  @Test func aPresentWithoutDamageLeavesABufferFree() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    let before = fixture.window.statistics.bytesPut
    for _ in 0..<5 {
      let buffer = try fixture.acquire()
      fixture.window.present(buffer, damage: [])
    }
    #expect(fixture.window.statistics.bytesPut == before)
    #expect(fixture.window.statistics.buffersMade == 1)
  }

  @Test(arguments: [Way.sharedMemory, .tcp])
  func restoresWhatWasCovered(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(way.display(server))
    try fixture.present(seed: 3)
    try fixture.map()
    _ = fixture.shown()
    let before = fixture.window.statistics.bytesPut
    let cover = XCreateSimpleWindow(
      fixture.client.display, fixture.client.root, 50, 40, 70, 30, 0, 0, 0xff00ff)
    XMapRaised(fixture.client.display, cover)
    fixture.settle()
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 3)) != nil)
    XDestroyWindow(fixture.client.display, cover)
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 3)) == nil)
    #expect(fixture.window.statistics.bytesPut - before == 4 * 70 * 30)
  }

  @Test func tellsWhetherAnythingCanBeSeen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    let cover = XCreateSimpleWindow(
      fixture.client.display, fixture.client.root, 0, 0, 500, 500, 0, 0, 0)
    XMapRaised(fixture.client.display, cover)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(false)])
    setState(fixture, "_NET_WM_STATE_ABOVE")
    #expect(fixture.takeEvents().filter(\.isVisibility) == [])
    XMoveWindow(fixture.client.display, cover, 100, 0)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(true)])
    setState(fixture, "_NET_WM_STATE_HIDDEN")
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(false)])
    setState(fixture, "_NET_WM_STATE_ABOVE")
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(true)])
    XUnmapWindow(fixture.client.display, fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(false)])
    XMapWindow(fixture.client.display, fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(true)])
  }

  /// A window manager may change the state of a window before the window is mapped again.
  @Test func aWindowThatWasIconifiedIsSeenAgain() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    _ = fixture.takeEvents()
    setState(fixture, "_NET_WM_STATE_HIDDEN")
    XUnmapWindow(fixture.client.display, fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(false)])
    setState(fixture, "_NET_WM_STATE_ABOVE")
    XMapWindow(fixture.client.display, fixture.window.window)
    fixture.settle()
    #expect(fixture.takeEvents().filter(\.isVisibility) == [.visible(true)])
  }

  /// Sets a state as a window manager does.
  private func setState(_ fixture: Fixture, _ name: String) {
    let client = fixture.client
    withUnsafeBytes(of: client.atom(name)) {
      _ = XChangeProperty(
        client.display, fixture.window.window, client.atom("_NET_WM_STATE"), XA_ATOM, 32,
        PropModeReplace, $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
    fixture.settle()
  }

  /// Frames at other depths have the nearest colours of the visual.
  @Test(arguments: [
    (8, [3, 3, 2], [0, 3, 6]), (15, [5, 5, 5], [10, 5, 0]), (16, [5, 6, 5], [11, 5, 0]),
    (24, [8, 8, 8], [16, 8, 0]), (30, [10, 10, 10], [20, 10, 0]),
  ])
  func convertsToTheScreensDepth(depth: Int, bits: [Int], shifts: [Int]) throws {
    var options = Xvfb.Options()
    options.depth = depth
    let server = try Xvfb(options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 5)
    try fixture.map()
    let expected = Fixture.pattern(width: 320, height: 240, seed: 5).map { pixel in
      zip(bits, shifts).enumerated().reduce(UInt32(0)) { value, channel in
        let (bits, shift) = channel.element
        let eight = Double(pixel >> UInt32(16 - 8 * channel.offset) & 255)
        let level = (eight * Double((1 << bits) - 1) / 255).rounded()
        return value | UInt32(level) << UInt32(shift)
      }
    }
    #expect(difference(fixture.shown(), expected) == nil)
    #expect(fixture.window.statistics.usesSharedMemory)
  }
}

extension SurfaceEvent {
  var isVisibility: Bool {
    if case .visible = self { true } else { false }
  }
}
