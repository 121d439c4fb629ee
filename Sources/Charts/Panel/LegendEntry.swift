/// One of several series that share a plot, as the legend names it.
public struct LegendEntry: Equatable, Sendable {
  /// The name of the series.
  public var name: String
  /// Its latest value.
  public var value: String
  /// Its number in the plot, from which its colour follows.
  public var series: Int
  /// The series is left out of the plot.
  public var isHidden: Bool
  /// The colour of its value, where something is wrong. Default none.
  public var signal: SignalColor?
  /// The style of the line; nil for one of several equals.
  public var style: PlotContent.Series.Style?

  /// An entry in its series' own colour.
  public init(name: String, value: String, series: Int, isHidden: Bool = false) {
    self.name = name
    self.value = value
    self.series = series
    self.isHidden = isHidden
  }
}
