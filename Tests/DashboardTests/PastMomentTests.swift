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
    return try scene(moment, pages: [PageSpec(panels: [clock])], size: size, title: title)
  }

  private func scene(
    _ moment: Moment, pages: [PageSpec], size: Size = Size(800, 480), title: String = "Hall"
  ) throws -> DashboardScene {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: false, wallClock: { moment.time.withLock { $0 } })
    let host = HostInfo(name: "orion", system: "Debian 12", cores: 2, uptime: 60, memoryTotal: 1e9)
    let scene = DashboardScene(
      spec: DashboardSpec(title: title, pages: pages), host: host,
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

  /// Data ages, and breaches last, by the moment that is shown: the frame clock says nothing about a past.
  @Test func breachesAndAgesFollowTheMoment() throws {
    let moment = Moment()
    let source = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost/one", format: .json, every: 5))
    var panel = PanelSpec(
      title: "", chart: .number, series: [SeriesSpec(source: source, query: .path(".a"))],
      unit: .none)
    (panel.staleAfter, panel.takesOver) = (60, true)
    panel.thresholds = [ThresholdSpec(.above(10))]
    panel.thresholds[0].lasting = 30
    let calm = PanelSpec(title: "", chart: .clock, series: [], unit: .none)
    let scene = try scene(
      moment,
      pages: [PageSpec(name: "calm", panels: [calm]), PageSpec(name: "hot", panels: [panel])])
    var frame = 0.0
    /// Shows a value of a time, and then a later moment.
    func show(_ value: Double?, at time: Double, until end: Double) {
      frame += 0.25
      moment.time.withLock { $0 = Self.start + end }
      if let value {
        let batch = SampleBatch(
          .own(mostLate: .infinity), times: [Self.start + time],
          columns: [SampleBatch.Column(Metric("a"), [value])])
        let samples = [FeedUpdate.Samples(.path(".a"), batch)]
        scene.ingest(FeedUpdate(samples: samples), from: source, at: frame)
      }
      _ = scene.checkThresholds(at: frame)
      scene.showPastMoment(at: frame)
    }
    show(20, at: 0, until: 15)
    #expect(scene.pageIndex == 0)
    show(20, at: 30, until: 45)
    #expect(scene.pageIndex == 1)
    func state() -> PanelContent.State { scene.view.grid.panels[0].panel.content.state }
    #expect(state() == .fresh)
    show(nil, at: 0, until: 89)
    #expect(state() == .fresh)
    show(nil, at: 0, until: 150)
    #expect(state() == .late(age: "2 min ago"))
    show(5, at: 150, until: 165)
    #expect(state() == .fresh && scene.pageIndex == 1)
    show(5, at: 175, until: 176)
    #expect(scene.pageIndex == 0)
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
