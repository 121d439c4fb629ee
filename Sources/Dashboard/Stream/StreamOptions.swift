import Metrics

/// How the rows of a pipe or a file are to be shown.
public struct StreamOptions: Sendable, Equatable {
  /// How much of the past is shown.
  public enum Window: Sendable, Equatable {
    case rows(Int)
    case seconds(Double)
  }

  /// The page's title; nil for the input's name.
  public var title: String?
  /// The unit of all values: `%`, `ms`, `MB/s`; nil for what the text says.
  public var unit: String?
  /// Names of columns, in their order; columns beyond, and those with an empty name here, keep their own.
  public var labels: [String] = []
  /// Values are counters: their growth per second is shown, or per row where rows have no times.
  public var isRate = false
  /// Bounds of all value axes, which stay; in the values' unit.
  public var minimum: Double?
  public var maximum: Double?
  /// Values that all value axes reach at least.
  public var softMinimum: Double?
  public var softMaximum: Double?
  /// Value axes are logarithmic: values that are not positive are gaps.
  public var isLogarithmic = false
  /// Nil for the last 300 rows of a pipe, and all of a file.
  public var window: Window?

  public init() {}
}
