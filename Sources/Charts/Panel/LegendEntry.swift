import Geometry

/// One of several series that share a plot, as shown in the legend or in the label at the line's end.
public struct LegendEntry: Equatable, Sendable {
  /// The name of the series.
  public var name: String
  /// The latest value of the series.
  public var value: String
  /// The texts of the widest values of the window, which determine the width of a label, so that the width stays while
  /// the value changes. Empty, the default, for the value itself.
  public var widestValues: [String] = []
  /// The index of the series among the panel's series.
  public var series: Int
  /// Whether the series is left out of the chart.
  public var isHidden: Bool
  /// The colour of a value with a breach. Default none.
  public var signal: SignalColor?
  /// The rank of the breach among those of the panel: a worse one has a larger rank. Default 0, for no breach.
  public var breachRank = 0
  /// The colour of a word in place of the value. Default none.
  public var wordColor: SeriesColor?
  /// Whether the value is late. Default false.
  public var isLate = false
  /// Whether the entry stands for series that have no entry of their own, so that only the name identifies the line.
  /// Default false.
  public var isRest = false
  /// The style of the line; nil for one of several lines of the same rank, whose look follows from its index.
  public var style: PlotContent.Series.Style?
  /// The colour of the line; nil, the default, for that of its style.
  public var color: SeriesColor?

  /// An entry in its series' own colour.
  public init(name: String, value: String, series: Int, isHidden: Bool = false) {
    self.name = name
    self.value = value
    self.series = series
    self.isHidden = isHidden
  }
}

extension LegendEntry {
  /// The colour of the line.
  /// - Parameter accent: the colour of the series that stands out.
  func color(_ theme: Theme, accent: Color) -> Color {
    if let color { return theme.mark(color) }
    return switch style {
    case .primary, .spectrum: accent
    case .dotted: theme.secondary
    case .faint: theme.faint(accent)
    case .colored(let number), .area(let number), .stacked(let number): theme.seriesColor(number)
    case nil: theme.seriesColor(series)
    }
  }

  /// The colour of the value.
  /// - Parameter recedes: whether another panel of the page needs attention, and the series' panel does not.
  func valueColor(_ theme: Theme, recedes: Bool) -> Color {
    isLate
      ? theme.secondary
      : signal.map { theme.text($0) } ?? wordColor.map { theme.word($0, on: theme.panel) }
        ?? (recedes ? theme.quietText : theme.text)
  }
}
