import Metrics

/// The memory of a query whose rows have times: the covered stretch, and the latest samples, so that only new samples
/// are passed on.
struct SQLPast {
  /// The stretch that answers have covered.
  private var covered: ClosedRange<Double>?
  /// The latest samples of each set of labels that the next answer may repeat: for a statement without a stretch, all
  /// samples of the last answer.
  private var latest: [Labels: SQLSeries] = [:]
  /// The labels whose last samples have been withdrawn, without new samples since.
  private var takenBack: Set<Labels> = []
  /// The limit of such labels, because labels may change each day.
  private static let mostTakenBack = 1000

  /// The missing stretches in the order of their requests: first the whole window; later the time since the last row,
  /// after an older part if the window has grown.
  func missing(window: Double, at now: Double) -> [ClosedRange<Double>] {
    let start = max(0, now - max(0, window))
    guard let covered, covered.upperBound <= now else { return [start...now] }
    let news = min(max(resumption(at: now), start), now)...now
    return start < covered.lowerBound ? [start...covered.lowerBound, news] : [news]
  }

  /// The time from which rows may be new. The last row itself is requested again, because the last group of rows may
  /// have been counted too early. Rows after the present, which may come from a wrong clock, are ignored.
  private func resumption(at now: Double) -> Double {
    let present = now + SampleTime.mostAhead
    return LateRows.start(
      after: latest.values.compactMap { $0.times.last { $0 <= present } }, pace: pace)
      ?? (covered?.upperBound ?? 0) - LateRows.lateness
  }

  /// The rows per second in the latest answer; 0 for an answer at one moment.
  private var pace: Double {
    let first = latest.values.compactMap(\.times.first).min() ?? 0
    let last = latest.values.compactMap(\.times.last).max() ?? 0
    let count = latest.values.reduce(0) { $0 + $1.times.count }
    return last > first ? Double(count) / (last - first) : 0
  }

  /// The news in an answer; while no series is known, at least the time of the answer.
  /// - Parameter stretch: the requested stretch; nil if the statement names no stretch.
  mutating func news(
    in answer: [SQLSeries], of stretch: ClosedRange<Double>?, at now: Double
  ) -> [SampleBatch] {
    // The clock was set back, so that nothing of the present is covered.
    if let covered, covered.upperBound > now { self.covered = nil }
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
      // Changed or withdrawn samples are replaced, with all samples after them.
      let isGone = takenBack.remove(series.labels) != nil
      let isChange = isGone || known?.times.last.map { series.times[start] <= $0 } ?? false
      // A batch would replace known missing values in its stretch.
      let begin = start > 0 ? series.times[start - 1].nextUp : -.infinity
      let range = max(stretch?.lowerBound ?? first, begin)...max(stretch?.upperBound ?? last, last)
      parts.append((series.suffix(from: start), isChange ? .replacement : .past(range)))
    }
    if let stretch {
      covered = min(covered?.lowerBound ?? .infinity, stretch.lowerBound)...stretch.upperBound
      let start = resumption(at: now)
      latest = latest.mapValues { $0.suffix(from: start) }.filter { !$0.value.times.isEmpty }
    }
    // The time has the origin of rows, which never sets back a clock.
    if latest.isEmpty { return [SampleBatch(.past(now...now), times: [now])] }
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
