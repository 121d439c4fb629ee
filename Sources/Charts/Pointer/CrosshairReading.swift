import Geometry
import Metrics

/// What a plot shows at one sample.
public struct CrosshairReading: Equatable, Sendable {
  public struct Entry: Equatable, Sendable {
    /// Empty where the plot has but one series without a name.
    public var name: String
    public var value: FormattedValue
    public var color: Color
    public var isDashed: Bool
  }

  /// The sample's time, or its row.
  public var moment: String
  /// The series that are shown, in order.
  public var entries: [Entry]
  /// Where the sample is, and will have been on its way there, with the dots on it: points of the
  /// panel's superlayer.
  public var place: Rect
  /// The panel.
  public var panel: Rect
}
