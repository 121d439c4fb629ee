import Charts
import Feeds
import Geometry
import Metrics
import Testing

@testable import Dashboard

/// A value that goes back and forth about its threshold makes nothing blink.
@Suite struct RecentBreachTests {
  private let source = PanelPictures.source("one")

  private func scene(panels: Int) throws -> DashboardScene {
    let panels = (0..<panels).map { i in
      PanelSpec(
        title: "\(i)", chart: .line, series: [SeriesSpec(source: source, query: .path("a"))],
        unit: .none, thresholds: i == 0 ? [ThresholdSpec(.above(90))] : [])
    }
    let size = Size(1280, 720)
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1), lateAfter: 1000)
    scene.layOut(size: size, scale: 1)
    return scene
  }

  private func feed(_ scene: DashboardScene, _ value: Double, at time: Double) {
    let reading = Reading(time: PanelPictures.now + time, values: ["a": value])
    scene.ingest(FeedUpdate(readings: [reading], health: .fresh), from: source, at: time)
  }

  private func panel(_ scene: DashboardScene, _ index: Int) -> Panel {
    scene.view.grid.panels[index].panel
  }

  @Test func theEdgeStaysUntilABreachNoLongerCounts() throws {
    let scene = try scene(panels: 9)
    for time in 0..<20 {
      feed(scene, time % 2 == 0 ? 91 : 89, at: Double(time))
      let content = panel(scene, 0).content
      #expect(content.needsAttention)
      #expect((content.signal != nil) == (time % 2 == 0))
      #expect(panel(scene, 0).emphasis == .standsOut && panel(scene, 8).emphasis == .recedes)
    }
    // The value is within its threshold since 19 seconds.
    #expect(scene.nextChange(after: 19).map { $0 <= 29 } == true)
    scene.advance(to: 28.9)
    #expect(panel(scene, 0).content.needsAttention)
    scene.advance(to: 29)
    #expect(!panel(scene, 0).content.needsAttention)
    #expect(panel(scene, 0).emphasis == .usual && panel(scene, 8).emphasis == .usual)
  }

  /// Each panel has breaches of its own, and those of panels that are gone are forgotten.
  @Test func panelsAreKeptApart() {
    var breaches = RecentBreaches()
    #expect(breaches.take(.red, of: 1, at: 0) == nil)
    #expect(breaches.take(nil, of: 2, at: 1) == nil)
    // A source that seldom has news was last seen in its breach long ago.
    let recent = breaches.take(nil, of: 1, at: 12)
    #expect(recent?.signal == .red && recent?.end == 22)
    #expect(breaches.take(nil, of: 1, at: 21.9) != nil)
    breaches.keep([2])
    #expect(breaches.take(nil, of: 1, at: 21.9) == nil)
  }

  /// A threshold that an edit removes, and a pause, leave no edge behind.
  @Test(arguments: [true, false]) func nothingIsHeldAfterAnEditOrAPause(isEdit: Bool) throws {
    let scene = try scene(panels: 1)
    feed(scene, 91, at: 0)
    #expect(panel(scene, 0).content.needsAttention)
    if isEdit {
      var spec = scene.spec
      spec.pages[0].panels[0].thresholds = []
      scene.replace(spec: spec, at: 1)
    } else {
      scene.setPaused(true, at: 1)
      feed(scene, 89, at: 2)
      #expect(panel(scene, 0).content.needsAttention)
      scene.setPaused(false, at: 15)
    }
    #expect(!panel(scene, 0).content.needsAttention)
  }
}
