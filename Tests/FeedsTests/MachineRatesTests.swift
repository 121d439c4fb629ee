import Metrics
import Testing

@testable import Feeds

/// Gauges and rates of a machine.
@Suite struct MachineRatesTests {
  private func rows(_ samples: [ProcSample], _ queries: Set<Query>) -> [Row] {
    var rates = MachineRates(queries: queries)
    return samples.map { rates.row($0) ?? Row(time: $0.time, values: [:]) }
  }

  private func network(_ time: Double, _ interfaces: [(String, UInt64, UInt64)]) -> ProcSample {
    let lines = interfaces.map { "\($0.0): \($0.1) 0 0 0 0 0 0 0 \($0.2)\n" }
    return sample([.netdev: lines.joined()], at: time)
  }

  @Test func gaugesComeAtOnceAndRatesWithTheSecondSample() {
    let texts: [ProcFile: String] = [
      .stat: "cpu 0 0 0 0\n", .meminfo: "MemTotal: 10 kB\nMemAvailable: 4 kB\n",
      .netdev: "eth0: 0 0 0 0 0 0 0 0 0\n", .diskstats: "8 0 sda 0 0 0 0 0 0 0\n",
      .loadavg: "1 2 3\n", .uptime: "9\n", .space: "/ 8 5 2\n",
    ]
    let asked = Set<Query>.basic.union([
      .metric(.networkIn(of: "eth0")), .metric(.diskWrite(of: "sda")),
    ])
    let first = rows([sample(texts)], asked)
    #expect(
      first[0].values == [
        .memoryUsed: 6144, .memoryTotal: 10_240, .load1: 1, .load5: 2, .load15: 3, .uptime: 9,
        .diskSpaceTotal: 8, .diskSpaceUsed: 5, .diskSpaceUsable: 7,
      ])
    var later = texts
    later[.stat] = "cpu 30 0 10 50 10\n"
    later[.netdev] = "eth0: 1000 0 0 0 0 0 0 0 500\n"
    later[.diskstats] = "8 0 sda 0 0 8 0 0 0 16\n"
    let second = rows([sample(texts), sample(later, at: 1.25)], asked).last!
    #expect(abs(second[.cpuBusy]! - 40) < 1e-9)
    #expect(second[.networkIn] == 6400)
    #expect(second[.networkOut] == 3200)
    #expect(second[.networkIn(of: "eth0")] == 6400)
    #expect(second[.diskRead] == 8 * 512 / 1.25)
    #expect(second[.diskWrite(of: "sda")] == 16 * 512 / 1.25)
  }

  @Test(
    arguments: [
      ("cpu 10 0 0 90\n", "cpu 20 0 0 180\n", 10.0), ("cpu 0 0 0 0\n", "cpu 0 0 0 100 100\n", 0),
      ("cpu 0 0 0 50 50\n", "cpu 100 0 0 50 49\n", 100), ("cpu 5 0 0 5\n", "cpu 5 0 0 5\n", .nan),
      ("cpu 50 0 0 50\n", "cpu 1 0 0 1\n", .nan), ("", "cpu 1 0 0 1\n", nil),
    ] as [(String, String, Double?)])
  func busyShare(_ before: String, _ after: String, _ expected: Double?) {
    let samples = [sample([.stat: before]), sample([.stat: after], at: 1)]
    let value = rows(samples, [.metric(.cpuBusy)]).last!.values[.cpuBusy]
    switch (value, expected) {
    case (nil, nil): break
    case (let value?, let expected?):
      #expect((value.isNaN && expected.isNaN) || abs(value - expected) < 1e-9)
    default: Issue.record("\(String(describing: value))")
    }
  }

  @Test func aCoreThatComesLaterHasNoRateAtFirst() {
    let two = "cpu 1 0 0 1\ncpu0 1 0 0 1\n"
    let three = "cpu 3 0 0 3\ncpu0 2 0 0 2\ncpu1 1 0 0 1\n"
    let four = "cpu 5 0 0 7\ncpu0 3 0 0 3\ncpu1 2 0 0 4\n"
    let samples = [
      sample([.stat: two]), sample([.stat: three], at: 1), sample([.stat: four], at: 2),
    ]
    let result = rows(samples, [.metric(.coreBusy(0)), .metric(.coreBusy(1))])
    #expect(result[1].values[.coreBusy(1)] == nil)
    #expect(result[1][.coreBusy(0)] == 50)
    #expect(result[2][.coreBusy(1)] == 25)
  }

  @Test func sumsOnlyPhysicalInterfaces() {
    let samples = [
      network(
        0, [("lo", 0, 0), ("eth0", 0, 0), ("wlan0", 0, 0), ("docker0", 0, 0), ("eth0.5", 0, 0)]),
      network(
        1,
        [
          ("lo", 900, 900), ("eth0", 10, 1), ("wlan0", 20, 2), ("docker0", 9, 9), ("eth0.5", 9, 9),
        ]),
    ]
    let asked: Set<Query> = [
      .metric(.networkIn), .metric(.networkOut), .metric(.networkIn(of: "docker0")),
      .metric(.networkIn(of: "lo")),
    ]
    let result = rows(samples, asked).last!
    #expect(result[.networkIn] == 240)
    #expect(result[.networkOut] == 24)
    #expect(result[.networkIn(of: "docker0")] == 72)
    #expect(result.values[.networkIn(of: "lo")] == nil)
  }

  @Test func whereNothingIsPhysicalAllButLoopbackCounts() {
    let asked: Set<Query> = [.metric(.networkIn)]
    let result = rows(
      [network(0, [("lo", 0, 0), ("tap0", 0, 0)]), network(1, [("lo", 5, 5), ("tap0", 10, 0)])],
      asked
    ).last!
    #expect(result[.networkIn] == 80)
    let loopback = rows([network(0, [("lo", 0, 0)]), network(1, [("lo", 5, 5)])], asked).last!
    #expect(loopback.values.isEmpty)
  }

  @Test func aResetIsMissingInTheInterfaceAndInTheSum() {
    let asked: Set<Query> = [
      .metric(.networkIn), .metric(.networkOut), .metric(.networkIn(of: "eth0")),
      .metric(.networkIn(of: "eth1")),
    ]
    let result = rows(
      [
        network(0, [("eth0", 1000, 7), ("eth1", 0, 0)]),
        network(1, [("eth0", 10, 8), ("eth1", 5, 5)]),
        network(2, [("eth0", 20, 9), ("eth1", 10, 10)]),
      ], asked)
    #expect(result[1].values[.networkIn(of: "eth0")]!.isNaN)
    #expect(result[1].values[.networkIn]!.isNaN)
    #expect(result[1][.networkIn] == nil)
    #expect(result[1][.networkOut] == 48)
    #expect(result[1][.networkIn(of: "eth1")] == 40)
    #expect(result[2][.networkIn] == 120)
  }

  /// The answers of a source that loses an interface, and gets it back.
  @Test func aSeriesThatDisappearsIsMissingOnce() {
    let query = Query.metric("net.*.in")
    var rates = MachineRates(queries: [query])
    var status = FeedStatus()
    let counts: [[(String, UInt64, UInt64)]] = [
      [("eth0", 0, 0), ("eth1", 0, 0)], [("eth0", 1, 0), ("eth1", 1, 0)], [("eth0", 2, 0)],
      [("eth0", 3, 0)], [("eth0", 4, 0), ("eth1", 500, 0)], [("eth0", 5, 0), ("eth1", 501, 0)],
    ]
    let result = counts.enumerated().map { time, interfaces in
      let sample = network(Double(time), interfaces)
      return status.succeed(
        rates.answer(sample), answeredAt: sample.time, asked: [query], at: sample.time)
    }
    let eth1 = Metric("net.in", labels: ["interface": "eth1"])
    let values = result.map { $0.rows.first?.values[eth1] }
    #expect(values[1] == 8)
    #expect(values[2]?.isNaN == true)
    #expect(values[3] == nil)
    #expect(values[4] == nil)
    #expect(values[5] == 8)
    let eth0 = Metric("net.in", labels: ["interface": "eth0"])
    #expect(result.dropFirst().map { $0.rows[0][eth0] } == [8, 8, 8, 8, 8])
    #expect(result.allSatisfy { $0.rows.count <= 1 })
  }

  @Test func aRateIsTheMeanSinceTheSampleBefore() {
    let result = rows(
      [network(100, [("eth0", 0, 0)]), network(104, [("eth0", 100, 0)])], [.metric(.networkIn)])
    #expect(result.last?[.networkIn] == 200)
  }

  /// A new query is answered between two beats. A packet in the milliseconds after a beat is no flood.
  @Test func aSampleRightAfterAnotherHasItsRates() {
    let result = rows(
      [
        network(0, [("eth0", 0, 0)]), network(10, [("eth0", 1000, 0)]),
        network(10.01, [("eth0", 2500, 0)]), network(19.99, [("eth0", 2500, 0)]),
        network(20, [("eth0", 3000, 0)]), network(30, [("eth0", 3998, 0)]),
      ], [.metric(.networkIn)])
    let expected: [Double] = [800, 800, 12_000 / 9.99, 12_000 / 9.99, 11_984 / 10.01]
    let rates = result.compactMap { $0[.networkIn] }
    #expect(result[0].values.isEmpty && rates.count == 5)
    #expect(zip(rates, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  /// A period may be shorter than the distance of a sample between two beats of a longer period.
  @Test func fastBeatsHaveRates() {
    var rates = MachineRates(queries: [.metric(.networkIn)], period: 0.1)
    let result = [(0.0, 0), (0.125, 1000), (0.25, 1000), (0.2578125, 9000), (0.375, 9000)].map {
      rates.row(network($0, [("eth0", $1, 0)]))?[.networkIn]
    }
    #expect(result == [nil, 64_000, 0, 0, 512_000])
  }

  /// The sample right after another one is the first one of a new query.
  @Test func aNewQueryHasARateWithItsSecondSample() {
    func sample(_ time: Double, _ bytes: UInt64, _ processes: UInt64) -> ProcSample {
      FeedsTests.sample(
        [
          .netdev: "eth0: \(bytes) 0 0 0 0 0 0 0 0\n",
          .stat: "cpu 0 0 0 0\nctxt 0\nprocesses \(processes)\n",
        ], at: time)
    }
    var rates = MachineRates(queries: [.metric(.networkIn)])
    _ = rates.answer(sample(0, 0, 0))
    _ = rates.answer(sample(10, 1000, 0))
    rates.queries.insert(.metric("processes.created"))
    #expect(rates.row(sample(10.01, 1000, 100))?.values == [.networkIn: 800])
    #expect(
      rates.row(sample(12.01, 1500, 106))?.values == [.networkIn: 2000, "processes.created": 3])
  }

  @Test func aClockSetBackHasNoRates() {
    let result = rows(
      [
        network(100, [("eth0", 0, 0)]), network(101, [("eth0", 1, 0)]),
        network(50, [("eth0", 2, 0)]), network(51, [("eth0", 3, 0)]),
      ], [.metric(.networkIn)])
    #expect(result.map(\.time) == [100, 101, 50, 51])
    #expect(result[2].values[.networkIn]!.isNaN)
    #expect(result[3][.networkIn] == 8)
  }

  /// The time of a sample by the clock, by the monotonic clock, and the rate. A difference that is not a step of the clock
  /// changes nothing, so that a recording has the same rates.
  @Test(
    arguments: [
      (103.0, 502.0, 400.0), (40, 502, 400), (3700, 502, 400), (102.125, 502, 800 / 2.125),
      (102, 502, 400), (101.875, 502, 800 / 1.875),
    ] as [(Double, Double, Double)])
  func ratesOfALiveMachineSurviveAStepOfTheClock(utc: Double, monotonic: Double, rate: Double) {
    var rates = MachineRates(queries: [.metric(.networkIn)])
    _ = rates.answer(network(100, [("eth0", 0, 0)]), monotonic: 500)
    let answer = rates.answer(network(utc, [("eth0", 100, 0)]), monotonic: monotonic)
    #expect(answer.rows.map { $0[.networkIn] } == [rate])
    #expect(answer.rows.map(\.time) == [utc])
  }

  @Test(
    arguments: [
      ("cpu.busy", "percent"), ("cpu.11.busy", "percent"), ("memory.used", "bytes"),
      ("net.eth0.in", "bitsPerSecond"), ("disk.space.used", "decimalBytes"),
      ("disk.sda.read", "bytesPerSecond"), ("load.5", "none"), ("uptime", "seconds"), ("x", "none"),
    ] as [(String, String)])
  func units(_ name: String, _ unit: String) {
    #expect("\(Metric(name).unit)" == unit)
    #expect(Metric(name).decimals == (name.hasPrefix("load") ? 2 : nil))
  }
}
