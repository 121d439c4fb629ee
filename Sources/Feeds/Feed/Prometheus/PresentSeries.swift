import Metrics

/// The series of a query's newest answer. A series that a later answer lacks gets a missing sample at its first missing
/// time, so that its line ends there: the server decides when a series is stale.
struct PresentSeries {
  private var roster = SeriesRoster()

  var metrics: Set<Metric> { roster.current }

  /// The samples of an answer.
  mutating func batch(
    of answer: PrometheusAnswer, to question: QueryCoverage.Question
  ) -> SampleBatch {
    var present: Set<Metric> = []
    var columns = answer.columns
    for index in columns.indices {
      let metric = columns[index].metric
      let continues = question.place == .newer && metrics.contains(metric)
      if Self.markGaps(&columns[index].values, continues: continues) { present.insert(metric) }
    }
    guard question.place != .older else { return batch(columns, question) }
    let gone = roster.take(Set(columns.map(\.metric)), current: present)
    return batch(columns + gone.ends(count: question.grid.count), question)
  }

  private func batch(
    _ columns: [SampleBatch.Column], _ question: QueryCoverage.Question
  ) -> SampleBatch {
    SampleBatch(
      question.past.map { .past($0) } ?? .own(), times: question.grid.times, columns: columns)
  }

  /// Puts a missing sample at the first time of each gap after a value.
  /// - Parameter continues: whether a value comes right before the column.
  /// - Returns: whether the column has a sample at its end.
  private static func markGaps(_ values: inout [Double], continues: Bool) -> Bool {
    var hasValue = continues
    for index in values.indices {
      let isAbsent = SampleBatch.isAbsent(values[index])
      if isAbsent, hasValue { values[index] = SampleBatch.ended }
      hasValue = !isAbsent
    }
    return hasValue
  }
}
