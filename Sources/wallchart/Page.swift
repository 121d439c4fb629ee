import Charts
import Dashboard
import Geometry
import Metrics
import Sources
import Stage
import Typography

extension DashboardScene: Scene {}
extension StreamScene: Scene {}

/// A page with the one who feeds it.
enum ShownPage {
  case dashboard(DashboardScene)
  case stream(StreamScene)

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
    }
  }

  var page: any Page & Scene {
    switch self {
    case .dashboard(let scene): scene
    case .stream(let scene): scene
    }
  }
}
