import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// The machine that runs the tests. The tests check only properties of every machine.
@Suite struct SystemFeedTests {
  private let folder = TemporaryFolder()

  private func make(
    period: Double = 0.1, _ queries: Set<Query> = .basic, clock: FeedClock = .system
  ) -> SystemFeed {
    SystemFeed(period: period, Selection(queries), clock: clock)
  }

  @Test func samplesThisMachineAndRecordsIt() async throws {
    let path = folder.file("a.samples").path
    let host = HostInfo.ofThisMachine
    #expect(!host.name.isEmpty && !host.system.isEmpty)
    #expect(host.cores > 0 && host.memoryTotal > 0 && host.uptime > 0)
    let feed = try SystemFeed(period: 0.1, Selection(Set<Query>.basic), host: host, recording: path)
    { _ in }
    var rows: [Row] = []
    try await withFeed(feed) { feed, log in
      try await log.wait("four samples") { $0.rows.count >= 4 }
      #expect(feed.wakeups >= 4)
      rows = log.rows
    }
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.time < $1.time })
    for metric in [Metric.memoryUsed, .load1, .diskSpaceTotal, .uptime] {
      #expect(rows[0][metric] != nil, "\(metric)")
    }
    #expect(rows.last!.values[.cpuBusy] != nil)
    // One more sample may have been taken before the stop.
    let recording = try Recording(path: path)
    #expect(recording.host.name == host.name && recording.host.cores == host.cores)
    let replayed = recording.update(.basic).rows.sorted { $0.time < $1.time }
    #expect(replayed.count >= rows.count)
    #expect(same(Array(replayed.prefix(rows.count)), rows))
  }

  @Test func takesTheTimeFromItsClock() async throws {
    let clock = FeedClock(utc: { 5.000_000_4 }, monotonic: { 0 })
    try await withFeed(make(clock: clock)) { _, log in
      try await log.wait("rates") { $0.rows.last?.values[.cpuBusy] != nil }
      #expect(log.rows.map(\.time).allSatisfy { $0 == 5 })
      // No time has passed by that clock, so no rate is known.
      let rates = log.rows.last!.values.filter { metric, _ in
        metric.name.hasPrefix("net.") || metric == .diskRead || metric == .diskWrite
      }
      #expect(!rates.isEmpty && rates.values.allSatisfy { $0.isNaN })
    }
  }

  @Test func aStopIsForGood() async throws {
    let feed = make()
    let log = UpdateLog()
    feed.start { log.append($0) }
    try await log.wait("a sample") { !$0.all.isEmpty }
    feed.stop()
    feed.start { log.append($0) }
    let wakeups = feed.wakeups
    try await Task.sleep(for: .milliseconds(300))
    // One sample may have been under way.
    #expect(feed.wakeups <= wakeups + 1)
  }

  /// A receiver that does not ask again gets everything with its next request.
  @Test func aStalledReceiverGetsAllSamplesAtOnce() async throws {
    let feed = make()
    defer { feed.stop() }
    let log = UpdateLog()
    feed.start { log.append($0) }
    try await log.wait("the first sample") { !$0.all.isEmpty }
    try await log.wait("more samples") { _ in feed.wakeups >= 6 }
    #expect(log.all.count == 1)
    feed.request()
    #expect(log.all.count == 2)
    let load = log.all[1].samples.filter { $0.query == .metric(.load1) }
    // One batch of each query, however many samples there are.
    #expect(load.count == 1)
    #expect(load[0].batch.times.count >= 4)
    #expect(zip(load[0].batch.times, load[0].batch.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// Rates need two samples, and a panel does not wait an hour for them.
  @Test func aNewQueryOfASlowFeedIsAnsweredAtOnce() async throws {
    try await withFeed(make(period: 3600, [.metric(.load1), .metric(.cpuBusy)])) { feed, log in
      try await log.wait("the load") { !$0.values(.load1).isEmpty }
      try await log.wait("a rate") { $0.rows.contains { $0.values[.cpuBusy] != nil } }
      feed.select([.metric(.load1), .metric(.memoryUsed)])
      try await log.wait("the memory") { !$0.values(.memoryUsed).isEmpty }
      feed.select([.metric(.load1), .metric("processes.created")])
      try await log.wait("a new rate") {
        $0.rows.contains { $0.values["processes.created"] != nil }
      }
      // Fewer queries are no reason to ask.
      let wakeups = feed.wakeups
      feed.select([.metric(.load1)])
      try await Task.sleep(for: .milliseconds(100))
      #expect(feed.wakeups == wakeups)
      feed.select([.metric(.load1), .metric("cpu.bussy")])
      try await log.waitForFailure(containing: "did you mean 'cpu.busy'?")
      #expect(feed.wakeups <= wakeups + 2)
    }
  }

  @Test func patternsAreAsked() async throws {
    try await withFeed(make([.metric("cpu.*.busy"), .metric("cpu.*.bussy")])) { _, log in
      try await log.wait("all cores") {
        $0.all.contains { $0.samples.contains { !$0.batch.columns.isEmpty } }
      }
      let series = log.all.flatMap(\.samples).flatMap(\.batch.columns).map(\.metric)
      #expect(Set(series).count == HostInfo.ofThisMachine.cores)
      #expect(series.allSatisfy { $0.name == "cpu.busy" && $0.labels["core"] != nil })
      try await log.waitForFailure(containing: "this machine has no 'cpu.*.bussy'")
      #expect(log.all.last?.health(of: [.metric("cpu.*.busy")]) == .fresh)
    }
  }

  @Test func aRecordingThatCannotBeMadeIsAnError() {
    let error = #expect(throws: SourceError.self) { try recording("/nonexistent/x") }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.description == "/nonexistent/x: No such file or directory; recording ends here")
  }

  /// /dev/full can be opened, but takes no bytes.
  @Test func aFullDiskIsAnError() {
    let error = #expect(throws: SourceError.self) { try recording("/dev/full") }
    #expect(error?.description == "/dev/full: No space left on device; recording ends here")
  }

  private func recording(_ path: String) throws -> SystemFeed {
    try SystemFeed(period: 1, [], host: .ofThisMachine, recording: path) { _ in }
  }

  /// A period that no timer could keep does not trap.
  @Test(arguments: [Double.nan, -5, 0, .infinity, 1e300])
  func anyPeriodIsBounded(_ period: Double) async throws {
    try await withFeed(make(period: period)) { _, log in
      try await log.wait("a sample") { !$0.rows.isEmpty }
    }
  }

  /// A folder with only some of the files, as in a container.
  @Test func filesMayBeMissing() throws {
    let root = folder.path
    let files = ProcFiles(root: root)
    #expect(MachineState(files.sample(at: 0)).uptime == nil)
    #expect(MachineState(files.sample(at: 0)).space != nil)
    try "7.5 8\n".write(toFile: root + "/uptime", atomically: false, encoding: .utf8)
    let long = (0..<2000).map { "cpu\($0) 1 2 3 4 5 6 7 8 9 10\n" }.joined()
    try long.write(toFile: root + "/stat", atomically: false, encoding: .utf8)
    let state = MachineState(files.sample(at: 1))
    #expect(state.uptime == 7.5)
    #expect(state.cores.count == 2000)
    #expect(state.interfaces.isEmpty && state.disks.isEmpty)
  }
}
