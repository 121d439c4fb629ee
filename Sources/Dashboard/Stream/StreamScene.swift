import Charts
import Feeds
import Geometry
import Layers
import Metrics

/// A page that shows the rows of a pipe or a file.
///
/// Times are seconds of the frame clock, except the times of rows.
public final class StreamScene: Page {
  public var root: Layer { view.root }
  let view: PageView
  private lazy var navigator = PageNavigator(page: self)
  private var store: StreamStore
  private var groups: [ColumnGroup] = []
  /// All groups: those with a panel, and those for which there is no room.
  private var allGroups: [ColumnGroup] = []
  private let title: String
  private let isFile: Bool
  /// The time when the page began to wait.
  private let startTime: Double
  private var unreadable = 0
  private var lastUnreadable: UnreadableLine?
  private var pulse = RowPulse()
  private var flood: RowFlood
  /// The number of rows that have come since data was last shown.
  private var unshownRows = 0
  /// The text about late rows.
  private var late: LateText?
  private var notice: String?
  private var isEnded = false
  private var isPaused = false
  private var hiddenColumns = 0
  private var shownStatus: String?
  private var rowCount = RowCount()
  /// The time when data was last shown, and the number of rows at that time.
  private var shown = (rows: 0, time: -Double.infinity)
  /// The number of rows that the groups' magnitudes are based on.
  private var groupedRows = 0

  /// Seconds without data after which the page explains the possible cause.
  private static let hintAfter = 3.0
  /// The number of rows up to which columns are grouped again.
  private static let mostGroupedRows = 64
  /// The limit of panels on a page.
  private static let mostPanels = 24

  /// - Parameters:
  ///   - name: the name of the input, for the title; nil for the standard input.
  ///   - time: the current time of the frame clock.
  public init(
    options: StreamOptions, name: String?, isFile: Bool, environment: ChartEnvironment,
    at time: Double
  ) {
    title = options.title ?? name ?? "Standard input"
    self.isFile = isFile
    startTime = time
    store = StreamStore(isFile: isFile, options: options)
    flood = RowFlood(capacity: store.windowRows)
    view = PageView(environment: environment)
    showHeader()
    showMessage(at: time)
    view.didChange = { [weak self] in self?.navigator.refresh(now: $0) }
  }

  public func layOut(size: Size, scale: Double) {
    view.layOut(size: size, scale: scale)
    guard groups.count < allGroups.count || groups.count > mostPanels else { return }
    chooseGroups(drawsOn: false)
    showData(at: nil)
  }

  public var theme: Theme { view.theme }

  public func setTheme(_ theme: Theme) { view.theme = theme }

  // MARK: Data

  /// Takes a delivery of rows, and shows them.
  /// - Parameter time: the start, on the frame clock, of the motion towards the new rows; nil shows
  ///   nothing yet, because more rows come at once.
  public func ingest(_ delivery: TextDelivery, at time: Double?) {
    if store.ingest(delivery) { groupedRows = 0 }
    unreadable += delivery.batch.unreadable
    notice = delivery.batch.notices.last ?? notice
    lastUnreadable = delivery.batch.lastUnreadable ?? lastUnreadable
    isEnded = isEnded || delivery.isEnded
    unshownRows += delivery.batch.rowCount
    guard let time else { return }
    if delivery.batch.rowCount > 0 {
      pulse.beat(at: time)
      late = nil
    }
    if isEnded { late = nil }
    guard isWorthShowing(at: time) else { return }
    shown = (store.rowCount, time)
    rowCount.update(store.rowCount, isLast: isFile || isEnded, at: time)
    let isFlooded = takeFlood(at: time)
    groupColumns()
    if isPaused { showHeader() } else { showData(at: isFlooded ? nil : time) }
    showMessage(at: time)
  }

  /// Whether data is shown now. Showing all of a file again for each new piece would take longer than
  /// reading the file.
  private func isWorthShowing(at time: Double) -> Bool {
    !isFile || isEnded || store.rowCount >= 4 * shown.rows || time >= shown.time + 1
  }

  /// Whether more rows came than motion could show. The opening animation then ends at once, too.
  private func takeFlood(at time: Double) -> Bool {
    // A file that comes in pieces is large.
    let isLargeFile = isFile && !isEnded
    if flood.begins(with: isFile ? 0 : unshownRows, at: time) || isLargeFile {
      view.grid.finishDrawOn()
    }
    unshownRows = 0
    return flood.isOn || isLargeFile
  }

  private func groupColumns() {
    guard store.latest != nil else { return }
    let rows = store.rowCount
    // At first each row may change the groups; later only many rows together.
    guard rows >= 2 * groupedRows, groupedRows < StreamScene.mostGroupedRows || isFile else {
      return
    }
    groupedRows = max(1, rows)
    allGroups = store.groups
    chooseGroups(drawsOn: !flood.isOn && (!isFile || isEnded))
  }

  /// Chooses as many groups as there is room for panels. Groups with only zeros are left out first.
  private func chooseGroups(drawsOn: Bool) {
    let most = mostPanels
    var chosen = Array(allGroups.indices)
    if chosen.count > most {
      let (some, none) = (chosen.filter(hasValues), chosen.filter { !hasValues($0) })
      chosen = (some + none).prefix(most).sorted()
    }
    groups = chosen.map { allGroups[$0] }
    hiddenColumns = store.columns.count - groups.reduce(0) { $0 + $1.columns.count }
    view.grid.setPanels(
      groups.map {
        PanelGrid.Head(key: $0.key, title: $0.title, kind: .line, drawsOn: drawsOn)
      })
  }

  private func hasValues(_ group: Int) -> Bool {
    allGroups[group].columns.contains { store.columns[$0].magnitude != nil }
  }

  private var mostPanels: Int {
    guard view.size.width > 0 else { return StreamScene.mostPanels }
    return (1...StreamScene.mostPanels).last {
      let layout = PageLayout(size: view.size, count: $0, type: view.environment.type)
      return layout.panels.allSatisfy {
        Panel.hasPlot($0.size, environment: view.environment)
      }
    } ?? 1
  }

  private func showData(at time: Double?) {
    // This may end the zoom, which the header mentions.
    let range = navigator.range
    showHeader()
    view.show(
      groups.map { group in
        var content = store.content(
          of: group, in: range, hidden: navigator.hiddenSeries(of: group.key))
        if let late, content.state == .fresh {
          content.setLate(late.text, short: late.short)
        }
        return content
      }, at: time)
  }

  // MARK: Words

  private var status: String? {
    let hasEnd = isFile || isEnded
    let parts = [
      isPaused ? "paused" : isEnded && !isFile ? "ended" : nil,
      navigator.isZoomed ? "zoomed · double click for \(hasEnd ? "all" : "live")" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private func showHeader() {
    var problems: [String] = []
    if unreadable > 0 { problems.append(StreamScene.count(unreadable, "line") + " not read") }
    if hiddenColumns > 0 {
      problems.append(StreamScene.count(hiddenColumns, "column") + " not shown")
    }
    if let notice { problems.append(notice) }
    let rows = rowCount.shown > 0 ? [StreamScene.count(rowCount.shown, "row")] : []
    let time = store.axis == .ordinal ? nil : store.latest
    let text = PageHeader.Content(
      title: title,
      // Problems stay longest when room is scarce.
      details: [rows + problems, problems, Array(problems.prefix(1))]
        .map { $0.joined(separator: " · ") }.filter { !$0.isEmpty },
      clock: time.map { view.environment.zone.civil($0).clockText }, hint: hint)
    // Setting the text lays out the whole line.
    if text != view.headerText { view.setHeader(text) }
    if status != shownStatus {
      shownStatus = status
      view.setStatus(status)
    }
  }

  /// The last line that could not be read, and the reason.
  private var hint: [String] {
    guard let last = lastUnreadable else { return [] }
    return ["line \(last.lineNumber): \(last.reason)", last.line]
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(grouped(number)) \(noun)s"
  }

  /// A number with no-break spaces between groups of digits: `12 000`.
  private static func grouped(_ number: Int) -> String {
    guard number >= 1000 else { return String(number) }
    let rest = String(number % 1000)
    return grouped(number / 1000) + "\u{a0}" + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private func showMessage(at time: Double) {
    guard groups.isEmpty else { return view.setMessage([]) }
    if isEnded { return view.setMessage(["no data", "The input has ended without a number."]) }
    let isLong = time - startTime >= StreamScene.hintAfter
    view.setMessage(
      ["waiting for data"]
        + (isLong && !isFile
          ? [
            "Many commands hold their output back when it goes into a pipe:",
            "stdbuf -oL COMMAND | wallchart",
          ] : []))
  }

  // MARK: What the user asks for

  public func replay(at time: Double) { view.replay(at: time) }

  public func setPaused(_ paused: Bool, at time: Double) {
    guard paused != isPaused else { return }
    isPaused = paused
    navigator.setPaused(paused)
    if paused { showHeader() } else { showData(at: time) }
  }

  public func respond(to input: PageInput, at time: Double) -> Bool {
    navigator.respond(to: input, motion: isPaused ? nil : time, now: time)
  }

  public func toggleHelp() { view.toggleHelp() }

  public func hideHelp() -> Bool { view.hideHelp() }

  public func notify(_ text: String, at time: Double) { view.notify(text, at: time) }

  // MARK: Time

  /// Shows the hint when it is due, and updates the number and the lateness of rows.
  public func advance(to time: Double) {
    if groups.isEmpty { showMessage(at: time) }
    if rowCount.advance(to: time) { showHeader() }
    guard canBeLate, let age = pulse.lateness(at: time) else { return }
    let text = LateText(seconds: age)
    guard text != late else { return }
    late = text
    showData(at: nil)
  }

  private var canBeLate: Bool { !isFile && !isEnded && !isPaused && !groups.isEmpty }

  public func nextChange(after time: Double) -> Double? {
    let due = startTime + StreamScene.hintAfter
    if groups.isEmpty { return !isEnded && time < due ? due : nil }
    let late = canBeLate ? pulse.nextChange(after: time) : nil
    return [late, rowCount.nextChange].compactMap { $0 }.min()
  }
}

extension StreamScene: NavigablePage {
  var timeline: TimeSeries? { store.columns.first?.samples }

  var liveRange: ClosedRange<Double>? { store.shownRange }

  func showView(at time: Double?) { showData(at: time) }
}

extension StreamStore {
  /// The groups of columns, judged by the rows so far.
  var groups: [ColumnGroup] { ColumnGrouping.groups(columns.map(\.groupingColumn)) }
}

extension StreamStore.Column {
  /// The properties that determine the column's group.
  fileprivate var groupingColumn: ColumnGrouping.Column {
    ColumnGrouping.Column(
      name: isLabelled ? text.name : name, label: name, unit: unit, magnitude: magnitude)
  }

  /// The largest absolute value; nil if there are only zeros.
  fileprivate var magnitude: Double? {
    guard let extent = samples.extent(in: 0..<samples.count) else { return nil }
    let magnitude = max(abs(extent.lowerBound), abs(extent.upperBound))
    return magnitude > 0 ? magnitude : nil
  }
}
