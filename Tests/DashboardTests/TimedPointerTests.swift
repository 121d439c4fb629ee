import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Dashboard

/// The pointer over charts of stretches of time: columns, states and heatmaps.
@Suite struct TimedPointerTests {
  private static let size = Size(1280, 720)

  /// A page with a panel of each of these kinds and a line.
  private func scene(theme: Theme = .dark) throws -> DashboardScene {
    let charts: [PanelSpec.Chart] = [.columns, .states, .heatmap, .line]
    let panels = charts.map { PanelPictures.panel($0, of: PanelPictures.source("one")) }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "Rack", pages: [PageSpec(columns: 2, panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 2, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(Self.size, theme, scale: 1))
    scene.layOut(size: Self.size, scale: 1)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    return scene
  }

  private func point(_ scene: DashboardScene, _ panel: Int, _ x: Double) throws -> Point {
    let frame = try #require(scene.view.panel(panel)?.plotFrame)
    return Point(frame.minX + x * frame.width, frame.midY)
  }

  private func readout(_ scene: DashboardScene) -> [String]? {
    let layer = scene.view.readout.layer
    return layer.isHidden ? nil : layer.sublayers.compactMap { ($0 as? TextLayer)?.line?.text }
  }

  /// A column tells its stretch of time and its value.
  @Test func aColumnIsRead() throws {
    let scene = try scene()
    #expect(scene.respond(to: .point(try point(scene, 0, 0.5)), at: 1))
    let texts = try #require(readout(scene))
    #expect(texts[0].wholeMatch(of: /\d\d:\d\d(:\d\d)? – \d\d:\d\d(:\d\d)?/) != nil, "\(texts)")
    let value = try #require(texts.last.flatMap { Double($0.replacing(",", with: "")) })
    let body = try #require(scene.view.panel(0)?.shownContent.body as? ColumnsContent)
    #expect(body.columns.contains { abs($0.values[0] - value) < 1 }, "\(value)")
    // The panel's large number is that of the same column.
    #expect(scene.view.panel(0)?.shownContent.value?.digits == texts.last)
  }

  /// Each lane tells its state at the second under the pointer.
  @Test func statesAreRead() throws {
    let scene = try scene()
    let body = try #require(scene.view.panel(1)?.shownContent.body as? StatesContent)
    for x in [0.1, 0.5, 0.9] {
      _ = scene.respond(to: .point(try point(scene, 1, x)), at: 1)
      let texts = try #require(readout(scene))
      let span = body.axes.time
      let time = span.lowerBound + x * (span.upperBound - span.lowerBound)
      for lane in body.lanes {
        let states = lane.stretches.filter { $0.start <= time + 1 && time - 1 <= $0.end }
        let place = try #require(texts.firstIndex(of: lane.name))
        #expect(states.contains { $0.text == texts[place + 1] } || texts[place + 1] == "–")
      }
    }
  }

  /// A column of a heatmap tells the bucket under the pointer, and its fullest buckets, with their percentages.
  @Test(arguments: [0.03, 0.47, 0.97]) func aHeatmapIsRead(height: Double) throws {
    let scene = try scene()
    let frame = try #require(scene.view.panel(2)?.plotFrame)
    let place = Point(frame.minX + 0.4 * frame.width, frame.maxY - height * frame.height)
    _ = scene.respond(to: .point(place), at: 1)
    let texts = try #require(readout(scene))
    let body = try #require(scene.view.panel(2)?.shownContent.body as? HeatmapContent)
    #expect(body.bucketNames.count == body.bucketCount)
    let buckets = texts.dropFirst().filter { body.bucketNames.contains($0) }
    #expect(!buckets.isEmpty && buckets.count <= 7 && Set(buckets).count == buckets.count)
    #expect(texts.dropFirst().allSatisfy { body.bucketNames.contains($0) || $0.hasSuffix(" %") })
    let row = Int(height * Double(body.bucketCount))
    #expect(buckets.first == body.bucketNames[row])
    let names = scene.view.readout.layer.sublayers.compactMap { $0 as? TextLayer }
      .filter { buckets.contains($0.line?.text ?? "") }
    let marked = names.filter { $0.foregroundColor == scene.view.theme.text }
    #expect(marked.map { $0.line?.text } == [body.bucketNames[row]])
  }

  /// The keys go from column to column, and from one change of a state to the next.
  @Test(arguments: [0, 1, 2]) func keysGoFromRestToRest(panel: Int) throws {
    let scene = try scene()
    _ = scene.respond(to: .point(try point(scene, panel, 0.5)), at: 1)
    let shown = try #require(scene.view.panel(panel))
    let start = try #require(scene.shownMoment)
    let next = try #require(shown.sampleTime(1, after: start))
    #expect(next > start)
    let after = try #require(shown.sampleTime(1, after: next))
    let back = try #require(shown.sampleTime(-1, after: after))
    #expect(after == next || back == next)
    // From one end to the other in many steps.
    let first = try #require(shown.sampleTime(-100_000, after: start))
    let last = try #require(shown.sampleTime(100_000, after: start))
    #expect(first < start && start < last)
    #expect(shown.sampleTime(Int.max, after: last) == last)
    #expect(shown.sampleTime(Int.min, after: first) == first)
    #expect(shown.sampleTime(nearest: .nan) == nil)
    #expect(try #require(shown.sampleTime(nearest: .infinity)) >= last - 120)
  }

  /// A stretch that is dragged over any of these charts becomes the range of all.
  @Test(arguments: [0, 1, 2]) func aStretchIsChosen(panel: Int) throws {
    let scene = try scene()
    let before = try #require(scene.liveRange)
    _ = scene.respond(to: .press(try point(scene, panel, 0.3), extends: false, clicks: 1), at: 1)
    _ = scene.respond(to: .point(try point(scene, panel, 0.6)), at: 1.1)
    _ = scene.respond(to: .release(try point(scene, panel, 0.6)), at: 1.2)
    let line = try #require(scene.view.panel(3)?.shownPlot)
    let (shown, whole) = (
      line.time.upperBound - line.time.lowerBound, before.upperBound - before.lowerBound
    )
    #expect(shown < 0.7 * whole, "\(shown) of \(whole)")
  }

  @Test(arguments: ["dark", "light"]) func pictures(theme: String) throws {
    for (panel, name) in [(0, "columns"), (1, "states"), (2, "heatmap")] {
      let scene = try scene(theme: try #require(Theme(name: theme)))
      _ = scene.respond(to: .point(try point(scene, panel, 0.55)), at: 1)
      expectGolden(
        PanelPictures.draw(scene, Self.size, at: 2), named: "pointer-\(name)-\(theme)")
    }
  }
}
