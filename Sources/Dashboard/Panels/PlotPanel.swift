import Charts
import Feeds
import Messages
import Metrics

/// The content of lines over time, and of a number with a small line.
enum PlotPanel {
  /// The seconds by which a row may arrive late, because a busy machine lets its writer or its reader wait.
  private static let longestDelay = 0.25

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let (spec, lines, health, live) = (data.spec, data.lines, data.health, data.live)
    let axis = data.store.axis(of: spec)
    let styles = SeriesStyles(spec, lines).styles
    var plot = PlotContent(
      series: zip(lines, styles).enumerated().map { i, pair in
        let hasName = lines.count > 1 || pair.0.isLabelled
        var series = PlotContent.Series(
          pair.0.samples, style: pair.1, name: hasName ? pair.0.name : "")
        series.isLate = health.lateLines.contains(i)
        series.number = pair.0.number
        series.isHidden = data.hidden.contains(pair.0.number)
        series.color = pair.0.color
        series.curve = spec.options.curve
        series.hasPoints = spec.options.hasPoints
        if spec.gapAfter == nil, !axis.isNumbered,
          pair.0.series.allSatisfy(\.source.tellsGapsByDistance)
        {
          series.shortestGap = axis == .arrival ? Self.longestDelay : 0
        }
        return series
      }, time: data.time, axis: TickScale(covering: 0, 1),
      xAxis: data.store.xAxis(of: spec))
    plot.isLive = plot.time.upperBound >= live.upperBound
    plot.limits = spec.range.limits
    plot.band = data.usual?.band ?? band(data)
    if let band = data.spec.options.band {
      content.bandNote = data.spec.bandWords(band)
    }
    if let usual = data.usual {
      content.bandNote = String(localized: "usual of \(usual.days) days")
    }
    // The comparisons count for the axis.
    plot.series += comparisons(data, styles)
    let left = leftPart(data, plot)
    let decimals = spec.keepsDecimals ? left.valueDecimals : ValueFormat.mostDecimals
    let range = AxisRange(spec, isWhole: decimals == 0)
    plot.axis =
      spec.chart == .number ? range.tightScale(of: left.extentWithBand) : range.scale(of: left)
    plot.valueFormat = valueFormat(of: spec, plot, decimals: decimals)
    plot.annotations = annotations(data)
    if spec.chart != .number { plot.thresholds = spec.thresholds.map(\.inPlot) }
    plot.emptyText = plot.emptiness
    addRightAxis(data, &plot)
    addWords(data, plot, to: &content)
    content.body =
      spec.chart == .number
      ? NumberContent(
        plot, change: content.moment == nil ? change(of: plot, data, axis) : nil)
      : plot
  }

  /// The words below a number: its change over the window, or the rule that made the number.
  private static func change(
    of plot: PlotContent, _ data: PanelData, _ axis: RowAxis
  ) -> ValueChange? {
    let time = data.live
    guard let reduction = data.spec.reduction else {
      return ValueChange(of: plot, in: time, data.spec, hasTimes: !axis.isNumbered)
    }
    let window = SpanText.text(time.upperBound - time.lowerBound)
    return ValueChange(.none, reduction.rawValue + " in " + window)
  }

  static func valueFormat(
    of spec: PanelSpec, _ plot: PlotContent, decimals valueDecimals: Int
  ) -> ValueFormat {
    let isWhole = valueDecimals == 0
    let axis = plot.axis
    // The values of a logarithmic axis differ too much for one prefix.
    if axis.isLogarithmic {
      let isPlain = isWhole && !spec.unit.isQuantity && axis.domain.upperBound <= 10_000
      return ValueFormat(unit: spec.unit, decimals: spec.decimals ?? (isPlain ? 0 : nil))
    }
    if let decimals = spec.decimals {
      return ValueFormat(unit: spec.unit, scale: axis.scale, decimals: decimals)
    }
    // Whole numbers of a command are written as the command writes them.
    let isPlainWhole = spec.isInferred && isWhole && axis.scale.divisor == 1
    // Ticks that are not shown ask for no decimals.
    let hasTicks = spec.chart != .number && plot.extent != nil
    return ValueFormat(
      unit: spec.unit, scale: axis.scale, largest: plot.largestMagnitude,
      valueDecimals: valueDecimals,
      tickDecimals: hasTicks && !isPlainWhole ? axis.labelDecimals : 0,
      tickStep: hasTicks ? axis.step : 0)
  }
}

extension PlotContent {
  /// The words for a plot without anything in view; nil for one with data.
  fileprivate var emptiness: String? {
    guard extent == nil else { return nil }
    if !series.isEmpty, series.allSatisfy(\.isHidden) {
      return String(localized: "all series are hidden")
    }
    guard isLive, xAxis == .time else { return String(localized: "no data here") }
    return String(
      localized: "no data in the last \(SpanText.text(time.upperBound - time.lowerBound))")
  }
}

extension RangeSpec {
  /// The values beyond which lines are held at the edge of the plot.
  fileprivate var limits: ClosedRange<Double> {
    let (low, high) = (minimum ?? -.infinity, maximum ?? .infinity)
    return low <= high ? low...high : -.infinity ... .infinity
  }
}
