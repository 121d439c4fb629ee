import Feeds
import Metrics

/// The lengths of the stretches of time that columns and heatmaps show.
extension ColumnsPanel {
  /// The lengths of stretches in seconds that clocks have marks for.
  private static let periods: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    week,
  ]
  static let week = 7 * 86_400.0
  /// The usual number of columns in a window.
  private static let usualCount = 30.0
  static let mostCount = 400.0
  /// The largest ratio of a length with the same number of samples in all stretches to the usual length.
  private static let mostRatio = 2.5

  /// The length of a panel's stretches in a range of time.
  ///
  /// A usual length is a multiple of the samples' distance, because stretches with three and two samples by turns would
  /// show a beat that is not in the data.
  /// - Parameter pace: the distance of the samples in seconds; nil for an unknown or irregular one.
  static func period(for time: ClosedRange<Double>, _ spec: PanelSpec, pace: Double?) -> Double {
    let span = time.upperBound - time.lowerBound
    let least = span / mostCount
    if let period = spec.options.period, period >= least { return period }
    let usual = max(least, span / usualCount)
    let round = periods.first { $0 >= usual } ?? (usual / week).rounded(.up) * week
    guard let pace, !isEven(round, pace) else { return round }
    return periods.first { $0 > round && $0 <= mostRatio * usual && isEven($0, pace) }
      ?? (usual / pace).rounded(.up) * pace
  }

  /// The longest length that stretches of a full window may have, whatever the pace of the samples is. Stretches of a
  /// single sample may be longer.
  static func longestPeriod(_ spec: PanelSpec) -> Double {
    let window = spec.window.upperBound
    let period = period(for: 0...window, spec, pace: nil)
    return period == spec.options.period ? period : max(period, mostRatio * window / usualCount)
  }

  /// Whether all stretches of a length have the same number of samples, or so many that one more or less is not seen.
  private static func isEven(_ period: Double, _ pace: Double) -> Bool {
    let count = period / pace
    return count >= 20 || abs(count - count.rounded()) <= 0.02 * count
  }
}

extension PanelData {
  /// The distance of the samples of the slowest line in seconds; nil if no line has a steady one.
  var pace: Double? {
    lines.lazy.filter { !$0.isGone }
      .compactMap { $0.samples.pace ?? $0.series.compactMap(\.source.period).max() }.max()
  }
}

extension TimeSeries {
  /// The distance of the latest samples in seconds, without the jitter of their times; nil for few or irregular
  /// samples.
  var pace: Double? {
    let latest = max(0, count - 9)..<count
    let distances = latest.dropFirst().map { self[$0].time - self[$0 - 1].time }.sorted()
    guard distances.count >= 3 else { return nil }
    let usual = distances[distances.count / 2]
    let steady = distances.count { abs($0 - usual) <= 0.02 * usual }
    guard 4 * steady >= 3 * distances.count else { return nil }
    let grain = usual >= 10 ? 1 : usual >= 1 ? 0.1 : 0.01
    let pace = (usual / grain).rounded() * grain
    return pace > 0 ? pace : nil
  }
}
