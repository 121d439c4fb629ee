/// The content of a table: one row for each of several series.
public struct TableContent: PanelBodyContent {
  /// One value of a row.
  public struct Cell: Equatable, Sendable {
    /// The text of the value.
    public var text: String
    /// The colour of a breach; nil, the default, for none.
    public var signal: SignalColor?
    /// The colour of the text; nil, the default, for that of values.
    public var color: SeriesColor?
    /// Whether the value is late. Default false.
    public var isLate = false

    /// Whether the value has the colour of a failure or a warning.
    var isUrgent: Bool { signal != nil || color?.isUrgent == true }

    /// A value as text.
    public init(_ text: String, signal: SignalColor? = nil, color: SeriesColor? = nil) {
      self.text = text
      self.signal = signal
      self.color = color
    }
  }

  /// One series with its values.
  public struct Row {
    /// The number that identifies the row while its place changes.
    public var number: Int
    /// The name of the series.
    public var name: String
    /// The values, one for each column.
    public var cells: [Cell]
    /// The small plot at the end of the row; nil, the default, for none.
    public var sparkline: PlotContent?
    /// Whether the values are late. Default false.
    public var isLate = false

    /// A row of a series.
    public init(number: Int, name: String, cells: [Cell], sparkline: PlotContent? = nil) {
      self.number = number
      self.name = name
      self.cells = cells
      self.sparkline = sparkline
    }
  }

  /// The titles of the columns of values.
  public var titles: [String]
  /// The rows from top to bottom.
  public var rows: [Row]
  /// Whether rows end with small plots. Default false.
  public var hasSparklines = false
  /// Whether the first rows are shown where not all have room, and not those beyond a threshold before them. Default
  /// false.
  public var keepsOrder = false
  /// The index of the column by which the rows are sorted; nil, the default, for none.
  public var sortedColumn: Int?

  /// The height of a list.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double {
    ListLayout.leastHeight(of: rows.count, type)
  }

  /// Whether a cell has the colour of a failure or a warning.
  public var isUrgent: Bool { rows.contains(where: \.isUrgent) }

  /// The value in each cell, named after its row, and after its column if there are several.
  public var namedValues: [NamedValue] {
    rows.flatMap { row in
      zip(titles, row.cells).map { title, cell in
        NamedValue(name: titles.count > 1 ? row.name + " " + title : row.name, value: cell.text)
      }
    }
  }

  /// Rows under the titles of their columns.
  public init(titles: [String], rows: [Row]) {
    self.titles = titles
    self.rows = rows
  }
}

extension TableContent.Row {
  /// Whether the row has the colour of a failure or a warning, so that the row has room before others.
  var isUrgent: Bool { cells.contains(where: \.isUrgent) }
}
