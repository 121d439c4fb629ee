import Charts

/// A row of the table of charts: what a chart shows, needs and may have.
///
/// The reader of files, the judgement of thresholds and the page ask the table, and have no case of their own
/// for a chart.
struct ChartTraits: Sendable {
  /// The values of a panel that its thresholds are compared with.
  enum Judged: Sendable {
    /// The value of the first line.
    case first
    /// The values of all lines of the same rank, or of the one that stands out.
    case equals
    /// The sum of all lines.
    case sum
    /// The share of the first line in the second one, or in the goal, in percent.
    case share
    /// The value of each line.
    case each
    /// None: the chart has no value.
    case nothing
  }

  /// The chart that draws the content.
  var kind: Panel.Kind
  /// The most series of a panel that its file may list.
  var mostSeries = ChartTraits.usualMost
  /// Whether a panel needs a source.
  var needsSeries = true
  /// Whether the chart shows a range of time, and follows when the user chooses another one.
  var showsTime = false
  var judged = Judged.each
  /// The keys of a panel that belong to this chart, and to others that name them.
  var keys: [String] = []
  /// The keys without which the chart cannot be.
  var neededKeys: [String] = []
  /// The maker of the content, from data that has come.
  var makeContent: @Sendable (PanelData, inout PanelContent) -> Void

  /// The most series of a chart that shows many.
  static let usualMost = 100
}

extension PanelSpec {
  /// The row of the panel's chart.
  var traits: ChartTraits { chart.traits }
}

extension PanelSpec.Chart {
  /// The chart's row of the table.
  var traits: ChartTraits {
    switch self {
    case .line, .area:
      ChartTraits(kind: .line, showsTime: true, judged: .equals, makeContent: PlotPanel.make)
    case .stacked:
      ChartTraits(kind: .line, showsTime: true, judged: .sum, makeContent: PlotPanel.make)
    case .spectrum:
      ChartTraits(
        kind: .line, mostSeries: 1, showsTime: true, judged: .first, makeContent: PlotPanel.make)
    case .number:
      ChartTraits(
        kind: .number, mostSeries: 1, showsTime: true, judged: .first, makeContent: PlotPanel.make)
    case .progress:
      ChartTraits(
        kind: .ring, mostSeries: 1, judged: .first, keys: ["goal"], makeContent: RingPanel.make)
    case .ring:
      ChartTraits(
        kind: .ring, mostSeries: 2, judged: .share, keys: ["goal"], makeContent: RingPanel.make)
    }
  }
}
