import Glibc
import TestSupport
import Testing

@testable import Metrics

/// The system's time zone by a POSIX rule, so that no zone files are needed. TZ belongs to the
/// process, and other tests read times of that zone: only for a process of its own, such as that of
/// an exit test.
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
    #expect(zone.civil(1e300).year == 9999)
    #expect(zone.civil(-.infinity).year == -6060)
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
}
