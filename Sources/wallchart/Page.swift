import Charts
import Dashboard
import Geometry
import Metrics
import Sources
import Stage
import Typography

/// A scene that shows the system dashboard.
extension DashboardScene: Scene {}

/// Makes the page that the command line asks for.
@MainActor
func makePage(_ arguments: Arguments, input: Input) throws(Failure) -> DashboardScene {
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
  return DashboardScene(
    spec: .system(host: input.source.host), host: input.source.host, environment: environment,
    lateAfter: input.recorded == nil ? 5 : .infinity)
}
