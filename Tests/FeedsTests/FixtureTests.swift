import Metrics
import Testing

@testable import Feeds

@Suite struct FixtureTests {
  private func rows(_ recording: Recording, _ queries: Set<Query>) -> [Row] {
    recording.update(queries).rows.sorted { $0.time < $1.time }
  }

  @Test func orionIsWholeAndEndsOnTheFamousNumbers() throws {
    let recording = try Recording(path: fixture("orion.samples"))
    #expect(recording.notice == nil && recording.period == 1)
    let queries = Set<Query>.basic.union([
      .metric("cpu.*.busy"), .metric("net.*.in"), .metric("net.*.out"), .metric("disk.*.read"),
      .metric("disk.*.write"),
    ])
    let rows = rows(recording, queries)
    #expect(rows.count == 330)
    #expect(
      recording.host
        == HostInfo(
          name: "orion", system: "Debian 12", cores: 2, uptime: 3_557_909.37,
          memoryTotal: 25_204_133_888))
    let last = rows.last!
    #expect(last.time == 1_795_267_508 && recording.end == last.time)
    let expected: [(Metric, String)] = [
      (.cpuBusy, "37.2 %"), (.memoryUsed, "6.4 GiB"), (.memoryTotal, "23.5 GiB"),
      (.networkIn, "48.6 Mbit/s"), (.networkOut, "3.1 Mbit/s"), (.diskWrite, "12.8 MiB/s"),
      (.load1, "1.24"), (.load5, "1.02"), (.load15, "0.88"), (.diskSpaceUsed, "156 GB"),
      (.diskSpaceTotal, "252 GB"), (.uptime, "41.2 d"),
    ]
    for (metric, text) in expected { #expect(metric.unit.format(last[metric]!).text == text) }
    let mebibytes = Metric.diskWrite.unit.tickScale(forMaximum: 12.8 * 0x1p20)
    #expect(
      Metric.diskRead.unit.format(last[.diskRead]!, scale: mebibytes).text == "0.4 MiB/s")
    for row in rows.dropFirst() {
      #expect(row.values.count == 20 && !row.values.values.contains { $0.isNaN })
    }
  }

  @Test func aRecordingIsOneBatchOfEachQuery() throws {
    let recording = try Recording(path: fixture("idle.samples"))
    let update = recording.update(.basic)
    #expect(update.health == .fresh && update.missing.isEmpty)
    // Rates begin with the second sample.
    let counts = update.samples.map(\.batch.times.count)
    #expect(update.samples.count == Set<Query>.basic.count)
    #expect(counts.allSatisfy { $0 == 40 || $0 == 39 })
    #expect(update.samples.allSatisfy { $0.batch.origin == .clock })
  }

  @Test func gapAndReset() throws {
    let recording = try Recording(path: fixture("gap-and-reset.samples"))
    let eth1 = Metric("net.in", labels: ["interface": "eth1"])
    let rows = rows(
      recording,
      [
        .metric(.networkIn), .metric("net.*.in"), .metric(.coreBusy(1)), .metric(.diskWrite),
        .metric(.load1),
      ])
    // There are 21 of 24 samples. The store finds the gap by its length.
    #expect(rows.count == 21)
    #expect(rows[3].time == 1_795_000_003 && rows[4].time == 1_795_000_007)
    #expect(SourceSpec.system(period: recording.period).gapAfter == 1.5)
    // eth0 has 1 Mbit/s, eth1 has 0.2. The mean over the gap is the same.
    #expect(rows[3][.networkIn] == 1_200_000)
    #expect(rows[4][.networkIn] == 1_200_000)
    func at(_ second: Double) -> Row { rows.first { $0.time == 1_795_000_000 + second }! }
    // eth1 disappears and comes back.
    #expect(at(9).values[eth1]?.isNaN == true)
    #expect(at(10).values[eth1] == nil)
    #expect(at(10)[.networkIn] == 1_000_000)
    #expect(at(14).values[.networkIn]?.isNaN == true)
    #expect(at(15)[.networkIn] == 1_000_000)
    #expect(at(18).values[eth1] == nil)
    #expect(at(19)[eth1] == 200_000)
    #expect(abs(at(13)[.coreBusy(1)]! - 33) < 1e-9)
    #expect(at(20)[.diskWrite] == 1_048_576)
    #expect(recording.host.cores == 2)
  }

  @Test func idleIsZero() throws {
    let rows = rows(try Recording(path: fixture("idle.samples")), .basic)
    #expect(rows.count == 40)
    for row in rows.dropFirst() {
      for (metric, value) in row.values
      where ![.memoryTotal, .diskSpaceUsable, .diskSpaceTotal, .uptime].contains(metric) {
        #expect(value == 0, "\(metric)")
      }
    }
  }

  @Test func aMissingRecordingSaysSo() {
    let error = #expect(throws: SourceError.self) { try Recording(path: "/nonexistent/x") }
    #expect(error?.kind == .noInput)
    #expect(error?.description == "/nonexistent/x: No such file or directory")
  }
}
