import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Typography

/// The common interface of pages. Times are seconds of the frame clock.
public protocol Page: AnyObject {
  var theme: Theme { get }
  func setTheme(_ theme: Theme)
  func replay(at time: Double)
  /// Pauses or resumes the display. While paused, data is kept but not shown.
  func setPaused(_ paused: Bool, at time: Double)
  func toggleHelp()
  /// - Returns: whether the help was visible.
  func hideHelp() -> Bool
  /// Shows a message for a few seconds.
  func notify(_ text: String, at time: Double)
  /// Shows another page of several pages.
  func turnPage(by offset: Int, at time: Double)
  /// Responds to the pointer or the keyboard.
  /// - Returns: whether anything visible has changed.
  func respond(to input: PageInput, at time: Double) -> Bool
}

extension Page {
  public func turnPage(by offset: Int, at time: Double) {}
}

/// A dashboard in a window. The scene keeps the data of all pages, and shows one page.
///
/// Times of motion and arrival are seconds of the frame clock. Times of measurement are UTC seconds.
public final class DashboardScene: Page {
  public var root: Layer { view.root }
  public private(set) var spec: DashboardSpec
  private(set) var store = MetricStore()
  private var description: HostDescription
  let view: PageView
  private lazy var navigator = PageNavigator(page: self)
  private var page: DashboardPage
  /// The index of the page that is shown.
  public private(set) var pageIndex = 0
  /// The next page, prepared in advance.
  var preparedPage: (index: Int, page: DashboardPage)?
  /// The schedule of page turns; nil if only the user turns pages.
  var turner: PageTurner?
  private var hasData = false
  private(set) var isPaused = false
  /// The time of the frame clock at the user's last action.
  private var clock = 0.0
  private let lateAfter: Double?

  /// - Parameter lateAfter: seconds without data after which data counts as late, overriding the panels;
  ///   infinite for a recording; nil uses the panels' own limits.
  public init(
    spec: DashboardSpec, host: HostInfo, environment: ChartEnvironment, lateAfter: Double? = nil
  ) {
    self.spec = spec
    self.lateAfter = lateAfter
    description = HostDescription(host: host)
    store.keep(spec)
    view = PageView(environment: environment)
    view.pageCount = spec.pages.count
    page = DashboardPage(spec.pages[0], lateAfter: lateAfter, environment: environment)
    view.setGrid(page.grid)
    showHiddenSeries(of: page)
    showHeader(time: nil)
    view.didChange = { [weak self] in self?.navigator.refresh(now: $0) }
  }

  public func layOut(size: Size, scale: Double) {
    preparedPage = nil
    view.layOut(size: size, scale: scale)
  }

  public var theme: Theme { view.theme }

  public func setTheme(_ theme: Theme) {
    preparedPage = nil
    view.theme = theme
  }

  // MARK: Pages

  /// Makes a page with its panels in place, but without data.
  func makePage(_ index: Int) -> DashboardPage {
    let page = DashboardPage(
      spec.pages[index], lateAfter: lateAfter, environment: view.environment)
    view.layOut(page.grid)
    showHiddenSeries(of: page)
    return page
  }

  private func showHiddenSeries(of page: DashboardPage) {
    page.hiddenSeries = { [weak self] in self?.navigator.hiddenSeries(of: $0) ?? [] }
  }

  func show(_ page: DashboardPage, index: Int, at time: Double?) {
    // Zoom and crosshair belong to the old page.
    navigator.leave()
    self.page = page
    pageIndex = index
    view.turn(to: page.grid, at: time)
    view.setStatus(status)
    showHeader(time: store.latestTime)
  }

  // MARK: Data

  /// Takes readings of this machine, and shows them.
  /// - Parameter time: the start, on the frame clock, of the motion towards the new values.
  public func ingest(_ readings: [Reading], at time: Double) {
    ingest(
      FeedUpdate(readings: readings, health: .fresh), from: .system(period: 1), at: time)
  }

  /// Takes an update of a source, and shows it in the panels that use the source. Numbers that no panel
  /// uses are dropped.
  /// - Parameter time: the time of arrival on the frame clock, and the start of the motion towards the
  ///   new values.
  public func ingest(_ update: FeedUpdate, from source: SourceSpec, at time: Double) {
    guard store.append(update, from: source, at: time) else { return }
    hasData = true
    guard !isPaused else { return }
    showHeader(time: store.latestTime)
    follow()
    page.show(source, of: store, at: time)
  }

  /// Makes the page show the navigator's range.
  private func follow() {
    page.fixedRange = navigator.isLive ? nil : navigator.range
    view.setStatus(status)
  }

  private var status: String? {
    let parts = [
      isPaused ? "paused" : nil, navigator.isZoomed ? "zoomed · double click for live" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private func showHeader(time: Double?) {
    view.setHeader(
      PageHeader.Content(
        title: spec.title ?? description.host.name,
        details: details(at: time),
        clock: time.map { view.environment.zone.civil($0).clockText }))
  }

  private func details(at time: Double?) -> [String] {
    let name = spec.pages[pageIndex].name
    let place = "\(pageIndex + 1) of \(spec.pages.count)"
    if spec.pages.count > 1 { return ["\(name) · \(place)", name, place] }
    return [spec.title == nil ? description.text(at: time) : name]
  }

  // MARK: Another dashboard

  /// Replaces the dashboard, as when its file has changed: equal panels stay as they are, changed panels
  /// change, and new panels draw themselves on. Data that is still used is kept.
  public func replace(spec new: DashboardSpec, at time: Double) {
    guard new != spec else { return }
    // The page stays by its name, or else by its position.
    let name = spec.pages[pageIndex].name
    pageIndex =
      new.pages.firstIndex { $0.name == name } ?? min(pageIndex, new.pages.count - 1)
    let oldTheme = spec.theme
    spec = new
    view.pageCount = new.pages.count
    preparedPage = nil
    if turner != nil, let shown = turner?.shownSince { startTurning(at: shown) }
    store.keep(new)
    page.replace(with: new.pages[pageIndex])
    if new.theme != oldTheme, let theme = new.theme.flatMap(Theme.init(name:)) { setTheme(theme) }
    showHeader(time: store.latestTime)
    guard !isPaused else { return }
    follow()
    page.showAll(of: store, now: time, at: time)
  }

  // MARK: What the user asks for

  public func replay(at time: Double) { view.replay(at: time) }

  public func setPaused(_ paused: Bool, at time: Double) {
    guard paused != isPaused else { return }
    isPaused = paused
    navigator.setPaused(paused)
    view.setStatus(status)
    guard !paused else { return }
    turner?.show(at: time)
    guard hasData else { return }
    showHeader(time: store.latestTime)
    follow()
    page.showAll(of: store, now: time, at: time)
  }

  public func respond(to input: PageInput, at time: Double) -> Bool {
    clock = time
    return navigator.respond(to: input, motion: isPaused ? nil : time, now: time)
  }

  public func toggleHelp() { view.toggleHelp() }

  public func hideHelp() -> Bool { view.hideHelp() }

  public func notify(_ text: String, at time: Double) { view.notify(text, at: time) }

  // MARK: Time

  /// Updates the texts about late data.
  public func advance(to time: Double) {
    guard !isPaused else { return }
    turnPages(at: time)
    page.advance(to: time, store: store)
  }

  public func nextChange(after time: Double) -> Double? {
    isPaused ? nil : [page.nextChange, nextTurn].compactMap { $0 }.min()
  }
}

extension DashboardScene: NavigablePage {
  /// The longest series on the page.
  var timeline: TimeSeries? {
    page.spec.panels.flatMap { panel in
      panel.series.compactMap { store.stored($0, in: panel)?.samples }
    }.max { $0.count < $1.count }
  }

  /// The range of time that all panels together show.
  var liveRange: ClosedRange<Double>? {
    let ranges = page.spec.panels.filter { $0.chart.kind != .ring }
      .compactMap { store.liveRange(of: $0) }
    guard let now = ranges.map(\.upperBound).max(),
      let span = ranges.map({ $0.upperBound - $0.lowerBound }).max()
    else { return nil }
    return now - span...now
  }

  func showView(at time: Double?) {
    showHeader(time: store.latestTime)
    follow()
    page.showAll(of: store, now: clock, at: time)
  }
}
