import Metrics

/// The content of a panel.
public struct PanelContent {
  /// The age of the content.
  public enum State: Equatable, Sendable {
    /// Nothing has come yet.
    case waiting
    /// The latest data is there.
    case fresh
    /// Nothing has come for a while: the reason or the time, also in fewer words.
    case late(String, short: String)
  }

  /// The drawing, for panels of a kind; that of another kind is not shown.
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
  /// The text at the right of the title. Default empty.
  public var note = ""
  /// The series that share the plot, in place of the value or, where there is room, beside it;
  /// empty where there is one.
  public var legend: [LegendEntry] = []
  /// Shares, 0...1, shown as small bars.
  public var meter: [Double] = []
  /// The age of the content. Default `waiting`.
  public var state = State.waiting
  /// The text while nothing has come.
  public var waitingText = "waiting for data"
  /// The colour of the panel's edge and its value, where something is wrong.
  public var signal: SignalColor?
  /// The drawing. Default `none`.
  public var body = Body.none

  /// The content of a panel before anything has come.
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
