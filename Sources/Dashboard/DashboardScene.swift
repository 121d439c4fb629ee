import Charts
import Geometry
import Layers
import Metrics
import Sources
import Typography

/// What a page of panels can do, whatever it shows. Times are seconds of the frame clock.
public protocol Page: AnyObject {
  var theme: Theme { get }
  func setTheme(_ theme: Theme)
  /// Draws all charts on again.
  func replay(at time: Double)
  /// While paused, data is kept but not shown.
  func setPaused(_ paused: Bool, at time: Double)
  func toggleHelp()
  /// - Returns: whether there was anything to hide.
  func hideHelp() -> Bool
  /// Shows a line for a few seconds.
  func notify(_ text: String, at time: Double)
  /// Shows another one of several pages.
  func turnPage(by offset: Int, at time: Double)
  /// Does what the user asks for with the pointer or the keyboard.
  /// - Returns: whether anything changed that is seen.
  func respond(to input: PageInput, at time: Double) -> Bool
}

extension Page {
  public func turnPage(by offset: Int, at time: Double) {}
}

/// A dashboard in a window: it keeps the data of all its pages, and shows one of them.
///
/// Times are seconds of the frame clock where they say when something moves or has come, and UTC
/// seconds where they say when something was measured.
public final class DashboardScene: Page {
  public var root: Layer { view.root }
  public private(set) var spec: DashboardSpec
  private(set) var store = MetricStore()
  private var description: HostDescription
  let view: PageView
  private lazy var navigator = PageNavigator(page: self)
  private var page: DashboardPage
  /// Which page is shown.
  public private(set) var pageIndex = 0
  /// The page that comes next, made ready.
  var preparedPage: (index: Int, page: DashboardPage)?
  /// What turns pages; nil where the user does.
  var turner: PageTurner?
  private var hasData = false
  private(set) var isPaused = false
  /// The frame clock when the user has last done something.
  private var clock = 0.0
  private let lateAfter: Double?

  /// - Parameter lateAfter: seconds without data after which it counts as late, whatever the panels
  ///   say; infinite for a recording; nil leaves it to them.
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

  /// A page with its panels where they will be, and nothing in them yet.
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
    // Zoom and crosshair are of the page that was there.
    navigator.leave()
    self.page = page
    pageIndex = index
    view.turn(to: page.grid, at: time)
    view.setStatus(status)
    showHeader(time: store.latestTime)
  }

  // MARK: Data

  /// Takes what the machine's own source has read, and shows it.
  /// - Parameter time: when, on the frame clock, the motion towards it starts.
  public func ingest(_ readings: [Reading], at time: Double) {
    ingest(
      FeedUpdate(readings: readings, health: .fresh), from: .system(period: 1), at: time)
  }

  /// Takes what has come from a source, and shows it where it is shown; what nothing refers to is
  /// not kept.
  /// - Parameter time: when, on the frame clock, it has come and the motion towards it starts.
  public func ingest(_ update: FeedUpdate, from source: SourceSpec, at time: Double) {
    guard store.append(update, from: source, at: time) else { return }
    hasData = true
    guard !isPaused else { return }
    showHeader(time: store.latestTime)
    follow()
    page.show(source, of: store, at: time)
  }

  /// Has the page show what the user has navigated to.
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

  /// Becomes another dashboard, as when its file has changed: panels that are as before go on as they
  /// are, changed ones change, and new ones draw themselves on. Data that is still shown is kept.
  public func replace(spec new: DashboardSpec, at time: Double) {
    guard new != spec else { return }
    // The page with the same name, or the one in its place.
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

  /// Shows a line at the bottom of the page until another one, or nil, takes its place: what is wrong
  /// with an edited file.
  public func setNotice(_ text: String?) { view.setNotice(text) }

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

  /// Says how late data is, where it is.
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

  /// What all panels together show.
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
