import Charts
import Feeds
import Messages
import Metrics

extension PlotPanel {
  /// The number of a comparison is the sum of its line's number and this number.
  private static let comparison = 1_000_000
  /// The largest number of marked moments.
  private static let mostAnnotations = 200

  /// The lines of an earlier time, moved to the present times.
  static func comparisons(
    _ data: PanelData, _ styles: [PlotContent.Series.Style], _ axis: RowAxis
  ) -> [PlotContent.Series] {
    guard let shift = data.spec.options.shift else { return [] }
    return zip(data.lines, styles).compactMap { line, style in
      guard !line.isOnRight, line.identity != .others else { return nil }
      var series = PlotContent.Series(
        line.samples.shifted(by: shift, in: data.time), style: .faint,
        name: line.name + " · " + String(localized: "\(SpanText.text(shift)) before"))
      series.number = line.number + comparison
      series.shortestGap = shortestGap(of: line, data, axis)
      series.color = line.color ?? (style.isEqual ? line.look.map { .series($0) } : nil)
      series.isHidden = data.hidden.contains(line.number)
      return series
    }
  }

  /// The band between two series of the panel; nil for a panel without a band or without samples.
  static func band(_ data: PanelData) -> PlotBand? {
    guard let spec = data.spec.options.band else { return nil }
    let edges = [spec.low, spec.high].compactMap { place in
      edge(data.spec.series[place], data)
    }
    guard edges.count == 2 else { return nil }
    var shown = edges[0].indices(from: data.time.lowerBound, through: data.time.upperBound)
    // The band reaches the plot's edges.
    shown = max(0, shown.lowerBound - 2)..<min(edges[0].count, shown.upperBound + 2)
    guard !shown.isEmpty else { return nil }
    var (low, high) = (TimeSeries(capacity: shown.count), TimeSeries(capacity: shown.count))
    for i in shown {
      let sample = edges[0][i]
      let other = edges[1].heldValue(at: sample.time)
      let isWhole = sample.value.isFinite && other.isFinite
      low.append(time: sample.time, value: isWhole ? min(sample.value, other) : .nan)
      high.append(time: sample.time, value: isWhole ? max(sample.value, other) : .nan)
    }
    return PlotBand(low: low, high: high)
  }

  /// The samples of an edge: those with the labels of the first line, or otherwise the first ones.
  private static func edge(_ series: SeriesSpec, _ data: PanelData) -> TimeSeries? {
    let found = data.store.stored(series, in: data.spec)
    guard case .series(_, let metric?)? = data.lines.first?.identity else {
      return found.first?.series.samples
    }
    return (found.first { $0.metric.labels == metric.labels } ?? found.first)?.series.samples
  }

  /// The moments of the panel's events.
  static func annotations(_ data: PanelData) -> [PlotAnnotation] {
    data.spec.options.annotations.flatMap { annotation -> [PlotAnnotation] in
      data.store.stored(annotation.series, in: data.spec).flatMap { metric, stored in
        let label =
          annotation.label.map { LabelTemplate($0).text(for: metric) }
          ?? annotation.series.name(of: metric)
        return events(
          of: stored.samples, in: data.time, areChanges: !data.store.givesRows(annotation.series),
          answersSince: data.store.answersSince(annotation.series)
        ).map { PlotAnnotation(time: $0, label: label, color: annotation.color) }
      }
    }
  }

  /// The steps in which the mark of the present moves through a plot.
  private static let presentSteps = 400.0

  /// The mark of the present in a plot with samples ahead of it.
  static func presentMark(_ data: PanelData) -> [PlotAnnotation] {
    guard let now = data.health.present, data.spec.chart.marksPresent else { return [] }
    let step = (data.live.upperBound - data.live.lowerBound) / presentSteps
    let time = step > 0 ? (now / step).rounded(.down) * step : now
    return [PlotAnnotation(time: time, label: String(localized: "now"))]
  }

  /// The times of events: the samples of a source that reports each event, or otherwise the changes of the value, and
  /// the appearance of the series.
  /// - Parameter answersSince: the time after which a first sample means that the series has appeared; nil if series of
  ///   the query do not appear.
  static func events(
    of samples: TimeSeries, in time: ClosedRange<Double>, areChanges: Bool,
    answersSince: Double? = nil
  ) -> [Double] {
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    var found: [Double] = []
    // A pause of the source is not a change.
    var before = samples.value(before: shown.lowerBound)
    for i in shown where samples[i].value.isFinite {
      let value = samples[i].value
      defer { before = value }
      let hasAppeared =
        answersSince.map { since in
          i == 0 ? samples[i].time > since : !samples[i - 1].value.isFinite
        } ?? false
      if areChanges, !hasAppeared, before.map({ $0 == value }) ?? true { continue }
      found.append(samples[i].time)
    }
    return Array(found.suffix(mostAnnotations))
  }
}

extension PanelSpec.Chart {
  /// Whether a mark shows the present beside samples ahead of it.
  var marksPresent: Bool { [.line, .area, .stacked, .spectrum].contains(self) }
}

extension SampleStore {
  /// The time after which a series of an annotation was not there at the start: a few answers after the first one; nil
  /// for a query whose series do not come and go.
  fileprivate func answersSince(_ series: SeriesSpec) -> Double? {
    guard case .promQL = series.query, let period = series.source.period,
      let first = sources[series.source]?.queries[series.query]?.firstTime
    else { return nil }
    return first + 2 * period
  }

  /// Whether each sample of a series is a row or a message, and not the value at the time of a request.
  fileprivate func givesRows(_ series: SeriesSpec) -> Bool {
    guard series.source.period != nil else { return true }
    return switch series.query {
    case .column, .columns, .rows, .sql:
      sources[series.source]?.queries[series.query]?.clock == .source
    case .metric, .path, .sample, .topic, .promQL: false
    }
  }
}

extension TimeSeries {
  /// The number of samples in which the value before a pause is searched.
  private static let longestPause = 100

  /// The last value before a position; nil if there is none nearby.
  fileprivate func value(before position: Int) -> Double? {
    (Swift.max(0, position - Self.longestPause)..<position).reversed().lazy
      .map { self[$0].value }.first(where: \.isFinite)
  }

  /// The samples of the time some seconds before a range, moved into the range.
  fileprivate func shifted(by seconds: Double, in time: ClosedRange<Double>) -> TimeSeries {
    var shown = indices(
      from: time.lowerBound - seconds, through: time.upperBound - seconds)
    // The line reaches the plot's edges.
    shown = max(0, shown.lowerBound - 1)..<min(count, shown.upperBound + 1)
    var result = TimeSeries(capacity: Swift.max(1, shown.count), period: period)
    for i in shown { _ = result.append(time: self[i].time + seconds, value: self[i].value) }
    return result
  }
}

extension PanelSpec {
  /// The text about a band: `band: low to high`.
  func bandWords(_ band: BandSpec) -> String {
    String(localized: "band: \(series[band.low].name) to \(series[band.high].name)")
  }
}
