import Charts
import Metrics
import Sources

/// What is shown: a value that says which numbers become which charts on which pages.
public struct DashboardSpec: Sendable, Equatable {
  /// What stands at the top left; nil for the machine's name.
  public var title: String?
  /// `dark` or `light`; nil leaves it to the command line.
  public var theme: String?
  /// At least one.
  public var pages: [PageSpec]

  public init(title: String? = nil, theme: String? = nil, pages: [PageSpec]) {
    self.title = title
    self.theme = theme
    self.pages = pages
  }
}

/// One page of panels.
public struct PageSpec: Sendable, Equatable {
  /// Empty for the only page of a dashboard.
  public var name: String
  /// Seconds for which a kiosk shows it, before it turns to the next one.
  public var duration: Double
  /// How many columns its grid has; nil for what suits the window.
  public var columns: Int?
  public var panels: [PanelSpec]

  public static let standardDuration = 20.0

  public init(
    name: String = "", duration: Double = PageSpec.standardDuration, columns: Int? = nil,
    panels: [PanelSpec]
  ) {
    self.name = name
    self.duration = duration
    self.columns = columns
    self.panels = panels
  }
}

/// One panel of a page.
public struct PanelSpec: Sendable, Equatable {
  public enum Chart: String, Sendable, Equatable, CaseIterable {
    /// Lines over time, the first with an area where it is alone.
    case line
    /// Lines with areas down to zero.
    case area
    /// Areas one upon the other.
    case stacked
    /// A line coloured by its value.
    case spectrum
    /// A racetrack that is filled as far as the first series has come to `goal`.
    case progress
    /// A large number with its change over the window and a small line.
    case number
    /// A ring: the share that the first series has of the second one, or of `goal`.
    case ring
  }

  /// Where a legend names the series.
  public enum Legend: String, Sendable, Equatable, CaseIterable {
    /// Where there are several equals.
    case automatic, shown, hidden
  }

  public var title: String
  public var chart: Chart
  public var series: [SeriesSpec]
  public var unit: Unit
  /// The seconds that its plot shows: the least, from the start, and the most, as data comes.
  public var window: ClosedRange<Double>
  public var range: RangeSpec
  public var thresholds: [ThresholdSpec]
  public var legend: Legend
  /// Decimals of values; nil leaves it to the unit.
  public var decimals: Int?
  /// Seconds without data after which it counts as late; nil for thrice the source's period, and at
  /// least 5.
  public var staleAfter: Double?
  /// Seconds between two samples from which on the line is interrupted; nil leaves it to the source.
  public var gapAfter: Double?
  /// What `progress` and `ring` measure against.
  public var goal: Double?
  /// What stands at the right of the title.
  public var note: [NotePart]
  /// Series, in percent, that are shown as small bars.
  public var meter: [SeriesSpec]
  /// How many columns and rows of the page's grid it takes.
  public var columnSpan: Int
  public var rowSpan: Int

  public init(
    title: String, chart: Chart, series: [SeriesSpec], unit: Unit,
    window: ClosedRange<Double> = 30...300, range: RangeSpec = RangeSpec(),
    thresholds: [ThresholdSpec] = [], legend: Legend = .automatic, decimals: Int? = nil,
    staleAfter: Double? = nil, gapAfter: Double? = nil, goal: Double? = nil,
    note: [NotePart] = [], meter: [SeriesSpec] = [], columnSpan: Int = 1, rowSpan: Int = 1
  ) {
    self.title = title
    self.chart = chart
    self.series = series
    self.unit = unit
    self.window = window
    self.range = range
    self.thresholds = thresholds
    self.legend = legend
    self.decimals = decimals
    self.staleAfter = staleAfter
    self.gapAfter = gapAfter
    self.goal = goal
    self.note = note
    self.meter = meter
    self.columnSpan = columnSpan
    self.rowSpan = rowSpan
  }
}

/// One series of a panel: which number of which source, and how it is shown.
public struct SeriesSpec: Sendable, Equatable {
  public enum Style: Sendable, Equatable {
    /// As the panel's chart has it: the first one stands out, or all are equals with a legend.
    case automatic
    /// A dotted line in the secondary colour.
    case dotted
    /// A thin line behind the others.
    case faint
  }

  /// Its name in the legend; nil for the selector's.
  public var label: String?
  public var source: SourceSpec
  public var selector: Selector
  /// The number only grows: shown is its growth per second.
  public var isCounter: Bool
  /// What values are multiplied with.
  public var factor: Double
  public var style: Style

  public init(
    label: String? = nil, source: SourceSpec, selector: Selector, isCounter: Bool = false,
    factor: Double = 1, style: Style = .automatic
  ) {
    self.label = label
    self.source = source
    self.selector = selector
    self.isCounter = isCounter
    self.factor = factor
    self.style = style
  }

  /// A metric of this machine, once a second.
  public init(_ metric: Metric, label: String? = nil, style: Style = .automatic) {
    self.init(
      label: label, source: .system(period: 1), selector: .metric(metric), style: style)
  }
}

/// The values that an axis shows.
public struct RangeSpec: Sendable, Equatable {
  /// Where the axis starts and ends, whatever the values are; nil for what the values need.
  public var minimum: Double?
  public var maximum: Double?
  /// How far the axis reaches at least.
  public var softMinimum: Double?
  public var softMaximum: Double?
  /// Whether the axis includes zero.
  public var includesZero: Bool

  public init(
    minimum: Double? = nil, maximum: Double? = nil, softMinimum: Double? = nil,
    softMaximum: Double? = nil, includesZero: Bool = true
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.softMinimum = softMinimum
    self.softMaximum = softMaximum
    self.includesZero = includesZero
  }
}

/// A value beyond which something is said to be wrong.
public struct ThresholdSpec: Sendable, Equatable {
  public enum Color: String, Sendable, Equatable, CaseIterable {
    case red, orange, yellow, green, blue
  }

  /// How its line is drawn.
  public enum Pattern: String, Sendable, Equatable, CaseIterable { case solid, dashed, dotted }

  public enum Bound: Sendable, Equatable {
    case above(Double)
    case below(Double)
  }

  public var bound: Bound
  public var color: Color
  public var pattern: Pattern
  /// What stands at its line, and in place of the note when it is breached.
  public var label: String?

  public init(
    _ bound: Bound, color: Color = .red, pattern: Pattern = .dashed, label: String? = nil
  ) {
    self.bound = bound
    self.color = color
    self.pattern = pattern
    self.label = label
  }
}

/// A part of a note; parts are joined by a middle dot.
public enum NotePart: Sendable, Equatable {
  case text(String)
  /// A label, and a series' latest value.
  case value(prefix: String, SeriesSpec, Unit)
}
