import CX11
import Foundation
import Geometry
import Stage
import TestSupport
import Testing

@testable import Windowing

/// A window that outlives its connections.
@MainActor
@Suite(.serialized)
struct SessionTests {
  @Test(arguments: Way.combinations)
  func theWindowReturnsWithItsServer(way: Way) async throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let icon = WindowIcon(width: 1, height: 2, pixels: [0xff11_2233, 0x8044_5566])
    let survivor = try Survivor(server.display) { $0.icons = [icon] }
    let window = survivor.window
    do {
      let client = try XClient(server.display)
      try #require(try await survivor.waitForPicture(client))
      XResizeWindow(client.display, window.window, 300, 200)
      client.sync()
      try #require(try await Survivor.wait { window.width == 300 })
      try #require(try await survivor.waitForPicture(client))
    }
    server.stop()
    try #require(try await Survivor.wait { survivor.count(of: .lost) == 1 })
    let old = Set(survivor.identifiers)
    // The window is remembered, and takes wishes, while the server is away.
    #expect((window.width, window.height, window.scale) == (300, 200, 1))
    #expect(window.acquireBuffer() == nil && window.refreshInterval == 1.0 / 60)
    window.setTitle("Still here")
    survivor.drawNext()
    try server.restart()
    try #require(try await Survivor.wait { survivor.count(of: .returned) == 1 })
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    #expect((window.width, window.height) == (300, 200))
    #expect(client.text(window.window, "_NET_WM_NAME") == "Still here")
    try #require(
      try await Survivor.wait {
        client.longs(window.window, "_NET_WM_ICON") == [1, 2, 0xff11_2233, 0x8044_5566]
      })
    #expect(window.statistics.usesSharedMemory == way.sharesMemory)
    // No identifier is used for two buffers.
    #expect(survivor.identifiers.last.map { !old.contains($0) } == true)
    #expect(survivor.count(of: .disconnected) == 0 && survivor.count(of: .lost) == 1)
    window.close()
    #expect(window.statistics.buffersMade == window.statistics.buffersReleased)
  }

  /// The place of the pointer belongs to the server that has ended.
  @Test func thePointerIsForgottenWithItsServer() async throws {
    let server = try Xvfb(Way.sharedMemory.options)
    defer { server.stop() }
    let survivor = try Survivor(server.display)
    try #require(try await survivor.waitForPicture(XClient(server.display)))
    try server.run("xdotool", "mousemove", "50", "60")
    try #require(try await Survivor.wait { survivor.count(of: .pointer(Point(50, 60))) == 1 })
    server.stop()
    try #require(try await Survivor.wait { survivor.count(of: .lost) == 1 })
    #expect(survivor.events.suffix(2) == [.pointer(nil), .lost])
    survivor.window.close()
  }

  /// Fullscreen is a wish that outlives the server and its window manager.
  @Test(arguments: [true, false])
  func aFullscreenWindowReturnsFullscreen(hasWindowManager: Bool) async throws {
    var options = Way.sharedMemory.options
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let survivor = try Survivor(server.display)
    let window = survivor.window
    try #require(try await survivor.waitForPicture(XClient(server.display)))
    window.setFullscreen(true)
    try #require(try await Survivor.wait { window.isFullscreen && window.width == 1280 })
    server.stop()
    try #require(try await Survivor.wait { survivor.count(of: .lost) == 1 })
    #expect(window.isFullscreen)
    try server.restart()
    try #require(try await Survivor.wait { survivor.count(of: .returned) == 1 })
    try #require(try await Survivor.wait { window.isFullscreen && window.width == 1280 })
    try #require(try await survivor.waitForPicture(XClient(server.display)))
    window.setFullscreen(false)
    try #require(try await Survivor.wait { window.width == 320 && !window.isFullscreen })
    window.close()
  }

  @Test func aWindowThatIsClosedMeanwhileStaysClosed() async throws {
    let server = try Xvfb(Way.sharedMemory.options)
    defer { server.stop() }
    let survivor = try Survivor(server.display)
    let other = try Survivor(server.display)
    server.stop()
    try #require(
      try await Survivor.wait { [survivor, other].allSatisfy { $0.count(of: .lost) == 1 } })
    survivor.window.close()
    try server.restart()
    // A window that is still open returns, as this one would.
    try #require(try await other.waitForPicture(XClient(server.display)))
    #expect(survivor.window.session == nil && survivor.count(of: .returned) == 0)
    let windows = try server.run("xdotool", "search", "--name", "Wallchart")
    #expect(windows.split(separator: "\n").count == 1)
    other.window.close()
  }

  /// A window without a window stays no invisible process.
  @Test func aWindowDestroyedFromOutsideIsToldAsClosed() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let survivor = try Survivor(server.display) { $0.reconnects = false }
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    survivor.forgetEvents()
    XDestroyWindow(client.display, survivor.window.window)
    client.sync()
    // A request for the window may be on its way when the window goes.
    let session = try #require(survivor.window.session)
    XSetInputFocus(session.connection.display, session.window, Int32(RevertToParent), 0)
    try #require(try await Survivor.wait { survivor.count(of: .closeRequested) == 1 })
    #expect(survivor.events == [.visible(false), .closeRequested])
    #expect(survivor.window.acquireBuffer() == nil)
    survivor.window.close()
  }

  @Test(arguments: [true, false])
  func aWindowDestroyedFromOutsideReturns(isKilled: Bool) async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let survivor = try Survivor(server.display)
    let client = try XClient(server.display)
    for round in 1...3 {
      try #require(try await survivor.waitForPicture(client))
      if isKilled {
        XKillClient(client.display, survivor.window.window)
      } else {
        XDestroyWindow(client.display, survivor.window.window)
      }
      client.sync()
      try #require(try await Survivor.wait { survivor.count(of: .returned) == round })
    }
    try #require(try await survivor.waitForPicture(client))
    #expect(survivor.count(of: .lost) == 3)
    survivor.window.close()
  }

  /// A connection that ends in the middle of XOpenDisplay would end the process.
  @Test func anOpeningThatIsCutAnywhereIsAnError() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    let proxy = try CuttingProxy(to: server.display)
    defer { proxy.stop() }
    var (refused, bytes) = (0, 0)
    while true {
      proxy.cut(after: bytes)
      do throws(WindowError) {
        let window = try X11Window(display: proxy.display)
        let isWhole = proxy.isArmed
        window.close()
        if isWhole { break }
      } catch {
        refused += 1
        #expect(error.description.hasPrefix("cannot open X display \"\(proxy.display)\""))
      }
      bytes += bytes < 600 ? 4 : 40
      // Connections are closed in turns of the main queue.
      try await Task.sleep(for: .milliseconds(1))
    }
    // The handshake, the requests of XOpenDisplay, and those of the window.
    #expect(refused > 30)
    proxy.cutNow()
    try #require(try await Survivor.wait { Self.connections(to: proxy.display) == 0 })
  }

  /// A write to a server that has ended would end a process that has left SIGPIPE alone.
  @Test func aProcessThatHasLeftSIGPIPEAloneIgnoresIt() async throws {
    let server = try Xvfb()
    defer { server.stop() }
    await #expect(processExitsWith: .success) { [display = server.display as String] in
      try await MainActor.run {
        @MainActor func handler(
          after before: (@convention(c) (Int32) -> Void)?
        ) throws -> Int {
          signal(SIGPIPE, before)
          try X11Window(display: display).close()
          return unsafeBitCast(signal(SIGPIPE, SIG_IGN), to: Int.self)
        }
        let own: @convention(c) (Int32) -> Void = { _ in }
        try #require(handler(after: SIG_DFL) == unsafeBitCast(SIG_IGN, to: Int.self))
        try #require(handler(after: own) == unsafeBitCast(own, to: Int.self))
      }
      // The end of a process destroys Xlib's locks, which another thread may still use.
      _exit(EXIT_SUCCESS)
    }
  }

  /// Xlib tries for ever to send icons into a connection that ends meanwhile.
  @Test func iconsIntoABrokenConnectionEnd() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let proxy = try CuttingProxy(to: server.display)
    defer { proxy.stop() }
    let window = try X11Window(display: proxy.display)
    let session = window.live
    proxy.cut(after: 100_000)
    // The icon is larger than the buffers of the sockets.
    let icon = WindowIcon(
      width: 1024, height: 512, pixels: [UInt32](repeating: 0xff00_8000, count: 1024 * 512))
    session.properties.setIcons([icon])
    #expect(session.connection.isBroken)
    session.properties.setIcons([icon])
    window.close()
  }

  @Test func largeIconsArriveWhole() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    try fixture.present(seed: 1)
    try fixture.map()
    fixture.window.setIcons([Self.largeIcon])
    fixture.settle()
    #expect(
      fixture.client.longs(fixture.window.window, "_NET_WM_ICON")
        == [128, 160] + Self.largeIcon.pixels.map { UInt($0) })
  }

  private static let largeIcon = WindowIcon(
    width: 128, height: 160, pixels: (0..<128 * 160).map { UInt32($0) &* 2_654_435_761 })

  /// The number of this process's sockets that are, or were, connected to a display. Other tests of this process
  /// open and close descriptors at the same time.
  private static func connections(to display: String) -> Int {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return files.compactMap { Int32($0) }.count { file in
      var address = sockaddr_un()
      var length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(file, $0, &length) }
      }
      guard result == 0, address.sun_family == AF_UNIX else { return false }
      let path = withUnsafeBytes(of: address.sun_path) { path in
        // The path of an abstract address begins with a zero.
        String(decoding: path.drop { $0 == 0 }.prefix { $0 != 0 }, as: UTF8.self)
      }
      return path == "/tmp/.X11-unix/X" + display.dropFirst()
    }
  }

  /// The connection ends after a seeded random number of bytes: while it is opened, while the window is
  /// made, shown, drawn, resized or given icons. Each time the window returns with the right picture.
  @Test(arguments: Way.combinations)
  func cutsAtAnyByteLeaveAWholeWindow(way: Way) async throws {
    let server = try Xvfb(way.options)
    defer { server.stop() }
    let proxy = try CuttingProxy(to: server.display)
    defer { proxy.stop() }
    let survivor = try Survivor(proxy.display) { $0.icons = [Self.largeIcon] }
    let client = try XClient(server.display)
    try #require(try await survivor.waitForPicture(client))
    var random = SeededGenerator(seed: 18)
    let (segments, connections) = (Self.segments(), Self.connections(to: proxy.display))
    #expect(connections == 1)
    for _ in 0..<15 {
      survivor.forgetEvents()
      // The opening takes about 2 KB, the icons 80 KB, a frame 40 bytes or 300 KB.
      let range = [0..<600, 600..<4000, 4000..<90_000].randomElement(using: &random)!
      proxy.cutNow()
      proxy.cut(after: Int.random(in: range, using: &random))
      try #require(try await Survivor.wait { survivor.count(of: .returned) >= 1 || !proxy.isArmed })
      // Motion and sizes send the bytes that are left.
      try #require(
        try await Survivor.wait {
          survivor.drawNext()
          if let window = survivor.window.session?.window, Bool.random(using: &random) {
            XResizeWindow(
              client.display, window, [320, 200].randomElement(using: &random)!, 240)
          }
          return !proxy.isArmed
        })
      try #require(try await survivor.waitForPicture(client))
    }
    let statistics = survivor.window.statistics
    #expect((0...3).contains(statistics.buffersMade - statistics.buffersReleased))
    try #require(try await Survivor.wait { Self.segments() <= segments + 1 })
    try #require(try await Survivor.wait { Self.connections(to: proxy.display) == 1 })
    survivor.window.close()
  }

  /// The number of System V segments that this process has made.
  private static func segments() -> Int {
    let table = (try? String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8)) ?? ""
    return table.split(separator: "\n").dropFirst().count {
      Int32($0.split(separator: " ")[4]) == getpid()
    }
  }
}
