import CX11
import Foundation
import Geometry
import Raster
import Stage
import TestSupport
import Testing

@testable import Windowing

@MainActor
@Suite(.serialized)
struct BufferTests {
  /// A window with a picture, whose server is then held by another client.
  private func lateServer(_ server: Xvfb) throws -> Fixture {
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    fixture.settle()
    _ = fixture.takeEvents()
    XGrabServer(fixture.client.display)
    fixture.client.sync()
    return fixture
  }

  /// While another client holds the server, the server has read none of the puts.
  @Test func givesNoBufferThatTheServerStillReads() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try lateServer(server)
    let first = try #require(fixture.window.acquireBuffer())
    Fixture.fill(first.pixels, seed: 2)
    fixture.window.present(first, damage: [IntRect(width: 320, height: 240)])
    let second = try #require(fixture.window.acquireBuffer())
    #expect(second.identifier != first.identifier)
    fixture.window.present(second, damage: [IntRect(width: 1, height: 1)])
    #expect(fixture.window.acquireBuffer() == nil)
    fixture.window.processPendingEvents()
    #expect(fixture.window.acquireBuffer() == nil)
    #expect(fixture.takeEvents() == [])

    XUngrabServer(fixture.client.display)
    fixture.settle()
    #expect(fixture.takeEvents() == [.bufferReleased])
    // The shown buffer is drawn into again, because it needs the fewest changes.
    let third = try #require(fixture.window.acquireBuffer())
    #expect(third.identifier == second.identifier)
  }

  /// A server that was late for a moment does not cost a second buffer for months.
  @Test func aSecondBufferIsGivenBackWhereOneIsEnough() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try lateServer(server)
    let whole = [IntRect(width: 320, height: 240)]
    let first = try #require(fixture.window.acquireBuffer())
    fixture.window.present(first, damage: whole)
    let second = try #require(fixture.window.acquireBuffer())
    fixture.window.present(second, damage: whole)
    XUngrabServer(fixture.client.display)
    fixture.settle()
    let dot = [IntRect(width: 1, height: 1)]
    for frame in 1...SurfaceBuffer.mostFramesUnused {
      #expect(fixture.window.statistics.buffersReleased == 0, "frame \(frame)")
      #expect(try fixture.acquire().identifier == second.identifier)
      fixture.window.present(second, damage: dot)
      fixture.settle()
    }
    #expect(fixture.window.statistics.buffersReleased == 1)
  }

  /// A half-drawn frame is never shown.
  @Test func whatIsExposedWhileDrawingComesWithTheFrame() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    let again = try fixture.acquire()
    Fixture.fill(again.pixels, seed: 9)
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 0, 0, 1)
    fixture.settle()
    let half = Fixture.pattern(width: 320, height: 240, seed: 9)
    #expect(difference(fixture.shown(), half) != nil)
    // A buffer that was not presented is returned again.
    #expect(try fixture.acquire().identifier == again.identifier)
    fixture.window.present(again, damage: [IntRect(width: 1, height: 1)])
    #expect(difference(fixture.shown(), half) == nil)
  }

  /// The window requests a frame, because without a change none might come.
  @Test(arguments: Way.combinations)
  func anExposureWhileABufferIsLentAsksForAFrame(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    _ = fixture.takeEvents()
    let lent = try fixture.acquire()
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 0, 0, 1)
    fixture.settle()
    #expect(fixture.takeEvents() == [.exposed])
    fixture.window.present(lent, damage: [])
    #expect(difference(fixture.shown(), Fixture.pattern(width: 320, height: 240, seed: 1)) == nil)
    XClearArea(fixture.client.display, fixture.window.window, 0, 0, 0, 0, 1)
    fixture.settle()
    #expect(fixture.takeEvents() == [])
  }

  @Test(arguments: Way.combinations)
  func aBufferOfAnEarlierSizeIsDropped(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display) { $0.background = 0xff12_3456 }
    try fixture.map(showsPicture: false)
    let old = try fixture.acquire()
    Fixture.fill(old.pixels, seed: 1)
    XResizeWindow(fixture.client.display, fixture.window.window, 100, 90)
    fixture.settle()
    fixture.window.present(old, damage: [old.pixels.bounds])
    #expect(difference(fixture.shown(), [UInt32](repeating: 0x123456, count: 9000)) == nil)
    let new = try fixture.acquire()
    #expect((new.pixels.width, new.pixels.height) == (100, 90))
    #expect(new.identifier != old.identifier)
  }

  @Test(arguments: Way.combinations)
  func aBufferIsOfTheSizeThatTheWindowHas(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.map()
    let old = try fixture.acquire()
    XResizeWindow(fixture.client.display, fixture.window.window, 100, 90)
    fixture.settle()
    let new = try fixture.acquire()
    #expect((new.pixels.width, new.pixels.height) == (100, 90))
    Fixture.fill(new.pixels, seed: 2)
    fixture.window.present(old, damage: [IntRect(width: 320, height: 240)])
    fixture.window.present(new, damage: [new.pixels.bounds])
    #expect(difference(fixture.shown(), Fixture.pattern(width: 100, height: 90, seed: 2)) == nil)
  }

  /// The mark prevents memory that would remain after a crash, or behind a resize.
  @Test(arguments: [Way.sharedMemory, .noRender])
  func sharedMemoryIsMarkedForRemovalAndGivenBack(way: Way) throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    // Segments of other tests' windows, which wait for something.
    let others = Set(try Self.segments().map(\.identifier))
    func segments() throws -> [Segment] {
      try Self.segments().filter { !others.contains($0.identifier) }
    }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    for step in 0..<40 {
      XResizeWindow(
        fixture.client.display, fixture.window.window, UInt32(100 + 3 * step),
        UInt32(300 - 2 * step))
      fixture.settle()
      try fixture.present(seed: UInt32(step))
      try fixture.present(seed: UInt32(step))
    }
    fixture.settle()
    let held = try segments()
    #expect((1...2).contains(held.count))
    #expect(held.allSatisfy { $0.isMarked && $0.attached == 2 })
    fixture.window.close()
    // The server answers one client before it reads the requests of another.
    try #require(try eventually { try segments().isEmpty })
  }

  struct Segment {
    let identifier: String
    let isMarked: Bool
    let attached: Int
  }

  /// The System V segments that this process has made.
  private static func segments() throws -> [Segment] {
    let table = try String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8)
    var segments: [Segment] = []
    for line in table.split(separator: "\n").dropFirst() {
      // key shmid perms size cpid lpid nattch …
      let fields = line.split(separator: " ")
      guard Int32(fields[4]) == getpid() else { continue }
      // 1600: marked for removal (1000), and readable by the owner alone.
      segments.append(
        Segment(
          identifier: String(fields[1]), isMarked: fields[2] == "1600",
          attached: Int(fields[6]) ?? -1))
    }
    return segments
  }
}

extension PixelBuffer {
  var bounds: IntRect { IntRect(width: width, height: height) }
}
