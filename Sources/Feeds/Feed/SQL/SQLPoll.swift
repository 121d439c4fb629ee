import Metrics

/// The memory of a query whose rows have no times: the values of the last answer.
struct SQLPoll {
  private var last: (time: Double, values: [(metric: Metric, value: Double)])?
  private var roster = SeriesRoster()

  /// The seconds between the last sample before a gap and the missing sample of the gap.
  private static let gapDistance = 1e-6

  /// The samples of an answer, at least its time. A series of the previous answer that this answer lacks ends.
  /// - Parameter gapAfter: seconds without an answer after which the lines are interrupted.
  mutating func samples(
    of answer: [SQLSeries], at now: Double, gapAfter: Double
  ) -> [SampleBatch] {
    let values = answer.flatMap { series in
      zip(series.metrics, series.values).map { (metric: $0, value: $1.last ?? .nan) }
    }
    let gone = roster.take(
      Set(values.map(\.metric)),
      current: Set(values.lazy.filter { !$0.value.isNaN }.map(\.metric)))
    let gap = gap(before: now, longerThan: gapAfter)
    last = (now, values)
    let columns = values.map { SampleBatch.Column($0.metric, [$0.value]) }
    return gap + [SampleBatch(times: [now], columns: columns + gone.ends())]
  }

  /// The samples of a database that has not changed: the values of the last answer.
  mutating func repetition(at now: Double, gapAfter: Double) -> [SampleBatch] {
    guard let values = last?.values else { return [] }
    let gap = gap(before: now, longerThan: gapAfter)
    last?.time = now
    return gap
      + [SampleBatch(times: [now], columns: values.map { .init($0.metric, [$0.value]) })]
  }

  /// Missing samples after those of the last answer, if the answer is old.
  private func gap(before now: Double, longerThan gapAfter: Double) -> [SampleBatch] {
    guard let last, now - last.time > gapAfter, !last.values.isEmpty else { return [] }
    // The gap is in the past of other statements, whose samples stay.
    return [
      SampleBatch(
        .replacement, times: [last.time + Self.gapDistance],
        columns: last.values.map { .init($0.metric, [.nan]) })
    ]
  }
}
