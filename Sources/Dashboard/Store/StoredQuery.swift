import Feeds
import History
import Metrics

/// The series of one query, each in the forms that panels need.
struct StoredQuery {
  /// The series of one form.
  private struct FormStore {
    /// The series that are wanted by name, in addition to those of some columns, or to all series if `wantsAll` is set.
    var wanted: Set<Metric> = []
    var columns: Set<String> = []
    var wantsAll = false
    var series: [Metric: StoredSeries] = [:]

    func wants(_ metric: Metric) -> Bool {
      wantsAll || wanted.contains(metric) || columns.contains(metric.name)
    }
  }

  /// The seconds that are kept.
  var kept = 0.0
  /// The limit of bytes of all series; each series has an equal share.
  var budget = 0
  /// The form of the series that no panel wants; nil drops them.
  var rest: StoredSeries.Form? {
    didSet { if let rest { forms[rest, default: FormStore()].wanted = [] } }
  }
  /// Whether the samples have times of their own, so that the period of the source says nothing about gaps.
  var hasOwnPace = false {
    didSet { if hasOwnPace, !oldValue { ignorePeriods() } }
  }
  /// The time of the first answer since the start of the query; this answer could have contained every series.
  var firstTime: Double?
  /// The time of the latest sample.
  private(set) var latestTime: Double?
  /// The clock of the samples' times; nil without samples.
  var clock: SampleClock?
  /// The series in the order in which they were found.
  private(set) var metrics: [Metric] = []
  private var known: Set<Metric> = []
  /// The columns of all answers, if a column is wanted. The series of unwanted columns may be forgotten.
  private(set) var columnNames: [String] = []
  private var wantsColumn: Bool { forms.values.contains { !$0.columns.isEmpty } }
  private var forms: [StoredSeries.Form: FormStore] = [:]

  /// The least limit of bytes of one series.
  private static let leastShare = 1 << 16

  /// The present limit of bytes of each series.
  private var share = 0

  /// Divides the budget among the series. The shares halve only as the number of series doubles, so that
  /// they seldom change.
  private mutating func divideBudget() {
    let series = max(1, metrics.count * forms.count)
    let power = 1 << (Int.bitWidth - (series - 1).leadingZeroBitCount)
    let new = max(Self.leastShare, budget / power)
    guard new != share else { return }
    share = new
    for form in Array(forms.keys) {
      for metric in Array(forms[form]!.series.keys) {
        forms[form]!.series[metric]!.setBudget(new)
      }
    }
  }

  /// The series of a column; nil for all columns.
  func metrics(of column: String?) -> [Metric] {
    column.map { column in metrics.filter { $0.name == column } } ?? metrics
  }

  func series(_ metric: Metric, in form: StoredSeries.Form) -> StoredSeries? {
    forms[form]?.series[metric]
  }

  private static func newSeries(
    _ form: StoredSeries.Form, budget: Int, hasOwnPace: Bool
  ) -> StoredSeries {
    var series = StoredSeries(form: form, budget: budget)
    if hasOwnPace { series.ignorePeriod() }
    return series
  }

  private mutating func ignorePeriods() {
    for form in Array(forms.keys) {
      for metric in Array(forms[form]!.series.keys) {
        forms[form]!.series[metric]!.ignorePeriod()
      }
    }
  }

  /// A series in any form; nil if there is none.
  func anySeries(_ metric: Metric) -> StoredSeries? {
    forms.values.lazy.compactMap { $0.series[metric] }.first
  }

  /// Whether an answer has come, and has no series, or all its series are gone.
  var isEmpty: Bool { latestTime != nil && metrics.isEmpty }

  /// The number of samples of all series in all forms.
  var sampleCount: Int {
    forms.values.reduce(0) { $0 + $1.series.values.reduce(0) { $0 + $1.samples.count } }
  }

  /// Keeps series in a form.
  /// - Parameters:
  ///   - metric: the only series that is wanted; nil for all.
  ///   - column: the column whose series are wanted; nil for all.
  mutating func keep(_ form: StoredSeries.Form, of metric: Metric?, column: String?) {
    if let metric {
      forms[form, default: FormStore()].wanted.insert(metric)
    } else if let column {
      forms[form, default: FormStore()].columns.insert(column)
    } else {
      forms[form, default: FormStore()].wantsAll = true
    }
  }

  /// The forms in which a series is stored. All are keys of `forms`, as `rest` is.
  private func forms(of metric: Metric) -> [StoredSeries.Form] {
    let wanting = forms.keys.filter { forms[$0]!.wants(metric) }
    return wanting.isEmpty ? [rest].compactMap { $0 } : wanting
  }

  /// Takes over samples as they are stored, or converted from another form.
  mutating func adoptSamples(of earlier: StoredQuery) {
    (metrics, known) = (earlier.metrics, earlier.known)
    (firstTime, latestTime, clock) = (earlier.firstTime, earlier.latestTime, earlier.clock)
    defer { hasOwnPace = earlier.hasOwnPace }
    divideBudget()
    columnNames = earlier.columnNames
    if wantsColumn { noteColumns(of: metrics) }
    let share = share
    for metric in metrics {
      for form in forms(of: metric) {
        let same = earlier.series(metric, in: form)
        forms[form]!.series[metric] =
          same
          ?? earlier.forms.values.lazy.compactMap { $0.series[metric] }
          .compactMap { $0.converted(to: form, budget: share) }.first
        forms[form]!.series[metric]?.setBudget(share)
      }
    }
  }

  private mutating func noteColumns(of metrics: some Sequence<Metric>) {
    for metric in metrics where !columnNames.contains(metric.name) {
      columnNames.append(metric.name)
    }
  }

  /// Adds samples, and drops those before a time.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds, if the samples have UTC times of their own; nil for other samples.
  ///   - isFailing: whether the source fails, so that a missing sample does not count as an arrival.
  ///   - isComplete: whether the batch has all existing series, like that of all columns of a text.
  /// - Returns: whether there are series that the batch lacks, so that they may have left the window.
  mutating func append(
    _ batch: SampleBatch, at time: Double, now: Double?, from start: Double, isFailing: Bool,
    isComplete: Bool
  ) -> Bool {
    if wantsColumn { noteColumns(of: batch.columns.lazy.map(\.metric)) }
    for column in batch.columns where known.insert(column.metric).inserted {
      metrics.append(column.metric)
    }
    divideBudget()
    for column in batch.columns {
      for form in forms(of: column.metric) {
        forms[form]!.series[
          column.metric,
          default: Self.newSeries(form, budget: share, hasOwnPace: hasOwnPace)
        ]
        .append(batch, values: column.values, at: time, now: now, isFailing: isFailing)
        forms[form]!.series[column.metric]!.removeSamples(before: start)
      }
    }
    guard metrics.count > batch.columns.count else { return false }
    if isComplete { remove(Set(metrics).subtracting(batch.columns.map(\.metric))) }
    return !isComplete
  }

  /// Forgets the series whose samples are all before a time. The examination of all series would take too long for each
  /// batch of an update in which each series has a batch of its own.
  mutating func forgetSeries(before start: Double) {
    remove(Set(metrics.filter { (anySeries($0)?.latestTime ?? -.infinity) < start }))
  }

  /// Puts a past before the samples of a series: see `StoredSeries.restore`.
  mutating func restore(
    _ metric: Metric, _ pieces: [HistoryPast.Piece], replacingThrough end: Double?,
    until last: Double, arrival: (Double) -> Double
  ) {
    guard let first = pieces.first?.times.first, first <= last else { return }
    if known.insert(metric).inserted { metrics.append(metric) }
    divideBudget()
    for form in forms(of: metric) {
      forms[form]!.series[
        metric, default: Self.newSeries(form, budget: share, hasOwnPace: hasOwnPace)
      ]
      .restore(pieces, replacingThrough: end, until: last, arrival: arrival)
    }
    firstTime = min(firstTime ?? first, first)
  }

  /// Adds a missing sample to the series whose gaps do not follow from the distances between samples.
  mutating func endLines(_ end: SampleBatch) {
    for form in forms.keys where form.gapAfter == nil {
      for metric in forms[form]!.series.keys {
        forms[form]!.series[metric]!.interrupt(by: end)
      }
    }
  }

  private mutating func remove(_ gone: Set<Metric>) {
    guard !gone.isEmpty else { return }
    metrics.removeAll { gone.contains($0) }
    known.subtract(gone)
    for form in Array(forms.keys) {
      for metric in gone { forms[form]!.series[metric] = nil }
    }
  }

  /// Drops the samples of some series at and after a time to which a clock was set back.
  /// - Parameter renewed: the series that keep their samples.
  mutating func removeSamples(from time: Double, besides renewed: Set<Metric>) {
    if let first = firstTime { firstTime = min(first, time) }
    if let latest = latestTime { latestTime = min(latest, time) }
    for form in Array(forms.keys) {
      for metric in metrics where !renewed.contains(metric) {
        forms[form]!.series[metric]?.removeSamples(from: time)
      }
    }
  }

  /// Notes the times of new samples.
  /// - Parameter latest: the time of the latest sample of all queries of the same clock.
  /// - Returns: the time before which no samples are kept.
  mutating func windowStart(of batch: SampleBatch, before latest: Double) -> Double {
    if let end = batch.timeRange?.upperBound {
      let replacesLater = batch.origin == .clock || batch.origin == .replacement
      latestTime = replacesLater ? end : max(latestTime ?? end, end)
    }
    return min(latestTime ?? latest, latest) - kept
  }

  /// Notes the latest time again after the latest samples may have been withdrawn.
  mutating func noteWithdrawal() {
    latestTime = metrics.compactMap { anySeries($0)?.samples.last?.time }.max() ?? latestTime
  }

  mutating func removeAll() {
    (firstTime, latestTime, clock) = (nil, nil, nil)
    for form in Array(forms.keys) {
      for metric in metrics { forms[form]!.series[metric]?.removeAll() }
    }
  }
}
