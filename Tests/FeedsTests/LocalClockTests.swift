import Foundation
import Testing

@testable import Feeds
@testable import Metrics

/// Logs in local time through the end of summer time.
@Suite struct LocalClockTests {
  /// The rules of a zone from Foundation's copy, whatever `TZ` says.
  private func rules(_ name: String) throws -> TimeZoneRules {
    let zone = try #require(TimeZone(identifier: name))
    return TimeZoneRules { second in
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      return CivilTime(secondsOfClock: second + offset, zoneAbbreviation: "")
    }
  }

  /// The last second of summer time in 2026, in UTC, and the seconds by which the clock is set back then.
  private static let ends: [(String, Int, Int)] = [
    ("Europe/Berlin", 1_792_890_000, 3600), ("America/New_York", 1_793_512_800, 3600),
    ("Australia/Lord_Howe", 1_775_314_800, 1800), ("America/Santiago", 1_775_358_000, 3600),
  ]

  /// The ends of summer time, with paces of rows. A pace above the hour (on Lord Howe, the half hour)
  /// that the clock shows twice could not be told from a missing row.
  private static func ends(
    withPaces paces: [Int]
  ) -> [(end: (String, Int, Int), pace: Int)] {
    ends.flatMap { end in paces.filter { $0 <= end.2 }.map { (end, $0) } }
  }

  private func readings(_ zone: TimeZoneRules, _ instants: [Int]) -> [Double] {
    instants.map { Double($0 + zone.offset(at: $0)) }
  }

  private func read(_ zone: TimeZoneRules, _ readings: [Double]) -> [Int] {
    var clock = LocalClock(zone: zone)
    return readings.map { Int(clock.instant(of: $0, arrival: nil)) }
  }

  @Test(arguments: ends)
  func theEndsAreWhereTheyAre(_ name: String, _ end: Int, _ back: Int) throws {
    let zone = try rules(name)
    #expect(zone.offset(at: end - 1) - zone.offset(at: end) == back)
  }

  /// 25 hours (or 24 and a half) have their full length, at any pace of rows.
  @Test(arguments: ends(withPaces: [1, 7, 60, 300, 900, 1800, 3600]))
  func everyHourIsThere(_ end: (String, Int, Int), _ pace: Int) throws {
    let zone = try rules(end.0)
    let from = end.1 - 12 * 3600
    let instants = Array(stride(from: from, to: end.1 + 13 * 3600, by: pace))
    #expect(read(zone, readings(zone, instants)) == instants)
  }

  /// Several rows of each moment, as for several disks.
  @Test(arguments: ends(withPaces: [1, 60, 1800, 3600]))
  func severalRowsOfAMoment(_ end: (String, Int, Int), _ pace: Int) throws {
    let zone = try rules(end.0)
    let instants = stride(from: end.1 - 5 * 3600, to: end.1 + 5 * 3600, by: pace)
      .flatMap { [$0, $0, $0] }
    #expect(read(zone, readings(zone, instants)) == instants)
  }

  /// A file that begins in the first of the two hours, and a file with only the second: nothing but later
  /// rows could tell them apart, so the first hour is assumed.
  @Test(arguments: ends)
  func aFileThatBeginsInTheHour(_ name: String, _ end: Int, _ back: Int) throws {
    let zone = try rules(name)
    let whole = Array(stride(from: end - back + 300, to: end + back + 3600, by: 300))
    #expect(read(zone, readings(zone, whole)) == whole)
    let late = Array(stride(from: end + 300, to: end + back + 3600, by: 300))
    let expected = late.map { $0 < end + back ? $0 - back : $0 }
    #expect(read(zone, readings(zone, late)) == expected)
  }

  /// The arrival of rows that come as they are made decides the hour.
  @Test(arguments: ends)
  func theArrivalTells(_ name: String, _ end: Int, _ back: Int) throws {
    let zone = try rules(name)
    for start in [end - back + 5, end - 5, end, end + 5, end + back - 5] {
      var clock = LocalClock(zone: zone)
      let reading = readings(zone, [start])[0]
      #expect(clock.instant(of: reading, arrival: Double(start) + 2) == Double(start))
      #expect(
        clock.instant(
          ofDay: reading.truncatingRemainder(dividingBy: 86_400), near: Double(start) + 2)
          == Double(start))
    }
  }

  /// A row that is a second late does not mean a step of an hour.
  @Test(arguments: ends)
  func aLateRowIsLate(_ name: String, _ end: Int, _ back: Int) throws {
    let zone = try rules(name)
    let instants = [0, 1, 2, 1, 3, 4].map { end - back + 100 + $0 }
    #expect(read(zone, readings(zone, instants)) == instants)
  }

  /// A reading that the clock skips in spring counts as if the clock had not been set yet.
  @Test func readingsThatTheClockSkips() throws {
    let zone = try rules("Europe/Berlin")
    // 2026-03-29 02:30, between 01:59:59 CET and 03:00 CEST.
    let skipped = 1_774_751_400.0
    #expect(read(zone, [skipped]) == [1_774_747_800])
  }

  @Test func aTableAndAFormatAreReadAlike() throws {
    let zone = try rules("Europe/Berlin")
    let end = 1_792_890_000
    let instants = Array(stride(from: end - 7200, to: end + 7200, by: 300))
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let lines = instants.enumerated().map {
      formatter.string(from: Date(timeIntervalSince1970: Double($1))) + ",\($0)\n"
    }
    for format in [nil, "%Y-%m-%d %H:%M:%S"] {
      var options = TextOptions(timeFormat: format)
      options.isFile = true
      let reader = TextReader(options: options, zone: zone)
      var batch = TextBatch()
      var text = "time,v\n" + lines.joined()
      text.withUTF8 { reader.feed(UnsafeRawBufferPointer($0), arrival: 0, into: &batch) }
      reader.finish(into: &batch)
      #expect(batch.times == instants.map(Double.init))
    }
  }
}
