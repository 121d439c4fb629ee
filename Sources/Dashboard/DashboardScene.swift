import Charts
import Feeds
import Geometry
import Layers
import Messages
import Metrics
import Typography

/// A dashboard in a window. The scene keeps the data of all pages, and shows one page.
///
/// Times of motion and arrival are seconds of the frame clock. Times of measurement are UTC seconds.
public final class DashboardScene: Page {
  /// The layer of the whole page.
  public var root: Layer { view.root }
  /// The specification of the dashboard.
  public internal(set) var spec: DashboardSpec
  var samples = SceneSamples()
  /// Infers the dashboard from the columns of a text; nil for a specified dashboard.
  var inference: StreamInference?
  /// The time when the page began to wait for data.
  var startTime = 0.0
  var description: HostDescription
  let view: PageView
  private(set) lazy var navigator = PageNavigator(page: self)
  private(set) var page: DashboardPage
  /// The part of the past that the user looks at.
  var pastView = PastView()
  /// The usual values behind lines.
  var usualBands = UsualBands()
  /// The notices at the page's edge: about the file, about the history, and for some time about a source's text.
  var fileNotice: String?
  var historyNotice: String?
  var textNotice: (text: String, until: Double)?
  /// The index of the page that is shown.
  public private(set) var pageIndex = 0
  /// The next page, prepared in advance.
  var preparedPage: (index: Int, page: DashboardPage)?
  /// The place of this page among those of several monitors: the number of the monitor, and their count.
  private(set) var place = (number: 0, count: 1)
  /// Called when another page is shown.
  public var didTurn: (() -> Void)?
  /// Called when the page turner has shown the next page, or has prepared it: other monitors do the same.
  public var onTurner: (() -> Void)?
  /// Called when somebody uses the page: pages on other monitors wait, too.
  public var onUse: (() -> Void)?
  /// Returns whether somebody uses a page on another monitor. Default false.
  public var isUsedElsewhere: () -> Bool = { false }
  /// The schedule of page turns; nil if only the user turns pages.
  var turner: PageTurner?
  /// The breaches of all thresholds, which begin and end in a pause, too.
  var breaches = Breaches()
  /// The present pause; nil while the display is not paused.
  var pause: Pause?
  var takeover = Takeover()
  /// The length of all pauses of the frame clock until now, in seconds. Default zero.
  public var pauses: () -> Double = { 0 }
  /// The wall clock's time when the time in the header changes without new data; nil for never.
  var clockEnd: Double?
  private var hasData = false
  var isPaused: Bool { samples.isPaused }
  /// The kind of the past that the page shows in place of the present, for its status: a replay, a recording; nil
  /// for the present. The wall clock of a past stands still between two calls of `showPastMoment`.
  public var pastKind: String? {
    didSet {
      showHeader()
      showStatus()
    }
  }
  /// Whether the page reports the end of a pipe's rows; false for a picture, which is not live. Default true.
  public var reportsEnd = true
  /// The latest known time of the frame clock: that of the latest data, of the user's last action, or of the latest
  /// call of `advance`.
  private(set) var clock = 0.0
  private let lateAfter: Double?
  /// The screen for a dashboard whose file names none.
  private let usualScreen: Viewing?
  /// The zone for a dashboard whose file names none.
  private let usualZone: TimeZoneRules
  /// The dashboard as its file specifies it, with a single panel for each panel that is repeated by a label.
  var written: DashboardSpec

  /// - Parameter lateAfter: seconds without data after which data counts as late, overriding the panels;
  ///   infinite for a recording; nil uses the panels' own limits.
  public init(
    spec: DashboardSpec, host: HostInfo, environment: ChartEnvironment, lateAfter: Double? = nil
  ) {
    (self.spec, written) = (spec, spec)
    self.lateAfter = lateAfter
    description = HostDescription(host: host)
    samples.keep(spec)
    breaches.watch(spec)
    (usualScreen, usualZone) = (environment.viewing, environment.zone)
    var environment = environment
    environment.zone = spec.zone?.rules ?? usualZone
    environment.viewing = spec.screen ?? usualScreen
    view = PageView(environment: environment)
    view.pageCount = spec.pages.count
    page = DashboardPage(spec.pages[0], lateAfter: lateAfter, environment: environment)
    view.setGrid(page.grid)
    connect(page)
    showHeader()
    view.didChange = { [weak self] in self?.navigator.refresh(now: $0) }
  }

  /// Takes over the data of another scene of the same dashboard.
  public func adoptData(of other: DashboardScene, at time: Double) {
    (samples, hasData, startTime) = (other.samples, other.hasData, other.startTime)
    // A pause, and the view of a past, belong to the other scene.
    samples.resume()
    samples.leavePast()
    if other.inference != nil {
      inference = other.inference
      (spec, written) = (other.spec, other.written)
      page.replace(with: spec.pages[0], drawsOn: false)
      showMessage(at: time)
    }
    completePanels(at: nil)
    judgeAll(at: time)
    showHeader()
    page.showAll(of: samples.shown, now: time, at: nil)
  }

  /// Sets the place of the page among several monitors. At a turn, each monitor goes forward by as many pages as there
  /// are monitors, so that the monitors show different pages. The first monitor keeps its page, and the others show the
  /// following pages.
  public func setPlace(_ number: Int, among count: Int, at time: Double) {
    guard place != (number, count) else { return }
    place = (number, max(1, count))
    preparedPage = nil
    if turner != nil { startTurning(at: time) }
  }

  /// Puts the page into a window.
  /// - Parameters:
  ///   - size: the size of the window in points.
  ///   - scale: device pixels per point.
  public func layOut(size: Size, scale: Double) {
    preparedPage = nil
    view.layOut(size: size, scale: scale)
    fitInferred()
  }

  /// The colours of the page.
  public var theme: Theme { view.theme }

  /// Changes the colours of the page.
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
    connect(page)
    return page
  }

  private func connect(_ page: DashboardPage) {
    page.hiddenLines = { [weak self] in self?.navigator.hiddenLines ?? [] }
    page.usual = { [weak self] in self?.usual(of: $0, $1, in: $2, at: $3) }
    page.facts = { [weak self] in self?.facts(at: $0) ?? SceneFacts(dataTime: $0) }
    if page.hasTimelessPanels { page.showAll(of: samples.shown, now: clock, at: nil) }
  }

  func facts(at time: Double) -> SceneFacts {
    let sinceShown = newestDataTime(time) - dataTime(time)
    return SceneFacts(
      dashboard: spec, breaches: pause?.breaches ?? breaches, dataTime: dataTime(time),
      now: now.map { $0 - sinceShown }, zone: view.environment.zone)
  }

  /// The data time of the moment that the page shows, which stands still while the display is paused.
  func dataTime(_ time: Double) -> Double {
    // The clock of a replay stands still by itself.
    guard pastKind == nil, let pause else { return newestDataTime(time) }
    return time + pause.earlierPauses
  }

  /// The time by which data comes and ages, and breaches last, at a time of the frame clock: the same time with all
  /// pauses, or in a past the moment that is shown.
  func newestDataTime(_ time: Double) -> Double {
    pastKind == nil ? time + pauses() : view.environment.wallClock?() ?? time + pauses()
  }

  func show(_ page: DashboardPage, index: Int, at time: Double?) {
    // Zoom, crosshair and a past belong to the old page.
    navigator.leave()
    leavePast()
    self.page = page
    pageIndex = index
    didTurn?()
    // Nothing moves while the display is paused.
    view.turn(to: page.grid, at: isPaused ? nil : time)
    showStatus()
    showHeader()
  }

  // MARK: Data

  /// Takes an update of a source, and shows it in the panels that use the source. Numbers that no panel
  /// uses are dropped.
  /// - Parameter time: the time of arrival on the frame clock, and the start of the motion towards the new values; nil
  ///   shows nothing yet, because more updates follow at once.
  public func ingest(_ update: FeedUpdate, from source: SourceSpec, at time: Double?) {
    clock = time ?? clock
    // The samples of a past come at their own times.
    let pastTime = pastKind == nil ? nil : update.lastTime
    let (arrival, now) = (pastTime ?? newestDataTime(clock), view.environment.wallClock?())
    guard samples.append(update, from: source, at: arrival, now: pastTime ?? now) else { return }
    breaches.take(samples.newest, from: source, at: newestDataTime(clock), zone: view.zone)
    inference?.take(update)
    guard let time else { return }
    hasData = true
    var motion: Double? = time
    if inference != nil {
      guard let isFlooded = updateInferred(at: time) else { return }
      if isFlooded { motion = nil }
    }
    if inference != nil || !isPaused { showHeader() }
    guard !isPaused else { return }
    let hasChanged = completePanels(at: time)
    follow()
    if hasChanged {
      page.showAll(of: samples.shown, now: time, at: motion)
    } else {
      page.show(source, of: samples.shown, now: time, at: motion)
    }
  }

  /// Shows samples that were read from the disk.
  /// - Parameter time: the start of the motion; nil for no motion.
  func showRestored(at time: Double?) {
    hasData = true
    judgeAll(at: time ?? clock)
    guard !isPaused || !navigator.isLive else { return }
    completePanels(at: time)
    follow()
    page.showAll(of: samples.shown, now: time ?? clock, at: time)
  }

  /// Makes the page show the navigator's range. Plots without zoom keep their own lengths, also while time stands
  /// still.
  private func follow() {
    let range = navigator.range
    page.fixedRange = navigator.isZoomed ? range : nil
    page.setHeld(navigator.heldRange != nil && !navigator.isZoomed, of: samples.shown)
    page.setMoment(navigator.moment)
    showStatus()
  }

  /// The current time in UTC seconds, or the time of the latest data; nil before the first data.
  public var now: Double? { view.environment.wallClock?() ?? samples.present.latestTime }

  /// The number of samples that are kept.
  public var sampleCount: Int { samples.newest.sampleCount }

  /// The title of the page from the dashboard, the command line or the name of a file; nil for none.
  public var ownTitle: String? { inference.map(\.ownTitle) ?? spec.title }

  /// Shows the moment that the clock of a replay has reached, unless the display is paused.
  public func showPastMoment(at time: Double) {
    clock = time
    advanceBreaches(to: time)
    guard !isPaused else { return }
    showStatus()
    page.advance(to: time, dataTime: dataTime(time), store: samples.shown)
  }

  // MARK: Another dashboard

  /// Replaces the dashboard, for example when its file has changed: equal panels stay as they are, changed panels
  /// change, and new panels draw themselves on. Data that is still used is kept.
  public func replace(spec new: DashboardSpec, at time: Double) {
    guard new != written else { return }
    written = new
    samples.keep(new)
    change(to: samples.newest.completing(new), at: time)
    showHeader()
    // The past that was read lacks the new sources.
    leavePast()
    askForPast()
    follow()
    page.showAll(of: samples.shown, now: time, at: isPaused ? nil : time)
    if !isPaused { takeOver(at: time) }
  }

  /// Brings the panels that depend on the data up to date with the labels and units that have come.
  /// - Parameter time: the start of the motion; nil for no motion.
  /// - Returns: whether panels have changed, so that all data must be shown again.
  @discardableResult private func completePanels(at time: Double?) -> Bool {
    guard written.dependsOnData else { return false }
    let new = samples.newest.completing(written)
    guard new != spec else { return false }
    change(to: new, at: time ?? clock)
    return true
  }

  private func change(to new: DashboardSpec, at time: Double) {
    // The page stays by its name, or otherwise by its position, which also distinguishes pages of the same name.
    let (name, last) = (spec.pages[pageIndex].name, min(pageIndex, new.pages.count - 1))
    pageIndex =
      new.pages[last].name == name ? last : new.pages.firstIndex { $0.name == name } ?? last
    let old = spec
    takeover.renumber { index in new.pages.firstIndex { $0.name == old.pages[index].name } }
    spec = new
    watchThresholds(of: new, at: time)
    view.pageCount = new.pages.count
    if new.crowdedLabel != old.crowdedLabel { showNotice() }
    preparedPage = nil
    // Zoom and crosshair belong to a page that is gone, and a drag to a panel at a place.
    if new.pages[pageIndex].name != name { navigator.leave() } else { navigator.dropDrag() }
    let screen = new.screen ?? usualScreen
    if screen != view.viewing { view.viewing = screen }
    if new.zone != old.zone {
      view.zone = new.zone?.rules ?? usualZone
      usualBands.forget()
    }
    if turner != nil, let shown = turner?.shownSince { startTurning(at: shown) }
    usualBands.keep(new)
    page.replace(with: new.pages[pageIndex], drawsOn: !isPaused)
    // Setting the theme writes all texts again, which a new region needs, too.
    if new.theme != old.theme || new.style != old.style || new.region != old.region {
      let named = new.theme != old.theme ? new.theme.flatMap(Theme.init(name:)) : nil
      setTheme((named ?? theme).styled(new.style))
    }
  }

  // MARK: The user's actions

  /// Draws the charts of the page on from their starts again, unless the display is paused: nothing would be drawn
  /// until the end of the pause.
  public func replay(at time: Double) { if !isPaused { view.replay(at: time) } }

  /// Pauses or resumes the display. While paused, data is kept but not shown.
  public func setPaused(_ paused: Bool, at time: Double) {
    guard paused != isPaused else { return }
    if paused { samples.pause(at: view.environment.wallClock?()) } else { samples.resume() }
    pause = paused ? Pause(breaches: breaches, earlierPauses: pauses()) : nil
    navigator.isPaused = paused
    showStatus()
    guard !paused else {
      // In the middle of a motion, values, lines and labels do not match: a paused display shows the end of each
      // motion.
      view.finishTurn()
      if hasData { page.showAll(of: samples.shown, now: time, at: nil) }
      view.grid.finishDrawOn()
      return
    }
    turner?.show(at: time)
    page.forgetEdges()
    takeOver(at: time)
    guard hasData else { return }
    showHeader()
    // The past that was read during the pause lacks the samples that have come since.
    pastView.drop()
    askForPast()
    follow()
    page.showAll(of: samples.shown, now: time, at: time)
  }

  /// Responds to the pointer or the keyboard.
  /// - Returns: whether anything visible has changed.
  public func respond(to input: PageInput, at time: Double) -> Bool {
    clock = time
    let hasChanged = navigator.respond(to: input, motion: isPaused ? nil : time, now: time)
    if hasChanged {
      holdPage(at: time)
      onUse?()
    }
    return hasChanged
  }

  /// Shows the first rows of all lists of the page that have turned to others.
  public func showFirstRows() -> Bool {
    view.panelIndices.count { view.panel($0)?.showFirstRows() == true } > 0
  }

  /// Ends a drag without an effect.
  public func endDrag(at time: Double) -> Bool {
    clock = time
    return navigator.endDrag(motion: isPaused ? nil : time)
  }

  /// The moment of the crosshair; nil for the newest samples.
  var shownMoment: Double? { navigator.moment }

  /// Shows or hides the help.
  public func toggleHelp() { view.toggleHelp() }

  /// Hides the help.
  /// - Returns: whether the help was visible.
  public func hideHelp() -> Bool { view.hideHelp() }

  /// Shows a notice over the page for a few seconds.
  public func notify(_ text: String, at time: Double) { view.notify(text, at: time) }

  /// Shows a message over the page for some seconds, in letters that can be read across the room.
  public func announce(_ text: String, at time: Double, for seconds: Double) {
    view.announce(text, at: time, for: seconds)
  }

  // MARK: Time

  /// Updates the texts about late data.
  public func advance(to time: Double) {
    clock = time
    advanceInferred(to: time)
    endTextNotice(at: time)
    advanceBreaches(to: time)
    guard !isPaused else { return }
    turnPages(at: time)
    advanceClock()
    page.advance(to: time, dataTime: dataTime(time), store: samples.shown)
  }

  /// The next time at which the page changes by itself: a page turns, data becomes late, a notice disappears, or an
  /// inferred dashboard is shown; nil for no such time.
  public func nextChange(after time: Double) -> Double? {
    // A past advances only with its data.
    let nextOfData = pastKind == nil ? page.nextChange.map { $0 - pauses() } : nil
    let own = isPaused ? [] : [nextOfData, nextTurn, nextClockChange(after: time)]
    return (own + [nextInferredChange(after: time), textNotice?.until]).compactMap { $0 }.min()
  }
}

extension DashboardScene {
  /// A pause of the display.
  struct Pause {
    /// The breaches at its start.
    var breaches: Breaches
    /// The length of the pauses before.
    let earlierPauses: Double
  }
}

extension DashboardScene: NavigablePage {
  /// The longest series on the page.
  var timeline: TimeSeries? {
    page.spec.panels.flatMap(samplesOfSeries).max { $0.count < $1.count }
  }

  private func samplesOfSeries(of panel: PanelSpec) -> [TimeSeries] {
    panel.series.flatMap { samples.shown.stored($0, in: panel).map(\.series.samples) }
  }

  var keptRange: ClosedRange<Double>? {
    let store = samples.shown
    let plots = page.spec.panels.filter { $0.traits.showsTime }
    let isNumbered = plots.first { samplesOfSeries(of: $0).contains { !$0.isEmpty } }
      .map { store.axis(of: $0).isNumbered }
    var range: ClosedRange<Double>?
    for panel in plots where store.axis(of: panel).isNumbered == isNumbered {
      for series in samplesOfSeries(of: panel) {
        guard !series.isEmpty, let last = series.last?.time else { continue }
        let first = series[0].time
        range = min(range?.lowerBound ?? first, first)...max(range?.upperBound ?? last, last)
      }
    }
    return range
  }

  /// The range of time that all panels together show.
  var liveRange: ClosedRange<Double>? { page.liveRange(of: samples.present) }

  func showMoment() { page.showValues(at: navigator.moment, of: samples.shown, now: clock) }

  var oldestTime: Double? { pastView.oldest }

  func line(_ number: Int, of panel: Int) -> HidableLine? {
    page.line(number, of: panel, in: samples.shown)
  }

  func showView(at time: Double?) {
    askForPast()
    showHeader()
    follow()
    page.showAll(of: samples.shown, now: clock, at: time)
  }
}
