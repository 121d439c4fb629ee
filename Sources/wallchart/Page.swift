import Charts
import Dashboard
import Feeds
import Files
import Geometry
import Glibc
import Messages
import Metrics
import Stage
import Typography

extension DashboardScene: Scene {}
extension GalleryScene: Scene {}

extension FontLoading {
  /// Starts to load the system's fonts, with the memory of earlier starts.
  static func start() -> FontLoading {
    FontLoading(memory: UserFolder.cache.path().map { $0 + "/wallchart/fonts" })
  }

  /// The fonts.
  func library() throws(Failure) -> FontLibrary {
    do throws(FontError) {
      let fonts = try wait()
      fonts.missingGlyph = { missing in
        printError(
          "wallchart: no font has '\(missing.character)' (\(missing.script)): "
            + "sudo apt install \(missing.package)")
      }
      return fonts
    } catch {
      throw Failure(.unavailable, Message(verbatim: error.description))
    }
  }
}

extension Input {
  /// The current time of a recording, which is the time of the last sample; nil for other data.
  fileprivate var ownClock: (@Sendable () -> Double)? {
    guard case .recording(let recording) = self, let last = recording.end else { return nil }
    return { last }
  }

  /// The label for data of the past; nil for current data.
  fileprivate func pastKind(_ arguments: Arguments) -> String? {
    if case .recording = self { return String(localized: "recording") }
    return arguments.replaysHistory ? String(localized: "replay") : nil
  }
}

extension Arguments {
  /// The index of the page that the command line names; nil if no page is named.
  func pageIndex(in dashboard: DashboardSpec) throws(Failure) -> Int? {
    guard let name = page else { return nil }
    guard let index = dashboard.pageIndex(named: name) else {
      throw Failure(.usage, dashboard.lack(ofPage: name))
    }
    return index
  }

  /// Shows the page that the command line names, if a page is named.
  @MainActor
  func showPage(of dashboard: DashboardSpec, in scene: DashboardScene) throws(Failure) {
    if let index = try pageIndex(in: dashboard) { scene.showPage(index, at: nil) }
  }

  /// Whether the window of a kiosk opens, where mistakes are notices, because nobody reads a message at a black wall.
  var opensKiosk: Bool { isKiosk && action == .window }

  /// Shows the page that the command line names, or a notice about its name.
  @MainActor
  func showPageOrNotice(of dashboard: DashboardSpec, in scene: DashboardScene, at time: Double) {
    do throws(Failure) {
      try showPage(of: dashboard, in: scene)
    } catch {
      for line in error.lines { printError(verbatim: line) }
      scene.notify(error.message, at: time)
    }
  }
}

/// A page together with its input.
enum ShownPage {
  case dashboard(DashboardScene)
  case gallery(GalleryScene)

  /// Creates the page for a command line.
  /// - Parameter wallClock: returns the current time in UTC seconds, for a replay or a film; nil for the machine's
  ///   clock. A recording has a clock of its own.
  @MainActor
  init(
    _ arguments: Arguments, input: Input, fonts: FontLibrary,
    wallClock: (@Sendable () -> Double)? = nil
  ) throws(Failure) {
    var environment = ChartEnvironment(
      theme: input.theme(arguments), type: TypeScale(page: Size(1280, 720)),
      fonts: fonts, zone: .system(), scale: 1, isAnimated: arguments.isAnimated,
      reducesMotion: arguments.reducesMotion,
      wallClock: input.ownClock ?? wallClock ?? { SystemClock.utc })
    environment.viewing = arguments.isKiosk ? .wall : nil
    switch input {
    case .machine(_, let machine):
      self = .dashboard(
        DashboardScene(
          spec: machine.dashboard, host: machine.host, environment: environment, lateAfter: 5))
    case .recording(let recording):
      self = .dashboard(
        DashboardScene(
          spec: .system(host: recording.host, period: recording.period), host: recording.host,
          environment: environment, lateAfter: .infinity))
    case .rows(_, let rows):
      self = .dashboard(
        DashboardScene(
          rows: rows.source, options: arguments.stream, name: rows.name, isFile: rows.isFile,
          environment: environment, at: 0))
    case .files(_, let dashboard):
      self = .dashboard(
        DashboardScene(
          spec: dashboard, host: HostInfo.ofThisMachine, environment: environment,
          lateAfter: .infinity))
    case .dashboard(let dashboard):
      let scene = DashboardScene(
        spec: dashboard.spec, host: HostInfo.ofThisMachine, environment: environment)
      if !dashboard.isWaiting {
        // Somebody may have renamed the page since the last start.
        if arguments.opensKiosk {
          arguments.showPageOrNotice(of: dashboard.spec, in: scene, at: 0)
        } else {
          try arguments.showPage(of: dashboard.spec, in: scene)
        }
      }
      self = .dashboard(scene)
    case .none:
      let options = arguments.gallery ?? GalleryOptions()
      self = .gallery(
        GalleryScene(
          charts: options.chart.map { [$0] } ?? GalleryChart.allCases, look: options.look,
          language: options.language ?? GalleryOptions.language(ofLocale: GalleryOptions.locale),
          today: environment.zone.civil(Double(time(nil))), environment: environment))
    }
    if case .dashboard(let scene) = self {
      scene.pastKind = input.pastKind(arguments)
      scene.copies = !arguments.usesTerminal
    }
  }

  /// Fails if the input cannot be shown, or lacks data that the command line requests.
  @MainActor
  func checkInput() throws(Failure) {
    guard case .dashboard(let scene) = self, let diagnosis = scene.diagnosis else { return }
    throw Failure(.badData, Message(verbatim: diagnosis))
  }

  var page: any Page & Scene {
    switch self {
    case .dashboard(let scene): scene
    case .gallery(let scene): scene
    }
  }
}
