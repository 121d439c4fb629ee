import Geometry
import Metrics

/// The values of a plot at one sample.
public struct CrosshairReading: Equatable, Sendable {
  /// One series at the sample.
  public struct Entry: Equatable, Sendable {
    /// Empty where the plot has but one series without a name.
    public var name: String
    /// Its value there; `–` for a gap.
    public var value: FormattedValue
    /// A sample of its line.
    var swatch: LineSwatch
  }

  /// The sample's time, or its row.
  public var moment: String
  /// The series that are shown, in order.
  public var entries: [Entry]
  /// The places of the sample on its way, with the dots on it, in points of the
  /// panel's superlayer.
  public var place: Rect
  /// The panel.
  public var panel: Rect
}
