import Feeds
import History
import Metrics

/// The samples of one source, and its health.
struct StoredSource {
  /// The source's latest status, without samples.
  private(set) var status = FeedUpdate(health: .starting)
  private(set) var pulse = Pulse()
  /// The time of the frame clock when the source began to fail; nil while the source works.
  private(set) var failingSince: Double?
  /// The time of the frame clock at which the whole source first failed after its latest samples; nil without such a
  /// failure.
  private var failedAt: Double?
  /// The time before which the source asks for no other attempt; nil if it does not ask.
  private(set) var retryTime: Double?
  /// Whether samples come at a regular pace. Otherwise the latest value is known until the source fails.
  private var hasPace = true
  /// The time of the latest sample by each clock.
  private(set) var latestTimes: [SampleClock: Double] = [:]
  /// The quantity on the horizontal axis of rows.
  private(set) var axis = RowAxis.arrival
  /// The columns of rows, with the names of the columns that a series selects by number.
  private(set) var columns: [TextColumn] = []
  /// The units that the numbers of each query have had in their texts.
  private(set) var units: [Query: Set<String>] = [:]
  /// The latest times of all rows, where a panel shows a number of rows.
  private(set) var rowTimes: TimeSeries?
  private(set) var queries: [Query: StoredQuery] = [:]

  /// The kept time beyond what a window needs, as a share of the window: samples that are leaving the plot are visible,
  /// too. A pipe keeps twice its window, for users who look back.
  private static let keptShare = (panel: 0.25, pipe: 1.0)
  /// The number of rows beyond those that are kept for users who look back.
  private static let margin = 8
  /// The seconds between the last sample of a failing source and the end of its line.
  private static let endDistance = 1e-6
  /// The limit of bytes of a text of which everything, or a number of rows, is shown.
  private static let largestText = 1 << 29

  /// A source without series, with the status of an earlier one.
  init(after earlier: StoredSource?) {
    guard let earlier else { return }
    (status, pulse, latestTimes) = (earlier.status, earlier.pulse, earlier.latestTimes)
    (failingSince, failedAt) = (earlier.failingSince, earlier.failedAt)
    retryTime = earlier.retryTime
    (axis, columns, rowTimes) = (earlier.axis, earlier.columns, earlier.rowTimes)
    units = earlier.units
  }

  /// The time of the latest sample.
  var latestTime: Double? { latestTimes.values.max() }

  /// The time from which all samples of a query are in memory: its first sample, or the start of the kept window. For a
  /// query without samples, the time is infinite, or if its source fails, negative infinity: nothing is missing.
  func firstCompleteTime(of query: Query) -> Double {
    guard let stored = queries[query], let first = stored.firstTime else {
      if case .failing = status.health(of: [query]) { return -.infinity }
      return .infinity
    }
    if let rowTimes, !rowTimes.isEmpty { return max(first, rowTimes[0].time) }
    return max(first, (stored.clock.flatMap { latestTimes[$0] } ?? first) - stored.kept)
  }

  /// Keeps a series of a panel.
  /// - Parameter budget: the limit of bytes of the series' query.
  mutating func keep(_ series: SeriesSpec, of panel: PanelSpec, budget: Int) {
    var query = queries[series.query] ?? StoredQuery()
    switch panel.shows {
    case .window:
      let share = panel.isInferred ? Self.keptShare.pipe : Self.keptShare.panel
      query.kept = max(query.kept, panel.neededSeconds + panel.window.upperBound * share)
      query.budget = max(query.budget, budget)
    case .rows(let rows):
      if rowTimes == nil { rowTimes = TimeSeries(capacity: 2 * rows + Self.margin) }
      query.budget = Self.largestText
    case .everything:
      query.kept = .infinity
      query.budget = Self.largestText
    }
    query.keep(StoredSeries.Form(series, in: panel), of: series.metric, column: series.column)
    hasPace = series.source.hasPace
    queries[series.query] = query
  }

  /// Keeps the series of a query that no panel names.
  mutating func keepRest(of series: SeriesSpec, in panel: PanelSpec) {
    queries[series.query]?.rest = StoredSeries.Form(series, in: panel)
  }

  /// Takes over the samples of an earlier dashboard.
  mutating func adoptSamples(of earlier: StoredSource) {
    for (query, before) in earlier.queries { queries[query]?.adoptSamples(of: before) }
  }

  /// Adds an update.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds; nil if it is not known.
  /// - Returns: the earliest time at which the update has ended lines of the series; infinite if it has ended none.
  @discardableResult
  mutating func append(_ update: FeedUpdate, at time: Double, now: Double?) -> Double {
    let ends = update.samples.isEmpty ? .infinity : endLines(at: time)
    if case .failing = update.health {
      failingSince = failingSince ?? time
      if update.missing.isEmpty { failedAt = failedAt ?? time }
    } else {
      failingSince = nil
    }
    status = FeedUpdate(health: update.health, missing: update.missing)
    status.retryAfter = update.retryAfter
    retryTime = update.retryAfter.map { time + $0 }
    if let text = update.text { (axis, columns) = (text.axis, text.columns) }
    if axis == .ownTime { for query in queries.keys { queries[query]!.hasOwnPace = true } }
    if update.isNewStart { removeAll() }
    for part in update.samples {
      if let unit = part.unit { units[part.query, default: []].insert(unit) }
    }
    guard let first = update.firstTime else { return ends }
    pulse.beat(at: time)
    let starts = noteTimes(of: update.samples)
    var windowStarts: [Query: Double] = [:]
    for part in update.samples {
      if let start = append(part, at: time, now: now) { windowStarts[part.query] = start }
    }
    for (query, start) in windowStarts { queries[query]?.forgetSeries(before: start) }
    for (clock, start) in starts {
      removeSamples(from: start, of: clock, besides: update.samples)
    }
    noteWithdrawal(by: update.samples)
    for query in queries.keys where queries[query]!.firstTime ?? .infinity > first {
      queries[query]!.firstTime = first
    }
    return ends
  }

  /// Puts a past before the samples of a series: see `StoredSeries.restore`.
  mutating func restore(
    _ part: DashboardPast.Part, replacingThrough end: Double?, until last: Double = .infinity,
    arrival: (Double) -> Double
  ) {
    queries[part.query]?
      .restore(part.metric, part.pieces, replacingThrough: end, until: last, arrival: arrival)
    if end != nil { queries[part.query]?.kept = .infinity }
    restoreRowTimes(part.pieces)
  }

  /// Puts the times of a past before those of the rows.
  private mutating func restoreRowTimes(_ pieces: [HistoryPast.Piece]) {
    guard let own = rowTimes else { return }
    let first = own.isEmpty ? .infinity : own[0].time
    var times = TimeSeries(capacity: own.capacity)
    for piece in pieces where piece.width == 0 {
      for time in piece.times where time < first { times.append(time: time, value: time) }
    }
    for position in 0..<own.count {
      times.append(time: own[position].time, value: own[position].value)
    }
    if times.count > own.count { rowTimes = times }
  }

  /// The clock of a part's times. A past, and a replacement of samples, have the clock of the query's earlier samples.
  private func clock(of part: FeedUpdate.Samples) -> SampleClock {
    switch part.batch.origin {
    case .clock: .arrival
    case .own: .source
    case .past, .replacement: queries[part.query]?.clock ?? .source
    }
  }

  /// Notes the latest times.
  /// - Returns: the earliest time to which a clock was set back, for each clock that was set back.
  private mutating func noteTimes(of samples: [FeedUpdate.Samples]) -> [SampleClock: Double] {
    var starts: [SampleClock: Double] = [:]
    for clock in Set(samples.map { self.clock(of: $0) }) {
      starts[clock] = noteTimes(of: samples.filter { self.clock(of: $0) == clock }, clock)
    }
    return starts
  }

  /// Notes the latest time of a clock.
  /// - Returns: the earliest time to which the clock was set back; nil if the clock was not set back.
  private mutating func noteTimes(
    of samples: [FeedUpdate.Samples], _ clock: SampleClock
  ) -> Double? {
    var newest: Double?
    var start: Double?
    for part in samples {
      guard let range = part.batch.timeRange else { continue }
      // An answer of a database without rows does not show yet whether its rows have times.
      if !part.batch.columns.isEmpty { queries[part.query]?.clock = clock }
      var end = range.upperBound
      if !part.batch.isAscending || range.lowerBound < latestTimes[clock] ?? -.infinity {
        let mostLate = part.batch.origin.mostLate
        var latest = latestTimes[clock]
        for time in part.batch.times {
          if let last = latest, last - time > mostLate {
            start = min(start ?? time, time)
            (latest, end) = (time, time)
          } else {
            latest = max(latest ?? time, time)
            if start != nil { end = max(end, time) }
          }
        }
      }
      newest = max(newest ?? end, end)
    }
    guard let newest else { return start }
    // The other series of a clock that was set back had their latest samples in its future.
    latestTimes[clock] = start == nil ? max(latestTimes[clock] ?? newest, newest) : newest
    return start
  }

  /// Notes the latest times again after a replacement, which may have withdrawn the latest samples.
  private mutating func noteWithdrawal(by samples: [FeedUpdate.Samples]) {
    let replacing = samples.filter { $0.batch.origin == .replacement }
    for query in Set(replacing.map(\.query)) { queries[query]?.noteWithdrawal() }
    for clock in Set(replacing.compactMap { queries[$0.query]?.clock }) {
      let times = queries.values.filter { $0.clock == clock }.compactMap(\.latestTime)
      latestTimes[clock] = times.max() ?? latestTimes[clock]
    }
  }

  /// Drops the samples in the future of a clock that was set back, where no new samples have replaced them.
  private mutating func removeSamples(
    from time: Double, of clock: SampleClock, besides new: [FeedUpdate.Samples]
  ) {
    var renewed: [Query: Set<Metric>] = [:]
    for part in new {
      for column in part.batch.columns where !column.values.allSatisfy(SampleBatch.isAbsent) {
        renewed[part.query, default: []].insert(column.metric)
      }
    }
    for query in Array(queries.keys) where queries[query]!.clock == clock {
      queries[query]!.removeSamples(from: time, besides: renewed[query] ?? [])
    }
  }

  /// Ends the lines of a source that has failed for a while, if only this failure shows the gap. A
  /// single failed attempt leaves no gap.
  /// - Returns: the earliest time at which a line ends; infinite if none ends.
  private mutating func endLines(at time: Double) -> Double {
    defer { failedAt = nil }
    var first = Double.infinity
    guard let failedAt, let last = pulse.last,
      time - last > Gap.longestBridge * (pulse.usual ?? 0)
    else { return first }
    let distance = hasPace ? Self.endDistance : max(Self.endDistance, failedAt - last)
    for (query, stored) in queries {
      guard let latest = stored.clock.flatMap({ latestTimes[$0] }) else { continue }
      first = min(first, latest + distance)
      queries[query]!.endLines(SampleBatch(times: [latest + distance]))
    }
    return first
  }

  /// Adds a part of an update.
  /// - Returns: the start of the query's window, if the query has series that the part lacks.
  private mutating func append(
    _ part: FeedUpdate.Samples, at time: Double, now: Double?
  ) -> Double? {
    guard queries[part.query] != nil, !part.batch.times.isEmpty else { return nil }
    var batch = part.batch
    if let capacity = rowTimes?.capacity {
      // Only as many rows are added as are kept, and one before them for counters.
      batch.keepLast(capacity + 1)
      rowTimes?.add(batch.times, batch.times, from: batch.origin)
    }
    // A past that a user looks at is kept, although its rows are older than those that a pipe keeps. The query is
    // known, as checked above.
    let keepsAll = queries[part.query]!.kept == .infinity
    let firstRow = keepsAll ? nil : rowTimes.flatMap { $0.isEmpty ? nil : $0[0].time }
    let hasOwnTimes = clock(of: part) == .source && !axis.isNumbered
    // A query's window ends with the query's own samples, because the samples of another query may have a wrong time in
    // the future. A wrong time of an own sample must not drop the past either. The query is known, as checked above,
    // and `noteTimes` has noted the latest time of the clock.
    let present = hasOwnTimes ? (now ?? .infinity) + SampleTime.mostAhead : .infinity
    let start =
      firstRow
      ?? queries[part.query]!.windowStart(
        of: batch, before: min(latestTimes[clock(of: part)]!, present))
    var isFailing = false
    if case .failing = status.health(of: [part.query]) { isFailing = true }
    // The query is known, as checked above.
    let lacksSeries = queries[part.query]!.append(
      batch, at: time, now: hasOwnTimes ? now : nil, from: start, isFailing: isFailing,
      isComplete: part.query == .columns)
    return lacksSeries ? start : nil
  }

  private mutating func removeAll() {
    (latestTimes, pulse, units) = ([:], Pulse(), [:])
    rowTimes?.removeAll()
    for query in queries.keys { queries[query]!.removeAll() }
  }
}

/// The clock of samples' times. Setting back one clock does not affect the times of the other one.
enum SampleClock: Hashable {
  /// This machine's clock, at the arrival of the samples.
  case arrival
  /// The source's clock: the samples have times of their own, which may lie in the future.
  case source
}

extension SampleBatch.Origin {
  /// The seconds by which the reports of two threads of a source may be out of order.
  private static let mostUnordered = 1.0

  /// The seconds by which a sample may be earlier than the latest one; an earlier sample shows that the clock was set
  /// back.
  fileprivate var mostLate: Double {
    switch self {
    case .clock: Self.mostUnordered
    case .own(let mostLate): mostLate
    case .past, .replacement: .infinity
    }
  }
}

extension StoredSeries.Form {
  init(_ series: SeriesSpec, in panel: PanelSpec) {
    self.init(
      isCounter: series.isCounter, factor: series.factor,
      gapAfter: panel.gapAfter ?? series.source.gapAfter, isGapOfPanel: panel.gapAfter != nil,
      period: series.source.hasPace ? series.source.period ?? 0 : .infinity)
  }
}
