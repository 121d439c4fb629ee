import Metrics

/// The time of one sample as exactly as it tells it from its neighbours.
struct MomentText {
  let text: String

  /// The spacing from which on seconds tell samples apart.
  private static let second = 0.9

  /// - Parameters:
  ///   - time: UTC seconds.
  ///   - spacing: the seconds to the nearest other sample; below one, milliseconds are written, and
  ///     below a millisecond microseconds.
  ///   - range: the times among which it is; those of several days have their date.
  init(_ time: Double, spacing: Double, range: ClosedRange<Double>, zone: TimeZoneRules) {
    // A larger Double has no milliseconds.
    guard abs(time) < 1e12 else {
      text = "–"
      return
    }
    // The nearest of the parts that are written: .123 is a little less as a Double.
    // Samples of one second come a little sooner or later.
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
