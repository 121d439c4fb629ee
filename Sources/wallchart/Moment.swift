import Dashboard
import Glibc

/// Times in the past, as users write them.
enum Moment {
  /// The UTC seconds of a local time (`2026-11-22T03:00`, `2026-11-22 03:00:30`, `2026-11-22`, `03:00` for the last
  /// time at which the clock showed 03:00), or of a duration before now (`6h`); nil for any other text, and for a time
  /// before 1970.
  static func seconds(_ text: String, now: Double) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    if parts.count <= 2, let date = numbers(parts[0], "-", counts: 3...3) {
      guard let clock = parts.count == 2 ? numbers(parts[1], ":", counts: 2...3) : [0, 0] else {
        return nil
      }
      guard isDay(date) else { return nil }
      return seconds(year: date[0], month: date[1], day: date[2], clock)
    }
    if let clock = numbers(text[...], ":", counts: 2...3) {
      var present = time_t(now)
      var today = tm()
      localtime_r(&present, &today)
      let year = Int(today.tm_year) + 1900
      let month = Int(today.tm_mon) + 1
      let day = Int(today.tm_mday)
      let last = [day, day - 1].compactMap { seconds(year: year, month: month, day: $0, clock) }
      return last.first { $0 <= now }
    }
    guard text.last?.isLetter == true, let ago = DurationText(text)?.seconds, ago >= 0, ago <= now
    else { return nil }
    return now - ago
  }

  /// A local time in a format of `seconds`: `2026-11-22T03:00:30`.
  static func text(_ seconds: Double) -> String {
    var whole = time_t(seconds.rounded(.down))
    var civil = tm()
    localtime_r(&whole, &civil)
    return String(unsafeUninitializedCapacity: 32) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress!, $0.count, "%Y-%m-%dT%H:%M:%S", &civil)
      }
    }
  }

  /// The numbers between separators; nil for any other text.
  private static func numbers(
    _ text: Substring, _ separator: Character, counts: ClosedRange<Int>
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    return numbers.count == parts.count && counts.contains(parts.count) ? numbers : nil
  }

  /// Whether the calendar has a day, given as year, month and day: 31 February does not exist.
  private static func isDay(_ date: [Int]) -> Bool {
    var civil = tm()
    (civil.tm_year, civil.tm_mon, civil.tm_mday) = (
      Int32(date[0] - 1900), Int32(date[1] - 1), Int32(date[2])
    )
    _ = timegm(&civil)
    return civil.tm_mday == date[2]
  }

  /// The UTC seconds of a local time. Day 0 is the last day of the previous month.
  private static func seconds(year: Int, month: Int, day: Int, _ clock: [Int]) -> Double? {
    guard (1970...9999).contains(year), (1...12).contains(month), (0...31).contains(day),
      clock[0] < 24, clock[1] < 60, clock.count < 3 || clock[2] < 61
    else { return nil }
    var civil = tm()
    (civil.tm_year, civil.tm_mon, civil.tm_mday) = (
      Int32(year - 1900), Int32(month - 1), Int32(day)
    )
    (civil.tm_hour, civil.tm_min) = (Int32(clock[0]), Int32(clock[1]))
    civil.tm_sec = clock.count > 2 ? Int32(clock[2]) : 0
    civil.tm_isdst = -1
    let time = mktime(&civil)
    return time < 0 ? nil : Double(time)
  }
}
