import Charts
import Feeds
import Metrics

extension MetricStore {
  /// The contents of a panel.
  /// - Parameters:
  ///   - fixedRange: the range of time in the plot; nil for the newest data.
  ///   - hidden: the indices of hidden series.
  func content(
    of spec: PanelSpec, health: PanelHealth, fixedRange: ClosedRange<Double>? = nil,
    hidden: Set<Int> = []
  ) -> PanelContent {
    var content = PanelContent()
    content.note = note(of: spec, scale: nil)
    switch health.state {
    case .waiting(let text): content.waitingText = text
    case .fresh, .ended: content.state = .fresh
    case .late(let text, let short): content.state = .late(text, short: short)
    }
    content.meter = spec.meter.compactMap { latest($0, in: spec) }.map {
      $0.isFinite ? $0 / 100 : 0
    }
    guard content.state != .waiting, let live = liveRange(of: spec) else { return content }
    switch spec.chart {
    case .ring, .progress: addRing(of: spec, to: &content)
    case .line, .area, .stacked, .spectrum, .number:
      addPlot(of: spec, live: live, fixedRange, hidden: hidden, health, to: &content)
    }
    if health.state == .ended {
      content.note = [content.note, "ended"].filter { !$0.isEmpty }.joined(separator: " · ")
    }
    return content
  }

  /// The range of time in a panel's plot without zoom; nil without data.
  func liveRange(of spec: PanelSpec) -> ClosedRange<Double>? {
    let stored = spec.series.compactMap { self.stored($0, in: spec) }
    guard let now = stored.compactMap({ $0.samples.last?.time }).max() else { return nil }
    let first = stored.compactMap(\.firstTime).min() ?? now
    let span = min(max(now - first, spec.window.lowerBound), spec.window.upperBound)
    return now - span...now
  }

  // MARK: Plots

  private func addPlot(
    of spec: PanelSpec, live: ClosedRange<Double>, _ fixedRange: ClosedRange<Double>?,
    hidden: Set<Int>, _ health: PanelHealth, to content: inout PanelContent
  ) {
    let shown = spec.chart == .number ? Array(spec.series.prefix(1)) : spec.series
    let styles = SeriesStyles(spec).styles
    var plot = PlotContent(
      series: zip(shown, styles).enumerated().map { i, pair in
        var series = PlotContent.Series(
          stored(pair.0, in: spec)?.samples ?? TimeSeries(capacity: 1), style: pair.1,
          name: shown.count > 1 ? pair.0.name : pair.0.label ?? "")
        series.isLate = health.lateSeries.contains(i)
        series.isHidden = hidden.contains(i)
        return series
      }, time: fixedRange ?? live, axis: TickScale(covering: 0, 1))
    plot.isLive = plot.time.upperBound >= live.upperBound
    let range = AxisRange(spec)
    plot.axis =
      spec.chart == .number ? range.tightScale(of: plot.extent) : range.scale(of: plot.extent)
    plot.valueFormat = ValueFormat(
      unit: spec.unit, scale: plot.axis.scale, decimals: spec.decimals)
    if spec.chart != .number { plot.thresholds = spec.thresholds.map(\.inPlot) }
    addWords(of: spec, plot, hidden: hidden, to: &content)
    content.body =
      spec.chart == .number
      ? .number(plot, change: ValueChange(of: plot, in: live, spec)) : .plot(plot)
  }

  private func addWords(
    of spec: PanelSpec, _ plot: PlotContent, hidden: Set<Int>, to content: inout PanelContent
  ) {
    let scale = plot.axis.scale
    func format(_ value: Double) -> FormattedValue {
      spec.unit.format(value, scale: scale, decimals: spec.decimals)
    }
    content.note = note(of: spec, scale: scale)
    let values = plot.series.map { $0.samples.last?.value ?? .nan }
    let equals = plot.series.indices.filter { plot.series[$0].style.isEqual }
    let main = spec.chart == .stacked ? [plot.stackedSum ?? .nan] : values.first.map { [$0] } ?? []
    let breached = spec.breach(of: spec.chart == .stacked || equals.count < 2 ? main : values)
    content.signal = breached?.color.signal
    if let label = breached?.label { content.note = label }
    if spec.chart == .stacked || equals.count < 2 { content.value = main.first.map(format) }
    // The note shows the unit if no value does.
    if content.value == nil, content.note.isEmpty { content.note = scale.symbol }
    guard spec.showsLegend(equals: equals.count) else { return }
    content.legend = plot.series.indices.map { i in
      var entry = LegendEntry(
        name: spec.series[i].name, value: format(values[i]).digits, series: i,
        isHidden: hidden.contains(i))
      entry.style = plot.series[i].style
      if spec.chart != .stacked { entry.signal = spec.breach(of: [values[i]])?.color.signal }
      return entry
    }
  }

  // MARK: Rings

  private func addRing(of spec: PanelSpec, to content: inout PanelContent) {
    guard let part = spec.series.first.flatMap({ latest($0, in: spec) }) else { return }
    let second = spec.series.dropFirst().first.map { latest($0, in: spec) ?? .nan }
    let whole = spec.goal ?? second ?? .nan
    let share = whole > 0 ? part / whole : .nan
    var ring =
      spec.chart == .ring
      ? shareRing(spec, part, whole, share) : progressRing(spec, part, whole, share)
    let breached = spec.breach(of: [spec.chart == .ring ? share * 100 : part])
    content.signal = breached?.color.signal
    ring.signal = content.signal
    if let label = breached?.label { content.note = label }
    content.value = ring.value
    content.body = .ring(ring)
  }

  private func shareRing(_ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double)
    -> RingContent
  {
    let scale = spec.unit.tickScale(forMaximum: whole)
    func text(_ value: Double) -> FormattedValue {
      spec.unit.format(
        value, scale: scale, decimals: spec.decimals ?? (value / scale.divisor < 10 ? 1 : 0))
    }
    return RingContent(
      fraction: share, value: Unit.percent.format(share * 100, decimals: 0),
      detail: text(part).digits + " of " + text(whole).text)
  }

  private func progressRing(_ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double)
    -> RingContent
  {
    let scale = spec.unit.tickScale(forMaximum: whole)
    let decimals = spec.decimals ?? (part == part.rounded() && scale.divisor == 1 ? 0 : nil)
    let round = whole / scale.divisor
    let goal = spec.unit.format(
      whole, scale: scale, decimals: round == round.rounded() ? 0 : nil)
    return RingContent(
      fraction: share, value: spec.unit.format(part, scale: scale, decimals: decimals),
      detail: "of \(goal.digits) · \(Unit.percent.format(share * 100, decimals: 0).text)")
  }

  // MARK: Notes

  /// - Parameter scale: the prefix of the axis, for values in its unit.
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
