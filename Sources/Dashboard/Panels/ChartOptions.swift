import Charts
import Feeds
import Messages
import Metrics

/// The settings of a panel that only some charts have.
public struct ChartOptions: Sendable, Equatable {
  /// The order of the series; nil for the order of the specification.
  public var sort: SortSpec?
  /// The number of series that are shown, the first ones in their order; nil for all.
  public var top: Int?
  /// The columns of a table.
  public var columns: [TableColumn] = [.value(.last), .value(.mean), .value(.max), .sparkline]
  /// The words and colours of values. The first mapping whose range contains a value counts.
  public var mappings: [ValueMapping] = []
  /// The words among the mapped values, with their numbers.
  public var words = StateWords()
  /// The length in seconds of the stretches of columns over time; nil for a length that suits the window.
  public var period: Double?
  /// The paragraphs of a text.
  public var paragraphs: [String] = []
  /// The zones of a clock; empty for the zone of the dashboard.
  public var zones: [ZoneSpec] = []
  /// The shape of lines between samples.
  public var curve = PlotContent.Series.Curve.smooth
  /// Whether samples have dots.
  public var hasPoints = false
  /// The age in seconds of the earlier values that are shown for comparison; nil for no comparison.
  public var shift: Double?
  /// The series that are the edges of a band behind the first line; nil for none.
  public var band: BandSpec?
  /// The events that are marked by lines.
  public var annotations: [AnnotationSpec] = []
  /// Whether a clock shows seconds.
  public var showsSeconds = false

  /// The default settings.
  public init() {}
}

/// The edges of a band, by the places of their series among those of the panel.
public struct BandSpec: Sendable, Equatable {
  /// The place of the lower edge among the series of the panel, from 0.
  public var low: Int
  /// The place of the upper edge among the series of the panel, from 0.
  public var high: Int

  /// A band between the series at two places.
  public init(low: Int, high: Int) {
    self.low = low
    self.high = high
  }
}

/// The order of the series of a panel.
public struct SortSpec: Sendable, Equatable {
  /// The value or name that the order follows.
  public enum Key: Sendable, Equatable {
    /// The name of the series.
    case name
    /// A number computed from the samples in the window.
    case value(Reduction)
  }

  /// The value or name that the order follows.
  public var key: Key
  /// Whether the smallest value, or the first name, is first.
  public var isAscending: Bool

  /// An order. Default from the first name, or from the largest value.
  public init(_ key: Key, isAscending: Bool? = nil) {
    self.key = key
    self.isAscending = isAscending ?? (key == .name)
  }
}

/// A column of a table.
public enum TableColumn: Sendable, Equatable {
  /// A number computed from the samples in the window.
  case value(Reduction)
  /// A small plot.
  case sparkline
  /// A column for each series, and a row for each set of labels. It is the only column of its table.
  case series
}

/// The words and the colour of some values.
public struct ValueMapping: Sendable, Equatable {
  /// The values, ends included.
  public var range: ClosedRange<Double>
  /// The text in place of the value.
  public var text: String
  /// The colour; nil for the usual one.
  public var color: SeriesColor?

  /// Words for the values of a range, ends included. Default in the usual colour.
  public init(_ range: ClosedRange<Double>, text: String, color: SeriesColor? = nil) {
    self.range = range
    self.text = text
    self.color = color
  }
}

/// The events of a series, each marked by a line.
public struct AnnotationSpec: Sendable, Equatable {
  /// The series whose samples are the events.
  public var series: SeriesSpec
  /// The text at the line, with `{{name}}` for the value of a label; nil for the name of the series.
  public var label: String?
  /// The colour of the lines and words; nil for that of notes.
  public var color: SeriesColor?

  /// The events of a series. Default with the name of the series, in the usual colour.
  public init(series: SeriesSpec, label: String? = nil, color: SeriesColor? = nil) {
    self.series = series
    self.label = label
    self.color = color
  }
}

/// A time zone of a clock.
public struct ZoneSpec: Sendable, Equatable {
  /// The name in the zone database: `Europe/Berlin`.
  public var name: String
  /// The name that is shown.
  public var label: String
  /// The rules that convert UTC into the zone's local time.
  public var rules: TimeZoneRules

  /// A zone. Default with the place in its name as the label: `Berlin` for `Europe/Berlin`.
  public init(name: String, label: String? = nil, rules: TimeZoneRules) {
    self.name = name
    let place = name.split(separator: "/").last.map { String($0).replacing("_", with: " ") }
    self.label = label ?? place ?? name
    self.rules = rules
  }

  /// Zones are equal by their names.
  public static func == (a: ZoneSpec, b: ZoneSpec) -> Bool {
    a.name == b.name && a.label == b.label
  }
}

extension PanelSpec {
  /// The mapping whose range contains a value; nil for none.
  func mapping(of value: Double) -> ValueMapping? {
    options.mappings.first { $0.range.contains(value) }
  }

  /// A value in the words of its mapping, or as a number.
  func text(of value: Double, _ format: ValueFormat) -> String {
    mapping(of: value)?.text ?? format.alone(value).text
  }

  /// A value in the words of its mapping, or as a number with its unit.
  func formatted(_ value: Double, _ format: ValueFormat) -> FormattedValue {
    word(of: value) ?? number(value, format)
  }

  /// A number with its unit. A few errors beside a thousand successes are not written as zero; of a percentage, less than
  /// a tenth is.
  func number(_ value: Double, _ format: ValueFormat) -> FormattedValue {
    let isFew = decimals == nil && unit != .percent && abs(value) >= Self.leastShown
    return isFew ? format.nonzero(value, beside: 0) : format.alone(value)
  }

  /// The magnitude below which a value may be written as zero beside larger ones.
  private static var leastShown: Double { 0.001 }

  /// The word that a mapping has for a value; nil without a mapping.
  func word(of value: Double) -> FormattedValue? {
    mapping(of: value).map { FormattedValue(digits: $0.text, unit: "") }
  }
}
