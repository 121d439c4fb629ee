import Charts
import Metrics
import Sources

/// The recent samples of every metric, and what panels show of them.
struct MetricStore {
  private var series: [Metric: TimeSeries] = [:]
  private(set) var latestTime: Double?
  private var firstTime: Double?
  private let capacity: Int

  /// - Parameter window: the seconds that are kept, at four samples a second at most.
  init(window: Double) { capacity = Int(window) * 4 + 64 }

  /// Appends what was read; a metric that was there before and is missing now has a gap. A reading
  /// from before the latest one means that the clock was set back, and all starts anew.
  mutating func append(_ reading: Reading) {
    if let latestTime, reading.time <= latestTime {
      guard reading.time < latestTime else { return }
      series = [:]
      firstTime = nil
    }
    firstTime = firstTime ?? reading.time
    latestTime = reading.time
    for metric in series.keys where reading.values[metric] == nil {
      series[metric]!.append(time: reading.time, value: .nan)
    }
    for (metric, value) in reading.values {
      series[metric, default: TimeSeries(capacity: capacity)]
        .append(time: reading.time, value: value)
    }
  }

  func latest(_ metric: Metric) -> Double? { series[metric]?.last?.value }

  /// The longest series.
  var timeline: TimeSeries? { series.values.max { $0.count < $1.count } }

  /// What is shown of a window's seconds; nil without data.
  func liveRange(_ window: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard let now = latestTime, let first = firstTime else { return nil }
    return now - min(max(now - first, window.lowerBound), window.upperBound)...now
  }

  // MARK: Content of panels

  /// - Parameters:
  ///   - late: how late data is; nil where it is not.
  ///   - range: what plots show; nil for nothing.
  ///   - hidden: the series that are left out.
  func content(
    of spec: PanelSpec, in range: ClosedRange<Double>?, hidden: Set<Int> = [], late: String?
  ) -> PanelContent {
    var content = PanelContent()
    content.note = note(spec.note, unit: spec.unit, scale: nil)
    guard let time = range else { return content }
    content.meter = spec.meter.compactMap { latest($0) }.map { $0.isFinite ? $0 / 100 : 0 }
    switch spec.chart {
    case .line(let specs, let range):
      guard let primary = specs.first, series[primary.metric] != nil else { return content }
      var plot = self.plot(specs, range, unit: spec.unit, time: time, hidden: hidden)
      plot.valueFormat = ValueFormat(
        unit: spec.unit, scale: plot.axis.scale, decimals: primary.metric.decimals)
      plot.isLive = latestTime.map { $0 <= time.upperBound } ?? true
      content.body = .plot(plot)
      content.note = note(spec.note, unit: spec.unit, scale: plot.axis.scale)
      content.value = spec.unit.format(
        latest(primary.metric) ?? .nan, scale: plot.axis.scale, decimals: primary.metric.decimals)
    case .ring(let part, let whole):
      guard let ring = ring(part, whole, unit: spec.unit) else { return content }
      content.body = .ring(ring)
      content.value = ring.value
    }
    content.state = late.map { .late($0) } ?? .fresh
    return content
  }

  private func plot(
    _ specs: [SeriesSpec], _ range: RangeSpec, unit: Unit, time: ClosedRange<Double>,
    hidden: Set<Int>
  ) -> PlotContent {
    let shown = specs.enumerated().compactMap { i, spec in
      series[spec.metric].map {
        PlotContent.Series(
          $0, style: spec.style, name: spec.name, isHidden: hidden.contains(i))
      }
    }
    let highest = shown.filter { !$0.isHidden }.map { series in
      let positions = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      return series.samples.extent(in: positions)?.upperBound ?? 0
    }
    let axis: TickScale
    switch range {
    case .fixed(let maximum): axis = TickScale(fixed: 0, maximum, unit: unit)
    case .automatic(let least):
      // The line, and the dot at its end, keep off the plot's upper edge.
      axis = TickScale(covering: 0, max(least, (highest.max() ?? 0) * 1.04), unit: unit)
    }
    return PlotContent(series: shown, time: time, axis: axis)
  }

  private func ring(_ part: Metric, _ whole: Metric, unit: Unit) -> RingContent? {
    guard let used = latest(part), let total = latest(whole) else { return nil }
    let scale = unit.tickScale(forMaximum: total)
    let share = total > 0 ? used / total : .nan
    func text(_ value: Double) -> FormattedValue {
      unit.format(value, scale: scale, decimals: value / scale.divisor < 10 ? 1 : 0)
    }
    return RingContent(
      fraction: share, value: Unit.percent.format(share * 100, decimals: 0),
      detail: text(used).digits + " of " + text(total).text)
  }

  /// - Parameter scale: the axis' prefix, for values in its unit.
  private func note(_ parts: [NotePart], unit: Unit, scale: UnitScale?) -> String {
    parts.compactMap { part in
      switch part {
      case .text(let text): text
      case .metric(let prefix, let metric, let own):
        latest(metric).map { value in
          let text = own.format(
            value, scale: own == unit ? scale : nil, decimals: metric.decimals)
          return prefix + " " + text.text
        }
      }
    }.joined(separator: " · ")
  }
}
