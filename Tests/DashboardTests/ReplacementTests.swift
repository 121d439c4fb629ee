import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Dashboard

/// A dashboard that is replaced while it is running.
@Suite struct ReplacementTests {
  private static let size = Size(960, 540)
  private let source = PanelPictures.source("one")

  private func panel(_ chart: PanelSpec.Chart, title: String) -> PanelSpec {
    PanelPictures.panel(chart, title: title, of: source)
  }

  private func spec(_ panels: [PanelSpec]) -> DashboardSpec {
    DashboardSpec(title: "Rack 4", pages: [PageSpec(columns: 2, panels: panels)])
  }

  private func scene(_ spec: DashboardSpec, isAnimated: Bool = true) throws -> DashboardScene {
    let scene = DashboardScene(
      spec: spec,
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(
        Self.size, .dark, scale: 1, isAnimated: isAnimated))
    scene.layOut(size: Self.size, scale: 1)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: source, at: 0)
    return scene
  }

  /// The names of each panel's animations, in order.
  private func animations(_ scene: DashboardScene) -> [Set<String>] {
    func keys(_ layer: Layer) -> Set<String> {
      Set(layer.animationKeys).union(layer.mask.map(keys) ?? []).union(
        layer.sublayers.flatMap { keys($0) })
    }
    return scene.view.grid.panels.map { keys($0.panel.layer) }
  }

  /// The names of each panel's hidden lines.
  private func hidden(_ scene: DashboardScene) -> [[String]] {
    scene.view.grid.panels.map {
      $0.panel.shownPlot?.series.filter(\.isHidden).map(\.name) ?? []
    }
  }

  /// Shows the next page, and then the first one again.
  private func turnAndReturn(_ scene: DashboardScene) {
    scene.showPage(1, at: nil)
    scene.showPage(0, at: nil)
  }

  /// A hidden line stays hidden where it goes, and hides no line of another panel.
  @Test func aHiddenLineIsTheSameAfterAnEdit() throws {
    let (a, b) = (panel(.stacked, title: "A"), panel(.stacked, title: "B"))
    func spec(_ panels: [PanelSpec]) -> DashboardSpec {
      DashboardSpec(
        pages: [
          PageSpec(name: "P", panels: panels),
          PageSpec(name: "Q", panels: [panel(.line, title: "C")]),
        ])
    }
    let scene = try scene(spec([a, b]))
    scene.navigator.toggle(1, of: [0])
    turnAndReturn(scene)
    #expect(hidden(scene) == [["web"], []])
    scene.replace(spec: spec([b, a]), at: 1)
    #expect(hidden(scene) == [[], ["web"]])
    turnAndReturn(scene)
    #expect(hidden(scene) == [[], ["web"]])
    // Another line at the place of the hidden one is shown.
    var changed = a
    changed.series.remove(at: 1)
    scene.replace(spec: spec([b, changed]), at: 2)
    #expect(hidden(scene) == [[], []])
    scene.replace(spec: spec([a]), at: 3)
    turnAndReturn(scene)
    #expect(hidden(scene) == [["web"]])
  }

  @Test func pagesOfOneNameHaveHiddenLinesOfTheirOwn() throws {
    let scene = try scene(
      DashboardSpec(
        pages: ["A", "B"].map { PageSpec(name: "P", panels: [panel(.stacked, title: $0)]) }))
    scene.navigator.toggle(0, of: [0])
    scene.showPage(1, at: nil)
    #expect(hidden(scene) == [[]])
    scene.showPage(0, at: nil)
    #expect(hidden(scene) == [["db"]])
  }

  @Test func panelsThatAreAsBeforeGoOn() throws {
    let (a, b, c) = (
      panel(.line, title: "A"), panel(.stacked, title: "B"), panel(.number, title: "C")
    )
    let scene = try scene(spec([a, b]))
    let before = scene.view.grid.panels.map { ObjectIdentifier($0.panel) }
    scene.root.completeAnimations(at: 3)
    #expect(animations(scene) == [[], []])
    scene.replace(spec: spec([b, a, c]), at: 3)
    let after = scene.view.grid.panels.map { ObjectIdentifier($0.panel) }
    #expect(Array(after.prefix(2)) == before.reversed())
    #expect(animations(scene).map { $0.contains("drawOn") } == [false, false, true])
    scene.replace(spec: spec([c]), at: 4)
    #expect(scene.view.grid.panels.map { ObjectIdentifier($0.panel) } == [after[2]])
  }

  /// A host that appears gives its panel a copy, and the panels of other sources still become late.
  @Test func aNewHostKeepsTheLatenessOfOtherPanels() throws {
    let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let query = Query.promQL("up")
    var hosts = PanelSpec(
      title: "H", chart: .line, series: [SeriesSpec(source: pipe, query: query)], unit: .none)
    hosts.repeatedLabel = "host"
    let scene = try scene(spec([panel(.line, title: "A"), hosts]))
    let due = try #require(scene.page.nextChange)
    func ingest(_ names: [String], at time: Double) {
      let batch = SampleBatch(
        times: [time],
        columns: names.map { SampleBatch.Column(Metric("up", labels: ["host": $0]), [1]) })
      scene.ingest(FeedUpdate(samples: [.init(query, batch)]), from: pipe, at: time)
    }
    ingest(["web"], at: 1)
    ingest(["mail", "web"], at: 2)
    #expect(scene.page.spec.panels.map(\.title) == ["A", "H · mail", "H · web"])
    #expect(try #require(scene.page.nextChange) <= due)
    #expect(scene.view.panel(0)?.shownContent.state == .fresh)
    scene.advance(to: due + 1)
    #expect(scene.view.panel(0)?.shownContent.state != .fresh)
  }

  /// The notes, the meter and the events of a copy are those of its own host.
  @Test func aCopyHasTheWordsOfItsHost() throws {
    let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let query = Query.promQL("up")
    let series = SeriesSpec(source: pipe, query: query)
    var hosts = PanelSpec(
      title: "H", chart: .line, series: [series], unit: .none,
      note: [.value(prefix: "of", series, .none)])
    hosts.repeatedLabel = "host"
    hosts.meter = [series]
    hosts.options.annotations = [AnnotationSpec(series: series)]
    let scene = try scene(spec([hosts]))
    let columns = zip(["mail", "web"], [7.0, 40]).map {
      SampleBatch.Column(Metric("up", labels: ["host": $0]), [$1])
    }
    let batch = SampleBatch(times: [1], columns: columns)
    scene.ingest(FeedUpdate(samples: [.init(query, batch)]), from: pipe, at: 1)
    let contents = try scene.page.spec.panels.indices.map {
      try #require(scene.view.panel($0)?.shownContent)
    }
    #expect(contents.map(\.note) == ["of 7.00", "of 40.0"])
    #expect(contents.map(\.meter) == [[0.07], [0.4]])
    let labels = scene.page.spec.panels.map { $0.allSeries.map { $0.labels["host"] } }
    #expect(labels == [["mail", "mail", "mail", "mail"], ["web", "web", "web", "web"]])
  }

  /// A panel that is new during a pause shows the data of the pause at once.
  @Test func aPanelThatIsNewInAPauseIsNotBlank() throws {
    let scene = try scene(spec([panel(.line, title: "A")]))
    scene.setPaused(true, at: 1)
    scene.replace(spec: spec([panel(.line, title: "A"), panel(.number, title: "B")]), at: 2)
    #expect(scene.view.panel(1)?.shownContent.state == .fresh)
  }

  /// A change of a dashboard leaves the second of two pages of the same name in view.
  @Test func pagesOfTheSameNameStay() throws {
    let pages = ["A", "B"].map { PageSpec(name: "Web", panels: [panel(.line, title: $0)]) }
    let scene = try scene(DashboardSpec(title: "Rack 4", pages: pages))
    scene.turnPage(by: 1, at: 1)
    scene.replace(spec: DashboardSpec(title: "Rack 5", pages: pages), at: 2)
    #expect(scene.pageIndex == 1)
  }

  /// A panel with a new axis glides to it; a panel with a new name is the same panel.
  @Test func panelsThatChangeAreNotDrawnOn() throws {
    let old = panel(.line, title: "A")
    let scene = try scene(spec([old]))
    let before = ObjectIdentifier(scene.view.grid.panels[0].panel)
    scene.root.completeAnimations(at: 3)
    var new = old
    new.title = "Renamed"
    new.range.maximum = 400
    scene.replace(spec: spec([new]), at: 3)
    #expect(ObjectIdentifier(scene.view.grid.panels[0].panel) == before)
    #expect(animations(scene)[0].contains("path") && !animations(scene)[0].contains("drawOn"))
    // Another series under the same title makes another panel, which does not draw itself on.
    new.series[0].query = .path("b")
    scene.replace(spec: spec([new]), at: 4)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: source, at: 4)
    #expect(!animations(scene)[0].contains("drawOn"))
  }

  /// The final picture does not depend on earlier dashboards.
  @Test func theEndIsAsIfItHadAlwaysBeen() throws {
    let charts = PanelSpec.Chart.allCases
    let all = charts.map { panel($0, title: "\($0)") }
    let last = spec([all[3], all[0], all[6], all[1]])
    let scene = try scene(spec(all), isAnimated: false)
    var edited = all
    edited[0].thresholds = []
    edited[1].legend = .hidden
    edited[5].unit = .percent
    for (i, panels) in [edited, all.reversed(), [all[2]], last.pages[0].panels].enumerated() {
      scene.replace(spec: spec(panels), at: Double(i))
    }
    // Series that were not used for a while have no values until new ones come.
    let readings = PanelPictures.readings()
    scene.ingest(FeedUpdate(readings: readings, health: .fresh), from: source, at: 4)
    let fresh = try self.scene(last, isAnimated: false)
    let pixels = [scene, fresh].map {
      PanelPictures.draw($0, Self.size, at: 4).pixels
    }
    #expect(zip(pixels[0], pixels[1]).count { $0 != $1 } == 0)
  }

  /// Only the grid changes: panels are in other places, and stay the same panels.
  @Test func anotherGrid() throws {
    let panels = [panel(.line, title: "A"), panel(.area, title: "B")]
    let scene = try scene(spec(panels), isAnimated: false)
    var wide = spec(panels)
    wide.pages[0].columns = 1
    scene.replace(spec: wide, at: 1)
    let frames = scene.view.grid.panels.map(\.panel.layer.frame)
    #expect(frames[0].minX == frames[1].minX && frames[0].maxY < frames[1].minY)
    wide.pages[0].columns = 2
    wide.pages[0].panels[0].span.rows = 2
    wide.pages[0].panels.append(panel(.number, title: "C"))
    scene.replace(spec: wide, at: 2)
    let tall = scene.view.grid.panels.map(\.panel.layer.frame)
    #expect(tall[0].height > 1.9 * tall[1].height && tall[2].minX == tall[1].minX)
  }

  @Test func itsThemeIsThatOfTheFile() throws {
    let scene = try scene(spec([panel(.line, title: "A")]))
    var light = spec([panel(.line, title: "A")])
    light.theme = "light"
    scene.replace(spec: light, at: 1)
    #expect(scene.theme == .light)
  }
}

/// Pages of all kinds of panels, in motion and at rest.
@Suite struct PanelMotionTests {
  private static let size = Size(720, 504)
  private let source = PanelPictures.source("one")

  private func scene(scale: Double, reducesMotion: Bool = false) throws -> DashboardScene {
    let panels = PanelSpec.Chart.allCases.map { PanelPictures.panel($0, of: source) }
    var environment = try PanelPictures.environment(
      Self.size, .dark, scale: scale, isAnimated: true)
    environment.reducesMotion = reducesMotion
    let scene = DashboardScene(
      spec: DashboardSpec(title: "Rack 4", pages: [PageSpec(columns: 3, panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment)
    scene.layOut(size: Self.size, scale: scale)
    return scene
  }

  /// After its motion a page sleeps until a panel's text changes, or the time axis of late data goes on.
  @Test func stillMeansAsleep() throws {
    let scene = try scene(scale: 1)
    let readings = PanelPictures.readings()
    #expect(scene.nextChange(after: 0) == nil)
    scene.ingest(FeedUpdate(readings: readings.dropLast(), health: .fresh), from: source, at: 1)
    scene.ingest(FeedUpdate(readings: readings.suffix(1), health: .fresh), from: source, at: 5)
    scene.root.completeAnimations(at: 8)
    #expect(scene.root.nextChange(after: 8, scale: 1, interval: 1 / 60) == nil)
    // Three times the period of five seconds.
    #expect(scene.nextChange(after: 8) == 20)
    scene.advance(to: 20)
    #expect(scene.nextChange(after: 20) == 21)
    scene.root.completeAnimations(at: 22)
    #expect(scene.root.nextChange(after: 22, scale: 1, interval: 1 / 60) == nil)
    scene.ingest(FeedUpdate(readings: [], health: .ended), from: source, at: 23)
    scene.root.completeAnimations(at: 25)
    #expect(scene.nextChange(after: 25) == 24)
  }

  /// With reduced motion no kind of panel moves anything: all changes fade.
  @Test func everyKindOnlyFades() throws {
    let scene = try scene(scale: 1, reducesMotion: true)
    let readings = PanelPictures.readings(last: 93)
    func keys(_ layer: Layer) -> Set<String> {
      Set(layer.animationKeys).union(layer.mask.map(keys) ?? []).union(
        layer.sublayers.flatMap { keys($0) })
    }
    scene.ingest(FeedUpdate(readings: readings.dropLast(), health: .fresh), from: source, at: 1)
    let opening = keys(scene.root)
    scene.root.completeAnimations(at: 4)
    scene.ingest(FeedUpdate(readings: readings.suffix(1), health: .fresh), from: source, at: 5)
    for shown in [opening, keys(scene.root)] {
      #expect(!shown.isEmpty && shown.isSubset(of: ["fadeIn", "leave", "opacity"]), "\(shown)")
    }
  }

  /// Frames drawn only within their damage equal whole drawings: through the opening, samples, states,
  /// thresholds, another specification and notices.
  @Test(arguments: [(1.0, 1), (1.5, 2)])
  func damageEqualsAFullRedraw(scale: Double, seed: UInt64) throws {
    let scene = try scene(scale: scale)
    var random = SeededGenerator(seed: seed)
    let screen = DamagedScreen(size: Self.size, scale: scale)
    let readings = PanelPictures.readings(hasGap: true, last: 93)
    scene.ingest(
      FeedUpdate(readings: Array(readings.prefix(50)), health: .fresh), from: source, at: 0)
    var time = 0.0
    for step in 0..<40 {
      time += Double.random(in: 0...0.1, using: &random)
      change(scene, step: step, readings, at: time)
      scene.advance(to: time)
      let different = screen.draw(scene.root, at: time)
      #expect(different == 0, "frame \(step) at \(time)")
    }
  }

  /// A file that is missing has no mistakes to be corrected.
  @Test(
    arguments: [
      (0, ["hall.yaml cannot be read", "/etc/hall.yaml: x", "", "waiting for the file"]),
      (
        3,
        [
          "hall.yaml has mistakes", "line 3, column 5: x", "",
          "waiting for the file to be corrected",
        ]
      ),
    ])
  func messagesAboutFiles(line: Int, lines: [String]) {
    let problem = Problem(file: "/etc/hall.yaml", line: line, column: 5, message: "x")
    #expect(DashboardScene.message(about: [problem]) == lines)
  }

  private func change(
    _ scene: DashboardScene, step: Int, _ readings: [Reading], at time: Double
  ) {
    if step % 4 == 1 {
      scene.ingest(
        FeedUpdate(readings: [readings[50 + step / 4]], health: .fresh), from: source, at: time)
    }
    if step == 14 {
      let message = "unknown key 'soruce'"
      scene.showProblems([Problem(file: "rack4.yaml", line: 12, column: 5, message: message)])
    }
    if step == 18 {
      var spec = scene.spec
      spec.pages[0].panels.swapAt(0, 2)
      spec.pages[0].panels[1].range.maximum = 400
      spec.pages[0].panels.remove(at: 4)
      scene.replace(spec: spec, at: time)
    }
    if step == 20 { scene.showProblems([]) }
    if step == 23 {
      let refused = FeedHealth.failing(since: 0, reason: "connection refused")
      scene.ingest(FeedUpdate(readings: [], health: refused), from: source, at: time)
    }
    if step == 30 { _ = scene.respond(to: .toggleSeries(1), at: time) }
    if step == 33 { _ = scene.respond(to: .step(-3), at: time) }
  }
}
