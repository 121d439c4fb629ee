import Messages
import Metrics

/// The content of a panel.
public struct PanelContent {
  /// The age of the content.
  public enum State: Equatable, Sendable {
    /// Nothing has come yet.
    case waiting
    /// The latest data is there.
    case fresh
    /// Nothing has come for a while: `3 min ago`; empty where nobody knows since when.
    case late(age: String)
  }

  /// The failure of a panel's source.
  public struct Failure: Hashable, Sendable {
    /// The reason in one line: `connection refused`.
    public var reason: String
    /// The time of the next attempt: `again within 5 s`; nil where it is not known.
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
    /// Its latest value.
    public var value: FormattedValue
    /// The colour of its value, where something is wrong.
    public var signal: SignalColor?
    /// The colour of a word in place of the value; nil, the default, for that of values.
    public var wordColor: SeriesColor?

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
  /// The words about the band behind the lines, which stand behind the note where both have room.
  /// Default empty.
  public var bandNote = ""
  /// The unit of the axis, which stands behind the note where no value shows the unit. Default empty.
  public var axisUnit = ""
  /// The series that share the plot, in place of the value or, where there is room, beside it;
  /// empty where there is one.
  public var legend: [LegendEntry] = []
  /// Shares, 0...1, shown as small bars.
  public var meter: [Double] = []
  /// The age of the content. Default `waiting`.
  public var state = State.waiting
  /// The failure of the source; nil, the default, for a source that works.
  public var failure: Failure?
  /// Whether the value is not the latest one that there should be. Default false.
  public var isValueLate = false
  /// The series that stands for all where there is no room for a legend; nil, the default, where the
  /// panel has a value of its own.
  public var lead: Lead?
  /// The text while nothing has come.
  public var waitingText = String(localized: "waiting for data")
  /// The colour of the panel's edge and its value, where something is wrong.
  public var signal: SignalColor?
  /// The colour of the panel's edge after a breach that ended a moment ago, so that the edge of a value near its
  /// threshold does not blink. Default none.
  public var recentSignal: SignalColor?
  /// The time of the values, in UTC seconds or as the number of a row, where the user looks at another
  /// moment than the latest; nil, the default, for the latest values.
  public var moment: Double?
  /// The content of the chart, for a panel of the chart's kind; nil, the default, for nothing to draw yet.
  public var body: (any PanelBodyContent)?

  /// The content of a panel before anything has come.
  public init() {}

  /// Whether a value is beyond a threshold, or the source fails.
  public var needsAttention: Bool { edge != nil }

  /// The colour of the panel's edge: amber where the source fails, else that of the breach.
  var edge: SignalColor? { failure == nil ? breach : .orange }

  /// The colour of a breach that lasts, or ended a moment ago.
  var breach: SignalColor? { signal ?? recentSignal }

  /// The plot, where there is one.
  public var plot: PlotContent? { body as? PlotContent ?? (body as? NumberContent)?.plot }
}
