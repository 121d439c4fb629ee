import Feeds
import Metrics

/// The samples of all series of a dashboard, source by source and query by query.
///
/// Arrivals are seconds of the frame clock. Times of samples are UTC seconds, or numbers of rows.
struct SampleStore {
  private(set) var sources: [SourceSpec: StoredSource] = [:]
  private var derived: [DerivedSeries.Key: DerivedSeries] = [:]
  /// The time of the latest sample of all series, which decreases only when a clock was set back.
  private(set) var latestTime: Double?
  /// A time of the frame clock in UTC seconds; nil if the time of day is unknown.
  private var clock: (time: Double, utc: Double)?

  /// The limit of bytes of all series that have a window of time.
  private static let limit = 128 << 20
  /// The seconds by which the latest time may lie ahead of the samples before it decreases: the clocks of two sources
  /// differ.
  private static let steadiness = 60.0

  /// Keeps the series of a dashboard, and drops all others.
  /// - Parameter rest: a panel whose query keeps the series that no panel names.
  mutating func keep(_ spec: DashboardSpec, rest: PanelSpec? = nil) {
    let old = sources
    sources = [:]
    let queries = spec.sources.values.reduce(0) { $0 + $1.pasts.count }
    let budget = Self.limit / max(1, queries)
    func keep(_ series: SeriesSpec, of panel: PanelSpec) {
      sources[series.source, default: StoredSource(after: old[series.source])]
        .keep(series, of: panel, budget: budget)
    }
    for panel in spec.pages.flatMap(\.panels) {
      for series in panel.allSeries { keep(series, of: panel) }
    }
    if let rest, var series = rest.series.first {
      series.metric = Metric("")
      keep(series, of: rest)
      sources[series.source]?.keepRest(of: series, in: rest)
    }
    for (source, earlier) in old { sources[source]?.adoptSamples(of: earlier) }
    keepDerived(spec)
  }

  private mutating func keepDerived(_ spec: DashboardSpec) {
    let old = derived
    derived = [:]
    for panel in spec.pages.flatMap(\.panels) {
      for expression in panel.expressions {
        let key = key(expression, in: panel)
        derived[key] = old[key] ?? DerivedSeries(key)
        let operands = key.operands.map(stored)
        derived[key]?.update(from: -.infinity, operands)
      }
    }
  }

  /// The lines of an expression of a panel.
  func derived(
    _ expression: ExpressionSpec, in panel: PanelSpec
  ) -> [(labels: Labels, samples: TimeSeries)] {
    guard let derived = derived[key(expression, in: panel)] else { return [] }
    // The copies of a repeated panel share the series, and differ in the labels of their operands.
    let wanted = expression.operands.flatMap { panel.series[$0].labels }
    return derived.labels.compactMap { labels in
      guard wanted.allSatisfy({ labels[$0.key] == nil || labels[$0.key] == $0.value }) else {
        return nil
      }
      return derived.series[labels].map { (labels, $0) }
    }
  }

  /// Adds an update of a source.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds, by which rows with times of their own may be old when they first come;
  ///     nil, the default, if it is not known.
  /// - Returns: whether any panel uses the source.
  mutating func append(
    _ update: FeedUpdate, from spec: SourceSpec, at time: Double, now: Double? = nil
  ) -> Bool {
    guard let index = sources.index(forKey: spec) else { return false }
    if let now { clock = (time, now) }
    let ends = sources.values[index].append(update, at: time, now: now)
    // An update without samples, such as that of a failed request, changes no line.
    if let first = update.isNewStart ? -.infinity : update.firstTime.map({ min($0, ends) }) {
      for key in derived.keys where derived[key]!.depends(on: spec) {
        derived[key]!.update(from: first, key.operands.map(stored))
      }
    }
    guard let newest = sources.values.compactMap(\.latestTime).max() else { return true }
    let isSteady = latestTime.map { newest < $0 && $0 - newest < Self.steadiness } ?? false
    if !isSteady { latestTime = newest }
    return true
  }

  /// The UTC time at a time of the frame clock; nil if the time of day is unknown.
  func present(at time: Double) -> Double? { clock.map { $0.utc + time - $0.time } }

  /// The present for a line whose samples lie ahead of it, as those of a forecast do; nil for any other line.
  /// - Parameter time: the current time of the frame clock. Default that of the latest update.
  func present(for line: PanelLine, at time: Double? = nil) -> Double? {
    guard line.canBeForecast, let now = (time ?? clock?.time).flatMap({ present(at: $0) }),
      let last = line.samples.last?.time, last > now + SampleTime.mostAhead,
      !line.series.contains(where: { sources[$0.source]?.axis.isNumbered == true })
    else { return nil }
    return now
  }

  /// The time of the latest sample by the clocks without samples in the future; by all clocks if every clock has such
  /// samples.
  /// - Parameter now: the current time in UTC seconds; nil if it is not known.
  func latestTime(before now: Double?) -> Double? {
    guard let now, let latestTime, latestTime > now + SampleTime.mostAhead else {
      return latestTime
    }
    return sources.values.flatMap(\.latestTimes.values).filter { $0 <= now + SampleTime.mostAhead }
      .max()
      ?? latestTime
  }

  /// Puts a past before the samples of the series that panels use.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds.
  ///   - last: the time after which samples are left out. Default infinite.
  mutating func restore(
    _ past: DashboardPast, at time: Double, now: Double, until last: Double = .infinity
  ) {
    for part in past.parts {
      sources[part.source]?.restore(part, replacingThrough: nil, until: last) {
        time - max(0, now - $0)
      }
    }
    updateDerived()
  }

  /// Replaces the samples by a past, followed by the samples after the past up to a time.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds.
  mutating func view(_ past: DashboardPast, through end: Double, at time: Double, now: Double) {
    for part in past.parts {
      sources[part.source]?.restore(part, replacingThrough: end, until: end) {
        time - max(0, now - $0)
      }
    }
    updateDerived()
  }

  private mutating func updateDerived() {
    for key in derived.keys { derived[key]!.update(from: -.infinity, key.operands.map(stored)) }
  }

  /// The number of samples that are kept, of all series in all forms.
  var sampleCount: Int {
    sources.values.reduce(0) { $0 + $1.queries.values.reduce(0) { $0 + $1.sampleCount } }
  }

  /// The series that a panel's specification names, in the order in which they were found.
  func stored(
    _ series: SeriesSpec, in panel: PanelSpec
  ) -> [(metric: Metric, series: StoredSeries)] {
    guard let query = sources[series.source]?.queries[series.query] else { return [] }
    let form = StoredSeries.Form(series, in: panel)
    var metrics = series.metric.map { [$0] } ?? query.metrics(of: series.column)
    if !series.labels.isEmpty {
      metrics = metrics.filter { metric in
        series.labels.allSatisfy { metric.labels[$0.key] == $0.value }
      }
    }
    return metrics.compactMap { metric in query.series(metric, in: form).map { (metric, $0) } }
  }

  /// Whether only the distances between the samples of a series show gaps.
  func showsGapsByDistance(_ series: SeriesSpec) -> Bool {
    series.source.showsGapsByDistance || sources[series.source]?.axis == .ownTime
  }

  /// The health of a series' source, as far as it concerns the series.
  func health(of series: SeriesSpec) -> FeedHealth {
    guard let source = sources[series.source] else { return .starting }
    let health = source.status.health(of: [series.query])
    guard health == .fresh, let reason = lackOfColumn(of: series) else { return health }
    return .failing(since: source.latestTime ?? 0, reason: reason)
  }

  /// The reason why a series has no samples although its query has an answer: the answer lacks the column. An answer
  /// without rows shows no columns.
  func lackOfColumn(of series: SeriesSpec) -> String? {
    guard let column = series.column, let query = sources[series.source]?.queries[series.query],
      query.latestTime != nil, !query.columnNames.isEmpty, !query.columnNames.contains(column)
    else { return nil }
    return lackOf(column: column, among: query.columnNames)
  }

  /// The latest value of the only series of a query; NaN for a missing value, nil without any value.
  /// - Parameter moment: the time of the value; nil for the latest.
  func latest(_ series: SeriesSpec, in panel: PanelSpec, at moment: Double? = nil) -> Double? {
    values(series, in: panel, at: moment).first
  }

  /// The latest values of the series of a query; series without a value are left out.
  /// - Parameter moment: the time of the values; nil for the latest.
  func values(_ series: SeriesSpec, in panel: PanelSpec, at moment: Double?) -> [Double] {
    stored(series, in: panel).compactMap { _, series in
      moment.map { series.samples.heldValue(at: $0) } ?? series.samples.last?.value
    }
  }
}
