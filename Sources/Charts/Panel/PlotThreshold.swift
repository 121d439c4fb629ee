/// A value that is marked by a line across the plot.
public struct PlotThreshold: Sendable, Equatable {
  /// The pattern of the line.
  public enum Pattern: String, Sendable, Equatable, CaseIterable {
    /// Without gaps.
    case solid
    /// Strokes with gaps.
    case dashed
    /// Dots with gaps.
    case dotted
  }

  /// The value of the line, in the unit of the axis.
  public var value: Double
  /// The colour of the line and its label.
  public var color: SignalColor
  /// The pattern of the line.
  public var pattern: Pattern
  /// The label at the line; empty for none.
  public var label: String

  /// A line with its label.
  public init(value: Double, color: SignalColor, pattern: Pattern, label: String) {
    self.value = value
    self.color = color
    self.pattern = pattern
    self.label = label
  }
}
