import Metrics

/// Options for the display of a pipe's or a file's rows.
public struct StreamOptions: Sendable, Equatable {
  /// The part of the past that is shown.
  public enum Window: Sendable, Equatable {
    case rows(Int)
    case seconds(Double)
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
  /// Fixed ends of all value axes, in the unit of the values.
  public var minimum: Double?
  public var maximum: Double?
  /// Values that all value axes reach at least.
  public var softMinimum: Double?
  public var softMaximum: Double?
  /// Whether value axes are logarithmic. Values that are not positive are then gaps.
  public var isLogarithmic = false
  /// The window; nil for the last 300 rows of a pipe, and all rows of a file.
  public var window: Window?

  public init() {}
}
