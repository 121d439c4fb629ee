import Charts
import Feeds
import Geometry
import Testing

@testable import Dashboard

/// Views that stand still, and copies of the values in them.
@Suite struct HeldViewTests {
  private let sources = ["one", "late"].map { PanelPictures.source($0) }
  private let size = Size(960, 540)

  /// A page of panels whose windows are 10, 60 and 300 seconds long; the second source ends a minute earlier.
  private func scene(_ charts: [PanelSpec.Chart] = [.line, .area, .line]) throws -> DashboardScene {
    let windows: [Double] = [10, 60, 300]
    let panels = charts.enumerated().map { i, chart in
      var panel = PanelPictures.panel(chart, title: "P\(i)", of: sources[i == 2 ? 1 : 0])
      panel.window = windows[i]...windows[i]
      panel.thresholds = []
      return panel
    }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "Held", pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1, isAnimated: false))
    scene.layOut(size: size, scale: 1)
    let readings = PanelPictures.readings()
    scene.ingest(FeedUpdate(readings: readings, health: .fresh), from: sources[0], at: 0)
    scene.ingest(
      FeedUpdate(readings: readings.filter { $0.time < PanelPictures.now - 60 }, health: .fresh),
      from: sources[1], at: 0)
    return scene
  }

  private func ingest(_ scene: DashboardScene, after seconds: Double) {
    let reading = Reading(
      time: PanelPictures.now + seconds, values: ["a": 20, "b": 20, "c": 20, "d": 20])
    scene.ingest(
      FeedUpdate(readings: [reading], health: .fresh), from: sources[0], at: seconds)
  }

  private func times(_ scene: DashboardScene) -> [ClosedRange<Double>?] {
    scene.view.grid.panels.map { $0.panel.shownPlot?.time }
  }

  private func place(_ scene: DashboardScene, _ panel: Int, _ share: Double) throws -> Point {
    let frame = try #require(scene.view.panel(panel)?.plotFrame)
    return Point(frame.minX + share * frame.width, frame.midY)
  }

  /// Plots keep the lengths of their own windows while time stands still, also after a zoom and with a hidden line.
  @Test func aPauseKeepsWindows() throws {
    let scene = try scene()
    let live = times(scene)
    scene.setPaused(true, at: 1)
    #expect(scene.respond(to: .zoom(notches: 3), at: 1))
    #expect(times(scene) != live)
    #expect(scene.respond(to: .live, at: 1))
    #expect(times(scene) == live)
    _ = scene.respond(to: .toggleSeries(0), at: 1)
    #expect(times(scene) == live)
  }

  /// A drag selects times of the panel in which it began, although data comes meanwhile.
  @Test func aDragInAShortWindow() throws {
    let scene = try scene()
    let before = times(scene)
    let (start, end) = (try place(scene, 0, 0.25), try place(scene, 0, 0.75))
    _ = scene.respond(to: .press(start, extends: false, clicks: 1), at: 0)
    ingest(scene, after: 1)
    ingest(scene, after: 2)
    #expect(times(scene) == before)
    _ = scene.respond(to: .point(end), at: 2)
    #expect(scene.respond(to: .release(end), at: 2))
    let first = try #require(before[0])
    let zoomed = try #require(times(scene)[0])
    // The zoom is as long as the distance of the samples allows, around the middle of the selection.
    let middle = (zoomed.lowerBound + zoomed.upperBound) / 2
    #expect(abs(middle - first.lowerBound - 5) < 0.1, "\(zoomed) \(first)")
    #expect(zoomed.upperBound - zoomed.lowerBound < 11)
    #expect(scene.respond(to: .live, at: 3))
    #expect(times(scene)[0]?.upperBound == PanelPictures.now + 2)
  }

  private func copied(_ scene: DashboardScene) -> [String: String] {
    scene.valuesText.split(separator: "\n").reduce(into: [:]) { values, line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if parts.count == 3 { values[parts[0]] = parts[2] }
    }
  }

  /// A copy has what the panels show: a missing value where a line has none at the crosshair, the age of a late value,
  /// and the reduction of a panel.
  @Test func aCopyHasWhatIsShown() throws {
    let scene = try scene()
    scene.advance(to: 70)
    let live = copied(scene)
    #expect(live["P0"] == "47.3 (1 min ago)" && live["P2"]?.hasSuffix("(1 min ago)") == true)
    ingest(scene, after: 71)
    #expect(copied(scene)["P0"] == "20")
    _ = scene.respond(to: .point(try place(scene, 0, 0.99)), at: 71)
    #expect(copied(scene)["P2"] == "–")
    let shown = scene.view.grid.panels[2].panel.shownContent.value?.text
    #expect(shown == "–")
    // The crosshair of that panel rests at no sample, because none is of that moment.
    let panel = try #require(scene.view.panel(2))
    #expect(panel.sampleTime(showing: PanelPictures.now + 71) == nil)
    #expect(panel.sampleTime(showing: PanelPictures.now - 100.5) != nil)
  }
}
