import Charts
import Dashboard
import Dispatch
import Feeds
import Geometry
import Glibc
import Metrics
import Raster
import Stage
import Typography
import Windowing

/// A page in a window, until the user or a signal ends the program.
@MainActor
final class WindowProgram {
  private let arguments: Arguments
  private let clock: Clock
  private let input: Input
  private let window: X11Window
  private let shown: ShownPage
  private let page: any Page & Scene
  private let loop: FrameLoop
  private var signals: [any DispatchSourceSignal] = []
  private let programEnd = ProgramEnd()
  private var isMapped = false
  private var hasToldCropping = false
  private var isShown = false
  /// The time of the last update of each source.
  private var lastUpdates: [SourceSpec: Double] = [:]
  private var feedLog = FeedLog()
  /// Reports the program's state to a service manager.
  private let notifier = ServiceNotifier()

  init(_ arguments: Arguments, clock: Clock) throws(Failure) {
    self.arguments = arguments
    self.clock = clock
    // Loading fonts takes as long as all steps before the page, so it runs beside them.
    let fonts = FontLoading()
    input = try Input(arguments)
    window = try WindowProgram.openWindow(arguments, theme: input.theme(arguments))
    shown = try ShownPage(arguments, input: input, fonts: fonts)
    page = shown.page
    loop = FrameLoop(
      surface: window, scene: page, renderer: Renderer(), clock: { clock.now })
    if arguments.printsStatistics { loop.onFrame = { StatisticsOutput.print($0) } }
  }

  private static func openWindow(
    _ arguments: Arguments, theme: Theme
  ) throws(Failure) -> X11Window {
    var options = X11Window.Options()
    options.title = (arguments.stream.title ?? "Wallchart").visible
    if let size = arguments.size { options.size = Size(Double(size.width), Double(size.height)) }
    options.scale = arguments.scale
    options.isFullscreen = arguments.isFullscreen || arguments.isKiosk
    options.monitor = arguments.monitor
    options.hidesPointerAfter = arguments.isKiosk ? 3 : nil
    options.keepsScreenOn = arguments.isKiosk
    options.reconnects = arguments.reconnects ?? arguments.isKiosk
    // A user who has just started a command goes on typing in the terminal.
    options.claimsFocus = !Input.isPipe(arguments)
    options.background = pixel(theme.background)
    do throws(WindowError) {
      return try X11Window(options: options)
    } catch {
      throw Failure(.unavailable, error.description)
    }
  }

  /// Starts everything; the main queue does the rest.
  func start() {
    window.handler = { [weak self] in self?.handle($0) }
    signals = programEnd.follow([SIGINT, SIGTERM, SIGHUP]) { [weak self] in self?.end(.done) }
    startInput()
    // If the data is certain to come at once, the window does not wait for it.
    if input.hasDataAtOnce { map() }
    // The first data usually comes within a moment. The window opens even without data.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(30)) { [self] in
      MainActor.assumeIsolated { showWindow() }
    }
  }

  /// Maps the window. The window manager needs about as long as the first frame, which is drawn in the
  /// meantime.
  private func map() {
    guard !isMapped else { return }
    isMapped = true
    window.map()
  }

  private func showWindow() {
    guard !isShown else { return }
    isShown = true
    if arguments.isKiosk, case .dashboard(let scene) = shown { scene.startTurning(at: loop.time) }
    map()
    loop.drawFrame()
    notifier?.tell("READY=1")
    // The icon is set later, so that it does not delay the first picture.
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      MainActor.assumeIsolated { window.setIcons(Icon.images) }
    }
  }

  // MARK: Data

  private func startInput() {
    switch input {
    case .none: page.replay(at: loop.time)
    case .recording(let recording):
      guard case .dashboard(let scene) = shown else { return }
      scene.ingest(recording)
      loop.sceneDidUpdate()
    case .machine, .rows: startFeeds()
    case .dashboard(let dashboard): startFeeds(of: dashboard)
    }
  }

  private func startFeeds() {
    input.feeds?.start { [weak self] source, update in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.ingest(update, from: source) } }
    }
  }

  private func startFeeds(of dashboard: DashboardInput) {
    startFeeds()
    guard case .dashboard(let scene) = shown else { return }
    scene.showProblems(dashboard.problems)
    var wasWaiting = dashboard.isWaiting
    dashboard.follow { [weak self] in
      self?.reload(dashboard, into: scene)
      if wasWaiting, !dashboard.isWaiting { self?.openFirst(dashboard, in: scene) }
      wasWaiting = dashboard.isWaiting
    }
  }

  /// Shows an update, and asks its source for the next one: at the next refresh, or at once if the source
  /// is slow.
  private func ingest(_ update: FeedUpdate, from source: SourceSpec) {
    guard case .dashboard(let scene) = shown else { return }
    let now = clock.now
    let refresh = window.refreshInterval
    var isSlow = update.timeCount <= 8 && now - (lastUpdates[source] ?? -.infinity) >= refresh
    lastUpdates[source] = now
    if let line = feedLog.line(about: update, of: source, at: now) { printError(line) }
    if !update.samples.isEmpty { map() }
    scene.ingest(update, from: source, at: loop.time)
    loop.sceneDidUpdate()
    if !update.samples.isEmpty { showWindow() }
    let wantsExit = update.text?.wantsExit ?? false
    let isOver = update.health == .ended && arguments.exitsAtEnd
    if case .rows(_, let rows) = input {
      if wantsExit || isOver { return end(.done) }
      isSlow = isSlow || rows.isFile
    }
    if isSlow {
      input.feeds?.request(source)
      return
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + refresh) { [weak self] in
      MainActor.assumeIsolated { self?.input.feeds?.request(source) }
    }
  }

  /// Shows the changed dashboard, or the mistakes in its file.
  private func reload(_ dashboard: DashboardInput, into scene: DashboardScene) {
    for problem in dashboard.problems { printError(problem.description) }
    feedLog.keep(dashboard.spec.sources.keys)
    scene.replace(spec: dashboard.spec, at: loop.time)
    scene.showProblems(dashboard.problems)
    loop.setNeedsFrame()
  }

  /// Begins with the first good dashboard of a kiosk that was started without one, as at a start.
  private func openFirst(_ dashboard: DashboardInput, in scene: DashboardScene) {
    do throws(Failure) {
      try arguments.showPage(of: dashboard, in: scene)
    } catch {
      for line in error.lines { printError(line) }
      scene.notify(error.message, at: loop.time)
    }
    if isShown { scene.startTurning(at: loop.time) }
  }

  private func end(_ code: ExitCode) {
    programEnd.begin(code)
    notifier?.tell("STOPPING=1")
    input.feeds?.stop()
    loop.stop()
    window.close()
    if arguments.printsStatistics {
      StatisticsOutput.printLast(loop.statistics, sourceWakeups: input.feeds?.wakeups ?? 0)
    }
    exit(code.rawValue)
  }

  // MARK: Events

  private func handle(_ event: SurfaceEvent) {
    switch event {
    case .key(let key, let modifiers): press(key, modifiers)
    case .pointer, .button, .scroll:
      if let input = PageInput(event, scale: window.scale) { respond(to: input) }
    case .closeRequested: end(.done)
    case .cropped(let width, let height): tellCropping(width: width, height: height)
    case .lost:
      printError(
        "wallchart: the X server has ended, or another program has closed the window: waiting to open "
          + "the window again")
      loop.handle(event)
    case .returned:
      printError("wallchart: the window is open again")
      loop.handle(event)
    case .disconnected:
      printError("wallchart: the X server has closed the connection")
      end(.unavailable)
    default: loop.handle(event)
    }
  }

  private func tellCropping(width: Int, height: Int) {
    guard !hasToldCropping else { return }
    hasToldCropping = true
    printError(
      "wallchart: the window of \(width)x\(height) pixels is larger than a picture can be (at most "
        + "\(PNG.largestSide) a side and \(PNG.largestArea) in all): only its top left is drawn")
  }

  private func respond(to input: PageInput) {
    if page.respond(to: input, at: loop.time) { loop.setNeedsFrame() }
  }

  private func press(_ key: Key, _ modifiers: KeyModifiers) {
    switch key {
    case .character("q"), .character("Q"): end(.done)
    case .character("f"), .character("F"): window.toggleFullscreen()
    case .character(" "): togglePause()
    case .character("r"), .character("R"): page.replay(at: loop.time)
    case .character("s"), .character("S"): saveSnapshot()
    case .character("t"), .character("T"): page.setTheme(page.theme == .dark ? .light : .dark)
    case .character("?"), .character("h"): page.toggleHelp()
    case .pageUp: page.turnPage(by: -1, at: loop.time)
    case .pageDown: page.turnPage(by: 1, at: loop.time)
    case .escape:
      if !page.hideHelp(), !page.respond(to: .dismiss, at: loop.time), window.isFullscreen {
        window.setFullscreen(false)
      }
    default:
      if let input = PageInput(key, modifiers) { respond(to: input) }
      return
    }
    loop.setNeedsFrame()
  }

  private func togglePause() {
    loop.isPaused.toggle()
    page.setPaused(loop.isPaused, at: loop.time)
  }

  /// Saves the window's picture in the current folder.
  private func saveSnapshot() {
    let name = WindowProgram.snapshotName(at: TimeZoneRules.system().civil(Double(time(nil))))
    let bitmap = Snapshot.draw(
      page, width: window.width, height: window.height, scale: window.scale, at: loop.time)
    do throws(Failure) {
      try Snapshot.save(bitmap, to: name)
      page.notify("saved \(name)", at: loop.time)
    } catch {
      page.notify("not saved: \(error.message)", at: loop.time)
    }
  }

  static func snapshotName(at time: CivilTime) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = digits(time.year, 4) + digits(time.month, 2) + digits(time.day, 2)
    let clock = digits(time.hour, 2) + digits(time.minute, 2) + digits(time.second, 2)
    return "wallchart-\(date)-\(clock).png"
  }
}

/// A colour as 0xRRGGBB.
private func pixel(_ color: Color) -> UInt32 {
  func byte(_ component: Double) -> UInt32 { UInt32((component * 255).rounded()) }
  return byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
}
