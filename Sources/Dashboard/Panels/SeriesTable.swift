import Feeds
import Metrics

/// The lines of a panel as a table with a column for each series: a line has the column of its series, and the row of
/// its labels.
///
/// A query may give series of several names, as a statement of SQL with several columns of numbers does. Each name then
/// has a column of its own.
struct SeriesTable {
  /// A column of numbers.
  struct Column {
    let title: String
    /// The unit; nil for that of the panel.
    let unit: Unit?
  }

  /// The lines with equal labels.
  struct Row {
    fileprivate(set) var name = ""
    /// The place of the line in each column; nil for none.
    fileprivate(set) var lines: [Int?]

    /// The places of all lines.
    var places: [Int] { lines.compactMap { $0 } }
  }

  /// The columns in the order of the specification.
  private(set) var columns: [Column] = []
  /// The rows in the order of their first lines.
  private(set) var rows: [Row] = []

  /// A table of some lines.
  /// - Parameter shown: the places of the lines to show, in order.
  init(_ lines: [PanelLine], of spec: PanelSpec, shown: [Int]) {
    let cells = SeriesCell.all(lines, spec)
    var columnPlaces: [SeriesCell.Column: Int] = [:]
    // Hidden lines keep their columns.
    let inOrder = cells.indices.sorted {
      (cells[$0].column.entry, $0) < (cells[$1].column.entry, $1)
    }
    for place in inOrder where columnPlaces[cells[place].column] == nil {
      columnPlaces[cells[place].column] = columns.count
      columns.append(Column(title: cells[place].title, unit: lines[place].unit))
    }
    var rowPlaces: [Labels: Int] = [:]
    for place in shown {
      let cell = cells[place]
      let row = rowPlaces[cell.labels] ?? rows.count
      if row == rows.count {
        rowPlaces[cell.labels] = row
        rows.append(Row(lines: columns.map { _ in nil }))
      }
      if let column = columnPlaces[cell.column] { rows[row].lines[column] = place }
    }
    nameRows(rowPlaces, cells)
  }

  /// Names each row by the template of a line that has one, and otherwise by the labels that distinguish rows.
  private mutating func nameRows(_ rowPlaces: [Labels: Int], _ cells: [SeriesCell]) {
    let others = rowPlaces.keys.map(\.all)
    let shared = (others.first ?? []).filter { label in
      rowPlaces.count > 1 && others.allSatisfy { $0.contains(label) }
    }
    for (labels, row) in rowPlaces {
      let own = rows[row].places.map { cells[$0] }
      let values = labels.shownValues(first: own.first?.firstLabels ?? [], without: shared)
      rows[row].name = own.lazy.compactMap(\.rowName).first ?? values.joined(separator: " ")
    }
  }

  /// Names each line by its row and its column, for texts about the line alone.
  static func nameLines(_ lines: inout [PanelLine], of spec: PanelSpec) {
    let table = SeriesTable(lines, of: spec, shown: Array(lines.indices))
    for row in table.rows {
      for (column, place) in zip(table.columns, row.lines) {
        guard let place else { continue }
        lines[place].name = [row.name, column.title].filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
  }
}

/// The place of a line in a table of series.
private struct SeriesCell {
  /// The identity of a column.
  struct Column: Hashable {
    /// The place of the column's entry: series before expressions.
    let entry: Int
    /// The name of the series among those of its query; empty for a query with series of one name.
    var name: String
  }

  var column: Column
  /// The title of the column.
  var title: String
  /// The labels that identify the row.
  var labels = Labels.none
  /// The labels whose values come first in the name of the row.
  var firstLabels: [String] = []
  /// The name of the row by the label of its series; nil for a label without variables.
  var rowName: String?

  /// The places of all lines of a panel.
  static func all(_ lines: [PanelLine], _ spec: PanelSpec) -> [SeriesCell] {
    var cells = lines.map { SeriesCell($0, spec) }
    let names = Dictionary(grouping: cells, by: \.column.entry)
      .mapValues { Set($0.map(\.column.name)).count }
    for i in cells.indices {
      if names[cells[i].column.entry, default: 1] > 1 {
        cells[i].title = cells[i].column.name
      } else {
        cells[i].column.name = ""
      }
    }
    return cells
  }

  private init(_ line: PanelLine, _ spec: PanelSpec) {
    switch line.identity {
    case .series(let index, let metric):
      self.init(spec.series[index], at: index, metric)
    case .expression(let index, let labels):
      let expression = spec.expressions[index]
      let template = expression.label.flatMap { $0.contains("{{") ? $0 : nil }
      self.init(
        column: Column(entry: spec.series.count + index, name: ""),
        title: (template == nil ? expression.label : nil) ?? expression.text)
      self.labels = labels
      rowName = template.map { LabelTemplate($0).text(for: Metric("", labels: labels)) }
    case .others:
      self.init(column: Column(entry: .max, name: ""), title: line.name)
    }
  }

  private init(_ series: SeriesSpec, at index: Int, _ metric: Metric?) {
    let hasTemplate = series.label?.contains("{{") == true
    self.init(
      column: Column(entry: index, name: metric?.name ?? ""),
      title: hasTemplate ? series.nameOfQuery : series.name)
    rowName = hasTemplate ? metric.map { series.name(of: $0) } : nil
    firstLabels = series.query.distinguishingLabels
    guard let metric else { return }
    labels = metric.labels
    // Several values of a row have a label each.
    if case .rows(let rows) = series.query, let name = labels[RowQuery.valueLabel],
      rows.values.count > 1
    {
      column.name = name
      labels = labels.only(labels.all.map(\.name).filter { $0 != RowQuery.valueLabel })
    }
  }

  private init(column: Column, title: String) { (self.column, self.title) = (column, title) }
}
