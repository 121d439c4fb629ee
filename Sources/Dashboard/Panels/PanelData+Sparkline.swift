import Charts

extension PanelData {
  /// The small plot of a line, on an axis of its own.
  func sparkline(of index: Int) -> PlotContent {
    let line = lines[index]
    var series = PlotContent.Series(line.samples, style: .primary)
    series.curve = spec.options.curve
    series.number = line.number
    series.isLate = health.lateLines.contains(index)
    var plot = PlotContent(
      series: [series], time: time, axis: TickScale(covering: 0, 1), xAxis: store.xAxis(of: spec))
    plot.isLive = isLive
    plot.axis = AxisRange(spec).tightScale(of: plot.extent)
    return plot
  }
}
