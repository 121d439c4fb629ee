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
          let word = data.mapping(of: value, line: i)
          return TableContent.Cell(
            word?.text ?? formats[column](value).alone(value).text,
            signal: isJudged ? data.breach(value, of: i)?.color.signal : nil,
            color: word?.color)
        }
        var row = TableContent.Row(
          number: line.number, name: line.name, cells: cells,
          sparkline: hasSparklines ? data.sparkline(of: i) : nil)
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
      data.words(for: values[$0], line: order[$0], format(values[$0]))
    }
    content.body = table
  }

  /// A row for each set of labels, with a column for each series.
  private static func makeColumnsOfSeries(_ data: PanelData, _ content: inout PanelContent) {
    let table = SeriesTable(data.lines, of: data.spec, shown: data.listedLines)
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
        shown.isLate = row.places.allSatisfy(data.health.lateLines.contains)
        return shown
      })
    let options = data.spec.options
    body.keepsOrder = options.sort != nil || options.top != nil
    let isSortedByName = if case .name? = options.sort?.key { true } else { false }
    if body.keepsOrder, !isSortedByName { body.sortedColumn = 0 }
    let judged = rows.flatMap(\.places).filter {
      !data.lines[$0].isOnRight || !data.spec.thresholds(for: data.lines[$0]).isEmpty
    }
    let values = judged.map { data.value(of: $0) }
    data.judge(judged, values, &content) { place in
      let (spec, value) = (data.spec.standing(for: data.lines[judged[place]]), values[place])
      let format = spec.ownFormat(among: [value])
      return (spec.formatted(value, format(value)), spec.mapping(of: value)?.color)
    }
    content.body = body
  }

  /// The values of a column.
  private static func cells(
    of column: SeriesTable.Column, _ lines: [Int?], _ data: PanelData
  ) -> [TableContent.Cell] {
    let first = lines.lazy.compactMap { $0 }.first
    let spec = first.map { data.spec.standing(for: data.lines[$0]) } ?? data.spec
    let values = lines.map { $0.map { data.value(of: $0) } ?? .nan }
    let format = spec.ownFormat(among: values)
    return zip(lines, values).map { line, value in
      var cell = TableContent.Cell(
        spec.text(of: value, format(value)),
        signal: line.flatMap { data.breach(value, of: $0)?.color.signal },
        color: spec.mapping(of: value)?.color)
      cell.isLate = line.map(data.health.lateLines.contains) ?? false
      return cell
    }
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
