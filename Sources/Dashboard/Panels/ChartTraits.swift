import Charts

/// The traits of a chart, as a row of a table: the data that it shows, and the keys that it needs and may have.
///
/// The reader of files, the check of thresholds and the page use the table in place of special cases for most charts.
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
    /// The sum of all lines over a stretch of time.
    case stretch
    /// None: the chart has no value.
    case nothing
  }

  /// The chart that draws the content.
  var kind: Panel.Kind
  /// The largest number of series that a file may list in a panel.
  var mostSeries = ChartTraits.usualMost
  /// Whether a panel needs a source.
  var needsSeries = true
  /// Whether the chart shows a range of time, and follows when the user chooses another one.
  var showsTime = false
  /// Whether the values can have a logarithmic axis.
  var canBeLogarithmic = false
  var judged = Judged.each
  /// Whether lines for which there is no room become one, their sum or their mean; otherwise they are listed as far as
  /// there is room.
  var joinsOthers = false
  /// The keys of a panel that only this chart has, and other charts that list them.
  var keys: [String] = []
  /// The keys of all panels that mean nothing for this chart.
  var uselessKeys: [String] = []
  /// The keys that the chart requires.
  var neededKeys: [String] = []
  /// The next data time when the content changes with time alone; nil, the default, for a content that changes with
  /// data and its health.
  var nextChange: (@Sendable (PanelSpec, SampleStore, SceneFacts) -> Double?)?
  /// Whether the chart shows data of other panels.
  var watchesAll = false
  /// Makes the content from the data of the panel.
  var makeContent: @Sendable (PanelData, inout PanelContent) -> Void

  /// Whether the chart lists the values of its lines, each of which may have thresholds of its own.
  var listsValues: Bool { listsPresent || kind == .states }
  /// Whether the chart lists the present values of its lines.
  var listsPresent: Bool { [.table, .tiles, .bars].contains(kind) }

  /// Whether the chart shows only the first lines, without a hint at the others.
  func leavesOut(_ lines: [PanelLine]) -> Bool {
    (kind == .number || kind == .ring) && lines.count > mostSeries
  }

  /// The largest number of series of a chart that shows many.
  static let usualMost = 100
  /// The largest number of lines of a chart that lists them: as many as a query gives.
  static let mostShown = 1000
}

extension PanelSpec {
  /// The row of the panel's chart.
  var traits: ChartTraits { chart.traits }
}

extension PanelSpec.Chart {
  /// The chart's row of the table.
  var traits: ChartTraits { Self.rows[self] ?? row }

  /// The table, which is made once: each line of each panel looks at its row with each update.
  private static let rows = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  private var row: ChartTraits {
    switch self {
    case .line, .area:
      ChartTraits(
        kind: .line, showsTime: true, canBeLogarithmic: self == .line, judged: .equals,
        joinsOthers: true, keys: Self.plotKeys, makeContent: PlotPanel.make)
    case .stacked:
      ChartTraits(
        kind: .line, showsTime: true, judged: .sum, joinsOthers: true,
        keys: Self.plotKeys.filter { $0 != "band" }, makeContent: PlotPanel.make)
    case .spectrum:
      ChartTraits(
        kind: .line, mostSeries: 1, showsTime: true, canBeLogarithmic: true, judged: .each,
        joinsOthers: true, keys: Self.plotKeys, uselessKeys: ["lines"], makeContent: PlotPanel.make)
    case .number:
      ChartTraits(
        kind: .number, mostSeries: 1, showsTime: true, judged: .first, joinsOthers: true,
        keys: ["mappings"], uselessKeys: ["legend", "lines"], makeContent: PlotPanel.make)
    case .progress:
      ChartTraits(
        kind: .ring, mostSeries: 1, judged: .first, joinsOthers: true, keys: ["goal"],
        uselessKeys: ["range", "legend", "lines"], makeContent: RingPanel.make)
    case .ring:
      ChartTraits(
        kind: .ring, mostSeries: 2, judged: .share, joinsOthers: true, keys: ["goal"],
        uselessKeys: ["range", "legend", "lines"], makeContent: RingPanel.make)
    case .bars:
      ChartTraits(
        kind: .bars, keys: ["sort", "top", "goal", "mappings"], uselessKeys: ["legend", "lines"],
        makeContent: BarsPanel.make)
    case .tiles:
      ChartTraits(
        kind: .tiles, showsTime: true, keys: ["sort", "top", "mappings"],
        uselessKeys: ["legend", "lines"], makeContent: TilesPanel.make)
    case .columns:
      ChartTraits(
        kind: .columns, showsTime: true, judged: .stretch, joinsOthers: true, keys: ["per"],
        makeContent: ColumnsPanel.make)
    case .table:
      ChartTraits(
        kind: .table, showsTime: true, keys: ["columns", "sort", "top", "mappings"],
        uselessKeys: ["legend", "lines"], makeContent: TablePanel.make)
    case .states:
      ChartTraits(
        kind: .states, showsTime: true, keys: ["mappings", "sort", "top"],
        uselessKeys: ["range", "legend", "lines"], makeContent: StatesPanel.make)
    case .heatmap:
      ChartTraits(
        kind: .heatmap, showsTime: true, judged: .nothing, keys: ["per"],
        uselessKeys: ["reduce", "legend", "lines", "decimals"], makeContent: HeatmapPanel.make)
    case .text:
      ChartTraits(
        kind: .text, mostSeries: 0, needsSeries: false, judged: .nothing, keys: ["text"],
        uselessKeys: Self.dataKeys, neededKeys: ["text"], makeContent: TextPanel.make)
    case .clock:
      ChartTraits(
        kind: .clock, mostSeries: 0, needsSeries: false, judged: .nothing,
        keys: ["zones", "seconds"], uselessKeys: Self.dataKeys, nextChange: ClockPanel.nextChange,
        makeContent: ClockPanel.make)
    case .alerts:
      ChartTraits(
        kind: .alerts, mostSeries: 0, needsSeries: false, judged: .nothing,
        uselessKeys: Self.dataKeys, nextChange: AlertsPanel.nextChange, watchesAll: true,
        makeContent: AlertsPanel.make)
    }
  }

  /// The keys of panels that are about series.
  private static let dataKeys = [
    "rate", "factor", "reduce", "unit", "window", "range", "legend", "lines", "decimals",
    "stale_after", "gap_after",
  ]

  /// The keys of lines over time.
  private static let plotKeys = ["mappings", "curve", "points", "shift", "annotations", "band"]
}
