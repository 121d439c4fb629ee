import Charts
import Glibc
import Metrics

extension PlotContent {
  /// The limit of samples of a series, counted from the end, that are checked for whole numbers.
  private static let mostLookedAt = 1000

  /// Whether the latest values in sight are whole numbers.
  var hasWholeNumbers: Bool {
    series.allSatisfy { series in
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      return shown.suffix(PlotContent.mostLookedAt).allSatisfy {
        let value = series.samples[$0].value
        return value.isNaN || value == value.rounded()
      }
    }
  }

  /// The extent of the positive values of the lines that are shown; nil without such a value.
  var positiveExtent: ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for series in series where !series.isHidden {
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = series.samples.positiveExtent(in: shown) else { continue }
      low = min(low, extent.lowerBound)
      high = max(high, extent.upperBound)
    }
    return low <= high ? low...high : nil
  }

  /// A note about values in sight that have no place on a logarithmic axis; nil if there are none.
  var noteOfUnshown: String? {
    let count = series.filter { !$0.isHidden }.reduce(0) { count, series in
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = series.samples.extent(in: shown), extent.lowerBound <= 0 else {
        return count
      }
      return count + shown.count { series.samples[$0].value <= 0 }
    }
    return count > 0 ? "\(count) \(count == 1 ? "value" : "values") ≤ 0 not shown" : nil
  }
}

extension TickScale {
  /// One decimal more than the ticks need; with a prefix, at least one decimal below a hundred.
  var valueDecimals: Int {
    let shown = step / scale.divisor
    let least = scale.divisor != 1 && shown < 100 ? 1 : 0
    return min(max(least, 1 - Int(log10(shown).rounded(.down))), 6)
  }
}

extension TimeSeries {
  /// The extent of the positive values at some positions; nil without such a value.
  fileprivate func positiveExtent(in positions: Range<Int>) -> ClosedRange<Double>? {
    let extremes = extremes(in: positions, least: .leastNonzeroMagnitude)
    guard let lowest = extremes.lowest, let highest = extremes.highest else { return nil }
    return self[lowest].value...self[highest].value
  }

  /// The series with its values multiplied by a factor.
  func scaled(by factor: Double) -> TimeSeries {
    var result = TimeSeries(capacity: capacity, gapAfter: gapAfter, budget: budget)
    let columns = columns
    result.append(times: columns.times[...], values: columns.values.map { $0 * factor }[...])
    return result
  }
}
