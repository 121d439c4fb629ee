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

  /// A source that seldom has news was last seen in its breach long ago.
  @Test func anEdgeLastsFromTheEndOfTheBreach() {
    var edge = RecentBreach()
    func take(_ signal: SignalColor?, at time: Double) -> String {
      edge.take(signal, at: time).map { "\($0.signal) until \($0.end)" } ?? "none"
    }
    #expect(take(nil, at: -1) == "none" && take(.red, at: 0) == "none")
    #expect(take(nil, at: 12) == "red until 22.0" && take(nil, at: 21.9) == "red until 22.0")
    #expect(take(nil, at: 22) == "none" && take(nil, at: 22.1) == "none")
    #expect(take(.yellow, at: 24) == "none" && take(nil, at: 30) == "yellow until 40.0")
  }

  /// The rows of a list of alerts stay, too, and in their order.
  @Test func rowsStayUntilABreachNoLongerCounts() throws {
    let watched = ["a", "b"].map { name in
      PanelSpec(
        title: name, chart: .line, series: [SeriesSpec(source: source, query: .path(name))],
        unit: .none, thresholds: [ThresholdSpec(.above(90))])
    }
    let list = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    let size = Size(1280, 720)
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(panels: watched + [list])]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1), lateAfter: 1000)
    scene.layOut(size: size, scale: 1)
    func rows(_ a: Double, _ b: Double, at time: Double) -> [String] {
      let reading = Reading(time: PanelPictures.now + time, values: ["a": a, "b": b])
      scene.ingest(FeedUpdate(readings: [reading], health: .fresh), from: source, at: time)
      let body = panel(scene, 2).content.body as? AlertsContent
      return body?.alerts.map { $0.title + " " + $0.value } ?? []
    }
    #expect(rows(91, 92, at: 0) == ["a 91", "b 92"])
    #expect(rows(89, 93, at: 1) == ["a was 91", "b 93"])
    #expect(rows(95, 80, at: 5) == ["a 95", "b was 93"])
    #expect(rows(80, 80, at: 6) == ["a was 95", "b was 93"])
    #expect(panel(scene, 2).content.signal == .red)
    #expect(scene.nextChange(after: 6) == 15)
    scene.advance(to: 15)
    #expect((panel(scene, 2).content.body as? AlertsContent)?.alerts.map(\.title) == ["a"])
    scene.advance(to: 16)
    #expect((panel(scene, 2).content.body as? AlertsContent)?.alerts.isEmpty == true)
    #expect(!panel(scene, 2).content.needsAttention)
    #expect(rows(80, 80, at: 17) == [])
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
