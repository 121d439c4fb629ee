/// A value that is marked by a line across the plot.
public struct PlotThreshold: Sendable, Equatable {
  /// How the line is drawn.
  public enum Pattern: String, Sendable, Equatable, CaseIterable {
    /// Without gaps.
    case solid
    /// Of strokes with gaps.
    case dashed
    /// Of dots with gaps.
    case dotted
  }

  /// Where the line is, in the unit of the axis.
  public var value: Double
  /// Of the line and its label.
  public var color: SignalColor
  /// How the line is drawn.
  public var pattern: Pattern
  /// What stands at the line; empty for nothing.
  public var label: String

  /// A line and what stands at it.
  public init(value: Double, color: SignalColor, pattern: Pattern, label: String) {
    self.value = value
    self.color = color
    self.pattern = pattern
    self.label = label
  }
}
