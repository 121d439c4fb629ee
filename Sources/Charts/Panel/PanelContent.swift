import Metrics

/// What a panel shows.
public struct PanelContent {
  /// How up to date it is.
  public enum State: Equatable, Sendable {
    /// Nothing has come yet.
    case waiting
    /// The latest data is there.
    case fresh
    /// Nothing has come for a while: why or since when, also in fewer words.
    case late(String, short: String)
  }

  /// What is drawn, for panels of a kind; another kind's is not shown.
  public enum Body {
    /// Lines over time, or over rows.
    case plot(PlotContent)
    /// A share.
    case ring(RingContent)
    /// A plot that is but a small picture under the value, and how that has changed.
    case number(PlotContent, change: ValueChange?)
    /// Nothing to draw yet.
    case none
  }

  /// The latest value; nil for none.
  public var value: FormattedValue?
  /// What stands at the right of the title. Default empty.
  public var note = ""
  /// The series that share the plot, in place of the value or, where there is room, beside it; empty
  /// where there is one.
  public var legend: [LegendEntry] = []
  /// Shares, 0...1, shown as small bars.
  public var meter: [Double] = []
  /// Default `waiting`.
  public var state = State.waiting
  /// What is said while nothing has come.
  public var waitingText = "waiting for data"
  /// The colour of the panel's edge and its value, where something is wrong.
  public var signal: SignalColor?
  /// Default `none`.
  public var body = Body.none

  /// What a panel shows before anything has come.
  public init() {}

  /// Says that all that is shown is late: why or since when, also in fewer words.
  public mutating func setLate(_ text: String, short: String) {
    state = .late(text, short: short)
    guard case .plot(var plot) = body else { return }
    for i in plot.series.indices { plot.series[i].isLate = true }
    body = .plot(plot)
  }

  /// The plot, where there is one.
  public var plot: PlotContent? {
    switch body {
    case .plot(let plot), .number(let plot, change: _): plot
    case .ring, .none: nil
    }
  }
}

/// By how much a value has changed, and over how long.
public struct ValueChange: Equatable, Sendable {
  /// Whether it has grown, fallen, or stayed as it was.
  public enum Direction: Sendable {
    /// It has grown.
    case up
    /// It has fallen.
    case down
    /// It is as it was.
    case none
  }

  /// Shown as an arrow.
  public var direction: Direction
  /// `3.2 in 5 min`.
  public var text: String

  /// A change, and what is said of it.
  public init(_ direction: Direction, _ text: String) {
    self.direction = direction
    self.text = text
  }
}

/// One of several series that share a plot, as the legend names it.
public struct LegendEntry: Equatable, Sendable {
  /// What the series is called.
  public var name: String
  /// Its latest value.
  public var value: String
  /// Its number in the plot, from which its colour follows.
  public var series: Int
  /// It is left out of the plot.
  public var isHidden: Bool
  /// The colour of its value, where something is wrong. Default none.
  public var signal: SignalColor?
  /// How its line looks; nil for one of several equals.
  public var style: PlotContent.Series.Style?

  /// An entry in its series' own colour.
  public init(name: String, value: String, series: Int, isHidden: Bool = false) {
    self.name = name
    self.value = value
    self.series = series
    self.isHidden = isHidden
  }
}
