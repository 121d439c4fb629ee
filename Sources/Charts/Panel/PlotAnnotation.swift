/// A moment that is marked by a line from the top of a plot to its bottom.
public struct PlotAnnotation: Sendable, Hashable {
  /// The moment in UTC seconds, which identifies the mark.
  public var time: Double
  /// The label at the top of the line, or at its bottom; empty for none.
  public var label: String
  /// The colour of the line and its label; nil for that of notes.
  public var color: SeriesColor?

  /// A mark at a moment.
  public init(time: Double, label: String, color: SeriesColor? = nil) {
    self.time = time
    self.label = label
    self.color = color
  }
}
