import Metrics

/// The parts of the past that a source of rows has answered, so that only the missing part is requested.
struct RowPast {
  /// The stretch of the request under way, and its step, in seconds.
  struct Request: Equatable {
    var stretch: ClosedRange<Double>
    var step: Double
  }

  /// The values of a series that have been passed on.
  private struct Known {
    /// The time of the latest value that was not after the present.
    var latest = -Double.infinity
    /// The values after the present in the last answer, by their times: a forecast, or the mistake of a clock.
    var ahead: [Double: Double] = [:]
    /// Whether the source has withdrawn such a value, and nothing new has come since.
    var hasTakenBack = false

    /// The time of the first value after the present that an answer lacks or changes; nil for none.
    func firstChange(in rows: (times: [Double], values: [Double])) -> Double? {
      if ahead.isEmpty { return nil }
      let values = Dictionary(zip(rows.times, rows.values), uniquingKeysWith: { $1 })
      return ahead.lazy.filter { time, value in !values[time].isSame(as: value) }.map(\.key).min()
    }
  }

  /// The start of the requested past; nil if nothing has been requested.
  private var start: Double?
  /// The queries that have been asked.
  private var queries: Set<Query> = []
  /// The queries of the last request.
  private var requested: Set<Query> = []
  /// The window of the last request, in UTC seconds.
  private var window = -Double.infinity ... .infinity
  /// The known values of each series of each query. A series that is no longer in the window or in the answers makes
  /// room for others.
  private var known: [Query: [Metric: Known]] = [:]
  /// The series of each query without times.
  private var rosters: [Query: SeriesRoster] = [:]

  /// The time up to which values count as present ones: the clock of the server may be ahead.
  private var present: Double { window.upperBound + SampleTime.mostAhead }

  /// The longest window of a request: a leap year.
  private static let longest = 366 * 86_400.0
  /// The limit of series of one query.
  static let mostSeries = 1000

  /// The next request: for the whole window if a query is new; for the time before the known past if the window of rows
  /// with times has grown; otherwise for the time from the latest known values to now.
  mutating func request(_ selection: Selection, at now: Double) -> Request {
    // Times are in whole seconds, as in a URL: otherwise, the first second would be requested twice.
    let first = (now - min(max(selection.window, 0), Self.longest)).rounded(.down)
    (window, requested) = (first...max(first, now), selection.queries)
    let resolution = selection.pasts.values.map(\.resolution).min() ?? 0
    let step = max(1, resolution.isFinite ? resolution.rounded(.up) : 1)
    if !selection.queries.isSubset(of: queries) { start = nil }
    guard let start else { return Request(stretch: first...now, step: step) }
    if first < start - 1, selection.queries.contains(where: \.hasRowTimes) {
      return Request(stretch: first...start, step: step)
    }
    let news = LateRows.start(after: known.values.flatMap { $0.values.map(\.latest) }) ?? first
    return Request(stretch: min(max(first, news), now)...now, step: step)
  }

  /// The series of an answer in the order of their labels; those that differ only in the value are in the order of the
  /// query's values.
  private static func ordered<Rows>(
    _ series: [Metric: Rows], of query: Query
  ) -> [(metric: Metric, rows: Rows)] {
    let values = if case .rows(let rows) = query { rows.values } else { [String]() }
    func place(_ metric: Metric) -> (labels: String, value: Int, text: String) {
      let names = metric.labels.all.map(\.name).filter { $0 != RowQuery.valueLabel }
      let others = metric.labels.only(names)
      let value = metric.labels[RowQuery.valueLabel].flatMap { values.firstIndex(of: $0) } ?? 0
      return (others.description, value, metric.description)
    }
    return series.map { (place: place($0), metric: $0, rows: $1) }
      .sorted { $0.place < $1.place }
      .map { ($0.metric, $0.rows) }
  }

  /// The new rows, as stretches of the past. A known value is not passed on again. So a series without new rows is
  /// shown as late.
  mutating func news(
    of query: Query, _ series: [Metric: (times: [Double], values: [Double])], _ request: Request
  ) -> (samples: [FeedUpdate.Samples], isOverfull: Bool) {
    let isKnown = queries.contains(query)
    // A server may answer more than was requested: a forgotten old series would come again and again.
    known[query] = known[query]?.filter {
      $1.latest >= window.lowerBound || !$1.ahead.isEmpty || series[$0] != nil
    }
    var isOverfull = false
    var samples: [FeedUpdate.Samples] = []
    for (metric, rows) in Self.ordered(series, of: query) {
      let before = known[query]?[metric]
      if before == nil, known[query]?.count ?? 0 >= Self.mostSeries {
        isOverfull = true
        continue
      }
      let (batch, now) = batch(of: metric, rows, request, before, isAsked: isKnown && start != nil)
      known[query, default: [:]][metric] = now
      if let batch { samples.append(.init(query, batch)) }
    }
    return (samples, isOverfull)
  }

  /// The new rows of a series; nil if there are none.
  /// - Parameters:
  ///   - before: the known values; nil for none.
  ///   - isAsked: whether the query has been asked before.
  /// - Returns: also the values that are known from then on.
  private func batch(
    of metric: Metric, _ rows: (times: [Double], values: [Double]), _ request: Request,
    _ before: Known?, isAsked: Bool
  ) -> (batch: SampleBatch?, known: Known) {
    let isEarly = start.map { request.stretch.lowerBound < $0 } ?? false
    var new = news(in: rows, after: isAsked ? before : nil, isEarly: isEarly)
    var now = noted(new.map { (rows.times[$0], rows.values[$0]) }, in: before ?? Known())
    let change = isEarly ? nil : before?.firstChange(in: rows)
    if !isEarly { note(ahead: rows, &now) }
    now.hasTakenBack = now.hasTakenBack || change != nil
    if now.hasTakenBack {
      // A replacement replaces all samples after its first one, so the batch must contain them.
      let first = min(change ?? .infinity, new.lazy.map { rows.times[$0] }.min() ?? .infinity)
      new = rows.times.indices.filter { rows.times[$0] >= first }
    }
    guard let first = new.lazy.map({ rows.times[$0] }).min(),
      let last = new.lazy.map({ rows.times[$0] }).max()
    else { return (nil, now) }
    // A batch would replace known missing values in its stretch.
    let begin = max(
      request.stretch.lowerBound, isEarly || !isAsked ? -.infinity : before?.latest ?? -.infinity)
    let stretch = min(first, begin)...max(last, request.stretch.upperBound)
    let order = new.sorted { (rows.times[$0], $0) < (rows.times[$1], $1) }
    // Withdrawn or changed values are replaced.
    let origin: SampleBatch.Origin = now.hasTakenBack ? .replacement : .past(stretch)
    now.hasTakenBack = false
    let column = SampleBatch.Column(metric, order.map { rows.values[$0] })
    return (SampleBatch(origin, times: order.map { rows.times[$0] }, columns: [column]), now)
  }

  /// The rows of the present, which have the time of the request. A series that the answer lacks has ended. The answer
  /// to a request for an older part of the past says nothing about the present.
  mutating func present(
    of query: Query, _ series: [Metric: (times: [Double], values: [Double])], _ request: Request
  ) -> (samples: [FeedUpdate.Samples], isOverfull: Bool) {
    let time = request.stretch.upperBound
    guard time == window.upperBound else { return ([], false) }
    let shown = Self.ordered(series, of: query).prefix(Self.mostSeries)
    let gone = rosters[query, default: SeriesRoster()].take(Set(shown.map(\.metric)))
    let columns = shown.map { SampleBatch.Column($0.metric, [$0.rows.values.last ?? .nan]) }
    return (
      [.init(query, SampleBatch(.clock, times: [time], columns: columns + gone.ends()))],
      series.count > Self.mostSeries
    )
  }

  /// The places of the rows that have not been passed on.
  /// - Parameters:
  ///   - known: the values that have been passed on; nil for none.
  ///   - isEarly: whether the request was for the time before the known past.
  private func news(
    in rows: (times: [Double], values: [Double]), after known: Known?, isEarly: Bool
  ) -> [Int] {
    rows.times.indices.filter { place in
      guard let known, let start else { return true }
      let time = rows.times[place]
      if time > present { return !known.ahead[time].isSame(as: rows.values[place]) }
      return time > known.latest || isEarly && time < start
    }
  }

  /// The known values, with those that are passed on now.
  private func noted(_ new: [(time: Double, value: Double)], in known: Known) -> Known {
    var result = known
    for (time, value) in new where !value.isNaN && time <= present {
      result.latest = max(result.latest, time)
    }
    return result
  }

  /// Notes the values after the present.
  private func note(ahead rows: (times: [Double], values: [Double]), _ known: inout Known) {
    known.ahead = [:]
    for (time, value) in zip(rows.times, rows.values) where time > present {
      known.ahead[time] = value
    }
  }

  /// Notes the answer to a request.
  /// - Parameter asked: the queries whose samples were read from the answer. A query that came during the request still
  ///   needs the whole window.
  mutating func succeed(_ request: Request, asked: Set<Query>) {
    start = min(start ?? .infinity, request.stretch.lowerBound)
    queries = asked.intersection(requested)
    known = known.filter { asked.contains($0.key) }
    rosters = rosters.filter { asked.contains($0.key) }
  }
}

extension Double? {
  /// Whether the value is the same, where NaN equals NaN.
  fileprivate func isSame(as value: Double) -> Bool {
    map { $0 == value || $0.isNaN && value.isNaN } ?? false
  }
}

extension Query {
  /// Whether the rows of the query have times.
  fileprivate var hasRowTimes: Bool {
    if case .rows(let rows) = self { !rows.time.isEmpty } else { false }
  }
}
