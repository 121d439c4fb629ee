import Charts
import Messages
import Metrics

/// The content of a table.
enum TablePanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    if data.spec.options.columns == [.series] {
      makeColumnsOfSeries(data, &content)
    } else {
      makeColumnsOfReductions(data, &content)
    }
  }

  /// A row for each series, with a column for each number that is computed from the samples.
  private static func makeColumnsOfReductions(_ data: PanelData, _ content: inout PanelContent) {
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
    judge(order, data, &content)
    content.body = table
  }

  private static func judge(_ order: [Int], _ data: PanelData, _ content: inout PanelContent) {
    let (spec, values) = (data.spec, order.map { data.value(of: $0) })
    let format = spec.ownFormat(among: values)
    data.judge(order, values, &content) {
      (spec.formatted($0, format($0)), spec.mapping(of: $0)?.color)
    }
  }

  /// A row for each set of labels, with a column for each series.
  private static func makeColumnsOfSeries(_ data: PanelData, _ content: inout PanelContent) {
    let table = SeriesTable(data.lines, of: data.spec, shown: data.shownLines)
    let rows = SeriesList.order(of: table, data).map { table.rows[$0] }
    let columns = table.columns.indices.map { column in
      cells(of: table.columns[column], rows.map { $0.lines[column] }, data)
    }
    var body = TableContent(
      titles: table.columns.map(\.title),
      rows: rows.enumerated().map { place, row in
        var shown = TableContent.Row(
          number: row.places.map { data.lines[$0].number }.min() ?? 0, name: row.name,
          cells: columns.map { $0[place] })
        shown.isLate = row.places.contains(where: data.health.lateLines.contains)
        return shown
      })
    let options = data.spec.options
    body.keepsOrder = options.sort != nil || options.top != nil
    let isSortedByName = if case .name? = options.sort?.key { true } else { false }
    if body.keepsOrder, !isSortedByName { body.sortedColumn = 0 }
    judge(rows.flatMap(\.places).filter { !data.lines[$0].isOnRight }, data, &content)
    content.body = body
  }

  /// The values of a column.
  private static func cells(
    of column: SeriesTable.Column, _ lines: [Int?], _ data: PanelData
  ) -> [TableContent.Cell] {
    var spec = data.spec
    spec.unit = column.unit ?? spec.unit
    let values = lines.map { $0.map { data.value(of: $0) } ?? .nan }
    let format = spec.ownFormat(among: values)
    return zip(lines, values).map { line, value in
      let judged = line.flatMap { data.lines[$0].isOnRight ? nil : data.judged(value, of: $0) }
      return TableContent.Cell(
        spec.text(of: value, format(value)),
        signal: judged.flatMap { spec.breach(of: [$0])?.color.signal },
        color: judged.flatMap { _ in spec.mapping(of: value)?.color })
    }
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
