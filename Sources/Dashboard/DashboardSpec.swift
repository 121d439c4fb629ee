import Charts
import Feeds
import History
import Metrics

/// The specification of a dashboard: the numbers, their charts and their pages.
public struct DashboardSpec: Sendable, Equatable {
  /// The title at the top left; nil for the machine's name.
  public var title: String?
  /// `dark` or `light`; nil leaves the choice to the command line.
  public var theme: String?
  /// The colours of series. Default `calm`.
  public var style = Theme.Style.calm
  /// The screen and the distance from which it is read; nil leaves the choice to the command line.
  public var screen: Viewing?
  /// The zone of axes, clocks, periods and nights; nil for the zone of this machine.
  public var zone: ZoneSpec?
  /// The region whose numbers and dates are written; nil leaves the choice to the command line.
  public var region: RegionalFormat?
  /// The hours in which the screen is dimmed or off; nil for none.
  public var night: NightSpec?
  /// The movement of a kiosk's picture; nil leaves the choice to the command line.
  public var pixelShift: PixelShift?
  /// Seconds without use after which a screen returns to live data; nil leaves the choice to the command line.
  public var liveAfter: Double?
  /// Whether keys, clicks and the window manager's close button have no effect.
  public var isLocked = false
  /// The settings of the history on the disk.
  package var history = HistorySpec()
  /// The pages, at least one.
  public var pages: [PageSpec]
  /// A label by which a page is repeated, and which has more values than pages have room; nil for none.
  var crowdedLabel: String?

  /// A dashboard of pages. Default with the machine's name as the title, and the theme of the command line.
  public init(title: String? = nil, theme: String? = nil, pages: [PageSpec]) {
    self.title = title
    self.theme = theme
    self.pages = pages
  }

  /// The page with a name, or with a number from 1; nil if there is no such page.
  public func pageIndex(named name: String) -> Int? {
    if let index = pages.firstIndex(where: { $0.name == name }) { return index }
    guard let number = Int(name), (1...pages.count).contains(number) else { return nil }
    return number - 1
  }
}

/// One page of panels.
public struct PageSpec: Sendable, Equatable {
  /// The page's name; empty for the only page of a dashboard.
  public var name: String
  /// Seconds until a kiosk turns to the next page.
  public var duration: Double
  /// The number of columns of the page's grid; nil for the number that suits the window.
  public var columns: Int?
  /// The shares of the grid's rows in the page's height, from the first row on; 1 for each further row.
  public var rows: [Double] = []
  /// The label by which the page is repeated, once for each value of the label; nil for one page.
  public var repeatedLabel: String?
  /// The panels, which take the cells of the grid in this order.
  public var panels: [PanelSpec]

  /// The seconds of a page whose file names no duration.
  public static let standardDuration = 20.0

  /// A page of panels. Default without a name, in a grid that suits the window.
  public init(
    name: String = "", duration: Double = PageSpec.standardDuration, columns: Int? = nil,
    rows: [Double] = [], repeatedLabel: String? = nil, panels: [PanelSpec]
  ) {
    self.name = name
    self.duration = duration
    self.columns = columns
    self.rows = rows
    self.repeatedLabel = repeatedLabel
    self.panels = panels
  }
}

/// One panel of a page.
public struct PanelSpec: Sendable, Equatable {
  /// The form in which a panel shows its numbers.
  public enum Chart: String, Sendable, Equatable, CaseIterable {
    /// Lines over time. A single line has an area under it.
    case line
    /// Lines with areas down to zero.
    case area
    /// Stacked areas.
    case stacked
    /// A line coloured by its value.
    case spectrum
    /// A racetrack, filled to the share of the first series in `goal`.
    case progress
    /// A large number with its change over the window and a small line.
    case number
    /// A ring that shows the share of the first series in the second one, or in `goal`.
    case ring
    /// A bar for each series.
    case bars
    /// A tile with a large number and a small line for each series.
    case tiles
    /// A number for each stretch of time: a sum, a growth, an amount, or the panel's reduction.
    case columns
    /// A row with values for each series.
    case table
    /// A timeline of states for each series.
    case states
    /// The buckets of a histogram, or the distribution of the series' values, over time.
    case heatmap
    /// A few lines of text.
    case text
    /// The time of day.
    case clock
    /// A list of the values beyond their thresholds on all pages, and of the sources that fail.
    case alerts
  }

  /// A part of the past.
  public enum Part: Sendable, Equatable {
    /// The panel's window.
    case window
    /// A number of rows of a text.
    case rows(Int)
    /// Everything that is kept.
    case everything
  }

  /// The visibility of a legend.
  public enum Legend: String, Sendable, Equatable, CaseIterable {
    /// A legend for several series of the same rank.
    case automatic, shown, hidden
  }

  /// The identity of the panel while its dashboard changes; nil to compare panels.
  public var key: String?
  /// The title of the panel.
  public var title: String
  /// The form in which the numbers are shown.
  public var chart: Chart
  /// The series. Hidden ones serve expressions.
  public var series: [SeriesSpec]
  /// The lines of expressions over the series, which come after the lines of the series.
  public var expressions: [ExpressionSpec] = []
  /// The rule that reduces the samples in the window to one number, for numbers, rings and legends; nil for the last
  /// sample.
  public var reduction: Reduction?
  /// The unit of the values.
  public var unit: Unit
  /// Whether the panel has the unit of its columns of text, as soon as the unit is known. Default false.
  public var followsUnitOfText = false
  /// The seconds that the plot shows: the lower bound at the start, the upper bound once there is enough data.
  public var window: ClosedRange<Double>
  /// The part of the past that the plot shows.
  public var shows = Part.window
  /// The extent of the value axis.
  public var range: RangeSpec
  /// The thresholds of the values.
  public var thresholds: [ThresholdSpec]
  /// The thresholds of the ages of the values: data that does not come for longer is a problem. Default empty.
  public var absences: [ThresholdSpec] = []
  /// The visibility of the legend. Default automatic.
  public var legend: Legend
  /// Decimals of values; nil leaves the choice to the unit.
  public var decimals: Int?
  /// Seconds without data after which data counts as late; nil for three times the source's period, at least 5, or for
  /// 60 without a known period. Values that come only when they change are never late.
  public var staleAfter: Double?
  /// Seconds between two samples above which the line is interrupted; nil leaves the choice to the
  /// source.
  public var gapAfter: Double?
  /// The reference value of `progress` and `ring`.
  public var goal: Double?
  /// The text at the right of the title.
  public var note: [NotePart]
  /// Series, in percent, drawn as small bars.
  public var meter: [SeriesSpec]
  /// The columns and rows of the page's grid that the panel takes.
  public var span: PanelSpan
  /// The label by which the panel is repeated, once for each value of the label; nil for one panel.
  public var repeatedLabel: String?
  /// The largest number of lines. The further series become one line: their sum in a stack, otherwise their mean.
  public var mostLines = 12
  /// The number of earlier days whose usual values are shown behind the first line; nil for none.
  public var normalDays: Int?
  /// Whether a breached threshold of the panel makes its page take over the screen.
  public var takesOver = false
  /// The command line that is run once for a breach of a threshold, and once when the breach is over; nil for
  /// none.
  public var onBreach: String?
  /// Whether the panel was inferred from data: then its axis leaves zero out where values vary little, and
  /// whole numbers have no decimals.
  public var isInferred = false
  /// The settings that only some charts have.
  public var options = ChartOptions()

  /// A panel with one chart. Default a window from 30 to 300 seconds, an axis that follows the values, and one cell of
  /// the grid.
  public init(
    title: String, chart: Chart, series: [SeriesSpec], unit: Unit,
    window: ClosedRange<Double> = 30...300, range: RangeSpec = RangeSpec(),
    thresholds: [ThresholdSpec] = [], legend: Legend = .automatic, decimals: Int? = nil,
    staleAfter: Double? = nil, gapAfter: Double? = nil, goal: Double? = nil,
    note: [NotePart] = [], meter: [SeriesSpec] = [], span: PanelSpan = PanelSpan()
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
    self.span = span
  }
}

/// The extent of a value axis.
public struct RangeSpec: Sendable, Equatable {
  /// The fixed lower end of the axis; nil follows the values.
  public var minimum: Double?
  /// The fixed upper end of the axis; nil follows the values.
  public var maximum: Double?
  /// The value down to which the axis reaches at least; nil for none.
  public var softMinimum: Double?
  /// The value up to which the axis reaches at least; nil for none.
  public var softMaximum: Double?
  /// Whether the axis includes zero; nil leaves the choice to the unit and the chart.
  public var includesZero: Bool?
  /// Whether the axis is logarithmic. Values that are not positive are then gaps.
  public var isLogarithmic = false

  /// An extent. Default without fixed ends: the axis follows the values.
  public init(
    minimum: Double? = nil, maximum: Double? = nil, softMinimum: Double? = nil,
    softMaximum: Double? = nil, includesZero: Bool? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.softMinimum = softMinimum
    self.softMaximum = softMaximum
    self.includesZero = includesZero
  }
}

/// A limit of good values; a value beyond the limit is a problem.
public struct ThresholdSpec: Sendable, Equatable {
  /// The colour of a threshold.
  public enum Color: String, Sendable, Equatable, CaseIterable {
    /// The hues, whose shades are those of the theme.
    case red, orange, yellow, green, blue
  }

  /// The pattern of the threshold's line.
  public enum Pattern: String, Sendable, Equatable, CaseIterable { case solid, dashed, dotted }

  /// A limit of good values.
  public enum Bound: Sendable, Equatable {
    /// An upper limit: a value above the number is a problem.
    case above(Double)
    /// A lower limit: a value below the number is a problem.
    case below(Double)
    /// States: a value of one of the ranges, ends included, is a problem.
    case within([ClosedRange<Double>])
  }

  /// The limit.
  public var bound: Bound
  /// The name of the series whose values are compared with the limit: the label of an entry, the name of a line or of a
  /// column. In the name, `*` stands for any text. Such a limit takes the place of those for all series. Nil, the
  /// default, for all series.
  public var series: String?
  /// The unit in which the limit is written; nil, the default, for that of the values.
  public var unit: Unit?
  /// Whether the limit is the largest age of the latest value, in seconds. Default false.
  public var isAbsence = false
  /// The text that stands for the limit, as for the values; nil, the default, for its number.
  public var text: String?
  /// The colour of the line, and of values beyond the limit. Default red.
  public var color: Color
  /// The pattern of the line. Default dashed.
  public var pattern: Pattern
  /// The text at the threshold's line. When a value is beyond the threshold, the text precedes the note.
  public var label: String?
  /// The seconds that a breach must last to count: for the screen, for a command, and for lists of alerts.
  public var lasting = 0.0

  /// A threshold. Default red and dashed, without a label.
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
  /// A fixed text.
  case text(String)
  /// A label, and the latest value of a series.
  case value(prefix: String, SeriesSpec, Unit)
}
