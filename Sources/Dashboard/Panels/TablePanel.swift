import Charts
import Messages
import Metrics

/// The content of a table.
enum TablePanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let spec = data.spec
    let order = SeriesList(data).order
    let reductions = spec.options.columns.compactMap { column -> Reduction? in
      if case .value(let reduction) = column { reduction } else { nil }
    }
    let columns = reductions.map { reduction in order.map { data.value(of: $0, reduction) } }
    let formats = columns.map { spec.ownFormat(among: $0) }
    let hasSparklines = spec.options.columns.contains(.sparkline)
    var table = TableContent(
      titles: reductions.map(\.title),
      rows: order.enumerated().map { place, i in
        let line = data.lines[i]
        let cells = reductions.indices.map { column in
          let value = columns[column][place]
          let isJudged = reductions[column] == .last
          return TableContent.Cell(
            spec.text(of: value, formats[column](value)),
            signal: isJudged ? spec.breach(of: [data.judged(value, of: i)])?.color.signal : nil,
            color: spec.mapping(of: value)?.color)
        }
        var row = TableContent.Row(
          number: line.number, name: line.name, cells: cells,
          sparkline: hasSparklines ? sparkline(i, data) : nil)
        row.isLate = data.health.lateLines.contains(i)
        return row
      })
    table.hasSparklines = hasSparklines
    table.keepsOrder = data.spec.options.sort != nil || data.spec.options.top != nil
    if case .value(let reduction)? = spec.options.sort?.key {
      table.sortedColumn = reductions.firstIndex(of: reduction)
    } else if spec.options.sort == nil, spec.options.top != nil {
      table.sortedColumn = reductions.firstIndex(of: .last)
    }
    let values = order.map { data.value(of: $0) }
    let format = spec.ownFormat(among: values)
    data.judge(order, values, &content) {
      (spec.formatted($0, format($0)), spec.mapping(of: $0)?.color)
    }
    content.body = table
  }

  /// The small plot of a line.
  private static func sparkline(_ index: Int, _ data: PanelData) -> PlotContent {
    let line = data.lines[index]
    var series = PlotContent.Series(line.samples, style: .primary)
    series.number = line.number
    series.isLate = data.health.lateLines.contains(index)
    var plot = PlotContent(
      series: [series], time: data.time, axis: TickScale(covering: 0, 1),
      xAxis: data.store.xAxis(of: data.spec))
    plot.isLive = plot.time.upperBound >= data.live.upperBound
    plot.axis = AxisRange(data.spec).tightScale(of: plot.extent)
    return plot
  }
}

extension Reduction {
  /// The word for the reduction in a heading, and below a value.
  var title: String {
    switch self {
    case .mean: String(localized: "mean")
    case .min: String(localized: "min")
    case .max: String(localized: "max")
    case .last: String(localized: "last")
    case .sum: String(localized: "sum")
    case .p50, .p95, .p99: rawValue
    }
  }
}
