import Metrics

/// The time of one sample as exactly as it tells it from its neighbours.
struct MomentText {
  let text: String

  /// - Parameters:
  ///   - time: UTC seconds.
  ///   - spacing: the seconds to the nearest other sample; below one, milliseconds are written.
  ///   - range: the times among which it is; those of several days have their date.
  init(_ time: Double, spacing: Double, range: ClosedRange<Double>, zone: TimeZoneRules) {
    // Beyond this a Double has no milliseconds.
    guard abs(time) < 1e12 else {
      text = "–"
      return
    }
    let civil = zone.civil(time)
    var text = civil.timeText
    if spacing < 1 {
      let fraction = time - time.rounded(.down)
      let digits = String(min(Int(fraction * 1000), 999))
      text += "." + String(repeating: "0", count: 3 - digits.count) + digits
    }
    let (first, last) = (zone.civil(range.lowerBound), zone.civil(range.upperBound))
    if (first.year, first.month, first.day) != (last.year, last.month, last.day) {
      text = civil.dateText + (first.year == last.year ? "" : " \(civil.year)") + " " + text
    }
    self.text = text
  }
}
