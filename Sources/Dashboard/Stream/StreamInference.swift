import Charts
import Feeds
import Geometry
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
  /// Whether the text is a file: it has an end, and its rows did not come one after another.
  let isFile: Bool
  private(set) var isEnded = false
  /// The number of rows since the start or the last `clear`.
  private(set) var rows = 0
  private var shownRows = RowCount()
  private(set) var columns: [TextColumn] = []
  private(set) var unreadable = 0
  private(set) var lastUnreadable: UnreadableLine?
  private var notice: String?
  /// The number of rows at the last grouping; 0 if the columns have changed since.
  private var groupedRows = 0
  /// All groups: those with a panel, and those for which there is no room.
  private(set) var groups: [ColumnGroup] = []
  private var facts: [ColumnFacts] = []
  /// The columns without a group, and those for whose group there is no room, with the reasons.
  private(set) var leftOut: [(column: Int, reason: String)] = []
  private(set) var hidden: [(column: Int, reason: String)] = []
  /// The columns that are left out or put together until a number, or another number than zero, comes.
  private var watched: [Metric: Watch] = [:]
  private var hasProcesses = false
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
  /// The most lines of columns that are zero throughout. They lie on each other.
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

  /// Takes news of the text.
  mutating func take(_ update: FeedUpdate) {
    if update.health == .ended {
      isEnded = true
      // Rows that are things of different names are told from others at the end.
      groupedRows = 0
    } else if isEnded, update.health == .fresh, update.text != nil {
      // A file that has been read grows.
      isEnded = false
    }
    if update.isNewStart { rows = 0 }
    guard let news = update.text else { return }
    // An update that starts anew repeats the rows before it.
    rows += update.isNewStart ? update.timeCount : news.rows
    unshownRows += news.rows
    unreadable += news.unreadable
    lastUnreadable = news.lastUnreadable ?? lastUnreadable
    notice = news.notices.last ?? notice
    note(news)
    for part in update.samples where bringsNumbers(part) { groupedRows = 0 }
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

  /// Keeps what the text says about itself.
  private mutating func note(_ latest: TextNews) {
    news.banners += latest.banners
    news.lastBanner = latest.lastBanner ?? news.lastBanner
    news.leftOut += latest.leftOut
    news.form = latest.form
    news.axis = latest.axis
  }

  /// The numbers that a column without a place of its own has had so far.
  private enum Watch {
    case nothing, zeros
    /// Numbers that count up, with the next one.
    case counting(next: Double)

    /// Takes a number.
    /// - Returns: whether the number is another one than those so far.
    mutating func isBroken(by value: Double) -> Bool {
      guard value.isFinite else { return false }
      switch self {
      case .nothing: return true
      case .zeros: return value != 0
      case .counting(let next):
        self = .counting(next: next + 1)
        return value != next
      }
    }
  }

  /// Whether samples have a number for a column that had none, or another number than those so far.
  private mutating func bringsNumbers(_ part: FeedUpdate.Samples) -> Bool {
    guard !watched.isEmpty else { return false }
    var isBroken = false
    for column in part.batch.columns {
      guard var watch = watched[column.metric] else { continue }
      for value in column.values where watch.isBroken(by: value) {
        isBroken = true
        break
      }
      watched[column.metric] = watch
    }
    return isBroken
  }

  // MARK: The dashboard

  /// The number of columns to group, if that is due: at first each row may change the groups; later only
  /// many rows together.
  var columnsToGroup: Int? {
    let isDue = rows > 0 && rows >= 2 * groupedRows
    let isOpen = groupedRows < Self.mostGroupedRows || isFile || hasProcesses
    return isDue && isOpen ? columns.count : nil
  }

  /// Groups the columns.
  mutating func group(by facts: [ColumnFacts]) {
    groupedRows = max(1, rows)
    self.facts = facts
    let selection = ColumnSelection(
      columns.map { ($0.name, $0.isProcess) }, facts, keepsAll: isChosen,
      mostProcesses: isOfOneTime ? columns.count : ColumnGrouping.mostColumns)
    leftOut = selection.leftOut
    let processes = selection.processes ?? []
    hasProcesses = !processes.isEmpty
    let grouped = selection.shown.filter { !processes.contains($0) && $0 != horizontal }
    // The number of a field tells columns apart, and says nothing about the only one.
    let isNameless = grouped.count == 1 && columns[grouped[0]].isNumbered && !isLabelled(grouped[0])
    groups = ColumnGrouping.groups(
      grouped.map { i in
        ColumnGrouping.Column(
          name: isLabelled(i) ? columns[i].name : plainName(i),
          label: isNameless ? String(localized: "Value") : name(i), unit: unit(i),
          magnitude: facts[i].magnitude,
          bareName: columns[i].nameBelowHeading == columns[i].name
            ? nil : columns[i].nameBelowHeading,
          hasNumbers: facts[i].hasNumbers,
          isNumbered: !isNameless && columns[i].isNumbered && !isLabelled(i), key: columns[i].key)
      }
    ).map { group in
      var group = group
      group.columns = group.columns.map { grouped[$0] }
      return group
    }
    if let categories = categories(of: grouped) { groups = categories }
    if let chart = options.chart?.chart, chart.traits.mostSeries == 1 {
      groups = groups.flatMap(\.oneByOne)
    }
    if !processes.isEmpty { groups.insert(processGroup(processes), at: 0) }
    watched = [:]
    for (column, _) in leftOut where !facts[column].hasNumbers {
      watched[metric(column)] = .nothing
    }
    for (column, _) in leftOut where facts[column].countsUp {
      watched[metric(column)] = .counting(next: facts[column].last + 1)
    }
    for group in groups where group.title == ColumnGrouping.zeroTitle {
      for column in group.columns { watched[metric(column)] = .zeros }
    }
  }

  /// Whether the text is all of one time, as the output of `df`, and its numbers have no past.
  private var isOfOneTime: Bool { isEnded && rows == 1 }

  /// The groups of rows that are things of different names, each once, or whose names the user wants on the
  /// axis; nil for other rows.
  private func categories(of shown: [Int]) -> [ColumnGroup]? {
    guard let key = news.form.key, !options.isRate else { return nil }
    var isAsked = false
    if case .text(let spec) = source, let name = spec.options.horizontal {
      isAsked = key.hasPrefix("'\(name)'") || key.hasPrefix("column \(name):")
    }
    guard isAsked || isOfOneTime else { return nil }
    return CategoryGroups.groups(shown.map { ($0, columns[$0]) }, unit: unit)
  }

  /// The busiest processes of a list (`top`), by the names of their commands.
  private func processGroup(_ processes: [Int]) -> ColumnGroup {
    let names = processes.map { column in
      let words = columns[column].name.split(separator: " ")
      return words.count > 1 ? words.dropLast().joined(separator: " ") : columns[column].name
    }
    return ColumnGroup(
      title: String(localized: "CPU by process"), columns: processes, names: names,
      unit: StreamUnit("%"),
      isFixed: true, chart: isOfOneTime ? .bars : .line)
  }

  /// Whether the user has chosen the columns, or sees their growth.
  private var isChosen: Bool {
    if case .text(let spec) = source, spec.options.columns != nil { return true }
    return options.isRate
  }

  /// The column of the horizontal axis; nil for times and numbers of rows.
  var horizontal: Int? {
    guard news.axis == .column, case .text(let spec) = source, let name = spec.options.horizontal
    else { return nil }
    return columns.firstIndex { $0.name == name || $0.quantity == name }
      ?? Int(name).flatMap { columns.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  private func isLabelled(_ column: Int) -> Bool {
    column < options.labels.count && !options.labels[column].isEmpty
  }

  /// The user's label, or the text's name without its unit.
  private func name(_ column: Int) -> String {
    if isLabelled(column) { return options.labels[column] }
    let name = plainName(column)
    // The axis of `%usr` and its sisters has their common sign.
    guard options.unit == nil, columns[column].unit == "%", name.hasPrefix("%"), name.count > 1,
      !name.contains(" ")
    else { return name }
    return String(name.dropFirst())
  }

  /// The text's name without a unit in brackets.
  private func plainName(_ column: Int) -> String {
    options.unit == nil ? columns[column].nameWithoutUnit : columns[column].name
  }

  private func unit(_ column: Int) -> StreamUnit {
    // Growth over time is per second; that over rows, or over numbers of a column, is not.
    let isPerSecond = options.isRate && !news.axis.isNumbered
    func shown(_ unit: String) -> String {
      isPerSecond && !unit.isEmpty && !unit.hasSuffix("/s") ? unit + "/s" : unit
    }
    return options.unit.map { StreamUnit(ofUser: shown($0)) }
      ?? StreamUnit(columns[column].unit.map(shown))
  }

  /// A dashboard of the groups, as many as there is room for. Groups with only zeros are left out first.
  mutating func dashboard(mostPanels most: Int) -> DashboardSpec {
    var chosen = Array(groups.indices)
    if chosen.count > most {
      let hasValues = groups.map { $0.columns.contains { facts[$0].magnitude != nil } }
      let (some, none) = (chosen.filter { hasValues[$0] }, chosen.filter { !hasValues[$0] })
      chosen = (some + none).prefix(most).sorted()
    }
    let shown = chosen.map { groups[$0] }
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
      series: zip(group.columns, group.names).map { column, name in
        var series = SeriesSpec(
          label: name, source: source, query: .columns, isCounter: options.isRate,
          factor: group.unit.factor)
        series.metric = metric(column)
        return series
      }, unit: group.unit.unit)
    panel.key = group.key
    panel.isInferred = true
    panel.options.hasPoints = options.chart == .points
    panel.mostLines =
      group.title == ColumnGrouping.zeroTitle ? Self.mostZeroLines : ColumnGrouping.mostColumns
    // The user's bounds are in the unit of the text.
    func bound(_ value: Double?) -> Double? { value.map { $0 * group.unit.factor } }
    panel.range = RangeSpec(
      minimum: bound(options.minimum), maximum: bound(options.maximum),
      softMinimum: bound(options.softMinimum), softMaximum: bound(options.softMaximum))
    panel.range.isLogarithmic = options.isLogarithmic
    switch options.window {
    case .rows(let rows): panel.shows = .rows(rows)
    case .seconds(let seconds): panel.window = (isFile ? 0 : min(10, seconds))...seconds
    case nil: panel.shows = isFile ? .everything : .rows(Self.usualRows)
    }
    return panel
  }

  // MARK: Words

  /// The details of the header, from long to short. Problems stay longest when room is scarce.
  var details: [String] {
    var problems: [String] = []
    if unreadable > 0 {
      problems.append(String(localized: "\(Self.count(unreadable, .line)) not read"))
    }
    let notShown = hidden.count + news.form.leftOut.count
    if notShown > 0 {
      problems.append(String(localized: "\(Self.count(notShown, .column)) not shown"))
    }
    if !news.form.missing.isEmpty { problems.append(missingColumns) }
    if let notice { problems.append(notice) }
    // Rows of different names are one row of an interval.
    let named = groups.first.flatMap { $0.chart == .bars ? $0.columns.count : nil }
    let rows = shownRows.shown > 0 ? [Self.count(named ?? shownRows.shown, .row)] : []
    return [rows + problems, problems, Array(problems.prefix(1))]
      .map { $0.joined(separator: " · ") }.filter { !$0.isEmpty }
  }

  /// The last line that could not be read, and the reason.
  var hint: [String] {
    guard let last = lastUnreadable else { return [] }
    return [String(localized: "line \(last.lineNumber): \(last.reason)"), last.line]
  }

  /// The message in the place of panels.
  /// - Parameter isLong: whether the user has waited for a while.
  func message(isLong: Bool) -> [String] {
    if let diagnosis, isEnded || isLong || !news.form.missing.isEmpty { return diagnosis }
    if isEnded {
      return [
        String(localized: "no data"), String(localized: "The input has ended without a number."),
      ]
    }
    if let notice { return [String(localized: "waiting for data"), notice] }
    return [String(localized: "waiting for data")]
      + (isLong && !isFile
        ? [
          String(localized: "Many commands hold their output back when it goes into a pipe:"),
          "stdbuf -oL COMMAND | wallchart",
        ] : [])
  }

  /// The reason why lines have come but no panel, or not the wanted one, can be shown; nil without a reason.
  var diagnosis: [String]? {
    let form = news.form
    guard rows == 0 || columns.isEmpty || !form.missing.isEmpty else { return nil }
    if !form.missing.isEmpty {
      let offered = form.offered.prefix(12).joined(separator: ", ")
      return [
        missingColumns,
        form.offered.count == 1
          ? String(localized: "there is only \(offered).")
          : String(localized: "there are \(offered)\(form.offered.count > 12 ? ", …" : "")."),
      ]
    }
    if news.leftOut.unmatched > 0 {
      let lines = Self.count(news.leftOut.unmatched, .line)
      return [
        String(localized: "\(lines) read, --match matches none"),
        String(localized: "the last one: \(lastLine)"),
      ]
    }
    let lines = news.banners + unreadable
    guard lines > 0 else { return nil }
    return [
      String(localized: "\(Self.count(lines, .line)) read, none understood"),
      String(localized: "the last one: \(lastLine)"),
    ]
  }

  /// The columns that the user wants and the text lacks: what is shown without them is not what was asked for.
  var missing: [String] { news.form.missing }

  private var missingColumns: String { Self.noColumn(missing) }

  /// The words for missing columns.
  static func noColumn(_ names: [String]) -> String {
    let names = names.map { "'\($0)'" }.joined(separator: ", ")
    return String(localized: "no column \(names)")
  }

  private var lastLine: String {
    let lines = [news.lastBanner, lastUnreadable].compactMap(\.self)
    return lines.max { $0.lineNumber < $1.lineNumber }?.line ?? ""
  }

  static func count(_ number: Int, _ noun: CountedNoun) -> String {
    let text = NumberText.fixed(Double(number), decimals: 0, isGrouped: true)
    let message: Message =
      switch noun {
      case .row: number == 1 ? "1 row" : "\(text) rows"
      case .line: number == 1 ? "1 line" : "\(text) lines"
      case .column: number == 1 ? "1 column" : "\(text) columns"
      }
    return message.text
  }

  enum CountedNoun {
    case row
    case line
    case column
  }

  // MARK: Time

  /// Displays the latest number of rows when it is due.
  /// - Returns: whether the number has changed.
  mutating func advance(to time: Double) -> Bool { shownRows.advance(to: time) }

  var nextChange: Double? { shownRows.nextChange }
}

extension StreamOptions.Chart {
  /// The chart of a panel.
  var chart: PanelSpec.Chart {
    switch self {
    case .line, .points: .line
    case .area: .area
    case .stacked: .stacked
    case .spectrum: .spectrum
    case .bars: .bars
    case .number: .number
    case .table: .table
    case .states: .states
    }
  }
}

extension ColumnGroup {
  /// A group for each column.
  fileprivate var oneByOne: [ColumnGroup] {
    zip(columns, names).map { column, name in
      ColumnGroup(
        title: name.isEmpty ? title : name, columns: [column], names: [name], unit: unit,
        isFixed: isFixed, chart: chart)
    }
  }
}
