import Feeds
import Messages
import Metrics

/// Infers a dashboard from the columns of a text: columns that belong together share a panel.
///
/// Times are seconds of the frame clock.
struct StreamInference {
  let options: StreamOptions
  let source: SourceSpec
  let title: String
  /// The title that was given, or the name of the file; nil for the standard input.
  let ownTitle: String?
  /// Whether the text is a file: it has an end, and its rows do not arrive one by one.
  let isFile: Bool
  private(set) var isEnded = false
  /// The number of rows since the start or the last `clear`.
  private(set) var rows = 0
  private(set) var shownRows = RowCount()
  private(set) var columns: [TextColumn] = []
  private(set) var unreadable = 0
  private(set) var lastUnreadable: UnreadableLine?
  private(set) var notice: String?
  /// The number of rows at the last grouping; 0 if the columns have changed since.
  private var groupedRows = 0
  /// The last grouping; nil before the first row.
  private var grouping: StreamGrouping?
  /// The columns whose next numbers may change the groups.
  private var watch = ColumnWatch()
  /// The columns without a group, and those for whose group there is no room, with the reasons.
  private(set) var hidden: [(column: Int, reason: String)] = []
  private(set) var news = TextNews()
  private(set) var flood: RowFlood
  /// Whether the file has been shown before its end: a file that comes in pieces is large, and its end
  /// moves as little as its pieces.
  private var isLargeFile = false
  private var unshownRows = 0
  /// The last data that was shown.
  private var shown = (rows: 0, time: -Double.infinity)

  /// The number of rows up to which columns are grouped again.
  private static let mostGroupedRows = 64
  /// The limit of panels on a page.
  static let mostPanels = 24
  private static let usualRows = 300
  /// The largest number of lines of columns that are zero throughout, which all coincide.
  private static let mostZeroLines = 24

  /// - Parameter name: the name of the input, for the title; nil for the standard input.
  init(options: StreamOptions, source: SourceSpec, name: String?, isFile: Bool) {
    (self.options, self.source, self.isFile) = (options, source, isFile)
    ownTitle = options.title ?? name
    title = ownTitle ?? String(localized: "Standard input")
    var capacity = Self.usualRows
    if case .rows(let rows) = options.window { capacity = rows }
    flood = RowFlood(capacity: capacity)
  }

  // MARK: News

  /// Takes an update of the text.
  mutating func take(_ update: FeedUpdate) {
    if update.health == .ended {
      isEnded = true
      // Only the end shows whether all rows name different things.
      groupedRows = 0
    } else if isEnded, update.health == .fresh, update.text != nil {
      // A file that has been read grows.
      isEnded = false
    }
    if update.isNewStart { rows = 0 }
    guard let news = update.text else { return }
    // An update with a new start repeats the earlier rows.
    rows += update.isNewStart ? update.timeCount : news.rows
    unshownRows += news.rows
    unreadable += news.unreadable
    lastUnreadable = news.lastUnreadable ?? lastUnreadable
    notice = news.notices.last ?? notice
    note(news)
    for part in update.samples where watch.isBroken(by: part) { groupedRows = 0 }
    if columns != news.columns { groupedRows = 0 }
    columns = news.columns
  }

  /// Whether data is shown now. Showing all of a file again for each new piece would take longer than
  /// reading the file.
  mutating func isWorthShowing(at time: Double) -> Bool {
    guard !isFile || isEnded || rows >= 4 * shown.rows || time >= shown.time + 1 else {
      return false
    }
    shown = (rows, time)
    shownRows.update(rows, isLast: isFile || isEnded, at: time)
    return true
  }

  /// Notes that the rows so far are shown.
  /// - Returns: whether more rows came than motion could show, and whether a flood begins with them.
  mutating func takeFlood(at time: Double) -> (isOn: Bool, begins: Bool) {
    if isFile, !isEnded { isLargeFile = true }
    let begins = flood.begins(with: isFile ? 0 : unshownRows, at: time)
    unshownRows = 0
    return (flood.isOn || isLargeFile, begins || isLargeFile)
  }

  /// Keeps the latest facts about the text.
  private mutating func note(_ latest: TextNews) {
    news.banners += latest.banners
    news.lastBanner = latest.lastBanner ?? news.lastBanner
    news.leftOut += latest.leftOut
    news.form = latest.form
    news.axis = latest.axis
  }

  // MARK: The dashboard

  /// The number of columns to group, if that is due: at first each row may change the groups, later only many rows
  /// together.
  var columnsToGroup: Int? {
    let isDue = rows > 0 && rows >= 2 * groupedRows
    let isOpen =
      groupedRows < Self.mostGroupedRows || isFile || grouping?.processes.isEmpty == false
    return isDue && isOpen ? columns.count : nil
  }

  /// Groups the columns.
  mutating func group(by facts: [ColumnFacts]) {
    groupedRows = max(1, rows)
    let grouping = StreamGrouping(
      columns, facts, options: options, source: source, axis: news.axis, horizontal: horizontal,
      form: news.form, isOfOneTime: isEnded && rows == 1)
    self.grouping = grouping
    watch = ColumnWatch(
      Dictionary(uniqueKeysWithValues: grouping.watched.map { (metric($0), $1) }))
  }

  /// All groups: those with a panel, and those for which there is no room.
  var groups: [ColumnGroup] { grouping?.groups ?? [] }

  /// The message about the columns that the user's unit does not fit; nil without any.
  var misfit: String? { grouping?.misfit }

  /// The columns without a group, with the reasons.
  var leftOut: [(column: Int, reason: String)] { grouping?.leftOut ?? [] }

  /// The columns of the horizontal axis, one for each name of rows; empty for times and numbers of rows.
  var horizontal: [Int] {
    guard news.axis == .column, case .text(let spec) = source, let name = spec.options.horizontal
    else { return [] }
    return columns.places(of: name)
  }

  /// A dashboard of the groups, as many as there is room for.
  mutating func dashboard(mostPanels most: Int) -> DashboardSpec {
    let shown = grouping?.groups(atMost: most) ?? []
    let places = Set(shown.flatMap(\.columns))
    let withoutRoom = groups.flatMap(\.columns).filter { !places.contains($0) }.sorted()
    hidden =
      leftOut + withoutRoom.map { ($0, String(localized: "the window has no room for its panel")) }
    return DashboardSpec(title: title, pages: [PageSpec(panels: shown.map(panel))])
  }

  /// The series of a column.
  func metric(_ column: Int) -> Metric {
    Query.metric(ofColumn: column, generation: columns[column].generation)
  }

  /// A dashboard of all groups, for which samples are kept.
  var everything: DashboardSpec { DashboardSpec(pages: [PageSpec(panels: groups.map(panel))]) }

  /// A panel of all columns, whose samples are kept even if no group has them yet.
  var rest: PanelSpec {
    var panel = panel(ColumnGroup(title: "", columns: [], names: [], unit: .none))
    panel.series = [
      SeriesSpec(source: source, query: .columns, isCounter: options.isRate)
    ]
    return panel
  }

  func panel(_ group: ColumnGroup) -> PanelSpec {
    var panel = PanelSpec(
      title: group.title, chart: options.chart?.chart ?? group.chart,
      series: zip(group.columns, group.names).enumerated().map { place, entry in
        let (column, name) = entry
        var series = SeriesSpec(
          label: name, source: source, query: .columns, isCounter: options.isRate,
          factor: group.factor(place))
        series.metric = metric(column)
        return series
      }, unit: group.unit.unit)
    panel.key = group.key
    panel.isInferred = true
    panel.options.hasPoints = options.chart == .points
    let most = options.mostColumns
    panel.mostLines = group.isZero ? max(most, Self.mostZeroLines) : most
    // The user's bounds are in the user's unit, or otherwise in that of the text.
    let factor = options.unit == nil ? group.unit.factor : 1
    func bound(_ value: Double?) -> Double? { value.map { $0 * factor } }
    panel.range = RangeSpec(
      minimum: bound(options.minimum), maximum: bound(options.maximum),
      softMinimum: bound(options.softMinimum), softMaximum: bound(options.softMaximum))
    panel.range.isLogarithmic = options.isLogarithmic && panel.traits.canBeLogarithmic
    switch options.window {
    case .rows(let rows): panel.shows = .rows(rows)
    case .seconds(let seconds): panel.window = (isFile ? 0 : min(10, seconds))...seconds
    case nil: panel.shows = isFile ? .everything : .rows(Self.usualRows)
    }
    return panel
  }

  // MARK: Time

  /// Displays the latest number of rows when the display is due.
  /// - Returns: whether the number has changed.
  mutating func advance(to time: Double) -> Bool { shownRows.advance(to: time) }

  var nextChange: Double? { shownRows.nextChange }
}

extension StreamOptions {
  /// The largest number of columns of a panel.
  var mostColumns: Int { chart?.mostColumns ?? ColumnGrouping.mostColumns }
}

extension StreamOptions.Chart {
  /// The largest number of columns of a panel. Bars, rows, lanes and layers have places of their own, and need no
  /// different hues.
  fileprivate var mostColumns: Int {
    switch self {
    case .line, .points, .area, .spectrum, .number: ColumnGrouping.mostColumns
    case .stacked, .bars, .tiles, .table, .states: chart.traits.mostSeries
    }
  }

  /// Whether the values can have a logarithmic axis.
  public var canBeLogarithmic: Bool { chart.traits.canBeLogarithmic }

  /// The chart of a panel.
  var chart: PanelSpec.Chart {
    switch self {
    case .line, .points: .line
    case .area: .area
    case .stacked: .stacked
    case .spectrum: .spectrum
    case .bars: .bars
    case .tiles: .tiles
    case .number: .number
    case .table: .table
    case .states: .states
    }
  }
}
