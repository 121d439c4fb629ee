import Metrics

extension TimeSeriesChart {
  /// The content of the panel; one that waits before the first sample.
  var content: PanelContent {
    var content = PanelContent()
    guard let latest else { return content }
    content.state = .fresh
    var plot = PlotContent(
      series: series, time: latest - window...latest, axis: TickScale(covering: 0, 1, unit: unit))
    plot.axis = axis(of: plot)
    plot.valueFormat = ValueFormat(
      unit: unit, scale: plot.axis.scale, largest: plot.largestMagnitude,
      valueDecimals: plot.valueDecimals, tickDecimals: plot.axis.labelDecimals,
      tickStep: plot.axis.step)
    addWords(plot, to: &content)
    content.body = plot
    return content
  }

  private var series: [PlotContent.Series] {
    zip(names, samples).enumerated().map { i, pair in
      PlotContent.Series(
        pair.1, style: style(of: i), name: names.count > 1 ? pair.0 : "")
    }
  }

  private func style(of index: Int) -> PlotContent.Series.Style {
    switch style {
    case .line: names.count == 1 ? .primary : .colored(index)
    case .area: names.count == 1 ? .primary : .area(index)
    case .stacked: .stacked(index)
    }
  }

  /// The value axis. The axis starts at zero for areas, whose height must show the value, and for quantities with a
  /// natural zero.
  private func axis(of plot: PlotContent) -> TickScale {
    if let range { return TickScale(fixed: range.lowerBound, range.upperBound, unit: unit) }
    guard let extent = plot.extentWithBand else { return TickScale(covering: 0, 1, unit: unit) }
    let hasZero = style != .line || unit.hasNaturalZero
    return TickScale(
      covering: hasZero ? min(0, extent.lowerBound) : extent.lowerBound,
      hasZero ? max(0, extent.upperBound) : extent.upperBound, unit: unit)
  }

  /// Adds the latest value of a single series, or a legend.
  private func addWords(_ plot: PlotContent, to content: inout PanelContent) {
    let format = plot.valueFormat ?? ValueFormat(unit: unit)
    let values = samples.map { $0.last?.value ?? .nan }
    if names.count == 1 || style == .stacked {
      content.value = format(names.count == 1 ? values[0] : plot.stackedSum?.last?.value ?? .nan)
    } else {
      content.axisUnit = plot.axis.scale.symbol
    }
    guard names.count > 1 else { return }
    content.legend = names.indices.map { i in
      var entry = LegendEntry(name: names[i], value: format(values[i]).digits, series: i)
      entry.style = plot.series[i].style
      return entry
    }
  }
}
