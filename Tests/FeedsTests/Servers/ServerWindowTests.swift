import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Dashboard
@testable import Feeds

/// Servers that are killed and started again under a running window with another source.
@Suite(.serialized) struct ServerWindowTests {
  /// The samples of a dashboard, as its window keeps them.
  private final class Wall: Sendable {
    let panels: [PanelSpec]
    private let store = Mutex(SampleStore())
    private let hub = Mutex<FeedHub?>(nil)

    init(_ text: String) throws {
      let spec = try DashboardFile(path: "wall.yaml").parse(Array(text.utf8))
      panels = spec.pages[0].panels
      store.withLock { $0.keep(spec) }
      let hub = FeedHub { [weak self] source, update in
        guard let self else { return }
        let now = FeedClock.system.monotonic()
        store.withLock { _ = $0.append(update, from: source, at: now) }
        self.hub.withLock { $0 }?.request(source)
      }
      self.hub.withLock { $0 = hub }
      hub.update(spec.sources)
    }

    func stop() { hub.withLock { $0 }?.stop() }

    /// The samples of a panel's first line.
    func samples(_ panel: Int) -> [Metrics.Sample] {
      guard let samples = store.withLock({ $0.lines(of: panels[panel]).first?.samples }) else {
        return []
      }
      return (0..<samples.count).map { samples[$0] }
    }

    /// The number of samples with a value.
    func count(_ panel: Int) -> Int { samples(panel).count { !$0.value.isNaN } }

    /// The health of a panel's data, as the panel will tell some seconds from now.
    func health(_ panel: Int, after seconds: Double = 0) -> PanelHealth {
      let now = FeedClock.system.monotonic() + seconds
      return store.withLock { store in
        PanelHealth(
          of: panels[panel], store.lines(of: panels[panel]), in: store, lateAfter: nil, at: now)
      }
    }
  }

  /// A dashboard with two queries of a server, and a command. The window is far longer than any outage of
  /// the test, so that a server is asked for all of the outage.
  private func dashboard(_ server: ServerCase) -> String {
    let panels = server.queries.map {
      "  - {title: A, window: 10m, stale_after: 1m, source: {from: server, \($0)}}\n"
    }
    return """
      sources: {server: {\(server.source)}}
      panels:
      \(panels.joined())  - {title: B, window: 1m, source: {command: "while :; do echo v=1; sleep 0.1; done"}}

      """
  }

  @Test(arguments: ServerCase.Kind.allCases)
  func aServerIsKilledAndStartedAgain(kind: ServerCase.Kind) async throws {
    try await withFolder { folder in
      let server = try ServerCase(kind, in: folder)
      let file = folder.appendingPathComponent("wall.yaml")
      try file.write(dashboard(server))
      let display = try Xvfb()
      defer { display.stop() }
      let window = try Program.Running(
        [file.path, "--size", "900x600"], environment: display.environment)
      let wall = try Wall(dashboard(server))
      defer { wall.stop() }
      try #require(try await becomes { (0..<3).allSatisfy { wall.count($0) > 2 } }, "no data")
      try await isDrawing(window, display)

      try server.stop()
      // The log tells an outage once, with its first reason.
      let log = { try await self.line(containing: "wallchart: ", of: window) }
      #expect(try await !log().contains("works again"))
      try await isAway(server, wall)
      try await isDrawing(window, display)

      let kept = wall.samples(0)
      let end = try #require(kept.last { !$0.value.isNaN }).time
      let restart = Date().timeIntervalSince1970
      try server.start()
      while try await !log().contains("works again after") {}
      for panel in 0..<2 {
        try #require(
          try await becomes { wall.health(panel).state == .fresh },
          "\(panel): \(wall.health(panel))")
        try #require(try await becomes { wall.samples(panel).last?.value.isNaN == false })
      }
      // The times of some servers are whole seconds.
      try #require(try await becomes { (wall.samples(0).last?.time ?? 0) > restart - 1 })
      let isRight = try await becomes {
        isFilled(end...restart, in: wall.samples(0)) == server.fillsHole
      }
      try #require(isRight, "\(wall.samples(0).filter { $0.time >= end })")
      window.signal(SIGTERM)
      #expect(try window.waitForEnd().status == 0)
    }
  }

  /// The next line of the log that contains a text.
  private func line(containing text: String, of window: Program.Running) async throws -> String {
    var line: String?
    let isThere = try await becomes {
      line = window.errorLine(containing: text, seconds: 0.1)
      return line != nil
    }
    try #require(isThere, "no '\(text)' in the log: \(window.lastErrors)")
    return line ?? ""
  }

  /// Both panels of the server tell since when there is no data, and keep what they have; the other panel
  /// does not notice.
  private func isAway(_ server: ServerCase, _ wall: Wall) async throws {
    let counts = (0..<2).map(wall.count)
    let before = wall.samples(2).last?.time ?? .infinity
    for panel in 0..<2 {
      let isTold = try await becomes {
        let health = wall.health(panel, after: 120)
        guard let failure = health.failure, case .late(let age) = health.state else { return false }
        return age.hasSuffix(" min ago") && failure.reason.contains(server.reason)
      }
      try #require(isTold, "\(panel): \(wall.health(panel, after: 120))")
      #expect(wall.count(panel) >= counts[panel])
    }
    // The outage is long enough to tell a hole from samples a second apart.
    try #require(try await becomes { (wall.samples(2).last?.time ?? 0) > before + 2.5 })
    try #require(try await becomes { wall.health(2).state == .fresh })
  }

  /// The window goes on drawing: the line of the command slides.
  private func isDrawing(_ window: Program.Running, _ display: Xvfb) async throws {
    let before = try display.screenBytes()
    try #require(try await becomes { try display.screenBytes() != before })
    #expect(window.isRunning)
  }

  /// Whether samples go on through an outage, at least one a second, without a gap. Holes of up to half the
  /// outage pass, because a busy machine writes late.
  private func isFilled(_ outage: ClosedRange<Double>, in samples: [Metrics.Sample]) -> Bool {
    let later = samples.filter { $0.time >= outage.lowerBound }
    let longest = max(1.5, (outage.upperBound - outage.lowerBound) / 2)
    return !later.contains { $0.value.isNaN }
      && zip(later, later.dropFirst()).allSatisfy { $1.time - $0.time < longest }
  }
}
