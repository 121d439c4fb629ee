import Foundation
import TestSupport
import Testing

@testable import Metrics

/// Time zones from the files of the zone database.
@Suite struct ZoneFileTests {
  private func rules(_ name: String) throws -> TimeZoneRules {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + name))
    return try #require(TimeZoneRules(zoneFile: Array(bytes)))
  }

  /// The offsets are those of the system, also where only the rule at the file's end tells them.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney",
    "America/Sao_Paulo", "Africa/Casablanca", "Pacific/Chatham", "Etc/GMT+5", "UTC",
  ])
  func offsets(name: String) throws {
    let rules = try rules(name)
    let zone = try #require(TimeZone(identifier: name))
    // From 1975 to 2037, at odd distances, so that hours next to changes come up.
    for second in stride(from: 157_766_400, to: 2_114_380_800, by: 86_400 * 5 + 3601) {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      #expect(rules.offset(at: second) == expected, "\(name) at \(second)")
    }
  }

  /// Moments of the rule of POSIX, in UTC, and the offset from there on.
  @Test(
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 2_531_955_599, 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 2_531_955_600, 7200),
      ("EST5EDT,M3.2.0,M11.1.0", 1_762_063_199 - 86_400, -14_400),
      ("EST5EDT,M3.2.0,M11.1.0", 1_762_063_200 + 3600, -18_000),
      ("<+0330>-3:30", 0, 12_600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_225_600, 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_782_864_000, 36_000), ("UTC0", 5, 0),
    ] as [(String, Int, Int)])
  func ruleOfPOSIX(text: String, second: Int, offset: Int) throws {
    #expect(try #require(ZoneRule(text)).offset(at: second).seconds == offset)
  }

  @Test(arguments: ["", "CE", "CET", "CET-1CEST,M3.5", "CET-1CEST,M13.1.0,M3.1.0", "CET-1x"])
  func noRule(text: String) {
    #expect(ZoneRule(text) == nil)
  }

  /// Bytes that are cut or changed make no rules, and no crash.
  @Test func brokenFiles() throws {
    let bytes = Array(
      try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = TimeZoneRules(zoneFile: Array(bytes[..<count]))
    }
    #expect(TimeZoneRules(zoneFile: Array(bytes[..<40])) == nil)
    #expect(TimeZoneRules(zoneFile: Array("no zone at all".utf8)) == nil)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var changed = bytes
      changed[Int.random(in: 0..<bytes.count, using: &random)] = 0xFF
      let rules = TimeZoneRules(zoneFile: changed)
      _ = rules?.civil(1e9)
    }
  }
}
