import Metrics

/// Options for the display of a pipe's or a file's rows.
public struct StreamOptions: Sendable, Equatable {
  /// The part of the past that is shown.
  public enum Window: Sendable, Equatable {
    /// A number of rows, the last ones.
    case rows(Int)
    /// A number of seconds, the last ones.
    case seconds(Double)
  }

  /// The charts that suit any rows.
  public enum Chart: String, Sendable, CaseIterable {
    /// Lines, lines with areas, stacked areas, and a line coloured by its value.
    case line, area, stacked, spectrum
    /// Lines with a dot at each row.
    case points
    /// A bar for each column's latest number.
    case bars
    /// A large number for each column.
    case number
    /// A tile for each column.
    case tiles
    /// Columns as rows of a table.
    case table
    /// A lane of states for each column.
    case states
  }

  /// The page's title; nil for the input's name.
  public var title: String?
  /// The unit of all values: `%`, `ms`, `MB/s`; nil for the unit in the text.
  public var unit: String?
  /// Names of columns, in order. Columns beyond this list, and those with an empty name here, keep their
  /// own names.
  public var labels: [String] = []
  /// Whether values are counters, shown as growth per second, or per row if rows have no times.
  public var isRate = false
  /// The fixed lower end of all value axes, in the unit of the values; nil follows the values.
  public var minimum: Double?
  /// The fixed upper end of all value axes, in the unit of the values; nil follows the values.
  public var maximum: Double?
  /// The value down to which all value axes reach at least; nil for none.
  public var softMinimum: Double?
  /// The value up to which all value axes reach at least; nil for none.
  public var softMaximum: Double?
  /// The chart of all panels; nil for lines, or for bars where rows are things of different names.
  public var chart: Chart?
  /// Whether value axes are logarithmic. Values that are not positive are then gaps.
  public var isLogarithmic = false
  /// The window; nil for the last 300 rows of a pipe, and all rows of a file.
  public var window: Window?

  /// The default options.
  public init() {}
}
