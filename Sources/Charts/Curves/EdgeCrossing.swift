import Glibc
import Metrics

extension PlotContent {
  /// The values at which the shown lines cross the edges of the plot between two samples. An axis that covered only the
  /// samples in view would let such a line leave the plot.
  /// - Parameter isLogarithmic: whether the lines are straight or smooth on a logarithmic axis.
  func edgeCrossings(isLogarithmic: Bool) -> [Double] {
    zip(series, drawnSeries).flatMap { series, drawn in
      series.isHidden ? [] : drawn.crossings(of: time, isLogarithmic: isLogarithmic)
    }
  }
}

extension PlotContent.DrawnSeries {
  /// The least share of the plot's width that a segment across an edge takes. The axis need not follow the ends of
  /// shorter segments, which change with each sample while the line slides.
  private static let leastShare = 0.02
  /// The number of samples on either side of an edge that are examined for a gap.
  private static let reach = 8

  fileprivate func crossings(of time: ClosedRange<Double>, isLogarithmic: Bool) -> [Double] {
    let least = Self.leastShare * (time.upperBound - time.lowerBound)
    return [(time.lowerBound, time.lowerBound + least), (time.upperBound, time.upperBound - least)]
      .compactMap { edge, inner in
        crossing(of: edge, reaching: inner, isLogarithmic: isLogarithmic)
      }
  }

  /// The value of the line at an edge that lies between two samples; nil if the segment there is short, or if the line
  /// is interrupted.
  /// - Parameter inner: a time in the plot that the segment must reach.
  private func crossing(
    of edge: Double, reaching inner: Double, isLogarithmic: Bool
  ) -> Double? {
    let after = samples.indices(from: edge, through: .infinity).lowerBound
    guard after > 0, after < samples.count else { return nil }
    let (start, end) = (samples[after - 1], samples[after])
    guard start.time < min(edge, inner), max(edge, inner) < end.time,
      !isInterrupted(before: after)
    else { return nil }
    let map = AxisMap(
      epoch: edge, xScale: 1, xOffset: 0, yScale: 1, yOffset: 0, isLogarithmic: isLogarithmic)
    let around = max(0, after - 2)..<min(samples.count, after + 2)
    let y = SampledCurve(self, positions: around, map: map).y(at: 0)
    return isLogarithmic ? y.map { pow(10, $0) } : y
  }

  private func isInterrupted(before position: Int) -> Bool {
    guard let shortestGap else { return false }
    let around = max(0, position - Self.reach)..<min(samples.count, position + Self.reach)
    let starts = LineGaps.starts(around.map { samples[$0].time }) { _ in shortestGap }
    return starts.contains(position - around.lowerBound)
  }
}
