import Metrics

/// The memory of a query whose rows have times: the stretch that has been asked for, and the latest
/// samples, so that only news is passed on.
struct SQLPast {
  /// The stretch that answers have covered.
  private var covered: ClosedRange<Double>?
  /// The latest samples of each set of labels, as far as the next answer may repeat them: for a statement
  /// without a stretch, all samples of the last answer.
  private var latest: [Labels: SQLSeries] = [:]
  /// The labels whose last samples are gone, and which have had nothing new since.
  private var takenBack: Set<Labels> = []
  /// The limit of such labels, which may be others each day.
  private static let mostTakenBack = 1000

  /// The stretches that are missing, in the order in which they are to be asked for: everything at the
  /// start; later the time since the last row, after an older part where the window has grown.
  func missing(window: Double, at now: Double) -> [ClosedRange<Double>] {
    let start = max(0, now - max(0, window))
    guard let covered, covered.upperBound <= now else { return [start...now] }
    let news = min(max(resumption(at: now), start), now)...now
    return start < covered.lowerBound ? [start...covered.lowerBound, news] : [news]
  }

  /// The time from which rows may be new. The last row itself is asked for again, because the end of a group
  /// of rows may have been counted too early. Rows after the present, which may be the mistake of a clock, count for
  /// nothing.
  private func resumption(at now: Double) -> Double {
    let present = now + LateRows.lateness
    return LateRows.start(after: latest.values.compactMap { $0.times.last { $0 <= present } })
      ?? (covered?.upperBound ?? 0) - LateRows.lateness
  }

  /// The news in an answer.
  /// - Parameter stretch: the stretch that was asked for; nil if the statement names no stretch.
  mutating func news(
    in answer: [SQLSeries], of stretch: ClosedRange<Double>?, at now: Double
  ) -> [SampleBatch] {
    if let stretch, let covered, stretch.upperBound <= covered.lowerBound {
      self.covered = stretch.lowerBound...covered.upperBound
      return Self.batches(answer.map { ($0, .past(stretch)) })
    }
    var parts: [(SQLSeries, SampleBatch.Origin)] = []
    let before = latest
    if stretch == nil { latest = [:] }
    for series in answer {
      guard let first = series.times.first, let last = series.times.last else { continue }
      let known = before[series.labels]
      let start = known.map { series.firstDifference(from: $0) } ?? 0
      latest[series.labels] = series
      if let before = known?.times.last, before > last, takenBack.count < Self.mostTakenBack {
        takenBack.insert(series.labels)
      }
      guard start < series.times.count else { continue }
      // Samples that have changed are replaced, with all that follow; so are those that are gone.
      let isGone = takenBack.remove(series.labels) != nil
      let isChange = isGone || known?.times.last.map { series.times[start] <= $0 } ?? false
      // Known missing values in the stretch of a batch would give way.
      let begin = start > 0 ? series.times[start - 1].nextUp : -.infinity
      let range = max(stretch?.lowerBound ?? first, begin)...max(stretch?.upperBound ?? last, last)
      parts.append((series.suffix(from: start), isChange ? .clock : .past(range)))
    }
    if let stretch {
      covered = min(covered?.lowerBound ?? .infinity, stretch.lowerBound)...stretch.upperBound
      let start = resumption(at: now)
      latest = latest.mapValues { $0.suffix(from: start) }.filter { !$0.value.times.isEmpty }
    }
    return Self.batches(parts)
  }

  /// Batches of the series that have the same times.
  private static func batches(_ parts: [(SQLSeries, SampleBatch.Origin)]) -> [SampleBatch] {
    struct Key: Hashable {
      var times: [Double]
      var origin: SampleBatch.Origin
    }
    var places: [Key: Int] = [:]
    var batches: [SampleBatch] = []
    for (series, origin) in parts where !series.times.isEmpty {
      let key = Key(times: series.times, origin: origin)
      let place = places[key] ?? batches.count
      if place == batches.count {
        places[key] = place
        batches.append(SampleBatch(origin, times: series.times))
      }
      batches[place].columns += zip(series.metrics, series.values).map { .init($0, $1) }
    }
    return batches
  }
}
