import Charts
import Feeds
import Metrics

/// The series of a panel that a query of a source gives, and their appearance.
public struct SeriesSpec: Sendable, Equatable {
  /// The appearance of a series.
  public enum Style: Sendable, Equatable {
    /// The chart's own style: the first series stands out, or all series have the same rank and a legend.
    case automatic
    /// A dotted line in the secondary colour.
    case dotted
    /// A thin line behind the others.
    case faint
  }

  /// The name in the legend, in which `{{device}}` is replaced by the value of a label; nil for the labels of the
  /// series, or otherwise the name of the query.
  public var label: String?
  /// The source of the samples.
  public var source: SourceSpec
  /// The question that the source answers.
  public var query: Query
  /// The one series of the query that is shown; nil for all.
  public var metric: Metric?
  /// The column of a statement's answer whose series are shown; nil for all columns.
  public var column: String?
  /// The labels of the series to show; empty for all series.
  public var labels: [String: String] = [:]
  /// Whether the series is not shown, and only serves expressions.
  public var isHidden = false
  /// Whether the number is a counter, shown as its growth per second.
  public var isCounter: Bool
  /// The factor that values are multiplied by.
  public var factor: Double
  /// The appearance of the series. Default that of the chart.
  public var style: Style
  /// The colour; nil for that of the series' place.
  public var color: SeriesColor?
  /// Whether the line has the colours of the spectrum by its values.
  public var isColoredByValue = false
  /// The unit of the series on the right axis, of a table's column or of a tile; nil for that of the panel.
  public var unit: Unit?
  /// The factor that converts numbers in the file to the series' own unit. Default 1.
  var unitFactor = 1.0
  /// Whether the series has its values on the right axis, or in a table's column or a tile in a unit of its own.
  public var isOnRight = false
  /// The words and colours of the series' values. Nil, the default, for those of the panel.
  public var mappings: [ValueMapping]?
  /// The words that the source uses in place of the series' numbers. Default empty, for those of the panel.
  var words = StateWords()

  /// The series of a query, with their values times a factor. Default unchanged.
  public init(
    label: String? = nil, source: SourceSpec, query: Query, isCounter: Bool = false,
    factor: Double = 1, style: Style = .automatic
  ) {
    self.label = label
    self.source = source
    self.query = query
    self.isCounter = isCounter
    self.factor = factor
    self.style = style
  }

  /// A metric of this machine, once a second.
  public init(_ metric: Metric, label: String? = nil, style: Style = .automatic) {
    self.init(
      label: label, source: .system(period: 1), query: .metric(metric), style: style)
  }
}

/// A line computed from series of its panel by an expression, such as `100 * used / total`.
public struct ExpressionSpec: Sendable, Equatable {
  /// The name in the legend, with `{{device}}` as in that of a series; nil for the expression.
  public var label: String?
  /// The expression, without mistakes.
  public var text: String
  /// The indices, among the panel's series, of the operands in the order of the expression's names.
  public var operands: [Int]
  /// The appearance of the line. Default that of the chart.
  public var style: SeriesSpec.Style
  /// The colour; nil for that of the line's place.
  public var color: SeriesColor?

  /// A line of an expression. Default named by the expression, in the chart's own style.
  public init(
    label: String? = nil, text: String, operands: [Int], style: SeriesSpec.Style = .automatic,
    color: SeriesColor? = nil
  ) {
    self.label = label
    self.text = text
    self.operands = operands
    self.style = style
    self.color = color
  }
}
