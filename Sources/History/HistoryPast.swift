/// The past of some series, as it was read from a file.
package struct HistoryPast: Sendable {
  /// A stretch of one series in one resolution.
  package struct Piece: Sendable {
    /// Seconds that each row stands for; 0 for samples as they came.
    package var width: Double
    /// UTC seconds since 1970: the times of samples, or the starts of rows.
    package var times: [Double]
    /// The values of samples, with NaN for missing ones, or the means of rows.
    package var values: [Double]
    /// The extremes and numbers of the samples of each row; empty for samples as they came.
    package var minima: [Double] = []
    package var maxima: [Double] = []
    package var counts: [Double] = []

    /// A stretch with its times and values.
    package init(width: Double, times: [Double] = [], values: [Double] = []) {
      (self.width, self.times, self.values) = (width, times, values)
    }
  }

  /// The pieces of each series by its key, in the order of time; series without samples are missing.
  package var series: [String: [Piece]] = [:]

  package init() {}

  package var isEmpty: Bool { series.isEmpty }
}

extension HistoryPast.Piece {
  init(_ buckets: Buckets) {
    self.init(
      width: Double(buckets.width) / 1000, times: buckets.times.map { Double($0) / 1000 },
      values: buckets.means)
    (minima, maxima, counts) = (buckets.minima, buckets.maxima, buckets.counts)
  }
}
