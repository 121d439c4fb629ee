import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Synchronization
import Testing

@testable import Dashboard

/// Late data says so, and does not look current.
@Suite struct StaleTests {
  private let source = PanelPictures.source("one")

  private func scene(
    _ charts: [PanelSpec.Chart] = [.line], of sources: [SourceSpec]? = nil,
    size: Size = Size(960, 540), isAnimated: Bool = false,
    wallClock: (@Sendable () -> Double)? = nil
  ) throws -> DashboardScene {
    let sources = sources ?? [source]
    let panels = charts.enumerated().map { i, chart in
      PanelPictures.panel(chart, of: sources[i % sources.count])
    }
    var environment = try PanelPictures.environment(
      size, .dark, scale: 1, isAnimated: isAnimated)
    environment.wallClock = wallClock
    let scene = DashboardScene(
      spec: DashboardSpec(title: "Late", pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment)
    scene.layOut(size: size, scale: 1)
    return scene
  }

  private func feed(_ scene: DashboardScene, at time: Double = 0) {
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: source, at: time)
  }

  private func content(_ scene: DashboardScene, _ panel: Int = 0) -> PanelContent {
    scene.view.grid.panels[panel].panel.content
  }

  /// The axis ends at the last sample while data is fresh, and then goes on by a second at a time.
  @Test func timeGoesOnAndLeavesAGap() throws {
    let scene = try scene()
    feed(scene)
    func end() throws -> Double {
      try #require(content(scene).plot).time.upperBound - PanelPictures.now
    }
    #expect(try end() == 0)
    scene.advance(to: 14)
    #expect(try end() == 0)
    for time in [15.0, 16, 17, 100, 200] {
      scene.advance(to: time)
      #expect(abs(try end() - time) < 1e-6)
      #expect(scene.nextChange(after: time) == time + 1)
    }
    let plot = try #require(content(scene).plot)
    #expect(plot.time.upperBound - plot.time.lowerBound == 300)
    #expect(content(scene).state == .late(age: "3 min ago"))
    #expect(content(scene).isValueLate && plot.series[0].isLate)
    #expect(content(scene).value?.text == "47.3")
    // New data ends the gap.
    scene.ingest(
      FeedUpdate(readings: [Reading(time: PanelPictures.now + 201, values: ["a": 5])]),
      from: source,
      at: 201)
    #expect(try end() == 201)
    #expect(content(scene).state == .fresh && !content(scene).isValueLate)
  }

  /// Times that this machine's clock has not reached are a state of the panel: one of the clocks is wrong.
  @Test(
    arguments: [
      (-60, nil), (-61, "times are 1 min ahead"), (-10_800, "times are 3 h ahead"),
      (-10_798, "times are 3 h ahead"), (-3_596, "times are 1 h ahead"),
      (-3_569, "times are 59 min ahead"), (-86_398, "times are 1 d ahead"),
    ]
      as [(Double, String?)])
  func timesAheadOfTheClock(clock: Double, note: String?) throws {
    let scene = try scene([.line, .number], wallClock: { PanelPictures.now + clock })
    feed(scene)
    for panel in 0..<2 {
      #expect(content(scene, panel).note.contains("ahead") == (note != nil))
      if let note { #expect(content(scene, panel).note.hasSuffix(note)) }
    }
  }

  /// A copy has the values of all charts, also of those without a time axis.
  @Test(arguments: [.line, .number, .bars, .ring, .progress, .table] as [PanelSpec.Chart])
  func aCopyHasAllValues(chart: PanelSpec.Chart) throws {
    let scene = try scene([chart])
    feed(scene)
    let lines = scene.valuesText.split(separator: "\n")
    #expect(lines.contains { $0.contains("47") }, "\(lines)")
  }

  /// A source that dies in a pause is late as soon as the pause is over, and not before.
  @Test func timeGoesOnInAPause() throws {
    let scene = try scene()
    var pauses = 0.0
    scene.pauses = { pauses }
    feed(scene)
    scene.setPaused(true, at: 5)
    pauses = 95
    // Whatever makes the contents anew shows the moment of the pause.
    #expect(scene.respond(to: .zoom(notches: 2), at: 5))
    #expect(content(scene).state == .fresh)
    #expect(scene.respond(to: .live, at: 5))
    scene.setPaused(false, at: 5)
    #expect(content(scene).state == .late(age: "1 min ago"))
    #expect(scene.nextChange(after: 5) == 6)
    scene.advance(to: 6)
    let plot = try #require(content(scene).plot)
    #expect(abs(plot.time.upperBound - PanelPictures.now - 101) < 1e-6)
    // A sample that comes now is fresh.
    scene.ingest(
      FeedUpdate(readings: [Reading(time: PanelPictures.now + 102, values: ["a": 5])]),
      from: source, at: 7)
    #expect(content(scene).state == .fresh)
    scene.advance(to: 20)
    #expect(content(scene).state == .fresh)
  }

  /// A view of an earlier time does not speak of the last minutes, whatever the chart.
  @Test(arguments: [PanelSpec.Chart.line, .columns, .heatmap])
  func aViewBeforeTheData(chart: PanelSpec.Chart) throws {
    let scene = try scene([chart])
    feed(scene)
    scene.page.fixedRange = PanelPictures.now - 4000...PanelPictures.now - 3000
    scene.page.showAll(of: scene.samples.shown, now: 0, at: nil)
    let body = content(scene).body
    let text =
      (body as? PlotContent)?.emptyText ?? (body as? ColumnsContent)?.axes.emptyText
      ?? (body as? HeatmapContent)?.axes.emptyText
    #expect(text == "no data here")
  }

  /// A press whose release went to another program holds the page until the next press, wherever that is.
  @Test func aLostRelease() throws {
    let scene = try scene()
    feed(scene)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    let (start, end) = (Point(frame.minX + 90, frame.midY), Point(frame.minX + 200, frame.midY))
    _ = scene.respond(to: .press(start, extends: false, clicks: 1), at: 1)
    _ = scene.respond(to: .point(end), at: 2)
    #expect(!scene.navigator.isLive)
    _ = scene.respond(to: .press(.zero, extends: false, clicks: 1), at: 3)
    #expect(scene.navigator.isLive && scene.page.fixedRange == nil)
  }

  /// A panel is not drawn on in a pause, which would show nothing until the end of the pause.
  @Test func aPauseIsNotDrawnOn() throws {
    let scene = try scene(isAnimated: true)
    feed(scene)
    scene.setPaused(true, at: 5)
    scene.replay(at: 5)
    func keys(_ layer: Layer) -> [String] { layer.animationKeys + layer.sublayers.flatMap(keys) }
    #expect(!keys(scene.root).contains("drawOn"))
  }

  /// A panel whose plot does not reach back to the moment of another panel's crosshair has none.
  @Test func aMomentOutOfViewHasNoCrosshair() throws {
    let scene = try scene()
    feed(scene)
    let panel = scene.view.grid.panels[0].panel
    let (first, last) = (PanelPictures.now - 300, PanelPictures.now)
    #expect(panel.sampleTime(near: last) == last)
    // The panel shows the value of the sample before, and so does the mark.
    let before = try #require(panel.sampleTime(-1, after: last))
    #expect(before < last && panel.sampleTime(near: last - 0.01) == before)
    // The newest samples of two sources differ by a few seconds.
    #expect(panel.sampleTime(near: last + 14) == last)
    #expect(panel.sampleTime(near: last + 16) == nil)
    #expect(panel.sampleTime(near: first - 16) == nil)
  }

  /// Values of a zoomed view say their moment; a panel without data has no values.
  @Test func aPanelWithoutDataHasNoMoment() throws {
    let scene = try scene([.line, .line], of: [source, PanelPictures.source("two")])
    feed(scene)
    #expect(scene.respond(to: .zoom(notches: 2), at: 1))
    func moments(_ layer: Layer) -> Int {
      let isMoment = !layer.isHidden && (layer as? TextLayer)?.line?.text.hasPrefix("at ") == true
      return (isMoment ? 1 : 0) + layer.sublayers.reduce(0) { $0 + moments($1) }
    }
    #expect(moments(scene.root) == 1)
  }

  /// Over the gap the crosshair marks the last sample at its own time.
  @Test func theCrosshairTellsTheSamplesTime() throws {
    let scene = try scene()
    feed(scene)
    scene.advance(to: 60)
    let panel = try #require(scene.view.panel(0))
    let frame = try #require(panel.plotFrame)
    #expect(
      abs(try #require(panel.time(at: frame.maxX)) - PanelPictures.now - 60) < 1e-3)
    #expect(panel.sampleTime(nearest: PanelPictures.now + 60) == PanelPictures.now)
    #expect(scene.respond(to: .point(Point(frame.maxX - 2, frame.midY)), at: 60))
    let reading = try #require(panel.reading(at: PanelPictures.now, now: 60))
    #expect(reading.moment == "15:25:08")
    #expect(abs(reading.place.midX - frame.maxX + frame.width / 5) < 1)
  }

  /// A single failed request changes nothing; a failure that lasts shows its reason and the last value.
  @Test func aFailedRequestBlanksNothing() throws {
    let scene = try scene()
    feed(scene)
    let refused = FeedHealth.failing(since: 0, reason: "connection refused")
    scene.ingest(FeedUpdate(health: refused), from: source, at: 5)
    scene.advance(to: 14)
    #expect(content(scene).value?.text == "47.3")
    #expect(content(scene).state == .fresh && !content(scene).needsAttention)
    scene.advance(to: 20)
    #expect(content(scene).value?.text == "47.3")
    #expect(content(scene).failure?.reason == "connection refused")
    #expect(content(scene).needsAttention)
  }

  /// The large value is that of the first line that still gets values, unless none does.
  @Test(
    arguments: [
      // The health of the first source, the time of the second one's value, and the present.
      (.fresh, 0, 4, "a", false), (.ended, 0, 4, "b", false), (.fresh, 100, 100, "b", false),
      (.fresh, 0, 100, "a", true), (.ended, 100, 100, "b", false),
    ] as [(FeedHealth, Double, Double, String, Bool)])
  func aLiveLineStandsForAll(
    health: FeedHealth, later: Double, now: Double, name: String, isLate: Bool
  ) {
    let sources = [source, PanelPictures.source("two")]
    let panel = PanelSpec(
      title: "t", chart: .line,
      series: zip(["a", "b"], sources).map {
        SeriesSpec(label: $0, source: $1, query: .path("a"))
      }, unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ source: SourceSpec, _ health: FeedHealth, at time: Double) {
      let reading = Reading(time: PanelPictures.now + time, values: ["a": 5])
      _ = store.append(FeedUpdate(readings: [reading], health: health), from: source, at: time)
    }
    append(sources[0], health, at: 0)
    append(sources[1], .fresh, at: later)
    let lines = store.lines(of: panel)
    let content = store.content(
      of: panel, lines,
      health: PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: now))
    #expect(content.lead?.name == name && content.isValueLate == isLate)
  }

  /// The broker comes back, and only one of its topics has a new message: the values of the others stay, with their age,
  /// and so do their breaches.
  @Test func topicsThatAreSilentAfterAnOutage() throws {
    let broker = SourceSpec.mqtt(MQTTFeedSpec(host: "h"))
    let query = Query.topic("t/+")
    var panel = PanelSpec(
      title: "t", chart: .bars, series: [SeriesSpec(source: broker, query: query)], unit: .none)
    panel.thresholds = [ThresholdSpec(.above(50))]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func take(_ topics: [String: Double], at time: Double) {
      let columns = topics.sorted { $0.key < $1.key }.map {
        SampleBatch.Column(Metric("t/+", labels: ["1": $0.key]), [$0.value])
      }
      _ = store.append(
        FeedUpdate(
          samples: [.init(query, SampleBatch(times: [time], columns: columns))], health: .fresh),
        from: broker, at: time)
    }
    func content(at time: Double) throws -> (PanelContent, [String], [Bool]) {
      let lines = store.lines(of: panel)
      let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: time)
      let content = store.content(of: panel, lines, health: health)
      let bars = try #require(content.body as? BarsContent).bars
      return (content, bars.map(\.text), bars.map(\.isLate))
    }
    for time in 0..<4 { take(["a": 90, "b": 10], at: Double(time)) }
    let failure = FeedHealth.failing(since: 3, reason: "connection refused")
    _ = store.append(FeedUpdate(health: failure), from: broker, at: 4)
    _ = store.append(FeedUpdate(health: .fresh), from: broker, at: 30)
    take(["b": 11], at: 40)
    let (late, texts, areLate) = try content(at: 40)
    #expect(texts == ["90", "11"] && areLate == [true, false] && late.signal == .red)
    #expect(late.state == .late(age: "a 35 s ago"))
    #expect(store.judgedValues(of: panel, at: 40).values.map(\.isKnown) == [false, true])
    #expect(store.judgedValues(of: panel, at: 40).values.map(\.isEnded) == [false, false])
    take(["a": 20], at: 50)
    let (fresh, newTexts, areStillLate) = try content(at: 50)
    #expect(newTexts == ["20", "11"] && areStillLate == [false, false] && fresh.signal == nil)
  }

  /// A topic whose messages are no numbers ages no other topic of its broker.
  @Test func aTopicThatFailsAgesNoOther() throws {
    let broker = SourceSpec.mqtt(MQTTFeedSpec(host: "h"))
    let topics = ["a/b", "a/text"].map { Query.topic($0) }
    let panels = topics.map { topic in
      PanelSpec(
        title: topic.name, chart: .line, series: [SeriesSpec(source: broker, query: topic)],
        unit: .none)
    }
    let size = Size(960, 540)
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1))
    scene.layOut(size: size, scale: 1)
    let reason = "'hello' is not a number"
    func update(_ time: Double) -> FeedUpdate {
      let batch = SampleBatch(
        times: [PanelPictures.now + time], columns: [SampleBatch.Column("a/b", [5])])
      return FeedUpdate(
        samples: [FeedUpdate.Samples(topics[0], batch)],
        health: .failing(since: 0, reason: reason), missing: [topics[1]: reason])
    }
    for time in [0.0, 30, 60] { scene.ingest(update(time), from: broker, at: time) }
    #expect(content(scene).state == .fresh && !content(scene).isValueLate)
    #expect(content(scene, 1).failure?.reason == reason)
  }

  /// Rows that a database already has are as old as their times say, and begin no breach. Later rows are news, as late as
  /// their times may be; known rows are not.
  @Test func oldRowsAreNoNews() throws {
    let database = SourceSpec.sql(SQLFeedSpec(.sqlite("a.db"), every: 5))
    let query = Query.sql("SELECT")
    var panel = PanelSpec(
      title: "t", chart: .number, series: [SeriesSpec(source: database, query: query)],
      unit: .none)
    panel.thresholds = [ThresholdSpec(.above(50), color: .red)]
    panel.onBreach = "true"
    var environment = try PanelPictures.environment(Size(960, 540), .dark, scale: 1)
    let start = PanelPictures.now
    environment.wallClock = { start }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "t", pages: [PageSpec(panels: [panel])]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment)
    scene.layOut(size: Size(960, 540), scale: 1)
    func ingest(_ ages: [Double], at time: Double) {
      let times = ages.map { start - $0 }
      let batch = SampleBatch(
        .past(times[0]...start), times: times, columns: [.init("n", times.map { _ in 80 })])
      scene.ingest(
        FeedUpdate(samples: [.init(query, batch)], health: .fresh), from: database, at: time)
    }
    ingest([3600, 1560], at: 0)
    #expect(content(scene).state == .late(age: "26 min ago"))
    let clock = try #require(scene.view.headerText.clock)
    #expect(clock.hasPrefix("data of "))
    #expect(scene.checkThresholds(at: 0).isEmpty)
    ingest([3600, 1560], at: 5)
    #expect(content(scene).state == .late(age: "26 min ago"))
    ingest([1200], at: 10)
    #expect(content(scene).state == .fresh)
    #expect(scene.checkThresholds(at: 10).map(\.state) == [.breached])
  }

  /// The header's time is the time of the day while data comes, without seconds where data is rare, and that of old
  /// data a minute after the last sample.
  @Test(arguments: [1.0, 2, 5]) func theHeadersClockStopsWithTheData(period: Double) throws {
    final class Moment: Sendable {
      let time = Mutex(PanelPictures.now)
    }
    let moment = Moment()
    var environment = try PanelPictures.environment(Size(960, 540), .dark, scale: 1)
    environment.wallClock = { moment.time.withLock { $0 } }
    let source = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost", format: .json, every: period))
    // Only the header's time changes with time alone.
    let spec = DashboardSpec(
      title: "t", pages: [PageSpec(panels: [PanelPictures.panel(.line, of: source)])])
    let scene = DashboardScene(
      spec: spec, host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment, lateAfter: .infinity)
    scene.layOut(size: Size(960, 540), scale: 1)
    func advance(to time: Double) -> String? {
      moment.time.withLock { $0 = PanelPictures.now + time }
      scene.advance(to: time)
      return scene.view.headerText.clock
    }
    func ingest(at time: Double) {
      let reading = Reading(time: PanelPictures.now + time, values: ["a": 5])
      scene.ingest(FeedUpdate(readings: [reading], health: .fresh), from: source, at: time)
    }
    func civil(_ time: Double) -> CivilTime { environment.zone.civil(PanelPictures.now + time) }
    #expect(civil(0).second == 8 && scene.nextChange(after: 0) == nil)
    for start in [0.0, 500] {
      moment.time.withLock { $0 = PanelPictures.now + start }
      ingest(at: start)
      let ticks = period <= 2
      let minute = civil(start).clockTextOfMinute
      #expect(scene.view.headerText.clock == (ticks ? civil(start).clockText : minute))
      if ticks {
        #expect(scene.nextChange(after: start) == start + 4)
        #expect(advance(to: start + 3.5) == civil(start).clockText)
        #expect(advance(to: start + 4) == minute)
      }
      let next = start + 60 - Double(civil(start).second)
      #expect(scene.nextChange(after: ticks ? start + 4 : start) == next)
      #expect(advance(to: next - 0.5) == minute)
      #expect(advance(to: next) == civil(next).clockTextOfMinute)
      #expect(scene.nextChange(after: next) == start + 60)
      #expect(advance(to: start + 60) == "data of " + civil(start).clockText)
      #expect(scene.nextChange(after: start + 60) == nil)
    }
  }

  /// A sample with a wrong time in the future does not make the header tell that time.
  @Test func theHeaderTellsNoFuture() throws {
    let clock = SourceSpec.system(period: 1)
    let panels = [
      PanelPictures.panel(.line, of: source),
      PanelSpec(title: "b", chart: .line, series: [SeriesSpec("load.1")], unit: .none),
    ]
    let size = Size(960, 540)
    var environment = try PanelPictures.environment(size, .dark, scale: 1)
    environment.wallClock = { PanelPictures.now }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "t", pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment)
    scene.layOut(size: size, scale: 1)
    func ingest(_ time: Double, _ metric: Metric, from source: SourceSpec) {
      let reading = Reading(time: PanelPictures.now + time, values: [metric: 5])
      scene.ingest(FeedUpdate(readings: [reading], health: .fresh), from: source, at: 0)
    }
    ingest(-2, "load.1", from: clock)
    let before = try #require(scene.view.headerText.clock)
    ingest(2e9, "a", from: source)
    #expect(scene.view.headerText.clock == before)
    ingest(-1, "load.1", from: clock)
    #expect(scene.view.headerText.clock != before)
  }

  /// The line joins two samples with a single failed request between them, and not over an outage.
  @Test(arguments: [(10.0, false), (60, true)])
  func gapsAfterFailures(outage: Double, hasGap: Bool) throws {
    let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: pipe, query: .column("a"))], unit: .none
    )
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ time: Double, _ health: FeedHealth) {
      let readings = health == .fresh ? [Reading(time: time, values: ["a": 1])] : []
      _ = store.append(FeedUpdate(readings: readings, health: health), from: pipe, at: time)
    }
    for time in [0.0, 5, 10] { append(time, .fresh) }
    append(15, .failing(since: 15, reason: "broken pipe"))
    // A connection comes back before its first sample.
    _ = store.append(FeedUpdate(health: .fresh), from: pipe, at: 9 + outage)
    append(10 + outage, .fresh)
    let samples = store.stored(panel.series[0], in: panel)[0].series.samples
    #expect((0..<samples.count).contains { samples[$0].value.isNaN } == hasGap)
  }

  /// A plot with nothing in view says so in words, and its value axis has no ticks.
  @Test func nothingInViewHasNoInventedTicks() throws {
    let scene = try scene()
    feed(scene)
    scene.advance(to: 1000)
    let plot = try #require(content(scene).plot)
    #expect(plot.emptyText == "no data in the last 5 min")
    let texts = scene.root.visibleTexts
    #expect(texts.contains("no data in the last 5 min"))
    #expect(!texts.contains("0") && !texts.contains("100"))
    #expect(texts.contains("47.3"))
  }

  /// A panel's only series cannot be hidden.
  @Test func theOnlySeriesStays() throws {
    let scene = try scene([.line, .area])
    feed(scene)
    #expect(scene.respond(to: .toggleSeries(0), at: 1))
    #expect(content(scene, 0).plot?.series.map(\.isHidden) == [false])
    #expect(content(scene, 1).plot?.series.map(\.isHidden) == [true, false])
  }

  /// Among many panels the healthy ones recede while one needs attention.
  @Test(arguments: [(12, true), (6, false)]) func healthyPanelsRecede(count: Int, recede: Bool)
    throws
  {
    let other = PanelPictures.source("other")
    let scene = try scene(
      Array(repeating: .line, count: count),
      of: [source] + Array(repeating: other, count: count - 1))
    feed(scene)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: other, at: 0)
    func emphases() -> [Panel.Emphasis] { scene.view.grid.panels.map(\.panel.emphasis) }
    #expect(Set(emphases()) == [.usual])
    let high = Reading(time: PanelPictures.now + 1, values: ["a": 99])
    scene.ingest(FeedUpdate(readings: [high]), from: source, at: 1)
    #expect(emphases()[0] == (recede ? .standsOut : .usual))
    #expect(Set(emphases().dropFirst()) == [recede ? .recedes : .usual])
    let low = Reading(time: PanelPictures.now + 2, values: ["a": 9])
    scene.ingest(FeedUpdate(readings: [low]), from: source, at: 2)
    scene.advance(to: 12)
    #expect(Set(emphases()) == [.usual])
  }

  /// The plots of a column of panels begin at a multiple of 8, whatever was shown before.
  @Test func theGutterIsOneForAColumn() throws {
    let other = PanelPictures.source("other")
    let scene = try scene([.line, .line, .line, .line], of: [source, source, other, other])
    feed(scene)
    func lefts() -> [Double] {
      scene.view.panelIndices.map { i in
        let panel = scene.view.panel(i)!
        return panel.plotFrame!.minX - panel.layer.frame.minX
      }
    }
    func show(_ value: Double, at time: Double) {
      let reading = Reading(time: PanelPictures.now + time, values: ["a": value])
      scene.ingest(FeedUpdate(readings: [reading]), from: other, at: time)
    }
    // The padding of a page of 540 lines.
    let padding = 12.0
    for (step, value) in [5.0, 1234.5, -4321, 1e9].enumerated() {
      show(value, at: Double(step + 1))
      let lefts = lefts()
      #expect(lefts[0] == lefts[2] && lefts[1] == lefts[3])
      for left in lefts { #expect((left - padding).truncatingRemainder(dividingBy: 8) == 0) }
    }
  }
}
