import Glibc

/// The rules from UTC to local time. Rules are passed as an argument, and never looked up by code that
/// labels times.
public struct TimeZoneRules: Sendable {
  /// The clock at a time in UTC seconds since 1970. Times beyond the years ±9999 count as the nearest
  /// year within, NaN as 1970.
  public let civil: @Sendable (Double) -> CivilTime

  /// Makes rules from a function over whole UTC seconds.
  init(civilOfSecond: @escaping @Sendable (Int) -> CivilTime) {
    civil = { time in
      let bounded = time.isNaN ? 0 : min(max(time, -Self.horizon), Self.horizon)
      return civilOfSecond(Int(bounded.rounded(.down)))
    }
  }

  /// The last second of the year 9999 in UTC, so that the year has four digits.
  package static let horizon = 253_402_300_799.0

  /// The rules of UTC, whose clock is never ahead or behind.
  public static let utc = fixed(offset: 0, abbreviation: "UTC")

  /// A zone that is always `offset` seconds ahead of UTC (negative in the west; at most a day either
  /// way).
  public static func fixed(offset: Int, abbreviation: String) -> TimeZoneRules {
    let offset = min(max(offset, -86_400), 86_400)
    return TimeZoneRules {
      CivilTime(secondsOfClock: $0 + offset, zoneAbbreviation: abbreviation)
    }
  }

  /// The zone of this machine: the environment's TZ, or /etc/localtime.
  public static func system() -> TimeZoneRules {
    tzset()
    return TimeZoneRules { second in
      var time = time_t(second)
      var fields = tm()
      guard localtime_r(&time, &fields) != nil else {
        return CivilTime(secondsOfClock: second, zoneAbbreviation: "UTC")
      }
      return CivilTime(
        year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
        hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec),
        weekday: Int(fields.tm_wday),
        zoneAbbreviation: fields.tm_zone.map { String(cString: $0) } ?? "")
    }
  }

  /// The seconds by which the clock is ahead of UTC at a whole UTC second.
  public func offset(at second: Int) -> Int { civil(Double(second)).secondsOfClock - second }

  /// The UTC seconds at which the clock shows a reading in seconds since 1970-01-01 00:00:00: two where
  /// the clock is set back over that reading, else one. A reading that the clock skips counts as if the
  /// clock had not been set yet.
  public func seconds(ofClock clock: Int) -> (first: Int, second: Int?) {
    // No zone is further from UTC than a day, and none changes twice within two days.
    let (before, after) = (offset(at: clock - 86_400), offset(at: clock + 86_400))
    let (first, second) = (clock - before, clock - after)
    guard before != after, offset(at: second) == after else { return (first, nil) }
    guard offset(at: first) == before else { return (second, nil) }
    return (first, second)
  }

  /// The common offset of all readings within a day from `clock` on; nil if the offset changes.
  public func offset(ofDayAt clock: Int) -> Int? {
    let offset = offset(at: clock - 86_400)
    return offset == self.offset(at: clock + 2 * 86_400) ? offset : nil
  }
}
