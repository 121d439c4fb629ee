import History
import Metrics

/// One series as panels show it: its values times a factor, or the growth of a counter.
struct StoredSeries {
  /// The form in which a series is stored.
  struct Form: Hashable {
    /// Whether the values are counters, shown as their growth per second, or per row.
    var isCounter: Bool
    var factor: Double
    /// The distance in seconds above which there is a gap between two samples; nil for none.
    var gapAfter: Double?
    /// Whether the panel states this distance; otherwise the distance follows from the period of the source.
    var isGapOfPanel = false

    /// The seconds between two values of the source; infinite if each value lasts until the next one, 0 if unknown.
    var period = 0.0

    /// The number of series that are kept: the growth of a counter needs the counts, too.
    fileprivate var seriesCount: Int { isCounter ? 2 : 1 }
  }

  let form: Form
  private(set) var samples: TimeSeries
  /// The original values of a counter.
  private var counts: TimeSeries?
  /// The arrival of a sample.
  private struct Arrival {
    /// The time on the frame clock.
    var time: Double
    /// The age of the sample at its arrival, by its own time.
    var delay = 0.0
  }

  /// The arrival of the latest sample, apart from missing samples of a failing source.
  private var latestArrival: Arrival?
  /// The arrival of the latest sample with a value.
  private var latestValueArrival: Arrival?
  /// Whether samples have come since the start of the program.
  private var isLive = false
  /// Whether all samples are of an earlier run of the program, so that the value may have changed since.
  private(set) var isOfEarlierRun = false
  /// Whether the source no longer names the series: see `SampleBatch.ended`.
  private(set) var isEnded = false
  /// Whether the source has failed since the latest sample, so that the line is interrupted.
  private(set) var isInterrupted = false
  /// Whether the time of the latest sample goes on with the clock, though the clock of the source may be wrong. The last
  /// sample of a forecast stays the last one for long.
  private(set) var followsClock = false
  /// Whether the source states the times of counts.
  private var hasOwnTimes = false
  /// Whether the latest sample may be older than its time: see `SampleBatch.isOfUnknownAge`.
  private(set) var isOfUnknownAge = false

  /// The number of samples beyond the window: samples that are leaving the plot, and samples that shape
  /// the line's end.
  private static let margin = 8

  /// An empty series.
  /// - Parameter budget: the limit of bytes. Older samples become coarser to stay within the limit.
  init(form: Form, budget: Int) {
    self.form = form
    samples = TimeSeries(
      gapAfter: form.gapAfter ?? .infinity, period: form.period,
      budget: budget / form.seriesCount)
    counts = form.isCounter ? TimeSeries(budget: budget / form.seriesCount) : nil
  }

  /// Sets the limit of bytes. Under a lower limit, older samples become coarser at once.
  mutating func setBudget(_ budget: Int) {
    samples.budget = budget / form.seriesCount
    counts?.budget = budget / form.seriesCount
  }

  /// Takes no distance between samples for a gap, because the samples have times of their own.
  mutating func ignorePeriod() {
    if !form.isGapOfPanel { samples = samples.withoutGaps() }
  }

  /// The time of the latest sample; that of the latest count of a counter, whose first count has no growth.
  var latestTime: Double? { (counts ?? samples).last?.time }

  /// A copy in another form that differs only in its factor; nil for other forms.
  func converted(to form: Form, budget: Int) -> StoredSeries? {
    var same = form
    same.factor = self.form.factor
    guard same == self.form, self.form.factor != 0 else { return nil }
    var result = StoredSeries(form: form, budget: budget)
    result.counts = counts
    (result.latestArrival, result.latestValueArrival) = (latestArrival, latestValueArrival)
    (result.isLive, result.isOfUnknownAge) = (isLive, isOfUnknownAge)
    (result.isOfEarlierRun, result.followsClock) = (isOfEarlierRun, followsClock)
    (result.isEnded, result.isInterrupted) = (isEnded, isInterrupted)
    result.samples = samples.scaled(by: form.factor / self.form.factor)
    result.setBudget(budget)
    return result
  }

  /// Adds the samples of a batch.
  /// - Parameters:
  ///   - values: a value for each time of the batch.
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds, if the samples have UTC times of their own; nil for other samples.
  ///   - isFailing: whether the source fails, so that a missing sample does not count as an arrival.
  mutating func append(
    _ batch: SampleBatch, values: [Double], at time: Double, now: Double? = nil,
    isFailing: Bool = false
  ) {
    var (times, values) = (batch.times, values)
    if values.contains(where: SampleBatch.isAbsent) {
      let present = values.indices.filter { !SampleBatch.isAbsent(values[$0]) }
      times = present.map { times[$0] }
      values = present.map { values[$0] }
    }
    guard !times.isEmpty else { return }
    // A missing sample says nothing about the age of the value before it.
    let hasValue = values.contains(where: \.isFinite)
    if hasValue { isOfUnknownAge = batch.isOfUnknownAge }
    let isNews = !isFailing || hasValue
    let newest = (batch.isAscending ? times.last : times.max()) ?? -.infinity
    let latest = latestTime ?? -.infinity
    let isNewer = newest > latest
    if isNewer, let before = latestArrival {
      followsClock = newest - latest <= 2 * (time - before.time) + 1
    }
    if newest >= latest {
      isEnded = times.lastIndex(of: newest).map { SampleBatch.isEnd(values[$0]) } ?? false
      isInterrupted = false
    }
    if isOfEarlierRun, let first = times.min() {
      isOfEarlierRun = false
      // Nothing is known of the time when the program did not run.
      samples.interrupt(before: first)
    }
    if form.isCounter {
      hasOwnTimes = batch.origin != .clock
      counts?.add(times, values, from: batch.origin)
      deriveRates(from: times.min() ?? .infinity)
    } else {
      if form.factor != 1 { for i in values.indices { values[i] *= form.factor } }
      samples.add(times, values, from: batch.origin)
    }
    guard isNews, !samples.isEmpty else { return }
    if let now, !isLive {
      // The rows that a source already has are as old as their times say.
      note(Arrival(time: time - max(0, now - newest)), hasValue: hasValue)
    } else if now == nil || isNewer || batch.origin == .replacement {
      note(Arrival(time: time, delay: now.map { max(0, $0 - newest) } ?? 0), hasValue: hasValue)
    }
    isLive = true
  }

  /// Adds a missing sample for an outage of the source, which says nothing about the end of the series.
  mutating func interrupt(by end: SampleBatch) {
    if form.isCounter {
      counts?.add(end.times, [.nan], from: end.origin)
      deriveRates(from: end.times.first ?? .infinity)
    } else {
      samples.add(end.times, [.nan], from: end.origin)
    }
    isInterrupted = true
  }

  private mutating func note(_ arrival: Arrival, hasValue: Bool) {
    var arrival = arrival
    arrival.time = max(latestArrival?.time ?? -.infinity, arrival.time)
    latestArrival = arrival
    if hasValue { latestValueArrival = arrival }
  }

  /// The time on the frame clock from which the age of the latest sample counts; nil without samples.
  func arrival(in panel: PanelSpec) -> Double? { Self.start(of: latestArrival, in: panel) }

  /// The time on the frame clock from which the age of the latest value counts; nil without a value.
  func valueArrival(in panel: PanelSpec) -> Double? {
    Self.start(of: latestValueArrival, in: panel)
  }

  /// The time from which the age of a sample counts. A panel that limits the age of data means the samples' own times;
  /// in any other panel, rows that are steadily behind count from their arrival.
  private static func start(of arrival: Arrival?, in panel: PanelSpec) -> Double? {
    arrival.map { panel.staleAfter == nil ? $0.time : $0.time - $0.delay }
  }

  /// Derives the growth from a time on again.
  private mutating func deriveRates(from time: Double) {
    guard let counts else { return }
    samples.remove(from: time)
    let start = counts.indices(from: time, through: .infinity).lowerBound
    var before = lastGrown(counts, before: start)
    for position in start..<counts.count {
      let now = counts[position]
      guard !now.value.isNaN else {
        samples.append(time: now.time, value: .nan)
        continue
      }
      if let before {
        // The growth within a stated time belongs to the time until the next count. Rows that arrive together were
        // counted at unknown times.
        let isSimultaneous = before.isSimultaneous(with: now)
        if isSimultaneous, hasOwnTimes { continue }
        let growth = isSimultaneous ? .nan : before.growth(to: now)
        samples.append(time: now.time, value: growth * form.factor)
      }
      before = now
    }
  }

  /// The count from which the growth after a position counts: the last one with a rate, or otherwise the first one of
  /// its moment.
  private func lastGrown(_ counts: TimeSeries, before end: Int) -> Sample? {
    let valid = (0..<end).lazy.map { counts[$0] }.filter { !$0.value.isNaN }
    guard let last = valid.last, hasOwnTimes else { return valid.last }
    let moment = valid.reversed().prefix { $0.isSimultaneous(with: last) }
    return moment.first { !samples.indices(from: $0.time, through: $0.time).isEmpty }
      ?? moment.reversed().first
  }

  /// Puts a past before the samples.
  /// - Parameters:
  ///   - pieces: the past in the order of time.
  ///   - end: nil keeps the samples as they are; otherwise the past replaces the samples, followed by the samples after
  ///     the past up to this time.
  ///   - last: the time after which samples of the past are left out. Default infinite.
  ///   - arrival: the arrival of a sample on the frame clock, from the sample's own time.
  mutating func restore(
    _ pieces: [HistoryPast.Piece], replacingThrough end: Double? = nil,
    until last: Double = .infinity, arrival arrivalOf: (Double) -> Double
  ) {
    var past = TimeSeries(gapAfter: samples.gapAfter, period: samples.period)
    let limit = min(end != nil || samples.isEmpty ? .infinity : samples[0].time, last.nextUp)
    var before: Sample?
    for piece in pieces {
      let piece = form.isCounter ? piece.growth(after: &before) : piece
      past.append(piece, factor: form.factor, before: limit)
    }
    guard let last = past.last?.time else { return }
    isOfEarlierRun = isOfEarlierRun || end == nil && samples.isEmpty
    let lastValue = past.lastValid?.time
    past.append(samples, through: end ?? .infinity, isInterrupted: end == nil)
    past.budget = samples.budget
    samples = past
    latestArrival = latestArrival ?? Arrival(time: arrivalOf(last))
    latestValueArrival = latestValueArrival ?? lastValue.map { Arrival(time: arrivalOf($0)) }
  }

  /// Drops the samples that are older than a window needs.
  /// - Parameter start: the start of the window.
  mutating func removeSamples(before start: Double) {
    // Old samples are dropped only now and then.
    guard samples.count > 64, samples[32].time < start else { return }
    func drop(_ series: inout TimeSeries) {
      let kept = series.indices(from: start, through: .infinity).lowerBound
      series.removeFirst(max(0, kept - Self.margin))
    }
    drop(&samples)
    if counts != nil { drop(&counts!) }
  }

  /// Drops the samples at and after a time.
  mutating func removeSamples(from time: Double) {
    samples.remove(from: time)
    counts?.remove(from: time)
  }

  /// Drops all samples.
  mutating func removeAll() {
    samples.removeAll()
    counts?.removeAll()
    (latestArrival, latestValueArrival) = (nil, nil)
    (isLive, isOfEarlierRun, isOfUnknownAge) = (false, false, false)
    (isEnded, isInterrupted, followsClock) = (false, false, false)
  }
}

extension Sample {
  /// The seconds below which two counts are simultaneous: rows of one time are a little apart.
  private static let together = 1e-3

  /// Whether a later count is too near for a rate.
  func isSimultaneous(with later: Sample) -> Bool { later.time - time < Self.together }

  /// The growth per second of a counter from this count to a later one; NaN if the counter was set back.
  func growth(to later: Sample) -> Double {
    later.value >= value ? (later.value - value) / (later.time - time) : .nan
  }
}

extension TimeSeries {
  /// Adds samples by the rules of their origin.
  mutating func add(_ times: [Double], _ values: [Double], from origin: SampleBatch.Origin) {
    if case .past(let range) = origin {
      return merge(past: range, times: times[...], values: values[...])
    }
    if appendInOrder(times: times[...], values: values[...]) { return }
    if case .own(let mostLate) = origin { return sortIn(times, values, mostLate: mostLate) }
    for (time, value) in zip(times, values) {
      remove(from: time)
      append(time: time, value: value)
    }
  }

  /// Adds samples that may be late. A sample with the time of another one is placed right after that sample, so that
  /// both are kept.
  private mutating func sortIn(_ times: [Double], _ values: [Double], mostLate: Double) {
    var late: (times: [Double], values: [Double]) = ([], [])
    func isTaken(_ time: Double, in series: TimeSeries) -> Bool {
      !series.indices(from: time, through: time).isEmpty
    }
    for (time, value) in zip(times, values) {
      let newest = last?.time ?? -.infinity
      if time > newest {
        append(time: time, value: value)
      } else if newest - time > mostLate {
        remove(from: time)
        append(time: time, value: value)
        late = ([], [])
      } else {
        late.times.append(time)
        late.values.append(value)
      }
    }
    guard !late.times.isEmpty else { return }
    let order = late.times.indices.sorted { (late.times[$0], $0) < (late.times[$1], $1) }
    var placed: [Double] = []
    for i in order {
      var time = late.times[i]
      if let before = placed.last, time <= before { time = SampleTime.after(before) }
      while isTaken(time, in: self) { time = SampleTime.after(time) }
      placed.append(time)
    }
    merge(times: placed[...], values: order.map { late.values[$0] }[...])
  }
}
