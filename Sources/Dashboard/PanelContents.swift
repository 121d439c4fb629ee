import Charts
import Feeds
import Metrics

extension SampleStore {
  /// The contents of a panel.
  /// - Parameters:
  ///   - lines: the lines of the panel.
  ///   - fixedRange: the range of time in the plot; nil for the newest data.
  ///   - hidden: the indices of hidden lines.
  func content(
    of spec: PanelSpec, _ lines: [PanelLine], health: PanelHealth,
    fixedRange: ClosedRange<Double>? = nil, hidden: Set<Int> = []
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
    case .ring, .progress: addRing(of: spec, lines, in: live, to: &content)
    case .line, .area, .stacked, .spectrum, .number:
      addPlot(of: spec, lines, live: live, fixedRange, hidden: hidden, health, to: &content)
    }
    if health.state == .ended, !spec.isInferred {
      content.note = [content.note, "ended"].filter { !$0.isEmpty }.joined(separator: " · ")
    }
    return content
  }

  // MARK: Plots

  private func addPlot(
    of spec: PanelSpec, _ lines: [PanelLine], live: ClosedRange<Double>,
    _ fixedRange: ClosedRange<Double>?, hidden: Set<Int>, _ health: PanelHealth,
    to content: inout PanelContent
  ) {
    let styles = SeriesStyles(spec, lines.map(\.style)).styles
    var plot = PlotContent(
      series: zip(lines, styles).enumerated().map { i, pair in
        let hasName = lines.count > 1 || pair.0.isLabelled
        var series = PlotContent.Series(
          pair.0.samples, style: pair.1, name: hasName ? pair.0.name : "")
        series.isLate = health.lateLines.contains(i)
        series.isHidden = hidden.contains(i)
        return series
      }, time: fixedRange ?? live, axis: TickScale(covering: 0, 1),
      xAxis: axis(of: spec) == .ordinal ? .number : .time)
    plot.isLive = plot.time.upperBound >= live.upperBound
    let isWhole = spec.isInferred && plot.hasWholeNumbers
    let range = AxisRange(spec, isWhole: isWhole)
    plot.axis =
      spec.chart == .number ? range.tightScale(of: plot.extent) : range.scale(of: plot)
    plot.valueFormat = valueFormat(of: spec, plot.axis, isWhole: isWhole)
    if spec.chart != .number { plot.thresholds = spec.thresholds.map(\.inPlot) }
    addWords(of: spec, lines, plot, hidden: hidden, to: &content)
    content.body =
      spec.chart == .number
      ? .number(plot, change: change(of: plot, in: live, spec)) : .plot(plot)
  }

  /// The words below a number: its change over the window, or the rule that made the number.
  private func change(
    of plot: PlotContent, in time: ClosedRange<Double>, _ spec: PanelSpec
  ) -> ValueChange? {
    guard let reduction = spec.reduction else { return ValueChange(of: plot, in: time, spec) }
    let window = ValueChange.duration(time.upperBound - time.lowerBound)
    return ValueChange(.none, reduction.rawValue + " in " + window)
  }

  private func valueFormat(
    of spec: PanelSpec, _ axis: TickScale, isWhole: Bool
  ) -> ValueFormat {
    // The values of a logarithmic axis differ too much for one prefix.
    if axis.isLogarithmic {
      let isPlain = isWhole && !spec.unit.isQuantity && axis.domain.upperBound <= 10_000
      return ValueFormat(unit: spec.unit, decimals: spec.decimals ?? (isPlain ? 0 : nil))
    }
    guard spec.isInferred else {
      return ValueFormat(unit: spec.unit, scale: axis.scale, decimals: spec.decimals)
    }
    let decimals = isWhole && axis.scale.divisor == 1 ? 0 : axis.valueDecimals
    return ValueFormat(unit: spec.unit, scale: axis.scale, decimals: decimals)
  }

  private func addWords(
    of spec: PanelSpec, _ lines: [PanelLine], _ plot: PlotContent, hidden: Set<Int>,
    to content: inout PanelContent
  ) {
    let format = valueFormat(of: spec, plot.axis, isWhole: spec.isInferred && plot.hasWholeNumbers)
    let isLogarithmic = plot.axis.isLogarithmic
    content.note = note(of: spec, scale: isLogarithmic ? nil : plot.axis.scale)
    let values = plot.series.map { spec.value(of: $0.samples, in: plot.time) }
    let equals = plot.series.indices.filter { plot.series[$0].style.isEqual }
    let main = spec.chart == .stacked ? [plot.stackedSum ?? .nan] : values.first.map { [$0] } ?? []
    let breached = spec.breach(of: spec.chart == .stacked || equals.count < 2 ? main : values)
    content.signal = breached?.color.signal
    if let label = breached?.label { content.note = label }
    if spec.chart == .stacked || equals.count < 2 { content.value = main.first.map { format($0) } }
    // The note shows the unit if no value does.
    if content.value == nil, content.note.isEmpty, !isLogarithmic {
      content.note = plot.axis.scale.symbol
    }
    if isLogarithmic, let note = plot.noteOfUnshown { content.note = note }
    guard spec.showsLegend(equals: equals.count) else {
      // Without a legend, only this note reports the hidden line.
      if spec.isInferred, hidden.contains(0) { content.note = "hidden" }
      return
    }
    content.legend = plot.series.indices.map { i in
      let value = format(values[i])
      var entry = LegendEntry(
        name: lines[i].name, value: isLogarithmic ? value.text : value.digits, series: i,
        isHidden: hidden.contains(i))
      entry.style = plot.series[i].style
      if spec.chart != .stacked { entry.signal = spec.breach(of: [values[i]])?.color.signal }
      return entry
    }
  }

  // MARK: Rings

  private func addRing(
    of spec: PanelSpec, _ lines: [PanelLine], in time: ClosedRange<Double>,
    to content: inout PanelContent
  ) {
    guard let first = lines.first, !first.samples.isEmpty else { return }
    let part = spec.value(of: first.samples, in: time)
    let second = lines.dropFirst().first.map { spec.value(of: $0.samples, in: time) }
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
            value, scale: own == spec.unit ? scale : nil, decimals: series.query.metric.decimals)
          return prefix + " " + text.text
        }
      }
    }.joined(separator: " · ")
  }
}

extension PanelSpec {
  /// The number that a panel shows of a series: its last value, or the reduction of the values in a range
  /// of time; NaN for a missing value.
  func value(of samples: TimeSeries, in time: ClosedRange<Double>) -> Double {
    guard let reduction else {
      return (isInferred ? samples.lastValid : samples.last)?.value ?? .nan
    }
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    let statistics = samples.statistics(in: shown)
    switch reduction {
    case .mean: return statistics?.mean ?? .nan
    case .min: return statistics?.minimum ?? .nan
    case .max: return statistics?.maximum ?? .nan
    case .sum: return statistics?.sum ?? .nan
    case .last, .p50, .p95, .p99: return reduction.value(of: shown.map { samples[$0].value })
    }
  }
}
