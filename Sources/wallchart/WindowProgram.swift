import Control
import Dashboard
import Dispatch
import Feeds
import Glibc
import Messages
import Stage
import Terminal
import Typography
import Windowing

/// A page in a window, until the user or a signal ends the program.
@MainActor
final class WindowProgram {
  let arguments: Arguments
  let clock: Clock
  /// The start of the program in UTC seconds, which stays when the clock is set.
  let startTime = SystemClock.utc
  let input: Input
  /// The first screen, or the only one.
  let screen: WallScreen
  /// The screens on the other monitors, with `--monitor all`.
  lazy var sides = SideScreens { [weak self] in self?.openSide(on: $0, number: $1) }
  /// The brightness of the screens, and the movement of their pictures.
  private(set) lazy var care = ScreenCare(isAnimated: arguments.isAnimated) { [weak self] in
    self?.screens ?? []
  }
  /// Returns the screens to live data when nobody has used them for long.
  private(set) lazy var rest = UserRest { [weak self] in self?.returnToLive() }
  private let fonts: FontLibrary
  private var signals: [any DispatchSourceSignal] = []
  private let programEnd = ProgramEnd()
  private var isMapped = false
  var hasReportedCropping = false
  /// The last reported notice that a page has more values than pages have room.
  private var reportedPagesNotice: String?
  private(set) var isShown = false
  /// Passes the feeds' updates to the page.
  private let delivery = UpdateDelivery()
  private var rhythm = UpdateRhythm()
  private(set) var feeds = FeedBoard()
  /// The time since which the X server is away, in UTC seconds; nil while the window is open.
  var awaySince: Double?
  /// Whether the window has been open.
  var hasBeenOpen: Bool
  /// Answers requests of other programs; nil without a directory for sockets.
  private var control: ControlServer?
  /// Reports the program's own health; nil unless the command line requests metrics.
  private var metrics: MetricsServer?
  /// The history on the disk; nil if nothing is kept.
  var history: WindowHistory?
  /// The former histories, which may not have written all of their samples yet.
  var retiredHistories: [WindowHistory] = []
  /// The past of the sources, used if nothing is kept on the disk.
  private(set) lazy var sourcePast = WindowPast(
    history: nil, startTime: SystemClock.utc, scenes: { [weak self] in self?.dashboards ?? [] },
    didChange: { [weak self] in for screen in self?.screens ?? [] { screen.loop.sceneDidUpdate() } }
  )
  var replay: HistoryReplay?
  /// The current time of a replay; nil for current data.
  let replayClock: SetClock?
  private var heapTrim = HeapTrim()
  private var idleCode = IdleCode()
  private let breachCommands = BreachCommands()
  /// The time by `clock` of the next check of the thresholds without new data; nil if no check is scheduled.
  private var thresholdCheck: Double?
  /// Reports the program's state to a service manager.
  let notifier = ServiceNotifier()

  init(_ arguments: Arguments, clock: Clock) throws(Failure) {
    self.arguments = arguments
    self.clock = clock
    // The loading of fonts takes as long as all steps before the page, so both run in parallel.
    let loading = FontLoading.start()
    let listener = try arguments.listenForMetrics()
    input = try Input(arguments)
    // A replay shows the past, and needs no source.
    let live = arguments.replaysHistory ? nil : input.feeds
    live?.prepare()
    let window = try arguments.openWindow(theme: input.theme(arguments), title: input.title)
    // The window manager needs some milliseconds for a new window, during which the page is created. A window in a
    // terminal waits, because the terminal may have to show the reason why there is no page.
    if input.hasDataAtOnce, !arguments.usesTerminal {
      isMapped = true
      window.map()
    }
    // Servers answer while the page is created. The main queue holds the updates until it runs.
    live?.start { [delivery] source, update in
      DispatchQueue.main.async { MainActor.assumeIsolated { delivery.receive(source, update) } }
    }
    fonts = try loading.library()
    fonts.characterCell = (window as? TerminalWindow)?.characterCell
    // A terminal that draws the texts itself has fonts of its own.
    if fonts.characterCell != nil { fonts.missingGlyph = nil }
    replayClock = arguments.replayStart.map { SetClock($0) }
    let shown = try ShownPage(
      arguments, input: input, fonts: fonts, wallClock: replayClock?.reading)
    screen = WallScreen(window: window, shown: shown, clock: clock)
    hasBeenOpen = window.isOpen
    if !window.isOpen { awaySince = SystemClock.utc }
    if arguments.printsStatistics { loop.onFrame = { StatisticsOutput.print($0) } }
    if case .dashboard(let scene) = shown {
      scene.didTurn = { [weak self] in
        // The page turns while a frame is drawn, so the report must wait.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.reportState() } }
      }
      scene.onTurner = { [weak self] in
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.turnSides() } }
      }
      scene.isUsedElsewhere = { [weak self] in
        MainActor.assumeIsolated { self?.sides.areInUse ?? false }
      }
    }
    metrics = try listener.map { listener throws(Failure) in try openMetrics(listener) }
    try checkReplay()
  }

  var window: any PageWindow { screen.window }
  var shown: ShownPage { screen.shown }
  var page: any Page & Scene { screen.page }
  var loop: FrameLoop { screen.loop }

  /// All screens.
  var screens: [WallScreen] { [screen] + sides.screens }

  /// Starts the program, which then runs on the main queue.
  func start() {
    window.prepareDisplay()
    window.handler = { [weak self] in self?.handle($0) }
    delivery.receive = { [weak self] in self?.ingest($1, from: $0) }
    keepFeeds()
    ErrorOutput.setPatience(.none)
    showTitle()
    followScreenCare()
    followRest()
    signals = programEnd.follow(ProgramEnd.signals) { [weak self] in self?.end(.done) }
    reportWaiting()
    showInput()
    followHistory()
    checkThresholds()
    // If data is certain to come at once, the window need not wait.
    if input.hasDataAtOnce { map() }
    // The first data usually comes within a moment. The window opens even without data.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(30)) { [self] in
      MainActor.assumeIsolated { showWindow() }
    }
  }

  /// Sets the title of the windows to the title of the page.
  private func showTitle() {
    guard let scene = screen.dashboard else { return }
    let title = (arguments.stream.title ?? scene.ownTitle ?? "Wallchart").visible
    for screen in screens { screen.window.setTitle(title) }
  }

  // MARK: Screens

  /// Reports a server or a monitor for which the window waits.
  private func reportWaiting() {
    if !window.isOpen {
      printError("wallchart: no X server accepts connections: waiting to open the window")
    } else if let name = window.monitor, !window.monitorNames.contains(name) {
      let failure = WindowError.noMonitor(name, among: window.monitorNames)
      printError("wallchart: \(failure.description): waiting for it")
    }
  }

  /// Whether keys, clicks and the close button have no effect.
  var isLocked: Bool { arguments.isLocked || screen.dashboard?.spec.isLocked ?? false }

  /// Applies the dashboard's settings for the night and for the movement of the picture.
  private func followScreenCare() {
    let spec = screen.dashboard?.spec
    let isWall = arguments.isKiosk && !arguments.usesTerminal
    let usual = PixelShift(distance: isWall ? PixelShift.standardDistance : 0)
    let shift = arguments.pixelShift.map(PixelShift.init(distance:)) ?? spec?.pixelShift ?? usual
    // The characters of a terminal cannot move by a pixel.
    let hasCells = (window as? TerminalWindow)?.characterCell != nil
    care.follow(
      night: spec?.night, shift: hasCells ? PixelShift(distance: 0) : shift,
      zone: spec?.zone?.rules)
  }

  /// Applies the dashboard's time without use after which the screens return to live data.
  private func followRest() {
    rest.delay =
      screen.dashboard?.spec.liveAfter ?? (arguments.isKiosk ? UserRest.standardDelay : nil)
  }

  /// Opens the screen of a further monitor, or reports why there is none.
  private func openSide(on monitor: String, number: Int) -> WallScreen? {
    var options = X11Window.Options(arguments, theme: page.theme)
    options.monitor = monitor
    // The first screen has the keyboard.
    options.claimsFocus = false
    let (shown, window): (ShownPage, X11Window)
    do {
      shown = try ShownPage(
        arguments, input: input, fonts: fonts, wallClock: replayClock?.reading)
      window = try X11Window(options: options)
    } catch {
      let reason = (error as? Failure)?.message ?? "\(error)"
      printError("wallchart: the monitor \"\(monitor)\" has no window: \(reason)")
      return nil
    }
    let side = WallScreen(window: window, shown: shown, clock: clock)
    window.handler = { [weak self, weak side] event in
      if let side { self?.handle(event, of: side) }
    }
    if let scene = side.dashboard, let first = screen.dashboard {
      scene.adoptData(of: first, at: side.loop.time)
      equip(scene)
      scene.setPlace(number, among: number + 1, at: side.loop.time)
      scene.showPage(beside: first, at: nil)
      scene.onUse = { [weak self, weak first] in
        MainActor.assumeIsolated {
          // The frame clocks of two screens differ by the pauses of the first one.
          guard let self else { return }
          first?.holdPage(at: self.loop.time)
          self.loop.setNeedsFrame()
        }
      }
    }
    if side.page.theme != page.theme { side.page.setTheme(page.theme) }
    if loop.isPaused {
      side.loop.isPaused = true
      side.page.setPaused(true, at: side.loop.time)
    }
    window.map()
    side.loop.drawFrame()
    window.setIcons(Icon.images)
    return side
  }

  /// Opens and closes screens after monitors have been added or removed.
  func followMonitors() {
    guard arguments.usesAllMonitors, isShown, window.isOpen else { return }
    sides.follow(window.monitorNames, first: screen)
    showTitle()
    care.apply()
  }

  private func turnSides() {
    sides.turn(with: screen) { $0.followTurner(of: $1, at: $2) }
  }

  /// Maps the window. The window manager needs about as long as the first frame, which is drawn in the
  /// meantime.
  private func map() {
    guard !isMapped else { return }
    isMapped = true
    if arguments.usesTerminal, isatty(STDERR_FILENO) != 0 { ErrorOutput.hold() }
    window.map()
  }

  /// Shows the data so far, and opens the window if necessary, unless another update comes within some milliseconds.
  private func showWhenQuiet(for milliseconds: Int) {
    let count = rhythm.count
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      MainActor.assumeIsolated {
        guard rhythm.count == count else { return }
        for screen in screens { screen.loop.sceneDidUpdate() }
        showWindow()
      }
    }
  }

  private func showWindow() {
    guard !isShown else { return }
    isShown = true
    if arguments.isKiosk { screen.dashboard?.startTurning(at: loop.time) }
    map()
    loop.drawFrame()
    // The history is read only now, so that the reading does not delay the first picture.
    history?.start()
    followMonitors()
    control = openControl()
    watchFrames()
    notifier?.notify("READY=1")
    reportState()
    // The icon is set later, so that it does not delay the first picture.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      MainActor.assumeIsolated { window.setIcons(Icon.images) }
    }
  }

  // MARK: Data

  private func showInput() {
    switch input {
    case .none: if case .gallery(let scene) = screen.shown { scene.open(at: loop.time) }
    case .recording(let recording):
      guard let scene = screen.dashboard else { return }
      scene.ingest(recording)
      loop.sceneDidUpdate()
    case .machine, .rows, .files: break
    case .dashboard(let dashboard): follow(dashboard)
    }
  }

  private func follow(_ dashboard: DashboardInput) {
    guard let scene = screen.dashboard else { return }
    scene.showProblems(dashboard.problems)
    var wasWaiting = dashboard.isWaiting
    dashboard.follow { [weak self] in
      self?.reload(dashboard, into: scene)
      if wasWaiting, !dashboard.isWaiting { self?.openFirst(dashboard, in: scene) }
      wasWaiting = dashboard.isWaiting
    }
  }

  /// Shows an update, and requests the next update of its source.
  private func ingest(_ update: FeedUpdate, from source: SourceSpec) {
    let now = clock.now
    let refresh = window.refreshInterval
    var step = rhythm.take(update, from: source, at: now, refresh: refresh, isShown: isShown)
    heapTrim.update(at: now)
    idleCode.update(at: now)
    history?.record(update, from: source)
    let news = feeds.take(update, from: source, at: SystemClock.utc)
    for line in news.lines { printError(verbatim: line) }
    if news.isNewState { reportState() }
    if !update.samples.isEmpty { map() }
    for screen in screens {
      screen.dashboard?.ingest(update, from: source, at: screen.loop.motionStart)
      if let notice = news.notice {
        screen.dashboard?.showTextNotice(notice, at: screen.loop.time)
        screen.loop.setNeedsFrame()
      }
      if step.showing == .now { screen.loop.sceneDidUpdate() }
    }
    reportPages()
    checkThresholds()
    if !update.samples.isEmpty, step.showing == .now { showWindow() }
    let wantsExit = update.text?.wantsExit ?? false
    let isOver = update.health == .ended && arguments.exitsAtEnd
    if case .rows(_, let rows) = input {
      if wantsExit || isOver { return end(.done) }
      step.asksAtOnce = step.asksAtOnce || rows.isFile
    }
    if step.asksAtOnce {
      input.feeds?.request(source)
    } else {
      DispatchQueue.main.asyncAfter(deadline: .now() + refresh) { [weak self] in
        MainActor.assumeIsolated { self?.input.feeds?.request(source) }
      }
    }
    if case .whenQuiet(let milliseconds) = step.showing { showWhenQuiet(for: milliseconds) }
  }

  /// Reports once that a repeated page has more values than pages have room.
  private func reportPages() {
    guard let notice = screen.dashboard?.pagesNotice, notice != reportedPagesNotice else { return }
    reportedPagesNotice = notice
    printError(verbatim: "wallchart: \(notice)")
  }

  /// Compares the values with the thresholds that take over the screen or run commands, now and at the time when a
  /// breach starts to count or ends without new data. Only the first of several screens is checked.
  func checkThresholds() {
    guard let scene = screen.dashboard else { return }
    let page = scene.pageIndex
    defer { if scene.pageIndex != page, !sides.areInUse { turnSides() } }
    for event in scene.checkThresholds(at: loop.time) {
      // The commands of a replay's breaches have run in the past.
      if !arguments.replaysHistory { breachCommands.run(event, in: input.folder) }
      loop.setNeedsFrame()
    }
    history?.keep(scene.reportedBreaches)
    guard let due = scene.nextThresholdCheck, due < thresholdCheck ?? .infinity else { return }
    thresholdCheck = due
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, due - clock.now) + 0.001) {
      [weak self] in
      MainActor.assumeIsolated {
        // A check that was scheduled for an earlier time has replaced this one.
        guard let self, self.thresholdCheck == due else { return }
        self.thresholdCheck = nil
        self.checkThresholds()
      }
    }
  }

  private func keepFeeds() {
    if let sources = input.feeds?.names { feeds.keep(sources, at: SystemClock.utc) }
  }

  /// Shows the changed dashboard, or the mistakes in its file.
  private func reload(_ dashboard: DashboardInput, into scene: DashboardScene) {
    if let notifier {
      notifier.notifyReload { show(dashboard, in: scene) }
    } else {
      show(dashboard, in: scene)
    }
    reportState()
  }

  private func show(_ dashboard: DashboardInput, in scene: DashboardScene) {
    for problem in dashboard.problems { printError(verbatim: problem.description) }
    keepFeeds()
    rhythm.keep { dashboard.spec.sources[$0] != nil }
    for screen in screens {
      screen.dashboard?.replace(spec: dashboard.spec, at: screen.loop.time)
      screen.loop.setNeedsFrame()
    }
    showTitle()
    followScreenCare()
    followRest()
    followHistory()
    checkThresholds()
    scene.showProblems(dashboard.problems)
  }

  /// Opens the first valid dashboard of a kiosk that was started without one, as at a start.
  private func openFirst(_ dashboard: DashboardInput, in scene: DashboardScene) {
    arguments.showPageOrNotice(of: dashboard.spec, in: scene, at: loop.time)
    if isShown { scene.startTurning(at: loop.time) }
    turnSides()
  }

  func end(_ code: ExitCode) {
    programEnd.begin(code)
    ErrorOutput.setPatience(.short)
    notifier?.notify("STOPPING=1")
    control?.stop()
    input.feeds?.stop()
    for history in retiredHistories + [history].compactMap({ $0 }) { history.finish() }
    // The handing over handles events, and the end of the X server must not end the program a second time.
    for screen in screens {
      screen.window.handler = nil
      screen.window.handOverClipboard()
    }
    sides.close()
    screen.close()
    ErrorOutput.release()
    if arguments.printsStatistics {
      StatisticsOutput.printLast(loop.statistics, sourceWakeups: input.feeds?.wakeups ?? 0)
    }
    // The threads of sources may still use libraries that `exit` would take down.
    _exit(code.rawValue)
  }
}
