import Charts
import Dashboard
import Geometry
import Glibc
import Metrics
import Sources
import Stage
import Typography

extension DashboardScene: Scene {}
extension StreamScene: Scene {}
extension GalleryScene: Scene {}

/// A page with the one who feeds it.
enum ShownPage {
  case dashboard(DashboardScene)
  case stream(StreamScene)
  case gallery(GalleryScene)

  /// Makes the page that the command line asks for.
  @MainActor
  init(_ arguments: Arguments, input: Input) throws(Failure) {
    let fonts: FontLibrary
    do throws(FontError) {
      fonts = try FontLibrary()
    } catch {
      throw Failure(.unavailable, error.description)
    }
    let environment = ChartEnvironment(
      theme: Theme(name: arguments.theme) ?? .dark, type: TypeScale(page: Size(1280, 720)),
      fonts: fonts, zone: .system(), scale: 1, isAnimated: arguments.isAnimated,
      reducesMotion: arguments.reducesMotion)
    switch input {
    case .metrics(let source, let recorded):
      self = .dashboard(
        DashboardScene(
          spec: .system(host: source.host), host: source.host, environment: environment,
          lateAfter: recorded == nil ? 5 : .infinity))
    case .text(let source):
      self = .stream(
        StreamScene(
          options: arguments.stream, name: source.name, isFile: source.isFile,
          environment: environment, at: 0))
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
    case .stream(let scene): scene
    case .gallery(let scene): scene
    }
  }
}
