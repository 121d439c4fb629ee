import Geometry
import Metrics

/// The values of a plot at one sample.
public struct CrosshairReading: Equatable, Sendable {
  /// One series at the sample.
  public struct Entry: Equatable, Sendable {
    /// The name of the series; empty for a single series without a name.
    public var name: String
    /// The value at the sample; `–` for a gap.
    public var value: FormattedValue
    /// The lowest and the highest value at the same pixel of a dense line; nil for other lines.
    var range: String?
    /// A short piece of the series' line.
    var swatch: LineSwatch
    /// Whether the value is the one under the pointer, among others of its column.
    var isPointedAt = false

    /// The value, with the range of its pixel: `53 (50 to 99)`.
    var text: String { range.map { "\(value.text) (\($0))" } ?? value.text }
  }

  /// The time or the row of the sample.
  public var moment: String
  /// The series that are shown, in order.
  public var entries: [Entry]
  /// The places of the sample during the motion, with its dots, in points of the panel's superlayer.
  public var place: Rect
  /// The frame of the panel.
  public var panel: Rect
}
