import Metrics
import Sources

/// The recent samples of all that the panels of a dashboard show, source by source.
///
/// Arrivals are seconds of the frame clock; the times of samples are UTC seconds.
struct MetricStore {
  /// What makes two series of one source the same one.
  struct Key: Hashable {
    var metric: Metric
    var isCounter: Bool
    var factor: Double
    var gapAfter: Double?
  }

  /// One source: how it does, and the series that are kept of it.
  struct Source {
    /// What it has said last of itself, without readings.
    var status = FeedUpdate(readings: [], health: .starting)
    var latestTime: Double?
    var series: [Key: StoredSeries] = [:]
  }

  private var sources: [SourceSpec: Source] = [:]
  /// The time of the latest sample of all.
  private(set) var latestTime: Double?

  /// Keeps what a dashboard shows, and nothing else.
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

  /// Appends what a source has read, and notes how the source does. A reading from before the latest one
  /// means that the clock was set back: the samples that lie in its future then give way.
  /// - Parameter arrival: now.
  /// - Returns: whether any panel shows the source.
  mutating func append(_ update: FeedUpdate, from spec: SourceSpec, at arrival: Double) -> Bool {
    guard let index = sources.index(forKey: spec) else { return false }
    sources.values[index].append(update, at: arrival)
    if let last = update.readings.last, last.time.isFinite { latestTime = last.time }
    return true
  }

  /// How the source of a series does, as far as it concerns the series.
  func health(of series: SeriesSpec) -> FeedHealth {
    sources[series.source]?.status.health(of: [series.selector.metric]) ?? .starting
  }

  func stored(_ series: SeriesSpec, in panel: PanelSpec) -> StoredSeries? {
    sources[series.source]?.series[Key(series, in: panel)]
  }

  /// The latest value; NaN for a missing one, nil for none.
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
  /// The same without series.
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

/// One series as it is kept: gauges as they are, counters as rates, with gaps where samples are missing.
struct StoredSeries {
  private let isCounter: Bool
  private let factor: Double
  private let gapAfter: Double?
  /// The seconds that are kept.
  fileprivate(set) var window = 0.0
  private(set) var samples = TimeSeries(capacity: StoredSeries.mostSamples)
  /// The time of the first reading that could have had a sample.
  private(set) var firstTime: Double?
  /// When the latest sample came, on the frame clock.
  private(set) var arrival: Double?
  /// The counter before.
  private var counter: (time: Double, value: Double)?

  /// The most samples that are kept, whatever the window.
  private static let mostSamples = 1 << 16
  /// What is kept beyond the window, as a share of it and in samples: what is on its way out, and
  /// what shapes the line's end.
  private static let margin = (share: 1.25, samples: 8)

  init(key: MetricStore.Key, source: SourceSpec) {
    isCounter = key.isCounter
    factor = key.factor
    gapAfter = key.gapAfter
  }

  /// Drops the samples at a time and after it.
  mutating func remove(from time: Double) {
    samples.remove(from: time)
    if let counted = counter?.time, counted >= time { counter = nil }
    if let first = firstTime, first >= time { firstTime = nil }
  }

  /// - Parameter isFresh: the source does well: that it gives no value is news as well.
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

  /// The growth of the counter per second; NaN where it was reset or is missing, nil for the first one.
  private mutating func rate(of value: Double, at time: Double) -> Double? {
    guard value.isFinite else { return .nan }
    defer { counter = (time, value) }
    guard let counter else { return nil }
    guard value >= counter.value else { return .nan }
    return (value - counter.value) / (time - counter.time)
  }

  private mutating func dropOld(at time: Double) {
    let start = time - window * StoredSeries.margin.share
    // Looked for now and then only.
    guard samples.count > 64, samples[32].time < start else { return }
    let kept = samples.indices(from: start, through: .infinity).lowerBound
    samples.removeFirst(max(0, kept - StoredSeries.margin.samples))
  }

  /// Seconds between samples as they have come lately; nil where that cannot be said.
  var interval: Double? {
    let first = max(0, samples.count - 9)
    guard let last = samples.last, samples.count - 1 > first else { return nil }
    return (last.time - samples[first].time) / Double(samples.count - 1 - first)
  }
}
