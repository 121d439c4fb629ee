import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Synchronization
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Pages that show the past in place of the present say so, with its moment.
@Suite struct PastMomentTests {
  private static let start = 1_732_244_400.0
  private final class Moment: Sendable {
    let time = Mutex(PastMomentTests.start)
  }

  private func scene(_ moment: Moment, size: Size, title: String = "Hall") throws -> DashboardScene
  {
    var clock = PanelSpec(title: "", chart: .clock, series: [], unit: .none)
    clock.options.showsSeconds = true
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: false, wallClock: { moment.time.withLock { $0 } })
    let host = HostInfo(name: "orion", system: "Debian 12", cores: 2, uptime: 60, memoryTotal: 1e9)
    let scene = DashboardScene(
      spec: DashboardSpec(title: title, pages: [PageSpec(panels: [clock])]), host: host,
      environment: environment)
    scene.pastKind = "replay"
    scene.layOut(size: size, scale: 1)
    return scene
  }

  /// The moment stands in the header, or over a page that is too low for one, beside whatever title.
  @Test(arguments: [
    (1920, 1080, "Hall"), (800, 480, "Hall"), (420, 300, "A title as long as the page"),
    (300, 120, "Hall"),
  ])
  func theMomentIsTold(width: Double, height: Double, title: String) throws {
    let scene = try scene(Moment(), size: Size(width, height), title: title)
    #expect(
      scene.root.visibleTexts.contains { $0.hasSuffix("replay · Fri 22 Nov 2024 03:00:00 UTC") })
  }

  @Test func clocksShowTheMoment() throws {
    let moment = Moment()
    let scene = try scene(moment, size: Size(800, 480))
    // The clock moves with the data alone.
    #expect(scene.nextChange(after: 0) == nil)
    func shows(_ time: String) -> Bool {
      let texts = scene.root.visibleTexts
      return texts.contains("replay · Fri 22 Nov 2024 \(time) UTC") && texts.contains(time)
    }
    try #require(shows("03:00:00"))
    moment.time.withLock { $0 += 75 }
    scene.showPastMoment(at: 1)
    try #require(shows("03:01:15"))
    scene.setPaused(true, at: 2)
    #expect(scene.root.visibleTexts.contains("paused · replay · Fri 22 Nov 2024 03:01:15 UTC"))
  }
}
