import Messages
import Metrics

/// The content of a panel.
public struct PanelContent {
  /// The age of the content.
  public enum State: Equatable, Sendable {
    /// Nothing has come yet.
    case waiting
    /// The latest data has come.
    case fresh
    /// Nothing has come for a while: `3 min ago`; empty for an unknown age.
    case late(age: String)
  }

  /// The failure of a panel's source.
  public struct Failure: Hashable, Sendable {
    /// The reason in one line: `connection refused`.
    public var reason: String
    /// The time of the next attempt: `again within 5 s`; nil for an unknown time.
    public var retry: String?

    /// A reason, and the next attempt.
    public init(reason: String, retry: String? = nil) {
      self.reason = reason
      self.retry = retry
    }

    /// The reason and the next attempt, and the reason alone.
    var texts: [String] { retry.map { [reason + " · " + $0, reason] } ?? [reason] }
  }

  /// One of several series with its value.
  public struct Lead: Equatable, Sendable {
    /// The name of the series.
    public var name: String
    /// The latest value of the series.
    public var value: FormattedValue
    /// The colour of a value with a breach; nil for none.
    public var signal: SignalColor?
    /// The colour of a word in place of the value; nil, the default, for that of values.
    public var wordColor: SeriesColor?
    /// The number of the other series, which follows the name: `+6`. Default 0.
    public var others = 0

    /// A series and its value.
    public init(name: String, value: FormattedValue, signal: SignalColor?) {
      self.name = name
      self.value = value
      self.signal = signal
    }
  }

  /// The latest value; nil for none.
  public var value: FormattedValue?
  /// The colour of a word in place of the value; nil, the default, for that of values.
  public var wordColor: SeriesColor?
  /// The text at the right of the title. Default empty.
  public var note = ""
  /// The text about a breach, which precedes the note, and is shown in a panel too narrow for a note, too. Default
  /// empty.
  public var breachText = ""
  /// The text after the value, in small type, such as `so far`; the age of a late value replaces it. Default empty.
  public var valueNote = ""
  /// The text about the band behind the lines, which follows the note if both have room. Default empty.
  public var bandNote = ""
  /// The unit of the axis, which follows the note if no value shows the unit; for a logarithmic axis, the word `log`,
  /// which always follows. Default empty.
  public var axisUnit = ""
  /// Returns the names and values of the lines for a copy of the panel as text; nil, the default, for a chart that
  /// names its values itself, or has only the panel's value.
  public var lineValues: (() -> [NamedValue])?
  /// The series that share the plot, shown in place of the value or, if there is room, beside the value; empty for a
  /// single series.
  public var legend: [LegendEntry] = []
  /// The numbers that identify the series while others come and go, for a chart whose series can be hidden; empty, the
  /// default, for any other chart.
  public var seriesNumbers: [Int] = []
  /// Shares, 0...1, shown as small bars.
  public var meter: [Double] = []
  /// The age of the content. Default `waiting`.
  public var state = State.waiting
  /// The failure of the source; nil, the default, for a source that works.
  public var failure: Failure?
  /// Whether the value is late. Default false.
  public var isValueLate = false
  /// The series that represents all if there is no room for a legend; nil, the default, for a panel with a value of its
  /// own.
  public var lead: Lead?
  /// The text while nothing has come.
  public var waitingText = String(localized: "waiting for data")
  /// The colour of the panel's edge and its value during a breach; nil, the default, for none.
  public var signal: SignalColor?
  /// The colour of the panel's edge after a breach that ended a moment ago, so that the edge of a value near its
  /// threshold does not blink. Default none.
  public var recentSignal: SignalColor?
  /// The time of the values, in UTC seconds or as the number of a row, if the user looks at a moment other than the
  /// latest; nil, the default, for the latest values.
  public var moment: Double?
  /// The content of the chart, for a panel of the chart's kind; nil, the default, if there is nothing to draw yet.
  public var body: (any PanelBodyContent)?

  /// The content of a panel before anything has come.
  public init() {}

  /// Whether a value is beyond a threshold, or the source fails.
  public var needsAttention: Bool { edge != nil }

  /// Whether the panel shows the word of a failure or a warning, which is seen beside the alarms of other panels.
  public var isUrgent: Bool { body?.isUrgent == true || wordColor?.isUrgent == true }

  /// The colour of the panel's edge: that of the breach, otherwise amber if the source fails.
  var edge: SignalColor? { breach ?? (failure == nil ? nil : .orange) }

  /// The colour of a breach that lasts, or that ended a moment ago.
  var breach: SignalColor? { signal ?? recentSignal }

  /// The plot; nil for a content without a plot.
  public var plot: PlotContent? { body as? PlotContent ?? (body as? NumberContent)?.plot }
}
