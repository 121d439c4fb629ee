import Charts
import Feeds
import Messages
import Metrics

/// The content of lines over time, and of a number with a small line.
enum PlotPanel {
  /// The seconds by which a row may arrive late, because a busy machine delays the writer or the reader.
  private static let longestDelay = 0.25

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let spec = data.spec
    let axis = data.store.axis(of: spec)
    let styles = SeriesStyles(spec, data.lines).styles
    var plot = PlotContent(
      series: series(data, styles, axis), time: data.time, axis: TickScale(covering: 0, 1),
      xAxis: data.store.xAxis(of: spec))
    plot.isLive = data.isLive
    plot.limits = spec.range.limits
    plot.band = data.usual?.band ?? band(data)
    if let band = spec.options.band { content.bandNote = spec.bandWords(band) }
    if let usual = data.usual {
      content.bandNote = String(localized: "usual range of \(usual.days) days")
    }
    // The axis covers the comparisons, too.
    plot.series += comparisons(data, styles, axis)
    var left = leftPart(data, plot)
    let decimals = spec.keepsDecimals ? left.valueDecimals : ValueFormat.mostDecimals
    let range = AxisRange(spec, isWhole: decimals == 0)
    plot.axis =
      spec.chart == .number ? range.tightScale(of: left.extentWithBand) : range.scale(of: left)
    left.axis = plot.axis
    plot.valueFormat = valueFormat(of: spec, left, decimals: decimals)
    plot.annotations = annotations(data) + presentMark(data)
    if spec.chart != .number { plot.thresholds = spec.thresholds.compactMap(\.inPlot) }
    plot.emptyText = plot.emptiness(
      hasOthersThanNumbers: data.lines.indices.contains {
        data.getsOtherSamples($0) && plot.hasSamples($0)
      })
    addRightAxis(data, &plot)
    content.seriesNumbers = data.lines.map(\.number)
    addWords(data, plot, to: &content)
    content.body =
      spec.chart == .number
      ? NumberContent(
        plot,
        change: content.moment == nil && data.health.present == nil
          ? change(of: plot, data, axis) : nil)
      : plot
  }

  /// The lines of the panel's series, without those of comparisons.
  private static func series(
    _ data: PanelData, _ styles: [PlotContent.Series.Style], _ axis: RowAxis
  ) -> [PlotContent.Series] {
    zip(data.lines, styles).enumerated().map { i, pair in
      let (line, style) = pair
      let hasName = data.lines.count > 1 || line.isLabelled
      var series = PlotContent.Series(line.samples, style: style, name: hasName ? line.name : "")
      series.isLate = data.health.lateLines.contains(i)
      series.isGone = line.isGone
      series.number = line.number
      series.isHidden = data.hidden.contains(line.number)
      series.color = line.color
      series.curve = data.spec.options.curve
      series.hasPoints = data.spec.options.hasPoints
      series.shortestGap = shortestGap(of: line, data, axis)
      return series
    }
  }

  /// The shortest distance between two samples of a line that can be a gap; nil if distances show no gaps.
  static func shortestGap(of line: PanelLine, _ data: PanelData, _ axis: RowAxis) -> Double? {
    guard data.spec.gapAfter == nil, !axis.isNumbered,
      line.series.allSatisfy(data.store.showsGapsByDistance)
    else { return nil }
    return axis == .arrival ? longestDelay : 0
  }

  /// The text below a number: its change over the window, or the rule that produced the number.
  private static func change(
    of plot: PlotContent, _ data: PanelData, _ axis: RowAxis
  ) -> ValueChange? {
    let time = data.live
    guard let reduction = data.spec.reduction else {
      // Words have no difference.
      let last = plot.series.first?.samples.last
      if let last, data.spec.mapping(of: last.value) != nil { return nil }
      return ValueChange(of: plot, in: time, data.spec, hasTimes: !axis.isNumbered)
    }
    return ValueChange(.none, data.textOf(reduction, in: time), short: reduction.title)
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
      // A single digit before a prefix would say little: 1 M for 1,400,000.
      let isCut = axis.scale.divisor > 1 && plot.largestMagnitude < 10 * axis.scale.divisor
      return ValueFormat(
        unit: spec.unit, scale: axis.scale, decimals: max(decimals, isCut ? 1 : 0))
    }
    // Whole numbers of a command are written as the command writes them.
    let isPlainWhole = spec.isInferred && isWhole && axis.scale.divisor == 1
    // Hidden ticks need no decimals.
    let hasTicks = spec.chart != .number && plot.extent != nil
    return ValueFormat(
      unit: spec.unit, scale: axis.scale, largest: plot.largestMagnitude,
      valueDecimals: valueDecimals,
      tickDecimals: max(
        hasTicks && !isPlainWhole ? axis.labelDecimals : 0,
        spec.thresholdDecimals(beside: plot.largestMagnitude, axis.scale)),
      tickStep: hasTicks ? axis.step : 0)
  }
}

extension PlotContent {
  /// The text for a plot with nothing in view; nil for a plot with data.
  /// - Parameter hasOthersThanNumbers: whether a line has samples in view, none of which is a finite number.
  fileprivate func emptiness(hasOthersThanNumbers: @autoclosure () -> Bool) -> String? {
    guard extent == nil else { return nil }
    if !series.isEmpty, series.allSatisfy(\.isHidden) { return PlotContent.textOfHiddenSeries }
    if isLive, xAxis == .time, hasOthersThanNumbers() {
      return String(localized: "the latest value is not a finite number")
    }
    return textWithoutData(in: time.upperBound - time.lowerBound)
  }

  /// The text of a plot whose series are all hidden.
  static var textOfHiddenSeries: String { String(localized: "all series are hidden") }

  /// The text of a plot without data in view.
  func textWithoutData(in seconds: Double) -> String {
    guard isLive, xAxis == .time else { return String(localized: "no data here") }
    return String(localized: "no data in the last \(SpanText.text(seconds))")
  }
}

extension PlotContent {
  /// Whether a shown series has samples in view, with or without values.
  fileprivate func hasSamples(_ i: Int) -> Bool {
    !series[i].isHidden
      && !series[i].samples.indices(from: time.lowerBound, through: time.upperBound).isEmpty
  }
}

extension PanelData {
  /// Whether a line gets samples that may be no finite numbers. The growth of a counter is unknown at times, and the
  /// values of JSON are missing at times.
  fileprivate func getsOtherSamples(_ line: Int) -> Bool {
    health.isLive(line) && !health.heldLines.contains(line) && !lines[line].isGone
      && !lines[line].series.contains { $0.isCounter || $0.query.isMissingOrFinite }
  }
}

extension RangeSpec {
  /// The values beyond which lines are held at the edge of the plot.
  fileprivate var limits: ClosedRange<Double> {
    let (low, high) = (minimum ?? -.infinity, maximum ?? .infinity)
    return low <= high ? low...high : -.infinity ... .infinity
  }
}
