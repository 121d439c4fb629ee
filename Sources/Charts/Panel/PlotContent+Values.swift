import Glibc
import Messages
import Metrics

extension PlotContent {
  /// The limit of samples of all series, counted from the end, that are checked for whole numbers.
  private static let mostLookedAt = 2000

  /// The largest magnitude of the values in view, or otherwise of the last values; 0 without values.
  package var largestMagnitude: Double {
    if let extent { return max(abs(extent.lowerBound), abs(extent.upperBound)) }
    return series.compactMap { $0.samples.lastValid.map { abs($0.value) } }.max() ?? 0
  }

  /// The decimals of the latest values in view, or otherwise of the last values, up to `ValueFormat.mostDecimals`.
  package var valueDecimals: Int {
    let most = PlotContent.mostLookedAt / max(1, series.count)
    var result = 0
    for series in series {
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      if shown.isEmpty, let last = series.samples.lastValid {
        result = max(result, last.value.decimals(from: result))
      }
      for position in shown.suffix(most) {
        result = series.samples[position].value.decimals(from: result)
        if result == ValueFormat.mostDecimals { return result }
      }
    }
    return result
  }

  /// The extent of the positive values of the lines that are shown; nil without such a value.
  package var positiveExtent: ClosedRange<Double>? {
    let crossings = edgeCrossings(isLogarithmic: true)
    var low = crossings.min() ?? .infinity
    var high = crossings.max() ?? -.infinity
    for series in series where !series.isHidden {
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = series.samples.positiveExtent(in: shown) else { continue }
      low = min(low, extent.lowerBound)
      high = max(high, extent.upperBound)
    }
    return low <= high ? low...high : nil
  }

  /// The extent of the positive values in view, and of those of the band behind them; nil if no line has one.
  package var positiveExtentWithBand: ClosedRange<Double>? {
    let lines = positiveExtent
    guard let lines, let band = shownBand else { return lines }
    return [band.low, band.high].reduce(lines) { extent, edge in
      let shown = edge.indices(from: time.lowerBound, through: time.upperBound)
      guard let own = edge.positiveExtent(in: shown) else { return extent }
      return min(extent.lowerBound, own.lowerBound)...max(extent.upperBound, own.upperBound)
    }
  }

  /// A note about values in view without a place on a logarithmic axis; nil if there are none.
  package var noteOfUnshown: String? {
    let count = series.filter { !$0.isHidden }.reduce(0) { count, series in
      let shown = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = series.samples.extent(in: shown), extent.lowerBound <= 0 else {
        return count
      }
      var unshown = 0
      series.samples.forEachRun(in: shown) { run in
        unshown += run.values.count { $0 <= 0 }
      }
      return count + unshown
    }
    guard count > 0 else { return nil }
    return String(
      localized: count == 1 ? "1 value ≤ 0 not shown" : "\(count) values ≤ 0 not shown")
  }
}

/// The powers of ten for numbers of decimals below the largest one.
private let powersOfTen: [Double] = [1, 10, 100, 1000, 10_000, 100_000]

extension Double {
  /// The number of decimals of a number, apart from rounding errors: at least the given one, and up to
  /// `ValueFormat.mostDecimals`.
  package func decimals(from least: Int) -> Int {
    var decimals = least
    while decimals < ValueFormat.mostDecimals, isFinite {
      let digits = self * powersOfTen[decimals]
      if abs(digits - digits.rounded()) <= 1e-12 * abs(digits) { break }
      decimals += 1
    }
    return decimals
  }
}

extension TimeSeries {
  /// The extent of the positive values at some positions; nil without such a value.
  fileprivate func positiveExtent(in positions: Range<Int>) -> ClosedRange<Double>? {
    let extremes = extremes(in: positions, least: .leastNonzeroMagnitude)
    guard let lowest = extremes.lowest, let highest = extremes.highest else { return nil }
    return self[lowest].value...self[highest].value
  }
}
