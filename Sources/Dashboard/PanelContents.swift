import Charts
import Metrics
import Sources

extension MetricStore {
  /// What a panel shows.
  func content(of spec: PanelSpec, health: PanelHealth) -> PanelContent {
    var content = PanelContent()
    content.note = note(of: spec, scale: nil)
    content.state = health.contentState
    guard let now = latestTime(of: spec) else { return content }
    content.meter = spec.meter.compactMap { latest($0, in: spec) }.map {
      $0.isFinite ? $0 / 100 : 0
    }
    if spec.chart == .ring {
      guard let ring = ring(of: spec) else { return content }
      content.body = .ring(ring)
      content.value = ring.value
    } else {
      let plot = self.plot(of: spec, time: now - span(of: spec, at: now)...now)
      content.body = .plot(plot)
      content.note = note(of: spec, scale: plot.axis.scale)
      content.value = spec.unit.format(
        spec.series.first.flatMap { latest($0, in: spec) } ?? .nan, scale: plot.axis.scale,
        decimals: spec.decimals)
    }
    return content
  }

  /// The time of the latest sample of its chart.
  private func latestTime(of spec: PanelSpec) -> Double? {
    spec.series.compactMap { stored($0, in: spec)?.samples.last?.time }.max()
  }

  /// The seconds that it shows.
  private func span(of spec: PanelSpec, at now: Double) -> Double {
    let first = spec.series.compactMap { stored($0, in: spec)?.firstTime }.min() ?? now
    return min(max(now - first, spec.window.lowerBound), spec.window.upperBound)
  }

  private func plot(of spec: PanelSpec, time: ClosedRange<Double>) -> PlotContent {
    let shown = spec.series.compactMap { series in
      stored(series, in: spec).map { PlotContent.Series($0.samples, style: series.style.inPlot) }
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

  private func ring(of spec: PanelSpec) -> RingContent? {
    guard spec.series.count > 1, let used = latest(spec.series[0], in: spec),
      let total = latest(spec.series[1], in: spec)
    else { return nil }
    let scale = spec.unit.tickScale(forMaximum: total)
    let share = total > 0 ? used / total : .nan
    func text(_ value: Double) -> FormattedValue {
      spec.unit.format(value, scale: scale, decimals: value / scale.divisor < 10 ? 1 : 0)
    }
    return RingContent(
      fraction: share, value: Unit.percent.format(share * 100, decimals: 0),
      detail: text(used).digits + " of " + text(total).text)
  }

  /// - Parameter scale: the axis' prefix, for values in its unit.
  private func note(of spec: PanelSpec, scale: UnitScale?) -> String {
    spec.note.compactMap { part in
      switch part {
      case .text(let text): text
      case .value(let prefix, let series, let own):
        latest(series, in: spec).map { value in
          let text = own.format(
            value, scale: own == spec.unit ? scale : nil, decimals: series.selector.metric.decimals)
          return prefix + " " + text.text
        }
      }
    }.joined(separator: " · ")
  }
}

extension PanelHealth {
  /// The state as a panel has it.
  fileprivate var contentState: PanelContent.State {
    switch state {
    case .waiting: .waiting
    case .fresh, .ended: .fresh
    case .late(let reason): .late(reason)
    }
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
