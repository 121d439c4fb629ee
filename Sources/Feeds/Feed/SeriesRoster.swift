import Metrics

/// The series of a query according to the newest answer of its source. A series that an answer no longer names has
/// ended.
struct SeriesRoster {
  /// The series with a value at the end of the newest answer.
  private(set) var current: Set<Metric> = []

  /// Takes the series of a new answer.
  /// - Parameters:
  ///   - named: all series of the answer. A series that only lacks a value continues.
  ///   - current: those with a value at the end of the answer; nil for all.
  /// - Returns: the series that have ended.
  mutating func take(_ named: Set<Metric>, current: Set<Metric>? = nil) -> Set<Metric> {
    defer { self.current = current ?? named }
    return self.current.subtracting(named)
  }
}

extension Set<Metric> {
  /// The ends of the series at the first of some times, in the order of the series' texts.
  func ends(count: Int = 1) -> [SampleBatch.Column] {
    let values =
      [SampleBatch.ended] + [Double](repeating: SampleBatch.absent, count: Swift.max(0, count - 1))
    return map { (text: $0.description, metric: $0) }.sorted { $0.text < $1.text }
      .map { SampleBatch.Column($0.metric, values) }
  }
}
