import Metrics

/// The time of one sample, as exact as needed to distinguish the sample from its neighbours.
struct MomentText {
  let text: String

  /// The least spacing at which seconds distinguish samples. Samples of every second come a little sooner or later.
  private static let second = 0.9

  /// - Parameters:
  ///   - time: UTC seconds.
  ///   - spacing: the seconds to the nearest other sample; below one, milliseconds are written, and
  ///     below a millisecond microseconds.
  ///   - range: the range of times that contains `time`; in a range of several days, the text has the date.
  init(_ time: Double, spacing: Double, range: ClosedRange<Double>, zone: TimeZoneRules) {
    // The milliseconds of a larger Double are not exact.
    guard abs(time) < 1e12 else {
      text = "–"
      return
    }
    // The parts are rounded, because .123 is a little less as a Double.
    let parts = spacing < 0.001 ? 1_000_000 : spacing < MomentText.second ? 1000 : 1
    let count = Int((time * Double(parts)).rounded(parts == 1 ? .down : .toNearestOrEven))
    let civil = zone.civil(Double(floorDivide(count, parts)))
    var text = civil.timeText
    if parts > 1 {
      text.append(RegionalFormat.current.decimalSeparator)
      text += "\(parts + floorModulo(count, parts))".dropFirst()
    }
    let (first, last) = (zone.civil(range.lowerBound), zone.civil(range.upperBound))
    if (first.year, first.month, first.day) != (last.year, last.month, last.day) {
      text = (first.year == last.year ? civil.dateText : civil.dateTextWithYear) + " " + text
    }
    self.text = text
  }
}
