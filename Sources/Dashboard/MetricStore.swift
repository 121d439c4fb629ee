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

  // MARK: Content of panels

  /// - Parameters:
  ///   - late: how late data is; nil where it is not.
  func content(
    of spec: PanelSpec, window: ClosedRange<Double>, late: String?
  ) -> PanelContent {
    var content = PanelContent()
    content.note = note(spec.note, unit: spec.unit, scale: nil)
    guard let now = latestTime, let first = firstTime else { return content }
    let span = min(max(now - first, window.lowerBound), window.upperBound)
    content.meter = spec.meter.compactMap { latest($0.selector.metric) }.map {
      $0.isFinite ? $0 / 100 : 0
    }
    if spec.chart == .ring {
      guard spec.series.count > 1,
        let ring = ring(
          spec.series[0].selector.metric, spec.series[1].selector.metric, unit: spec.unit)
      else { return content }
      content.body = .ring(ring)
      content.value = ring.value
    } else {
      guard let primary = spec.series.first?.selector.metric, series[primary] != nil else {
        return content
      }
      let plot = self.plot(spec, time: now - span...now)
      content.body = .plot(plot)
      content.note = note(spec.note, unit: spec.unit, scale: plot.axis.scale)
      content.value = spec.unit.format(
        latest(primary) ?? .nan, scale: plot.axis.scale, decimals: spec.decimals)
    }
    content.state = late.map { .late($0) } ?? .fresh
    return content
  }

  private func plot(_ spec: PanelSpec, time: ClosedRange<Double>) -> PlotContent {
    let shown = spec.series.compactMap { spec in
      series[spec.selector.metric].map { PlotContent.Series($0, style: spec.style.inPlot) }
    }
    let highest = shown.map { series in
      let positions = series.samples.indices(from: time.lowerBound, through: time.upperBound)
      return series.samples.extent(in: positions)?.upperBound ?? 0
    }
    let axis: TickScale
    if let maximum = spec.range.maximum {
      axis = TickScale(fixed: spec.range.minimum ?? 0, maximum, unit: spec.unit)
    } else {
      // The line, and the dot at its end, keep off the plot's upper edge.
      let highest = max(spec.range.softMaximum ?? 0, (highest.max() ?? 0) * 1.04)
      axis = TickScale(covering: 0, highest, unit: spec.unit)
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
      case .value(let prefix, let series, let own):
        latest(series.selector.metric).map { value in
          let text = own.format(
            value, scale: own == unit ? scale : nil, decimals: series.selector.metric.decimals)
          return prefix + " " + text.text
        }
      }
    }.joined(separator: " · ")
  }
}

extension SeriesSpec.Style {
  fileprivate var inPlot: PlotContent.Series.Style {
    switch self {
    case .automatic: .primary
    case .dotted: .dotted
    case .faint: .faint
    }
  }
}
