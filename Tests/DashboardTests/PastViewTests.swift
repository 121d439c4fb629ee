import Charts
import Feeds
import Geometry
import History
import Metrics
import Testing

@testable import Dashboard

/// A page whose view goes back to before the start of the program.
@Suite struct PastViewTests {
  private let query = Query.metric("load.1")

  private func scene(lateAfter: Double = .infinity) throws -> DashboardScene {
    let panel = PanelSpec(
      title: "A", chart: .line, series: [SeriesSpec("load.1")], unit: .none, window: 60...60)
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(panels: [panel])]),
      host: HostInfo(name: "h", system: "", cores: 1, uptime: 0, memoryTotal: 0),
      environment: try PointerPage().scene.view.environment, lateAfter: lateAfter)
    scene.layOut(size: Size(800, 480), scale: 1)
    scene.ingest(update(10_000...10_060, value: 1), from: .system(period: 1), at: 0)
    return scene
  }

  private func update(_ times: ClosedRange<Int>, value: Double) -> FeedUpdate {
    let batch = SampleBatch(
      times: times.map { Double($0) },
      columns: [SampleBatch.Column("load.1", times.map { _ in value })])
    return FeedUpdate(samples: [FeedUpdate.Samples(query, batch)])
  }

  private func answer(
    to wish: DashboardHistory.Wish, value: Double, of query: Query = .metric("load.1")
  ) -> DashboardPast {
    var past = HistoryPast()
    let times = Array(stride(from: wish.range.lowerBound, through: wish.range.upperBound, by: 1))
    past.series[SeriesKey(.system(period: 1), query).query] = [
      HistoryPast.Piece(width: 0, times: times, values: times.map { _ in value })
    ]
    return DashboardPast(past, of: wish.queries)
  }

  /// The parts of the past that a scene has asked for.
  private final class Wishes {
    var all: [DashboardHistory.Wish] = []
  }

  /// A scene that shows a past of sevens.
  private func sceneInThePast(
    lateAfter: Double = .infinity
  ) throws -> (scene: DashboardScene, wishes: Wishes) {
    let (scene, wishes) = (try scene(lateAfter: lateAfter), Wishes())
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.all.append($0) }
    _ = scene.respond(to: .pan(share: -2), at: 1)
    scene.show(answer(to: wishes.all[0], value: 7), of: wishes.all[0], at: 1)
    return (scene, wishes)
  }

  private func plot(_ scene: DashboardScene) throws -> (
    time: ClosedRange<Double>?, extent: ClosedRange<Double>?
  ) {
    let plot = try #require(scene.view.panel(0)?.shownPlot)
    let samples = try #require(plot.series.first?.samples)
    let shown = samples.indices(from: plot.time.lowerBound, through: plot.time.upperBound)
    return (plot.time, shown.isEmpty ? nil : samples.extent(in: shown))
  }

  @Test func goingBackReadsWhatIsOnTheDisk() throws {
    let scene = try scene()
    var wishes: [DashboardHistory.Wish] = []
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.append($0) }
    #expect(scene.respond(to: .pan(share: -2), at: 1))
    #expect(wishes.map(\.range) == [9850...9970])
    #expect(try plot(scene).time == 9880...9940)
    scene.show(answer(to: wishes[0], value: 7), of: wishes[0], at: 1)
    #expect(try plot(scene).extent == 7...7)
    // A past that was read in advance is not read again.
    #expect(scene.respond(to: .pan(share: -0.25), at: 2))
    #expect(wishes.count == 1)
    // The last one of several moves while a wish is under way is asked for.
    for _ in 0..<3 { #expect(scene.respond(to: .pan(share: -1), at: 3)) }
    #expect(wishes.count == 2)
    scene.show(answer(to: wishes[1], value: 8), of: wishes[1], at: 3)
    #expect(wishes.count == 3)
    scene.show(answer(to: wishes[2], value: 9), of: wishes[2], at: 3)
    #expect(wishes.count == 3)
    #expect(try plot(scene).extent == 9...9)
    // The view ends where the history does.
    for _ in 0..<200 { _ = scene.respond(to: .pan(share: -1), at: 4) }
    #expect(try plot(scene).time == 5000...5060)
    #expect(scene.respond(to: .live, at: 5))
    #expect(try plot(scene).time == 10_000...10_060)
    #expect(try plot(scene).extent == 1...1)
  }

  /// A dashboard that is edited while the user looks at the past reads the past of the new panels.
  @Test func anEditedDashboardReadsThePastAnew() throws {
    let (scene, wishes) = try sceneInThePast()
    var panel = scene.spec.pages[0].panels[0]
    panel.title = "B"
    scene.replace(spec: DashboardSpec(pages: [PageSpec(panels: [panel])]), at: 2)
    #expect(wishes.all.count == 2)
    scene.show(answer(to: wishes.all[1], value: 8), of: wishes.all[1], at: 2)
    #expect(try plot(scene).extent == 8...8)
    #expect(try plot(scene).time == 9880...9940)
  }

  /// A scene that shows sevens on the first one of two pages.
  private func pagesInThePast() throws -> (scene: DashboardScene, wishes: Wishes) {
    let (scene, _) = try sceneInThePast()
    let page = scene.spec.pages[0]
    var second = page
    second.name = "B"
    scene.replace(spec: DashboardSpec(pages: [page, second]), at: 2)
    _ = scene.respond(to: .live, at: 2)
    let wishes = Wishes()
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.all.append($0) }
    _ = scene.respond(to: .pan(share: -1), at: 3)
    let wish = try #require(wishes.all.first)
    scene.show(answer(to: wish, value: 7), of: wish, at: 3)
    try #require(try plot(scene).extent == 7...7)
    return (scene, wishes)
  }

  /// The user compares pages at an earlier time.
  @Test func thePageThatTheUserTurnsToShowsTheSameTime() throws {
    let (scene, wishes) = try pagesInThePast()
    let time = try plot(scene).time
    scene.turnPage(by: 1, at: 4)
    #expect(scene.pageIndex == 1)
    #expect(try plot(scene).time == time)
    try #require(wishes.all.count == 2)
    scene.show(answer(to: wishes.all[1], value: 8), of: wishes.all[1], at: 4)
    #expect(try plot(scene).extent == 8...8)
    #expect(scene.respond(to: .live, at: 5))
    #expect(try plot(scene).time == 10_000...10_060)
  }

  /// A page that takes over the screen, or that another monitor turns to, shows the present, whatever data comes.
  @Test func aPageThatComesByItselfLeavesThePast() throws {
    let (scene, wishes) = try pagesInThePast()
    #expect(scene.change(to: 1, at: 4))
    #expect(wishes.all.count == 1)
    scene.ingest(update(10_061...10_062, value: 1), from: .system(period: 1), at: 5)
    #expect(try plot(scene).extent == 1...1)
    #expect(try plot(scene).time == 10_002...10_062)
  }

  /// Memory keeps little more than the window: older samples of the same run come from the disk, too.
  @Test func goingBackBeyondMemoryReadsTheDisk() throws {
    let (scene, wishes) = (try scene(), Wishes())
    scene.setHistory(startTime: 10_000, oldest: 10_000) { wishes.all.append($0) }
    for start in stride(from: 10_061, to: 12_000, by: 60) {
      scene.ingest(update(start...start + 59, value: 1), from: .system(period: 1), at: 1)
    }
    #expect(scene.respond(to: .pan(share: -0.1), at: 2))
    #expect(wishes.all.isEmpty)
    #expect(scene.respond(to: .pan(share: -10), at: 3))
    let wish = try #require(wishes.all.first)
    scene.show(answer(to: wish, value: 7), of: wish, at: 3)
    #expect(try plot(scene).extent == 7...7)
    // The view ends at the start of the program.
    for _ in 0..<100 { _ = scene.respond(to: .pan(share: -1), at: 4) }
    #expect(try plot(scene).time == 10_000...10_060)
  }

  /// The answer to a request for other panels is not taken for the answer to the next one, though both have one range.
  @Test func anAnswerForFormerPanelsIsDropped() throws {
    let (scene, wishes) = (try scene(), Wishes())
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.all.append($0) }
    _ = scene.respond(to: .pan(share: -2), at: 1)
    var panel = scene.spec.pages[0].panels[0]
    panel.title = "B"
    scene.replace(spec: DashboardSpec(pages: [PageSpec(panels: [panel])]), at: 2)
    try #require(wishes.all.count == 2 && wishes.all[0].range == wishes.all[1].range)
    scene.show(answer(to: wishes.all[0], value: 7), of: wishes.all[0], at: 3)
    #expect(try plot(scene).extent == nil)
    scene.show(answer(to: wishes.all[1], value: 8), of: wishes.all[1], at: 3)
    #expect(try plot(scene).extent == 8...8)
  }

  /// The past of a pipe stays in view while rows come, although a pipe keeps only its last rows.
  @Test func thePastOfAPipeOutlivesItsNextRow() throws {
    var panel = PanelSpec(
      title: "A", chart: .line, series: [SeriesSpec("load.1")], unit: .none, window: 60...60)
    panel.shows = .rows(100)
    var samples = SceneSamples()
    samples.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let source = SourceSpec.system(period: 1)
    _ = samples.append(update(10_000...10_400, value: 1), from: source, at: 0, now: nil)
    let wish = DashboardHistory.Wish(queries: [(source, query)], range: 5000...5200, resolution: 0)
    samples.look(at: answer(to: wish, value: 7), through: 5200, at: 0, now: 10_400)
    _ = samples.append(update(10_401...10_401, value: 1), from: source, at: 1, now: nil)
    let stored = try #require(samples.shown.sources[source]?.queries[query]?.anySeries("load.1"))
    #expect(stored.samples[0] == Sample(time: 5000, value: 7))
    #expect(stored.samples.last?.time == 10_401)
  }

  /// A screen that opens beside a paused one that shows the past begins with the present.
  @Test func anotherScreenBeginsWithThePresent() throws {
    let (scene, _) = try sceneInThePast()
    scene.setPaused(true, at: 2)
    scene.ingest(update(10_061...10_090, value: 3), from: .system(period: 1), at: 3)
    let other = DashboardScene(
      spec: scene.spec, host: scene.description.host, environment: scene.view.environment)
    other.layOut(size: Size(800, 480), scale: 1)
    other.adoptData(of: scene, at: 4)
    #expect(!other.isPaused)
    #expect(try plot(other).time == 10_030...10_090)
    #expect(try plot(other).extent == 1...3)
  }

  /// Each page of a paused display has a range of its own, from which its zoom starts.
  @Test func aPausedPageZoomsFromItsOwnRange() throws {
    let scene = try scene()
    var pages = scene.spec.pages
    pages.append(pages[0])
    pages[1].name = "long"
    pages[1].panels[0].window = 30...30
    scene.replace(spec: DashboardSpec(pages: pages), at: 1)
    scene.setPaused(true, at: 2)
    scene.showPage(1, at: 3)
    let before = try #require(try plot(scene).time)
    #expect(before == 10_030...10_060)
    #expect(scene.respond(to: .pan(share: -0.5), at: 4))
    #expect(try plot(scene).time == 10_015...10_045)
  }

  /// A page that an edited dashboard no longer has takes its zoom along.
  @Test func aRemovedPageTakesItsZoomAlong() throws {
    let scene = try scene()
    var pages = scene.spec.pages
    pages[0].name = "one"
    pages.append(pages[0])
    pages[1].name = "two"
    scene.replace(spec: DashboardSpec(pages: pages), at: 1)
    scene.showPage(1, at: 2)
    #expect(scene.respond(to: .zoom(notches: 2), at: 3) && scene.navigator.isZoomed)
    scene.replace(spec: DashboardSpec(pages: [pages[0]]), at: 4)
    #expect(!scene.navigator.isZoomed)
    #expect(try plot(scene).time == 10_000...10_060)
  }

  /// A panel whose data becomes late is drawn anew, and goes on to show the past.
  @Test func whatBecomesLateKeepsThePast() throws {
    let (scene, _) = try sceneInThePast(lateAfter: 5)
    scene.advance(to: 60)
    #expect(try plot(scene).extent == 7...7)
  }

  /// Without a history, the view goes back as far as the memory does.
  @Test func withoutAHistoryTheMemoryIsAll() throws {
    let scene = try scene()
    #expect(!scene.respond(to: .pan(share: -2), at: 1))
  }

  /// Samples that come while the user looks back are there on the return.
  @Test func newSamplesComeInWhileTheUserLooksBack() throws {
    let (scene, _) = try sceneInThePast()
    scene.ingest(update(10_061...10_090, value: 3), from: .system(period: 1), at: 2)
    #expect(try plot(scene).time == 9880...9940)
    #expect(try plot(scene).extent == 7...7)
    #expect(scene.respond(to: .live, at: 5))
    #expect(try plot(scene).time == 10_030...10_090)
    #expect(try plot(scene).extent == 1...3)
  }

  private func latest(_ store: SampleStore) throws -> Double? {
    let stored = try #require(store.sources[.system(period: 1)]?.queries[query])
    return stored.anySeries("load.1")?.samples.last?.time
  }

  /// A pause holds news back also from the past that the user looks at, and the past is read anew after the pause.
  @Test func aPastOfAPauseTakesNoNews() throws {
    let (scene, wishes) = (try scene(), Wishes())
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.all.append($0) }
    scene.setPaused(true, at: 1)
    _ = scene.respond(to: .pan(share: -0.25), at: 1)
    let first = try #require(wishes.all.first)
    #expect(first.range == 9955...10_075)
    func past(_ wish: DashboardHistory.Wish) -> DashboardPast {
      var before = wish
      before.range = wish.range.lowerBound...9999
      return answer(to: before, value: 7)
    }
    scene.show(past(first), of: first, at: 1)
    scene.ingest(update(10_061...10_070, value: 3), from: .system(period: 1), at: 2)
    #expect(try latest(scene.samples.shown) == 10_060)
    #expect(try latest(scene.samples.newest) == 10_070)
    scene.setPaused(false, at: 3)
    try #require(wishes.all.count == 2)
    scene.show(past(wishes.all[1]), of: wishes.all[1], at: 3)
    #expect(try latest(scene.samples.shown) == 10_070)
    scene.ingest(update(10_071...10_072, value: 3), from: .system(period: 1), at: 4)
    #expect(try latest(scene.samples.shown) == 10_072)
  }

  /// A series that a paused dashboard gets shows the past up to the pause, at the place of the pause.
  @Test func aNewSeriesOfAPauseEndsWithThePause() throws {
    let (scene, wishes) = (try scene(), Wishes())
    let new = Query.metric("load.5")
    scene.setHistory(startTime: 10_000, oldest: 5000) { wishes.all.append($0) }
    scene.advance(to: 700)
    scene.setPaused(true, at: 700)
    scene.ingest(update(10_061...10_090, value: 3), from: .system(period: 1), at: 730)
    var panel = scene.spec.pages[0].panels[0]
    panel.series.append(SeriesSpec("load.5"))
    scene.replace(spec: DashboardSpec(pages: [PageSpec(panels: [panel])]), at: 731)
    let wish = DashboardHistory.Wish(
      queries: [(.system(period: 1), new)], range: 9900...10_090, resolution: 0)
    scene.restore(answer(to: wish, value: 7, of: new), at: 731, now: 10_090)
    let present = scene.samples.present.sources[.system(period: 1)]?.queries[new]
    #expect(present?.anySeries("load.5")?.samples.last?.time == 10_060)
    let asked = try #require(wishes.all.last)
    scene.show(answer(to: asked, value: 7, of: new), of: asked, at: 731)
    let shown = scene.samples.shown.sources[.system(period: 1)]?.queries[new]
    #expect(shown?.anySeries("load.5")?.samples.last?.time == 10_060)
    #expect(try plot(scene).time?.upperBound == 10_060)
  }

  /// The header of a paused page keeps its time, whatever the user does.
  @Test func theTimeOfAPauseStays() throws {
    let scene = try scene()
    let before = scene.view.headerText.clock
    try #require(before != nil)
    scene.setPaused(true, at: 1)
    scene.ingest(update(10_061...10_070, value: 3), from: .system(period: 1), at: 2)
    _ = scene.respond(to: .pan(share: -0.25), at: 2)
    #expect(scene.view.headerText.clock == before)
    scene.setPaused(false, at: 3)
    #expect(scene.view.headerText.clock != before)
  }

  /// The past that is read during a pause is shown, and the series of an edited dashboard are kept.
  @Test func aPauseTakesThePastAndNewSeries() throws {
    let scene = try scene()
    scene.setPaused(true, at: 1)
    let wish = DashboardHistory.Wish(
      queries: [(.system(period: 1), query)], range: 9900...9999, resolution: 0)
    scene.restore(answer(to: wish, value: 7), at: 2, now: 10_060)
    let stored = try #require(scene.samples.shown.sources[.system(period: 1)]?.queries[query])
    #expect(stored.anySeries("load.1")?.samples[0].value == 7)
    var panel = scene.spec.pages[0].panels[0]
    panel.series = [SeriesSpec("load.5")]
    scene.replace(spec: DashboardSpec(pages: [PageSpec(panels: [panel])]), at: 3)
    #expect(
      scene.samples.shown.sources[.system(period: 1)]?.queries.keys.contains(.metric("load.5"))
        == true)
    scene.setPaused(false, at: 4)
    #expect(scene.samples.shown.sources[.system(period: 1)]?.queries.keys.contains(query) == false)
  }
}
