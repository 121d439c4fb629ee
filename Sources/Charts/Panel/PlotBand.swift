import Metrics

/// A band behind the lines of a plot, such as the usual values at this time of the day.
public struct PlotBand {
  /// The lower edge. A value that is not finite is a gap.
  public let low: TimeSeries
  /// The upper edge, with the times of the lower one. A value that is not finite is a gap.
  public let high: TimeSeries

  /// A band between two edges with the same times.
  public init(low: TimeSeries, high: TimeSeries) {
    self.low = low
    self.high = high
  }

  /// The lowest value of the lower edge and the highest one of the upper edge in a range of time, each with
  /// the values right before and after the range; nil without such values.
  public func extent(in time: ClosedRange<Double>) -> ClosedRange<Double>? {
    func extent(_ edge: TimeSeries) -> ClosedRange<Double>? {
      let within = edge.indices(from: time.lowerBound, through: time.upperBound)
      return edge.extent(
        in: max(0, within.lowerBound - 1)..<min(edge.count, within.upperBound + 1))
    }
    guard let low = extent(low)?.lowerBound, let high = extent(high)?.upperBound, low <= high
    else { return nil }
    return low...high
  }
}

extension PlotContent {
  /// The extent of the lines that are shown, and of the band behind them; nil if no line is in view.
  public var extentWithBand: ClosedRange<Double>? {
    guard let extent, let band = shownBand?.extent(in: time) else { return extent }
    return min(extent.lowerBound, band.lowerBound)...max(extent.upperBound, band.upperBound)
  }

  /// The band, unless its line is hidden.
  var shownBand: PlotBand? { series.first.map(\.isHidden) ?? true ? nil : band }
}
