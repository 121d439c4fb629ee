import Charts
import Feeds
import Metrics

extension SampleStore {
  /// The contents of a panel.
  /// - Parameters:
  ///   - lines: the lines of the panel, with their numbers and looks.
  ///   - fixedRange: the range of time in the plot; nil for the newest data.
  ///   - moment: the time of the values that are shown; nil for the latest values.
  ///   - hidden: the numbers of hidden lines.
  ///   - usual: the usual values behind the first line, and the number of days for which they stand; nil for
  ///     none.
  func content(
    of spec: PanelSpec, _ lines: [PanelLine], health: PanelHealth,
    fixedRange: ClosedRange<Double>? = nil, moment: Double? = nil, hidden: Set<Int> = [],
    usual: (band: PlotBand, days: Int)? = nil
  ) -> PanelContent {
    var content = PanelContent()
    content.moment = moment
    content.note = note(of: spec, scale: nil)
    content.failure = health.failure
    switch health.state {
    case .waiting(let text): content.waitingText = text
    case .fresh, .ended: content.state = .fresh
    case .late(let age): content.state = .late(age: age)
    }
    content.meter = spec.meter.compactMap { latest($0, in: spec, at: moment) }.map {
      $0.isFinite ? $0 / 100 : 0
    }
    guard content.state != .waiting,
      let live = liveRange(of: spec, silence: health.silence)
    else { return content }
    content.isValueLate = moment == nil && health.isValueLate(of: spec)
    switch spec.chart {
    case .ring, .progress: addRing(of: spec, lines, in: live, health, to: &content)
    case .line, .area, .stacked, .spectrum, .number:
      addPlot(
        of: spec, lines, live: live, fixedRange, hidden: hidden, usual?.band, health, to: &content)
      if let usual { content.bandNote = "usual of \(usual.days) days" }
    }
    if health.state == .ended, !spec.isInferred {
      content.note = [content.note, "ended"].filter { !$0.isEmpty }.joined(separator: " · ")
    }
    return content
  }

  // MARK: Plots

  private func addPlot(
    of spec: PanelSpec, _ lines: [PanelLine], live: ClosedRange<Double>,
    _ fixedRange: ClosedRange<Double>?, hidden: Set<Int>, _ band: PlotBand?,
    _ health: PanelHealth, to content: inout PanelContent
  ) {
    let styles = SeriesStyles(spec, lines).styles
    var plot = PlotContent(
      series: zip(lines, styles).enumerated().map { i, pair in
        let hasName = lines.count > 1 || pair.0.isLabelled
        var series = PlotContent.Series(
          pair.0.samples, style: pair.1, name: hasName ? pair.0.name : "")
        series.isLate = health.lateLines.contains(i)
        series.number = pair.0.number
        series.isHidden = hidden.contains(pair.0.number)
        series.isInterruptedByGaps =
          spec.gapAfter == nil && axis(of: spec) != .ordinal
          && pair.0.series.allSatisfy(\.source.tellsGapsByDistance)
        return series
      }, time: fixedRange ?? live, axis: TickScale(covering: 0, 1),
      xAxis: axis(of: spec) == .ordinal ? .number : .time)
    plot.isLive = plot.time.upperBound >= live.upperBound
    plot.limits = spec.range.limits
    plot.band = band
    let isWhole = spec.showsWholeNumbers && plot.hasWholeNumbers
    let range = AxisRange(spec, isWhole: isWhole)
    plot.axis =
      spec.chart == .number ? range.tightScale(of: plot.extentWithBand) : range.scale(of: plot)
    plot.valueFormat = valueFormat(of: spec, plot, isWhole: isWhole)
    if spec.chart != .number { plot.thresholds = spec.thresholds.map(\.inPlot) }
    plot.emptyText = plot.emptiness
    addWords(of: spec, lines, plot, health, to: &content)
    content.body =
      spec.chart == .number
      ? .number(plot, change: content.moment == nil ? change(of: plot, in: live, spec) : nil)
      : .plot(plot)
  }

  /// The words below a number: its change over the window, or the rule that made the number.
  private func change(
    of plot: PlotContent, in time: ClosedRange<Double>, _ spec: PanelSpec
  ) -> ValueChange? {
    guard let reduction = spec.reduction else { return ValueChange(of: plot, in: time, spec) }
    let window = SpanText.text(time.upperBound - time.lowerBound)
    return ValueChange(.none, reduction.rawValue + " in " + window)
  }

  private func valueFormat(
    of spec: PanelSpec, _ plot: PlotContent, isWhole: Bool
  ) -> ValueFormat {
    let axis = plot.axis
    // The values of a logarithmic axis differ too much for one prefix.
    if axis.isLogarithmic {
      let isPlain = isWhole && !spec.unit.isQuantity && axis.domain.upperBound <= 10_000
      return ValueFormat(unit: spec.unit, decimals: spec.decimals ?? (isPlain ? 0 : nil))
    }
    if let decimals = spec.decimals {
      return ValueFormat(unit: spec.unit, scale: axis.scale, decimals: decimals)
    }
    return ValueFormat(
      unit: spec.unit, scale: axis.scale, largest: plot.largestMagnitude, isWhole: isWhole,
      // Ticks that are not shown ask for no decimals.
      tickDecimals: spec.chart == .number || plot.extent == nil ? 0 : axis.labelDecimals)
  }

  private func addWords(
    of spec: PanelSpec, _ lines: [PanelLine], _ plot: PlotContent,
    _ health: PanelHealth, to content: inout PanelContent
  ) {
    let format = plot.valueFormat ?? ValueFormat(unit: spec.unit)
    let isLogarithmic = plot.axis.isLogarithmic
    content.note = note(of: spec, scale: isLogarithmic ? nil : plot.axis.scale)
    let values = plot.series.enumerated().map { i, series in
      spec.value(
        of: series.samples, in: plot.time, at: content.moment, isHeld: health.heldLines.contains(i))
    }
    let equals = plot.series.indices.filter { plot.series[$0].style.isEqual }
    let main =
      spec.chart == .stacked
      ? [plot.stackedSum(at: content.moment) ?? .nan] : values.first.map { [$0] } ?? []
    let breached = spec.breach(of: spec.chart == .stacked || equals.count < 2 ? main : values)
    content.signal = breached?.color.signal
    if let label = breached?.label { content.note = label }
    if spec.chart == .stacked || equals.count < 2 {
      content.value = main.first.map { format.alone($0) }
    }
    if content.value == nil, !isLogarithmic { content.legendUnit = plot.axis.scale.symbol }
    if isLogarithmic, let note = plot.noteOfUnshown { content.note = note }
    guard spec.showsLegend(equals: equals.count) else {
      // Without a legend, only this note reports the hidden line.
      if spec.isInferred, plot.series.first?.isHidden == true { content.note = "hidden" }
      return
    }
    func text(_ value: Double) -> String {
      let value = format.alone(value)
      // The unit stands by the value, or beside the title; another prefix stands by its number.
      let isOther = isLogarithmic || value.unit != plot.axis.scale.symbol
      return isOther ? value.text : value.digits
    }
    content.legend = plot.series.indices.map { i in
      var entry = LegendEntry(
        name: lines[i].name, value: text(values[i]), series: i, isHidden: plot.series[i].isHidden)
      entry.widestValues = format.widestValues(in: plot.extent(of: i, with: values[i])).map(text)
      entry.style = plot.series[i].style
      entry.isLate = health.lateLines.contains(i)
      if spec.chart != .stacked { entry.signal = spec.breach(of: [values[i]])?.color.signal }
      return entry
    }
    guard content.value == nil else { return }
    content.lead = lead(of: spec, content.legend, values.map { format($0) })
  }

  /// The series that stands for all: the first one beyond a threshold, or else the first one with a value.
  private func lead(
    of spec: PanelSpec, _ entries: [LegendEntry], _ values: [FormattedValue]
  ) -> PanelContent.Lead? {
    let shown = entries.indices.filter { !entries[$0].isHidden }
    let chosen =
      shown.first { entries[$0].signal != nil } ?? shown.first { values[$0].digits != "–" }
      ?? shown.first
    return chosen.map {
      PanelContent.Lead(name: entries[$0].name, value: values[$0], signal: entries[$0].signal)
    }
  }

  // MARK: Rings

  private func addRing(
    of spec: PanelSpec, _ lines: [PanelLine], in time: ClosedRange<Double>, _ health: PanelHealth,
    to content: inout PanelContent
  ) {
    guard let first = lines.first, !first.samples.isEmpty else { return }
    let values = lines.prefix(2).enumerated().map { i, line in
      spec.value(
        of: line.samples, in: time, at: content.moment, isHeld: health.heldLines.contains(i))
    }
    let (part, second) = (values[0], values.dropFirst().first)
    let whole = spec.goal ?? second ?? .nan
    let share = whole > 0 ? part / whole : .nan
    var ring =
      spec.chart == .ring
      ? shareRing(spec, part, whole, share) : progressRing(spec, part, whole, share)
    let breached = spec.breach(of: [spec.chart == .ring ? share * 100 : part])
    content.signal = breached?.color.signal
    ring.signal = content.signal
    ring.isLate = content.isValueLate
    if let label = breached?.label { content.note = label }
    content.value = ring.value
    content.body = .ring(ring)
  }

  private func shareRing(_ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double)
    -> RingContent
  {
    let format = shareFormat(spec, part, whole)
    return RingContent(
      fraction: share, value: Unit.percent.format(share * 100, decimals: 0),
      detail: format.share(part, of: whole))
  }

  private func progressRing(_ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double)
    -> RingContent
  {
    let format = shareFormat(spec, part, whole)
    let value = format.alone(part)
    let round = whole / (format.scale?.divisor ?? 1)
    let goal = spec.unit.format(
      whole, scale: format.scale, decimals: round == round.rounded() ? 0 : format.decimals)
    let text = value.unit == goal.unit ? goal.digits : goal.text
    return RingContent(
      fraction: share, value: value,
      detail: "of \(text) · \(Unit.percent.format(share * 100, decimals: 0).text)")
  }

  /// The format of a part and its whole, in the prefix of the whole.
  private func shareFormat(_ spec: PanelSpec, _ part: Double, _ whole: Double) -> ValueFormat {
    let scale = spec.unit.tickScale(forMaximum: whole)
    if let decimals = spec.decimals {
      return ValueFormat(unit: spec.unit, scale: scale, decimals: decimals)
    }
    return ValueFormat(
      unit: spec.unit, scale: scale, largest: max(abs(part), abs(whole)),
      isWhole: part == part.rounded() && whole == whole.rounded())
  }

  // MARK: Notes

  /// - Parameter scale: the prefix of the axis, for values in its unit.
  private func note(of spec: PanelSpec, scale: UnitScale?) -> String {
    spec.note.compactMap { part in
      switch part {
      case .text(let text): text
      case .value(let prefix, let series, let own):
        latest(series, in: spec).map { value in
          let format = ValueFormat(
            unit: own, scale: own == spec.unit ? scale : nil,
            decimals: series.query.metric.decimals)
          return prefix + " " + format.alone(value).text
        }
      }
    }.joined(separator: " · ")
  }
}

extension PanelHealth {
  /// Whether the number that stands for the panel is not the latest one that there should be.
  fileprivate func isValueLate(of spec: PanelSpec) -> Bool {
    switch spec.chart {
    case .stacked: !lateLines.isEmpty
    case .ring where spec.goal == nil: lateLines.contains(0) || lateLines.contains(1)
    default: lateLines.contains(0)
    }
  }
}

extension PlotContent {
  /// The extent of a series' values in view and another value; nil without a finite value.
  fileprivate func extent(of i: Int, with value: Double) -> ClosedRange<Double>? {
    let samples = series[i].samples
    let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
    guard let extent = samples.extent(in: shown) else {
      return value.isFinite ? value...value : nil
    }
    guard value.isFinite else { return extent }
    return min(extent.lowerBound, value)...max(extent.upperBound, value)
  }

  /// The words for a plot without anything in view; nil for one with data.
  fileprivate var emptiness: String? {
    guard extent == nil else { return nil }
    if !series.isEmpty, series.allSatisfy(\.isHidden) { return "all series are hidden" }
    guard isLive, xAxis == .time else { return "no data here" }
    return "no data in the last " + SpanText.text(time.upperBound - time.lowerBound)
  }
}

extension RangeSpec {
  /// The values beyond which lines are held at the edge of the plot.
  fileprivate var limits: ClosedRange<Double> {
    let (low, high) = (minimum ?? -.infinity, maximum ?? .infinity)
    return low <= high ? low...high : -.infinity ... .infinity
  }
}

extension PanelSpec {
  /// Whether a whole number of each sample gives whole numbers to show.
  fileprivate var showsWholeNumbers: Bool {
    switch reduction {
    case nil, .min, .max, .sum, .last: true
    case .mean, .p50, .p95, .p99: false
    }
  }

  /// The number that a panel shows of a series: its last value, or the reduction of the values in a range
  /// of time; NaN for a missing value.
  /// - Parameters:
  ///   - moment: the time of the value that is shown instead; nil for the latest.
  ///   - isHeld: whether the last value stays, because the source does not give another one.
  func value(
    of samples: TimeSeries, in time: ClosedRange<Double>, at moment: Double? = nil,
    isHeld: Bool = false
  ) -> Double {
    if let moment { return samples.heldValue(at: moment) }
    guard let reduction else {
      return (isInferred || isHeld ? samples.lastValid : samples.last)?.value ?? .nan
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
