import Testing

@testable import Feeds

@Suite struct FixtureTests {
  @Test func orionIsWholeAndEndsOnTheFamousNumbers() throws {
    let source = try ReplaySource(path: fixture("orion.samples"))
    #expect(source.notice == nil)
    #expect(source.readings.count == 330)
    #expect(
      source.host
        == HostInfo(
          name: "orion", system: "Debian 12", cores: 2, uptime: 3_557_909.37,
          memoryTotal: 25_204_133_888))
    let last = source.readings.last!
    #expect(last.time == 1_795_267_508)
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
    for reading in source.readings.dropFirst() {
      #expect(reading.values.count == 19 && !reading.values.values.contains { $0.isNaN })
    }
  }

  @Test func gapAndReset() throws {
    let source = try ReplaySource(path: fixture("gap-and-reset.samples"))
    let readings = source.readings
    // There are 21 of 24 samples, and one reading for the three missing ones.
    #expect(readings.count == 22)
    let gap = readings[4]
    #expect(gap.time == 1_795_000_004)
    #expect(gap[.load1] == nil && gap.values[.load1]?.isNaN == true)
    #expect(readings[5].time == 1_795_000_007)
    // eth0 has 1 Mbit/s, eth1 has 0.2. The mean over the gap is the same.
    #expect(readings[3][.networkIn] == 1_200_000)
    #expect(readings[5][.networkIn] == 1_200_000)
    func at(_ second: Double) -> Reading { readings.first { $0.time == 1_795_000_000 + second }! }
    #expect(at(9).values[.networkIn(of: "eth1")]?.isNaN == true)
    #expect(at(10).values[.networkIn(of: "eth1")] == nil)
    #expect(at(10)[.networkIn] == 1_000_000)
    #expect(at(14).values[.networkIn]?.isNaN == true)
    #expect(at(15)[.networkIn] == 1_000_000)
    #expect(at(18).values[.networkIn(of: "eth1")] == nil)
    #expect(at(19)[.networkIn(of: "eth1")] == 200_000)
    #expect(at(12).values[.coreBusy(1)] == nil)
    #expect(abs(at(13)[.coreBusy(1)]! - 33) < 1e-9)
    #expect(at(20)[.diskWrite] == 1_048_576)
    #expect(source.host.cores == 2)
  }

  @Test func idleIsZero() throws {
    let source = try ReplaySource(path: fixture("idle.samples"))
    #expect(source.readings.count == 40)
    for reading in source.readings.dropFirst() {
      for (metric, value) in reading.values
      where ![.memoryTotal, .diskSpaceTotal, .uptime].contains(metric) {
        #expect(value == 0, "\(metric)")
      }
    }
  }

  @Test func whatIsNotThereSaysSo() {
    let error = #expect(throws: SourceError.self) { try ReplaySource(path: "/nonexistent/x") }
    #expect(error?.kind == .noInput)
    #expect(error?.description == "/nonexistent/x: No such file or directory")
  }
}
