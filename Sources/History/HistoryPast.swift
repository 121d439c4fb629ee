/// The past of some series, read from a file.
package struct HistoryPast: Sendable {
  /// A part of one series in one resolution.
  package struct Piece: Sendable {
    /// The seconds that each row covers; 0 for full resolution.
    package var width: Double
    /// The times of samples, or the starts of rows, in UTC seconds since 1970.
    package var times: [Double]
    /// The values of samples, with NaN for missing ones, or the means of rows.
    package var values: [Double]
    /// The extremes and the number of the samples of each row; empty for full resolution.
    package var minima: [Double] = []
    package var maxima: [Double] = []
    package var counts: [Double] = []

    /// A part with its times and values.
    package init(width: Double, times: [Double] = [], values: [Double] = []) {
      (self.width, self.times, self.values) = (width, times, values)
    }
  }

  /// The pieces of each series by its key, in the order of time; series without samples are missing.
  package var series: [String: [Piece]] = [:]

  package init() {}

  package var isEmpty: Bool { series.isEmpty }

  /// Appends a later past.
  package mutating func append(_ later: HistoryPast) {
    series.merge(later.series) { $0 + $1 }
  }

  /// An interval of time to read.
  package struct Stretch: Sendable, Equatable {
    /// The first and the last time in UTC seconds.
    package var range: ClosedRange<Double>
    /// See `HistoryFile.past`.
    package var resolution: Double

    package init(range: ClosedRange<Double>, resolution: Double) {
      (self.range, self.resolution) = (range, resolution)
    }
  }
}

extension HistoryPast.Piece {
  /// The part in rows of a width in seconds; the part itself if it already consists of rows.
  package func inRows(of width: Double) -> HistoryPast.Piece {
    self.width == 0 ? HistoryPast.Piece(buckets(width: width)) : self
  }

  /// The samples in rows of a width in seconds.
  func buckets(width: Double) -> Buckets {
    var buckets = Buckets(width: Int(width * 1000))
    buckets.add(times.map { Int(($0 * 1000).rounded()) }, values)
    return buckets
  }

  /// The samples or rows whose times fulfil a condition.
  package func filtered(_ isWanted: (Double) -> Bool) -> HistoryPast.Piece {
    let places = times.indices.filter { isWanted(times[$0]) }
    guard places.count < times.count else { return self }
    func part(_ column: [Double]) -> [Double] { column.isEmpty ? [] : places.map { column[$0] } }
    var result = HistoryPast.Piece(width: width, times: part(times), values: part(values))
    (result.minima, result.maxima, result.counts) = (part(minima), part(maxima), part(counts))
    return result
  }

  init(_ buckets: Buckets) {
    self.init(
      width: Double(buckets.width) / 1000, times: buckets.times.map { Double($0) / 1000 },
      values: buckets.means)
    (minima, maxima, counts) = (buckets.minima, buckets.maxima, buckets.counts)
  }
}
