import Metrics

/// The text of a stretch of time: `14:20 – 14:25`, `21 Nov`.
enum StretchText {
  /// - Parameters:
  ///   - span: the range of times that contains the stretch; in a range of several days, the text has the date.
  static func text(
    _ start: Double, _ end: Double, in span: ClosedRange<Double>, zone: TimeZoneRules
  ) -> String {
    guard abs(start) < 1e12, abs(end) < 1e12 else { return "–" }
    let (first, last) = (zone.civil(start), zone.civil(end))
    if isMidnight(first), isMidnight(last), end - start > 80_000 {
      let lastDay = zone.civil(end - 1)
      return isSameDay(first, lastDay)
        ? first.dateText : first.dateText + " – " + lastDay.dateText
    }
    let hasSeconds = first.second != 0 || last.second != 0
    func text(_ time: CivilTime) -> String { hasSeconds ? time.timeText : time.minuteText }
    let isOneDay = isSameDay(zone.civil(span.lowerBound), zone.civil(span.upperBound))
    return (isOneDay ? "" : first.dateText + " ") + text(first) + " – " + text(last)
  }

  private static func isMidnight(_ time: CivilTime) -> Bool {
    (time.hour, time.minute, time.second) == (0, 0, 0)
  }

  private static func isSameDay(_ a: CivilTime, _ b: CivilTime) -> Bool {
    (a.year, a.month, a.day) == (b.year, b.month, b.day)
  }
}
