import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Panels in which the title and the value share a line.
@Suite struct LowPanelTests {
  private let size = Size(480, 260)

  private func scene() throws -> DashboardScene {
    let text = """
      columns: 3
      rows: [1, 1, 1, 1]
      panels:
        - {title: Payments interface, source: {http: "http://localhost/a", path: .v}}
        - {title: Orders, source: {http: "http://localhost/b", path: .v}}
        - {title: Number, source: {http: "http://localhost/c", path: .v}}
        - {title: Clock, chart: clock}
        - title: Doors
          chart: states
          mappings: {1: {text: open, color: green}}
          source: {http: "http://localhost/c", path: .v}
        - {title: Bars, chart: bars, unit: W, source: {http: "http://localhost/c", path: .v}}
        - title: Table
          chart: table
          thresholds: [{below: 0.5}]
          series:
            - {label: up, source: {http: "http://localhost/c", path: .v}}
            - {label: down, source: {http: "http://localhost/c", path: .w}}
        - {title: Alerts, chart: alerts}
        - {title: A, source: {http: "http://localhost/c", path: .v}}
        - {title: B, source: {http: "http://localhost/c", path: .v}}
        - {title: C, source: {http: "http://localhost/c", path: .v}}
        - {title: D, source: {http: "http://localhost/c", path: .v}}
      """
    let spec = try DashboardFile(path: "f").parse(Array(text.utf8))
    let scene = DashboardScene(
      spec: spec, host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: ChartEnvironment(
        theme: .dark, type: TypeScale(page: size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
        isAnimated: false, wallClock: { 100.25 }))
    scene.layOut(size: size, scale: 1)
    let sources = spec.pages[0].panels.flatMap(\.series).map(\.source)
    scene.ingest(
      FeedUpdate(health: .failing(since: 0, reason: "the database does not answer in time")),
      from: sources[0], at: 0)
    let asked = spec.pages[0].panels.flatMap(\.series).filter { $0.source == sources[2] }
    let samples = Set(asked.map(\.query)).map { query in
      let column = SampleBatch.Column(query.metric, [query.name == ".w" ? 0 : 1])
      return FeedUpdate.Samples(query, SampleBatch(times: [100], columns: [column]))
    }
    scene.ingest(FeedUpdate(samples: samples, health: .fresh), from: sources[2], at: 0)
    return scene
  }

  /// Each chart shows the value that stands for it.
  @Test func eachChartHasAValue() throws {
    let panels = try scene().view.grid.panels.map(\.panel.layer.visibleTexts)
    #expect(panels.map(\.count).allSatisfy { $0 >= 2 })
    #expect(panels[0].map { String($0.prefix(3)) } == ["Pay", "the"])
    #expect(panels[1] == ["Orders", "waiting for data"])
    #expect(panels[3] == ["Clock", "00:01"])
    #expect(panels[4] == ["Doors", "open"])
    #expect(panels[5] == ["Bars", "1", "W"])
    // The line beyond its threshold stands for the table.
    #expect(panels[6] == ["Table · down +1", "0.0"])
    #expect(panels[7] == ["Alerts", "2"])
  }

  /// No two texts of a panel lie over each other, and none leaves the panel.
  @Test func textsStandBesideEachOther() throws {
    for panel in try scene().view.grid.panels.map(\.panel.layer) {
      var frames: [Rect] = []
      func collect(_ layer: Layer, _ origin: Point) {
        guard !layer.isHidden, layer.opacity > 0 else { return }
        let frame = layer.frame.offsetBy(dx: origin.x, dy: origin.y)
        if layer is TextLayer, frame.width > 0 { frames.append(frame) }
        for part in layer.sublayers { collect(part, Point(frame.minX, frame.minY)) }
      }
      for part in panel.sublayers { collect(part, .zero) }
      #expect(frames.count >= 2)
      let sorted = frames.sorted { $0.minX < $1.minX }
      #expect(sorted.first?.minX ?? 0 >= 0)
      #expect(sorted.last?.maxX ?? 0 <= panel.bounds.width)
      for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(a.maxX <= b.minX) }
    }
  }

  @Test func aPageOfLowPanels() throws {
    expectGolden(PanelPictures.draw(try scene(), size, at: 4), named: "panels-low")
  }
}
