import Metrics

/// The parts of the past that a source of rows has given, so that only the missing part is asked.
struct RowPast {
  /// The stretch of the request under way, and its step, in seconds.
  struct Request: Equatable {
    var stretch: ClosedRange<Double>
    var step: Double
  }

  /// The start of the past that has been asked; nil if nothing has been asked.
  private var start: Double?
  /// The queries that have been asked.
  private var queries: Set<Query> = []
  /// The queries of the last request.
  private var requested: Set<Query> = []
  /// The start of the window of the last request, in UTC seconds.
  private var windowStart = -Double.infinity
  /// The time of the latest value of each series of each query. A series that is no longer in the window, nor in
  /// the answers, makes room for others.
  private var latest: [Query: [Metric: Double]] = [:]

  /// The longest window that is asked: a leap year.
  private static let longest = 366 * 86_400.0
  /// The limit of series of one query.
  static let mostSeries = 1000

  /// The next request: for everything that is shown, if a query is new; for the time before the known past,
  /// if the window has grown; otherwise for the time from the latest known values to now.
  mutating func request(_ selection: Selection, at now: Double) -> Request {
    // Whole seconds, as a URL has them: otherwise the first second would be asked for twice.
    let first = (now - min(max(selection.window, 0), Self.longest)).rounded(.down)
    (windowStart, requested) = (first, selection.queries)
    let resolution = selection.pasts.values.map(\.resolution).min() ?? 0
    let step = max(1, resolution.isFinite ? resolution.rounded(.up) : 1)
    if !selection.queries.isSubset(of: queries) { start = nil }
    guard let start else { return Request(stretch: first...now, step: step) }
    if first < start - 1 { return Request(stretch: first...start, step: step) }
    let news = LateRows.start(after: latest.values.flatMap(\.values)) ?? first
    return Request(stretch: min(max(first, news), now)...now, step: step)
  }

  /// The rows that were not known, as stretches of the past. A known value is not passed on again, so that a
  /// series without new rows becomes late.
  mutating func news(
    of query: Query, _ series: [Metric: (times: [Double], values: [Double])], _ request: Request
  ) -> (samples: [FeedUpdate.Samples], isOverfull: Bool) {
    let isKnown = queries.contains(query)
    // A server may give more than was asked for: without its memory, an old series would come again and again.
    latest[query] = latest[query]?.filter { $1 >= windowStart || series[$0] != nil }
    var isOverfull = false
    var samples: [FeedUpdate.Samples] = []
    for (metric, rows) in series.sorted(by: { $0.key.description < $1.key.description }) {
      let before = latest[query]?[metric]
      if before == nil, latest[query]?.count ?? 0 >= Self.mostSeries {
        isOverfull = true
        continue
      }
      let known = isKnown && start != nil ? before : nil
      let isEarly = start.map { request.stretch.lowerBound < $0 } ?? false
      let new = rows.times.indices.filter { place in
        guard let known, let start else { return true }
        return rows.times[place] > known || isEarly && rows.times[place] < start
      }
      guard let first = new.lazy.map({ rows.times[$0] }).min(),
        let last = new.lazy.map({ rows.times[$0] }).max()
      else { continue }
      let values = new.lazy.filter { !rows.values[$0].isNaN }.map { rows.times[$0] }.max()
      latest[query, default: [:]][metric] = max(before ?? -.infinity, values ?? -.infinity)
      // Known missing values in the stretch of a batch would give way.
      let begin = max(request.stretch.lowerBound, isEarly ? -.infinity : known ?? -.infinity)
      let stretch = min(first, begin)...max(last, request.stretch.upperBound)
      let order = new.sorted { (rows.times[$0], $0) < (rows.times[$1], $1) }
      samples.append(
        .init(
          query,
          SampleBatch(
            .past(stretch), times: order.map { rows.times[$0] },
            columns: [.init(metric, order.map { rows.values[$0] })])))
    }
    return (samples, isOverfull)
  }

  /// Notes that a request has been answered.
  /// - Parameter asked: the queries that have been read in the answer. A query that came during the request is
  ///   still to be asked for everything.
  mutating func succeed(_ request: Request, asked: Set<Query>) {
    start = min(start ?? .infinity, request.stretch.lowerBound)
    queries = asked.intersection(requested)
    latest = latest.filter { asked.contains($0.key) }
  }
}
