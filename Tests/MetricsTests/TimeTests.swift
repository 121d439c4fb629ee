import Glibc
import TestSupport
import Testing

@testable import Metrics

/// The zone of the system under a POSIX rule, so that no zone files are needed. TZ is the process's, and
/// other tests read times of the same one: only for a process of one's own, which an exit test has.
private func zone(_ rule: String) -> TimeZoneRules {
  setenv("TZ", rule, 1)
  return .system()
}

private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

@Suite struct TimeTests {
  @Test(
    arguments: [
      (0.0, "Thu 1 Jan 00:00:00 UTC"), (1_795_267_508, "Sat 21 Nov 13:25:08 UTC"),
      (951_782_400, "Tue 29 Feb 00:00:00 UTC"), (-1, "Wed 31 Dec 23:59:59 UTC"),
      (-0.5, "Wed 31 Dec 23:59:59 UTC"), (1_795_267_508.999, "Sat 21 Nov 13:25:08 UTC"),
      (.nan, "Thu 1 Jan 00:00:00 UTC"), (4_107_542_399, "Sun 28 Feb 23:59:59 UTC"),
    ] as [(Double, String)])
  func utcClock(_ time: Double, _ text: String) {
    #expect(TimeZoneRules.utc.civil(time).clockText == text)
  }

  @Test func systemClock() async {
    await #expect(processExitsWith: .success) {
      let zone = zone(berlin)
      for (time, text) in [
        (1_795_267_508.0, "Sat 21 Nov 14:25:08 CET"), (1_774_745_999, "Sun 29 Mar 01:59:59 CET"),
        (1_774_746_000, "Sun 29 Mar 03:00:00 CEST"), (1_792_889_999, "Sun 25 Oct 02:59:59 CEST"),
        (1_792_890_000, "Sun 25 Oct 02:00:00 CET"),
      ] {
        #expect(zone.civil(time).clockText == text)
      }
    }
  }

  @Test func aFixedZone() {
    let zone = TimeZoneRules.fixed(offset: -9 * 3600 - 1800, abbreviation: "MART")
    #expect(zone.civil(0).clockText == "Wed 31 Dec 14:30:00 MART")
    #expect(zone.civil(1e300).year == 9970)
    #expect(zone.civil(-.infinity).year == -6031)
  }

  /// The calendar agrees with the C library's over 8000 years, and is its own inverse.
  @Test func calendar() async {
    await #expect(processExitsWith: .success) {
      var random = SeededGenerator(seed: 1)
      let system = zone("UTC0")
      for _ in 0..<5000 {
        let time = Double.random(in: -6e10...2.5e11, using: &random).rounded(.down)
        let civil = TimeZoneRules.utc.civil(time)
        #expect(civil == system.civil(time))
        #expect(civil.secondsOfClock == Int(time))
      }
    }
  }

  private static func labels(
    _ start: Double, _ seconds: Double, _ maximum: Int, _ zone: TimeZoneRules
  ) -> [String] {
    TimeTicks(from: start, through: start + seconds, maximum: maximum, zone: zone).ticks
      .map(\.label)
  }

  private static let ticks: [(seconds: Double, maximum: Int, labels: [String])] = [
    (300.0, 6, ["14:21", "14:22", "14:23", "14:24", "14:25"]),
    (300, 3, ["14:22", "14:24"]), (300, 2, ["14:25"]),
    (30, 4, ["14:20:10", "14:20:20", "14:20:30"]),
    (10, 6, ["14:20:08", "14:20:10", "14:20:12", "14:20:14", "14:20:16", "14:20:18"]),
    (3600, 5, ["14:30", "14:45", "15:00", "15:15"]),
    (86_400, 5, ["18:00", "00:00", "06:00", "12:00"]),
    (5 * 86_400, 6, ["22 Nov", "23 Nov", "24 Nov", "25 Nov", "26 Nov"]),
    (20 * 86_400, 4, ["23 Nov", "30 Nov", "7 Dec"]),
    (100 * 86_400, 4, ["Dec 2026", "Jan 2027", "Feb 2027", "Mar 2027"]),
    (1200 * 86_400, 4, ["2027", "2028", "2029", "2030"]),
    (0.5, 4, ["14:20:08"]),
  ]

  private static let ticksAcrossSummerTime:
    [(start: Double, seconds: Double, maximum: Int, labels: [String])] = [
      // 28 March 2026 21:00 UTC, the night the clock goes from 02:00 to 03:00.
      (1_774_731_600.0, 43_200.0, 5, ["00:00", "03:00", "06:00", "09:00"]),
      (1_774_731_600, 43_200, 8, ["22:00", "00:00", "04:00", "06:00", "08:00", "10:00"]),
      (1_774_742_400, 7200, 5, ["01:00", "01:30", "03:00", "03:30", "04:00"]),
      // 24 October 2026 22:00 UTC, the night of two hours called 02.
      (1_792_879_200, 18_000, 6, ["00:00", "01:00", "02:00", "02:00", "03:00", "04:00"]),
      (1_792_879_200, 43_200, 5, ["00:00", "03:00", "06:00", "09:00"]),
      (1_792_879_200, 43_200, 8, ["00:00", "02:00", "04:00", "06:00", "08:00", "10:00"]),
      (
        1_792_620_000, 8 * 86_400, 9,
        [
          "22 Oct", "23 Oct", "24 Oct", "25 Oct", "26 Oct", "27 Oct", "28 Oct", "29 Oct",
        ]
      ),
    ]

  @Test func ticksOfASummerTimeZone() async {
    await #expect(processExitsWith: .success) {
      let zone = zone(berlin)
      for (seconds, maximum, labels) in TimeTests.ticks {
        #expect(TimeTests.labels(1_795_267_208, seconds, maximum, zone) == labels)
      }
      for (start, seconds, maximum, labels) in TimeTests.ticksAcrossSummerTime {
        #expect(TimeTests.labels(start, seconds, maximum, zone) == labels)
      }
    }
  }

  @Test func alignsToQuarterHoursOfAnOddZone() {
    let kathmandu = TimeZoneRules.fixed(offset: 20_700, abbreviation: "+0545")
    #expect(Self.labels(1_795_267_208, 7200, 3, kathmandu) == ["20:00", "21:00"])
  }

  @Test(
    arguments: [
      (0.0, 0.0, 5), (5, 1, 5), (.nan, 5, 5), (0, .infinity, 5), (0, 1e300, 5), (-1e300, 0, 5),
      (0, 100, 0), (0, 100, -3),
    ] as [(Double, Double, Int)])
  func noTicks(_ start: Double, _ end: Double, _ maximum: Int) {
    #expect(TimeTicks(from: start, through: end, maximum: maximum, zone: .utc).ticks.isEmpty)
  }

  @Test func anyDomainGetsFewOrderedTicks() async {
    await #expect(processExitsWith: .success) {
      for rule in ["UTC0", berlin, "NST3:30NDT,M3.2.0,M11.1.0", "LHST-10:30LHDT-11,M10.1.0,M4.1.0"]
      {
        TimeTests.expectFewOrderedTicks(rule)
      }
    }
  }

  private static func expectFewOrderedTicks(_ rule: String) {
    var random = SeededGenerator(seed: 9)
    let zone = zone(rule)
    for _ in 0..<1500 {
      let span = power(10, Double.random(in: 0.5...11, using: &random))
      let start = Double.random(in: -1e10...5e9, using: &random)
      let maximum = Int.random(in: 2...12, using: &random)
      let ticks = TimeTicks(from: start, through: start + span, maximum: maximum, zone: zone).ticks
      #expect(ticks.count <= maximum)
      // The next finer step has at most five times as many, so a domain is never left bare.
      #expect(ticks.count >= maximum / 6, "\(start) \(span) \(maximum)")
      #expect(ticks.allSatisfy { $0.time >= start && $0.time <= start + span })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(ticks.allSatisfy { !$0.label.isEmpty })
    }
  }
}
