import Glibc
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The system's time zone by a POSIX rule, so that no zone files are needed. TZ belongs to the
/// process, and other tests read times of that zone: only for a process of its own, such as that of
/// an exit test.
private func zone(_ rule: String) -> TimeZoneRules {
  setenv("TZ", rule, 1)
  return .system()
}

private let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

/// The times of an axis's ticks, and their labels.
@Suite struct TimeTicksTests {
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
    (365 * 86_400, 4, ["Jan 2027", "May 2027", "Sep 2027"]),
    (365 * 86_400, 6, ["Jan 2027", "Apr 2027", "Jul 2027", "Oct 2027"]),
    (
      365 * 86_400, 7, ["Jan 2027", "Mar 2027", "May 2027", "Jul 2027", "Sep 2027", "Nov 2027"]
    ),
    (1200 * 86_400, 4, ["2027", "2028", "2029", "2030"]),
    (0.5, 4, ["14:20:08.0", "14:20:08.2", "14:20:08.4"]),
    (0.03, 4, ["14:20:08.00", "14:20:08.01", "14:20:08.02", "14:20:08.03"]),
    (
      0.002, 5,
      ["14:20:08.0000", "14:20:08.0005", "14:20:08.0010", "14:20:08.0015", "14:20:08.0020"]
    ),
  ]

  private static let ticksAcrossSummerTime:
    [(start: Double, seconds: Double, maximum: Int, labels: [String])] = [
      // 28 March 2026 21:00 UTC; that night the clock goes from 02:00 to 03:00.
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
      for (seconds, maximum, labels) in TimeTicksTests.ticks {
        #expect(TimeTicksTests.labels(1_795_267_208, seconds, maximum, zone) == labels)
      }
      for (start, seconds, maximum, labels) in TimeTicksTests.ticksAcrossSummerTime {
        #expect(TimeTicksTests.labels(start, seconds, maximum, zone) == labels)
      }
    }
  }

  /// In Santiago the clock of 6 September 2026 begins at 01:00.
  @Test func aDayWithoutMidnightHasItsTick() async {
    await #expect(processExitsWith: .success) {
      let zone = zone("<-04>4<-03>,M9.1.6/24,M4.1.6/24")
      let labels = TimeTicksTests.labels(1_788_537_600, 4 * 86_400, 6, zone)
      #expect(labels == ["5 Sep", "6 Sep", "7 Sep", "8 Sep"])
    }
  }

  /// A day other than today is named once by its date, another year once by its number.
  @Test(
    arguments: [
      (0.0, 300.0, 3, ["14:22", "14:24"]), (86_400, 300, 3, ["21 Nov 14:22", "14:24"]),
      (-86_400, 300, 3, ["21 Nov 14:22", "14:24"]),
      (400 * 86_400, 300, 3, ["21 Nov 2026 14:22", "14:24"]),
      (-86_400, 43_200, 4, ["21 Nov 18:00", "22 Nov"]),
      (3 * 86_400, 3 * 86_400, 4, ["22 Nov", "23 Nov", "24 Nov"]),
      (-86_400, 3 * 86_400, 8, ["22 Nov", "12:00", "23 Nov", "12:00", "24 Nov", "12:00"]),
      (
        400 * 86_400, 2 * 86_400, 5,
        ["22 Nov 2026", "12:00", "23 Nov", "12:00"]
      ),
      (400 * 86_400, 3 * 86_400, 4, ["22 Nov 2026", "23 Nov", "24 Nov"]),
      (400 * 86_400, 60 * 86_400, 3, ["Dec 2026", "Jan 2027"]),
      (9e8, 0.5, 3, ["21 Nov 2026 14:20:08.0", "14:20:08.2", "14:20:08.4"]),
    ] as [(Double, Double, Int, [String])])
  func dates(later: Double, seconds: Double, maximum: Int, labels: [String]) {
    let start = 1_795_267_208.0 + 3600
    let ticks = TimeTicks(
      from: start, through: start + seconds, maximum: maximum,
      zone: .utc, now: start + later
    ).ticks
    #expect(ticks.map(\.label) == labels)
  }

  /// An axis that ends today and spans midnight has the date at midnight. Midnight at the very start is
  /// no midnight between two days.
  @Test(
    arguments: [
      (-9.0, 12.0, 5, ["15:00", "18:00", "21:00", "22 Nov", "03:00"]),
      (-0.5, 1, 5, ["23:30", "23:45", "22 Nov", "00:15", "00:30"]),
      (0, 2, 2, ["00:00", "01:00", "02:00"]),
      (1, 5, 5, ["01:00", "02:00", "03:00", "04:00", "05:00", "06:00"]),
      (-0.002, 0.004, 4, ["23:59:55", "22 Nov", "00:00:05"]),
    ] as [(Double, Double, Int, [String])])
  func midnights(start: Double, hours: Double, maximum: Int, labels: [String]) {
    let midnight = 1_795_305_600.0
    let from = midnight + 3600 * start
    let ticks = TimeTicks(
      from: from, through: from + 3600 * hours, maximum: labels.count, zone: .utc,
      now: from + 3600 * hours
    ).ticks
    #expect(ticks.map(\.label) == labels)
    // Without a present day there are no names of days.
    let plain = TimeTicks(
      from: from, through: from + 3600 * hours, maximum: labels.count, zone: .utc
    ).ticks
    #expect(plain.allSatisfy { $0.label.contains(":") } && plain.map(\.time) == ticks.map(\.time))
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
        TimeTicksTests.expectFewOrderedTicks(rule)
      }
    }
  }

  private static func expectFewOrderedTicks(_ rule: String) {
    var random = SeededGenerator(seed: 9)
    let zone = zone(rule)
    for _ in 0..<1500 {
      let span = pow(10, Double.random(in: -4...11, using: &random))
      let start = Double.random(in: -1e10...5e9, using: &random)
      let maximum = Int.random(in: 2...12, using: &random)
      let ticks = TimeTicks(from: start, through: start + span, maximum: maximum, zone: zone).ticks
      #expect(ticks.count <= maximum)
      // The next finer step has at most three and a half times as many ticks, so every domain has
      // ticks.
      #expect(ticks.count >= max(1, maximum / 4), "\(start) \(span) \(maximum)")
      #expect(ticks.allSatisfy { $0.time >= start && $0.time <= start + span })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(ticks.allSatisfy { !$0.label.isEmpty })
    }
  }
}
