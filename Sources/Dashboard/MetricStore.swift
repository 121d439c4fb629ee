import Feeds
import Metrics

/// The recent samples of all series of a dashboard, source by source.
///
/// Arrivals are seconds of the frame clock. Times of samples are UTC seconds.
struct MetricStore {
  /// The identity of a series within its source.
  struct Key: Hashable {
    var metric: Metric
    var isCounter: Bool
    var factor: Double
    var gapAfter: Double?
  }

  /// One source: its health and its series.
  struct Source {
    /// The source's latest status, without readings.
    var status = FeedUpdate(readings: [], health: .starting)
    var latestTime: Double?
    var series: [Key: StoredSeries] = [:]
  }

  private var sources: [SourceSpec: Source] = [:]
  /// The time of the latest sample of all series.
  private(set) var latestTime: Double?

  /// Keeps the series of a dashboard, and drops all others.
  mutating func keep(_ spec: DashboardSpec) {
    let old = sources
    sources = [:]
    for panel in spec.pages.flatMap(\.panels) {
      for series in panel.allSeries {
        let key = Key(series, in: panel)
        var source = sources[series.source] ?? old[series.source]?.empty ?? Source()
        var stored =
          source.series[key] ?? old[series.source]?.series[key]
          ?? StoredSeries(key: key, source: series.source)
        stored.window = max(stored.window, panel.window.upperBound)
        source.series[key] = stored
        sources[series.source] = source
      }
    }
  }

  /// Appends the readings of a source, and notes its health. A reading older than the latest one means
  /// that the clock was set back; samples that are then in the future are removed.
  /// - Parameter arrival: the current time.
  /// - Returns: whether any panel uses the source.
  mutating func append(_ update: FeedUpdate, from spec: SourceSpec, at arrival: Double) -> Bool {
    guard let index = sources.index(forKey: spec) else { return false }
    sources.values[index].append(update, at: arrival)
    if let last = update.readings.last, last.time.isFinite { latestTime = last.time }
    return true
  }

  /// The health of a series' source, as far as it concerns the series.
  func health(of series: SeriesSpec) -> FeedHealth {
    sources[series.source]?.status.health(of: [series.selector.metric]) ?? .starting
  }

  func stored(_ series: SeriesSpec, in panel: PanelSpec) -> StoredSeries? {
    sources[series.source]?.series[Key(series, in: panel)]
  }

  /// The latest value; NaN for a missing value, nil without any value.
  func latest(_ series: SeriesSpec, in panel: PanelSpec) -> Double? {
    stored(series, in: panel)?.samples.last?.value
  }
}

extension MetricStore.Key {
  init(_ series: SeriesSpec, in panel: PanelSpec) {
    metric = series.selector.metric
    isCounter = series.isCounter
    factor = series.factor
    gapAfter = panel.gapAfter
  }
}

extension MetricStore.Source {
  /// The source without its series.
  fileprivate var empty: Self {
    var result = self
    result.series = [:]
    return result
  }

  fileprivate mutating func append(_ update: FeedUpdate, at arrival: Double) {
    status = update
    status.readings = []
    for reading in update.readings where reading.time.isFinite {
      if let latestTime, reading.time <= latestTime {
        guard reading.time < latestTime else { continue }
        for index in series.indices { series.values[index].remove(from: reading.time) }
      }
      latestTime = reading.time
      for index in series.indices {
        let metric = series.keys[index].metric
        series.values[index].append(
          reading, metric: metric, at: arrival, isFresh: update.health(of: [metric]) == .fresh)
      }
    }
  }
}

/// One stored series: gauges, or counters as rates, with gaps where samples are missing.
struct StoredSeries {
  private let isCounter: Bool
  private let factor: Double
  private let gapAfter: Double?
  /// The window in seconds.
  fileprivate(set) var window = 0.0
  private(set) var samples = TimeSeries(capacity: StoredSeries.mostSamples)
  /// The time of the first reading that could have contained a sample.
  private(set) var firstTime: Double?
  /// The arrival of the latest sample, on the frame clock.
  private(set) var arrival: Double?
  /// The last value of the counter.
  private var counter: (time: Double, value: Double)?

  /// The limit of samples, whatever the window.
  private static let mostSamples = 1 << 16
  /// The samples beyond the window, as a share of the window and as a number: samples that are leaving
  /// the plot, and samples that shape the line's end.
  private static let margin = (share: 1.25, samples: 8)

  init(key: MetricStore.Key, source: SourceSpec) {
    isCounter = key.isCounter
    factor = key.factor
    gapAfter = key.gapAfter
  }

  /// Drops the samples at and after a time.
  mutating func remove(from time: Double) {
    samples.remove(from: time)
    if let counted = counter?.time, counted >= time { counter = nil }
    if let first = firstTime, first >= time { firstTime = nil }
  }

  /// - Parameter isFresh: whether the source is healthy, so that a missing value is news.
  mutating func append(
    _ reading: Reading, metric: Metric, at arrival: Double, isFresh: Bool
  ) {
    firstTime = firstTime ?? reading.time
    guard var value = reading.values[metric] else { return }
    if isCounter {
      guard let rate = rate(of: value, at: reading.time) else { return }
      value = rate
    }
    if let gapAfter, let last = samples.last?.time, reading.time - last > gapAfter {
      samples.append(time: last + (reading.time - last) / 2, value: .nan)
    }
    samples.append(time: reading.time, value: value * factor)
    if isFresh || value.isFinite { self.arrival = arrival }
    dropOld(at: reading.time)
  }

  /// The growth of the counter per second; NaN where the counter was reset or is missing, nil for the
  /// first value.
  private mutating func rate(of value: Double, at time: Double) -> Double? {
    guard value.isFinite else { return .nan }
    defer { counter = (time, value) }
    guard let counter else { return nil }
    guard value >= counter.value else { return .nan }
    return (value - counter.value) / (time - counter.time)
  }

  private mutating func dropOld(at time: Double) {
    let start = time - window * StoredSeries.margin.share
    // Old samples are dropped only now and then.
    guard samples.count > 64, samples[32].time < start else { return }
    let kept = samples.indices(from: start, through: .infinity).lowerBound
    samples.removeFirst(max(0, kept - StoredSeries.margin.samples))
  }

  /// Seconds between recent samples; nil if there are too few samples.
  var interval: Double? {
    let first = max(0, samples.count - 9)
    guard let last = samples.last, samples.count - 1 > first else { return nil }
    return (last.time - samples[first].time) / Double(samples.count - 1 - first)
  }
}
