/// Samples of some series that are written together.
package struct HistoryBatch: Sendable {
  /// The samples of one series.
  package struct Series: Sendable {
    /// The stable name of the series in the file.
    package var key: String
    /// The times in UTC seconds since 1970, in any order; times that are not finite are left out.
    package var times: [Double]
    /// The value at each time; NaN is a missing sample.
    package var values: [Double]

    package init(key: String, times: [Double], values: [Double]) {
      self.key = key
      self.times = times
      self.values = values
    }
  }

  package var series: [Series]
  /// Whether samples are missing because they came faster than they were written.
  package var isCut: Bool

  package init(_ series: [Series] = [], isCut: Bool = false) {
    (self.series, self.isCut) = (series, isCut)
  }

  package var sampleCount: Int { series.reduce(0) { $0 + $1.times.count } }

  /// Drops the samples that came first, if there are more than the limit.
  /// - Returns: whether there were too many.
  mutating func dropOldest(beyond limit: Int) -> Bool {
    var surplus = sampleCount - limit
    guard surplus > 0 else { return false }
    let whole = series.prefix { part in
      guard part.times.count <= surplus else { return false }
      surplus -= part.times.count
      return true
    }
    series.removeFirst(whole.count)
    if surplus > 0 {
      series[0].times = Array(series[0].times.dropFirst(surplus))
      series[0].values = Array(series[0].values.dropFirst(surplus))
    }
    return true
  }
}

extension HistoryBatch.Series {
  /// The samples in the order of their times, in milliseconds, without those outside `HistoryLimits.times`.
  var ordered: (times: [Int], values: [Double]) {
    var pairs = zip(times, values).compactMap { time, value -> (time: Int, value: Double)? in
      guard let milliseconds = Int(exactly: (time * 1000).rounded()),
        HistoryLimits.times.contains(milliseconds)
      else { return nil }
      return (milliseconds, value)
    }
    let isOrdered = zip(pairs, pairs.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isOrdered { pairs.sort { $0.time < $1.time } }
    return (pairs.map(\.time), pairs.map(\.value))
  }
}
