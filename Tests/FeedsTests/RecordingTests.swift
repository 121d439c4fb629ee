import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite struct RecordingTests {
  private static let header = "wallchart-samples 1\nhost h\nsystem Debian 12\nperiod 1\n"

  private func parse(_ text: String) throws -> SampleFile {
    try SampleFile(Array(text.utf8), path: "f")
  }

  @Test(
    arguments: [
      (
        "",
        "f:1:1: expected 'wallchart-samples 1', the first line of what --record-samples writes, found the end of the line"
      ),
      (
        "wallchart-samples 2\n",
        "f:1:1: expected 'wallchart-samples 1', the first line of what --record-samples writes, found 'wallchart-samples'"
      ),
      (
        "wallchart-samples 1\nhots x\n",
        "f:2:1: expected 'host' and the machine's name, found 'hots'"
      ),
      (
        "wallchart-samples 1\nhost x\n",
        "f:3:1: expected 'system' and the operating system's name, found the end of the line"
      ),
      (
        "wallchart-samples 1\nhost x\nsystem y\nperiod 0\n",
        "f:4:8: expected more than zero seconds, found '0'"
      ),
      (
        "wallchart-samples 1\nhost x\nsystem y\nperiod x\n",
        "f:4:8: expected 'period' and the seconds between samples, found 'x'"
      ),
      (header + "stat cpu 1 2 3 4\n", "f:5:1: expected 'sample' and a time, found 'stat'"),
      (header + "end\n", "f:5:1: expected 'sample' and a time, found 'end'"),
      (header + "\n", "f:5:1: expected 'sample' and a time, found the end of the line"),
      (header + "sample x\n", "f:5:8: expected the time in UTC seconds since 1970, found 'x'"),
      (
        header + "sample\n",
        "f:5:7: expected the time in UTC seconds since 1970, found the end of the line"
      ),
      (header + "sample 5 6\n", "f:5:10: expected the end of the line, found '6'"),
      (
        header + "sample 5\nsample 6\n",
        "f:6:1: expected 'end' of the sample before this one, found 'sample'"
      ),
      (
        header + "sample 5\nstats x\n",
        "f:6:1: expected stat, meminfo, netdev, diskstats, loadavg, uptime, space, pressure-cpu, "
          + "pressure-memory, pressure-io, mounts, sensors, frequencies or end, found 'stats'"
      ),
      (header + "sample 5\nstat cpu 1 2 x 4\n", "f:6:14: expected a whole number, found 'x'"),
      (
        header + "sample 5\nstat cpu 1 2 3\n",
        "f:6:15: expected a whole number, found the end of the line"
      ),
      (header + "sample 5\nstat intr 1\n", "f:6:6: expected cpu, found 'intr'"),
      (
        header + "sample 5\nstat\n",
        "f:6:6: expected cpu or the name of a core, found the end of the line"
      ),
      (
        header + "sample 5\nmeminfo Dirty: 5 kB\n",
        "f:6:9: expected MemTotal, MemAvailable or another name that is known, found 'Dirty:'"
      ),
      (
        header + "sample 5\nnetdev eth0 1\n",
        "f:6:8: expected the name of an interface and a colon, found 'eth0'"
      ),
      (
        header + "sample 5\nnetdev eth0: 1 2 3 4 5 6 7 8 -1\n",
        "f:6:30: expected the bytes sent, found '-1'"
      ),
      (
        header + "sample 5\ndiskstats 8 0 sda 1 2 \u{1b}[31m\n",
        "f:6:23: expected the sectors read, found '?[31m'"
      ),
      (
        header + "sample 5\nloadavg 0.1 0.2\n",
        "f:6:16: expected a load average, found the end of the line"
      ),
      (header + "sample 5\nend x\n", "f:6:5: expected the end of the line, found 'x'"),
    ] as [(String, String)])
  func tellsWhatIsWrongAndWhere(_ text: String, _ message: String) {
    let error = #expect(throws: SourceError.self) { try parse(text) }
    #expect(error?.description == message)
    #expect(error?.kind == .badData)
  }

  @Test func readsWhatIsWhole() throws {
    let file = try parse(
      Self.header + "sample 5.25\nstat cpu 1 2 3 4\nloadavg 1 2 3\nend\nsample 6\nend")
    #expect(file.hostName == "h")
    #expect(file.system == "Debian 12")
    #expect(file.samples.map(\.time) == [5.25, 6])
    #expect(file.samples[0][.stat] == Array("cpu 1 2 3 4\n".utf8))
    #expect(file.notice == nil)
    let empty = try parse(Self.header)
    #expect(empty.samples.isEmpty)
  }

  /// A recorder that stops at any byte leaves a readable file.
  @Test func aLastSampleCutAnywhereIsLeftOut() throws {
    let whole = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: fixture("gap-and-reset.samples"))))
    let all = try SampleFile(whole, path: "f")
    let ends = whole.indices.dropLast(3).filter { whole[$0..<$0 + 4].elementsEqual("end\n".utf8) }
    let lastStart = ends[ends.count - 2] + 4
    for length in lastStart..<whole.count {
      let cut = try SampleFile(Array(whole[..<length]), path: "f")
      let isWhole = length == lastStart || length == whole.count - 1
      #expect(cut.samples.count == all.samples.count - (length == whole.count - 1 ? 0 : 1))
      #expect((cut.notice == nil) == isWhole, "\(length)")
    }
    let notice = try SampleFile(Array(whole[..<(lastStart + 12)]), path: "f").notice
    let line = whole[..<lastStart].count { $0 == UInt8(ascii: "\n") } + 1
    #expect(
      notice
        == "f:\(line):1: the last sample is cut off and was left out; the \(all.samples.count - 1) before it are whole"
    )
  }

  /// Every file is read or refused.
  @Test func survivesDamage() throws {
    let whole = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: fixture("gap-and-reset.samples"))))
    var random = SeededGenerator(seed: 2)
    var refused = 0
    for _ in 0..<600 {
      var bytes = Array(whole[..<2500])
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        var rates = MachineRates(queries: .basic)
        for sample in try SampleFile(bytes, path: "f").samples { _ = rates.answer(sample) }
      } catch {
        refused += 1
        #expect(error.description.hasPrefix("f:"))
      }
    }
    #expect(refused > 100)
  }

  /// Samples of random machines, written and read back, give the very same answers.
  @Test(arguments: 1...20)
  func replayEqualsLive(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let queries = Set<Query>.basic.union([.metric("cpu.*.busy"), .metric("net.*.out")])
    var live = MachineRates(queries: queries)
    var expected: [Row] = []
    let host = HostInfo(name: "h\n2", system: "S", cores: 1, uptime: 0, memoryTotal: 0)
    var recorded = SampleRecorder.header(host: host, period: 1)
    var time = 1_795_000_000.0
    for _ in 0..<30 {
      time += Double(Int.random(in: 900_000...1_700_000, using: &random)) / 1_000_000
      time = (time * 1_000_000).rounded() / 1_000_000
      let sample = randomSample(at: time, &random)
      expected += live.answer(sample).rows
      recorded += SampleRecorder.block(sample)
    }
    let file = try SampleFile(recorded, path: "f")
    var replay = MachineRates(queries: queries)
    #expect(same(file.samples.flatMap { replay.answer($0).rows }, expected))
    #expect(file.period == 1)
    #expect(file.hostName == "h 2")
    // The recording of a recording is equal to it.
    #expect(
      SampleRecorder.header(
        host: HostInfo(name: file.hostName, system: file.system, state: nil), period: 1)
        + file.samples.flatMap { SampleRecorder.block($0) } == recorded)
  }

  private func randomSample(at time: Double, _ random: inout SeededGenerator) -> ProcSample {
    func number(_ limit: UInt64) -> UInt64 { UInt64.random(in: 0...limit, using: &random) }
    func row(_ count: Int, _ limit: UInt64) -> String {
      (0..<count).map { _ in String(number(limit)) }.joined(separator: " ")
    }
    var texts: [ProcFile: String] = [
      .stat: "cpu  \(row(10, 1 << 40))\n"
        + (0..<number(4)).map { "cpu\($0) \(row(10, .max / 16))\n" }.joined()
        + "intr 5 6 7\nctxt 5\n",
      .meminfo:
        "MemTotal: \(number(1 << 30)) kB\nMemFree: 5 kB\nMemAvailable:\t\(number(1 << 30)) kB\n",
      .netdev: "Inter-| Receive\n face |bytes\n"
        + ["lo", "eth0", "eth1", "br0"].filter { _ in number(9) > 1 }
        .map { "  \($0): \(row(16, .max))\n" }.joined(),
      .diskstats: ["loop0", "sda", "sda1", "nvme0n1", "nvme0n1p1"].filter { _ in number(9) > 1 }
        .map { "   8       0 \($0) \(row(17, .max / 512))\n" }.joined(),
      .loadavg: "0.\(number(99)) 1.\(number(99)) 2.\(number(99)) 1/85 5692\n",
      .uptime: "\(number(1 << 20)).\(number(99)) 5\n",
      .space: "/ \(number(.max)) \(number(.max))\n",
    ]
    if number(9) == 0 {
      texts.removeValue(forKey: ProcFile.allCases.randomElement(using: &random)!)
    }
    return sample(texts, at: time)
  }
}
