import Metrics

/// The content of columns over time: a sum, a count or a mean for each stretch of time.
public struct ColumnsContent: PanelBodyContent {
  /// The column of one stretch of time.
  public struct Column: Equatable, Sendable {
    /// The start of the stretch in UTC seconds, which identifies the column.
    public var start: Double
    /// The end of the stretch.
    public var end: Double
    /// The values of the series, from the bottom up or from left to right; NaN for a stretch without data.
    public var values: [Double]
    /// The colours of breaches, one for all values or one for each; nil for none. Empty by default.
    public var signals: [SignalColor?] = []
    /// Whether the stretch is not over yet. Default false.
    public var isGrowing = false

    /// A column of a stretch.
    public init(start: Double, end: Double, values: [Double]) {
      self.start = start
      self.end = end
      self.values = values
    }
  }

  /// The columns in the order of time.
  public var columns: [Column]
  /// The axes, with no series, and the format of the values.
  public var axes: PlotContent
  /// The colours of the series; empty, the default, for those of the panel and of the theme.
  public var colors: [SeriesColor?] = []

  /// Whether the values of a column are stacked, and not side by side. Default true.
  public var isStacked = true

  /// The names of the series, for the pointer; empty, the default, for none.
  public var names: [String] = []

  /// The indices of the hidden series, which take no room beside the others. Their values must be NaN. Default none.
  public var hidden: Set<Int> = []

  /// Columns between axes.
  public init(columns: [Column], axes: PlotContent) {
    self.columns = columns
    self.axes = axes
  }

  /// The axis of the values; nil for a panel without values.
  public var valueAxis: TickScale? { axes.axis }
}
