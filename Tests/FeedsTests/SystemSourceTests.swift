import Foundation
import Synchronization
import Testing

@testable import Feeds

/// The machine that runs the tests. The tests check only properties of every machine.
@Suite struct SystemSourceTests {
  private func collect(_ source: SystemSource, batches: Int) async -> [Reading] {
    let (stream, continuation) = AsyncStream.makeStream(of: [Reading].self)
    source.start { continuation.yield($0) }
    var readings: [Reading] = []
    var received = 0
    for await batch in stream {
      readings += batch
      received += 1
      if received == batches { break }
    }
    source.stop()
    return readings
  }

  @Test func samplesThisMachineAndRecordsWhatItSees() async throws {
    let path = NSTemporaryDirectory() + "wallchart-\(UUID().uuidString).samples"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try SystemSource(period: 0.1, recording: path)
    #expect(!source.host.name.isEmpty && !source.host.system.isEmpty)
    #expect(source.host.cores > 0 && source.host.memoryTotal > 0 && source.host.uptime > 0)
    let readings = await collect(source, batches: 4)
    #expect(source.wakeups >= 4)
    #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.time < $1.time })
    for metric in [Metric.memoryUsed, .load1, .diskSpaceTotal, .uptime] {
      #expect(readings[0][metric] != nil, "\(metric)")
    }
    #expect(readings.last!.values[.cpuBusy] != nil)
    // One more sample may have been taken before the stop.
    let replay = try ReplaySource(path: path)
    #expect(replay.host.name == source.host.name && replay.host.cores == source.host.cores)
    #expect(replay.readings.count >= readings.count)
    #expect(same(Array(replay.readings.prefix(readings.count)), readings))
  }

  @Test func takesTheTimeFromItsClock() async throws {
    let source = try SystemSource(period: 0.1, clock: { 5.000_000_4 })
    let readings = await collect(source, batches: 2)
    #expect(readings.map(\.time).allSatisfy { $0 == 5 })
    // No time has passed by that clock, so no rate is known.
    let rates = readings.last!.values.filter { metric, _ in
      metric.name.hasPrefix("net.") || metric == .diskRead || metric == .diskWrite
    }
    #expect(rates.values.allSatisfy { $0.isNaN })
  }

  /// The names of all metrics are looked for once for a selection, however many metrics are missing for
  /// however long; and a selection meanwhile does not wait for them.
  @Test func missingMetricsAreLookedForOnce() async throws {
    let count = Mutex(0)
    let held = Mutex<SystemFeed?>(nil)
    let missing: Set<Selector> = [
      .metric("cpu.bsy"), .metric("no.such"), .metric("none"), .metric("load.1"),
    ]
    let feed = SystemFeed(period: 0.1, selectors: missing) {
      let isFirst = count.withLock {
        $0 += 1
        return $0 == 1
      }
      // The same selection again would trap or hang under the lock.
      if isFirst { held.withLock { $0 }?.select(missing) }
      return ["cpu.busy", "load.1"]
    }
    held.withLock { $0 = feed }
    let log = UpdateLog()
    feed.start { log.append($0) }
    defer {
      feed.stop()
      held.withLock { $0 = nil }
    }
    func wait(for samples: Int) async throws {
      try await log.wait("samples") { _ in log.all.count >= samples }
    }
    try await wait(for: 5)
    let reasons = try #require(log.all.last?.missing)
    #expect(
      reasons["cpu.bsy"] == "this machine has no 'cpu.bsy' (did you mean 'cpu.busy'?)")
    #expect(reasons["no.such"] == "this machine has no 'no.such'" && reasons.count == 3)
    #expect(count.withLock { $0 } == 1)
    // Another selection may ask for what came with a device meanwhile.
    feed.select([.metric("fan.x"), .metric("load.1")])
    try await wait(for: log.all.count + 5)
    #expect(count.withLock { $0 } == 2)
    #expect(log.all.last?.missing == ["fan.x": "this machine has no 'fan.x'"])
  }

  @Test func startsAgainAfterAStop() async throws {
    let source = try SystemSource(period: 0.1)
    _ = await collect(source, batches: 1)
    let wakeups = source.wakeups
    let again = await collect(source, batches: 1)
    #expect(!again.isEmpty)
    #expect(source.wakeups > wakeups)
  }

  @Test func aRecordingThatCannotBeMadeIsAnError() {
    let error = #expect(throws: SourceError.self) { try SystemSource(recording: "/nonexistent/x") }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.description == "/nonexistent/x: No such file or directory; recording ends here")
  }

  /// /dev/full can be opened, but takes no bytes.
  @Test func aFullDiskIsAnError() {
    let error = #expect(throws: SourceError.self) { try SystemSource(recording: "/dev/full") }
    #expect(error?.description == "/dev/full: No space left on device; recording ends here")
  }

  @Test(arguments: [Double.nan, -5, 0, .infinity, 1e300])
  func anyPeriodIsBounded(_ period: Double) throws {
    let source = try SystemSource(period: period)
    #expect((0.1...3600).contains(source.gapAfter / 1.5))
  }

  /// A folder with only some of the files, as in a container.
  @Test func filesMayBeMissing() throws {
    let root = NSTemporaryDirectory() + "wallchart-proc-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
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

  @Test func aReplayComesAsOneBatch() async throws {
    let source = try ReplaySource(path: fixture("idle.samples"))
    let (stream, continuation) = AsyncStream.makeStream(of: [Reading].self)
    source.start { continuation.yield($0) }
    for await batch in stream {
      #expect(same(batch, source.readings))
      break
    }
    #expect(source.wakeups == 1)
  }
}
