import Foundation
import TestSupport
import Testing

/// The watchdog of a service manager, with the real program before a server that stands still.
@Suite(.serialized) struct WatchdogTests {
  private let folder = TemporaryFolder()

  /// Starts a kiosk that feeds its watchdog ten times a second, and waits until it does.
  private func start(
    _ dashboard: String, _ manager: ServiceManager, on server: Xvfb
  ) throws -> Program.Running {
    let file = folder.file("wall.yaml")
    try dashboard.write(to: file, atomically: true, encoding: .utf8)
    var environment = server.environment
    environment["NOTIFY_SOCKET"] = manager.path
    environment["WATCHDOG_USEC"] = "200000"
    let program = try Program.Running(
      ["--kiosk", file.path, "--no-motion"], environment: environment)
    try #require(manager.waitFor("READY=1"))
    try #require(isFed(manager))
    return program
  }

  /// Whether the watchdog is fed again and again.
  private func isFed(_ manager: ServiceManager) -> Bool {
    (0..<10).allSatisfy { _ in manager.waitFor("WATCHDOG=1") }
  }

  /// Expects that the watchdog is not fed any more: not once in the time of fifty feeds.
  private func expectStarving(_ manager: ServiceManager) throws {
    var (last, state) = (ContinuousClock.now, "")
    let isStarving = eventually {
      while let message = manager.read() {
        if message == "WATCHDOG=1" { last = .now } else { state = message }
      }
      return ContinuousClock.now - last > .seconds(5)
    }
    try #require(isStarving, "the last other message: \(state)")
  }

  /// New values come, but the server takes no frame. Afterwards all is right again.
  @Test func framesThatDoNotComeStarveTheWatchdog() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let manager = try ServiceManager(folder: folder)
    let program = try start(
      "panels: [{chart: number, source: {command: 'date +%N', every: 100ms}}]", manager, on: server)
    try server.pause()
    try expectStarving(manager)
    try server.resume()
    try #require(isFed(manager))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// Nothing is to be drawn, so nothing is late.
  @Test func restFeedsTheWatchdog() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let manager = try ServiceManager(folder: folder)
    let program = try start(
      "panels: [{chart: number, source: {command: echo 42, every: 1h}}]", manager, on: server)
    try #require(try program.comesToRest())
    try server.pause()
    while manager.read() != nil {}
    try #require((0..<5).allSatisfy { _ in isFed(manager) })
    try server.resume()
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}
