import Charts
import Dashboard
import Feeds
import Geometry
import Glibc
import Metrics
import Stage
import Typography

extension DashboardScene: Scene {}
extension GalleryScene: Scene {}

extension Input {
  /// The present time in UTC seconds; in a recording, the time of the last sample.
  fileprivate var wallClock: @Sendable () -> Double {
    if case .recording(let recording) = self, let last = recording.end { return { last } }
    return { Double(time(nil)) }
  }
}

extension Arguments {
  /// Shows the page of a dashboard that the command line names, if any.
  @MainActor
  func showPage(of dashboard: DashboardInput, in scene: DashboardScene) throws(Failure) {
    guard let name = page else { return }
    guard let index = scene.pageIndex(named: name) else {
      let pages = dashboard.spec.pages.map { "'\($0.name)'" }.joined(separator: ", ")
      throw Failure(.usage, "there is no page '\(name)': there is \(pages)")
    }
    scene.showPage(index, at: nil)
  }
}

/// A page together with its input.
enum ShownPage {
  case dashboard(DashboardScene)
  case gallery(GalleryScene)

  /// Makes the page for a command line.
  @MainActor
  init(_ arguments: Arguments, input: Input, fonts loading: FontLoading) throws(Failure) {
    let fonts: FontLibrary
    do throws(FontError) {
      fonts = try loading.wait()
    } catch {
      throw Failure(.unavailable, error.description)
    }
    let environment = ChartEnvironment(
      theme: input.theme(arguments), type: TypeScale(page: Size(1280, 720)),
      fonts: fonts, zone: .system(), scale: 1, isAnimated: arguments.isAnimated,
      reducesMotion: arguments.reducesMotion, wallClock: input.wallClock)
    switch input {
    case .machine(_, let host):
      self = .dashboard(
        DashboardScene(
          spec: .system(host: host), host: host, environment: environment, lateAfter: 5))
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
    case .dashboard(let dashboard):
      let scene = DashboardScene(
        spec: dashboard.spec, host: HostInfo.ofThisMachine, environment: environment)
      if !dashboard.isWaiting { try arguments.showPage(of: dashboard, in: scene) }
      self = .dashboard(scene)
    case .none:
      let options = arguments.gallery ?? GalleryOptions()
      self = .gallery(
        GalleryScene(
          charts: options.chart.map { [$0] } ?? GalleryChart.allCases,
          language: options.language ?? GalleryOptions.language(ofLocale: GalleryOptions.locale),
          today: environment.zone.civil(Double(time(nil))), environment: environment))
    }
  }

  var page: any Page & Scene {
    switch self {
    case .dashboard(let scene): scene
    case .gallery(let scene): scene
    }
  }
}
