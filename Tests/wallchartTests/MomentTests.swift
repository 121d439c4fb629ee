import Glibc
import Testing

@testable import wallchart

/// Times in the past, as people write them.
@Suite struct MomentTests {
  /// 2026-11-23 02:49:28 UTC.
  private static let now = 1_795_402_168.0

  private func local(_ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32)
    -> Double
  {
    var civil = tm()
    (civil.tm_year, civil.tm_mon, civil.tm_mday) = (year - 1900, month - 1, day)
    (civil.tm_hour, civil.tm_min, civil.tm_isdst) = (hour, minute, -1)
    return Double(mktime(&civil))
  }

  @Test func localTimes() {
    #expect(Moment.seconds("2026-11-22T03:00", now: Self.now) == local(2026, 11, 22, 3, 0))
    #expect(Moment.seconds("2026-11-22 03:00:30", now: Self.now) == local(2026, 11, 22, 3, 0) + 30)
    #expect(Moment.seconds("2026-11-22", now: Self.now) == local(2026, 11, 22, 0, 0))
    #expect(Moment.seconds("2024-02-29", now: Self.now) == local(2024, 2, 29, 0, 0))
  }

  /// The text of a time is read as the same time.
  @Test func toldTimes() {
    #expect(Moment.seconds(Moment.text(Self.now + 0.75), now: Self.now) == Self.now)
    #expect(Moment.text(local(2026, 11, 22, 3, 0) + 30) == "2026-11-22T03:00:30")
  }

  /// A time of day is the last one that the clock has shown.
  @Test(arguments: ["00:00", "12:30", "23:59"])
  func timesOfDay(_ text: String) throws {
    let time = try #require(Moment.seconds(text, now: Self.now))
    #expect(time <= Self.now && time > Self.now - 90_000)
  }

  @Test func durationsAgo() {
    #expect(Moment.seconds("6h", now: Self.now) == Self.now - 21_600)
    #expect(Moment.seconds("1w", now: Self.now) == Self.now - 604_800)
    #expect(Moment.seconds("1h30m", now: Self.now) == Self.now - 5400)
    #expect(Moment.seconds("20000d", now: Self.now) == Self.now - 1_728_000_000)
  }

  @Test(arguments: [
    "", "x", "5", "-1h", "2026-13-01", "2026-11-22T25:00", "2026-11-22T3", "1:2:3:4", "10:60",
    "2026-11-22T03:00Z", "99999-01-01", "2026-11-32", "2026-02-31", "2026-02-29T03:00",
    "2026-11-00", "21000d", "3000000d",
    "99999999999999999999d",
  ])
  func otherTexts(_ text: String) { #expect(Moment.seconds(text, now: Self.now) == nil) }
}
