import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Charts that show something of their own: clocks and alerts.
@Suite struct TimelessPanelTests {
  private let source = PanelPicturesSource.one

  private enum PanelPicturesSource {
    static let one = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost/one", format: .json, every: 5))
  }

  private func clock(seconds: Bool) -> PanelSpec {
    var panel = PanelSpec(title: "", chart: .clock, series: [], unit: .none)
    panel.options.showsSeconds = seconds
    panel.options.zones = [
      ZoneSpec(name: "Asia/Kolkata", rules: .fixed(offset: 19_800, abbreviation: "IST"))
    ]
    return panel
  }

  /// The clock wakes at the next second or minute, and at no other time.
  @Test(
    arguments: [
      (true, 100.25, 7.75, "05:31:40"), (true, 100, 8, "05:31:40"), (false, 100, 27, "05:31"),
      (false, 119.5, 7.5, "05:31"), (false, 120, 67, "05:32"),
    ] as [(Bool, Double, Double, String)])
  func aClock(seconds: Bool, now: Double, next: Double, text: String) throws {
    let panel = clock(seconds: seconds)
    let facts = SceneFacts(dataTime: 7, now: now)
    let due = try #require(panel.traits.nextChange?(panel, SampleStore(), facts))
    #expect(abs(due - next) < 1e-9)
    let content = SampleStore().content(of: panel, [], health: PanelHealth(), scene: facts)
    let zone = try #require((content.body as? ClockContent)?.zones.first)
    #expect(zone.time == text && zone.name == "Kolkata" && zone.date == "Thursday 1 Jan")
    #expect(zone.shortDate == "Thu 1 Jan")
  }

  /// A clock that is there from the first picture on does not go away a second later, to be drawn on.
  @Test func aClockIsNotDrawnOn() throws {
    let size = Size(800, 480)
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(panels: [clock(seconds: true)])]),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: ChartEnvironment(
        theme: .dark, type: TypeScale(page: size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
        isAnimated: true, wallClock: { 100.25 }))
    scene.layOut(size: size, scale: 1)
    for time in [0.0, 0.75, 1.75] {
      scene.advance(to: time)
      let dump = scene.root.dump(at: time)
      #expect(dump.contains("text(\"05:31:40\")") && !dump.contains("fadeIn"))
    }
  }

  /// The value of a topic lasts until its next message, also under a crosshair much later; that of a command for three of
  /// its periods, although there is only one sample.
  @Test(arguments: [nil, 60] as [Double?]) func valuesLast(period: Double?) throws {
    let source =
      period.map { SourceSpec.text(TextFeedSpec(origin: .command("c", every: $0))) }
      ?? .mqtt(MQTTFeedSpec(host: "h"))
    let series = SeriesSpec(source: source, query: period == nil ? .topic("t") : .column("t"))
    let panel = PanelSpec(title: "t", chart: .number, series: [series], unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let batch = SampleBatch(times: [1000], columns: [.init(series.query.metric, [7])])
    _ = store.append(
      FeedUpdate(samples: [.init(series.query, batch)], health: .fresh), from: source, at: 0)
    let values = [999.0, 1000, 1180, 1181, 90_000].map {
      store.latest(series, in: panel, at: $0) ?? .infinity
    }
    #expect(values[0].isNaN && values[1...2] == [7, 7])
    #expect(period == nil ? values[3...] == [7, 7] : values[3...].allSatisfy(\.isNaN))
  }

  /// The topics of a broker that fail for different reasons are different alerts.
  @Test func eachReasonOfASourceIsAnAlert() throws {
    let broker = SourceSpec.mqtt(MQTTFeedSpec(host: "h"))
    let reasons = ["a": "no number", "b": "no 'nope'", "c": "no number"]
    let panels = reasons.keys.sorted().map { name in
      PanelSpec(
        title: name, chart: .line, series: [SeriesSpec(source: broker, query: .topic(name))],
        unit: .none)
    }
    let own = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    let dashboard = DashboardSpec(pages: [PageSpec(panels: panels + [own])])
    var store = SampleStore()
    store.keep(dashboard)
    let missing = reasons.map { (Query.topic($0), $1) }
    let update = FeedUpdate(
      health: .failing(since: 0, reason: "no number"),
      missing: Dictionary(uniqueKeysWithValues: missing))
    _ = store.append(update, from: broker, at: 0)
    let facts = SceneFacts(dashboard: dashboard, dataTime: 1, now: 1)
    let content = store.content(of: own, [], health: PanelHealth(), scene: facts)
    let alerts = try #require(content.body as? AlertsContent).alerts
    #expect(alerts.map(\.title) == ["a and 1 more", "b"])
    #expect(alerts.map(\.detail) == ["no number · h:1883", "no 'nope' · h:1883"])
  }

  private func alerts(
    _ values: [Double], label: String? = "hot", lasting: Double = 0, dataTime: Double = 0,
    failure: String? = nil, also further: [ThresholdSpec] = []
  ) throws -> AlertsContent {
    var threshold = ThresholdSpec(.above(80), label: label)
    threshold.lasting = lasting
    let panel = PanelSpec(
      title: "Oven", chart: .line, series: [SeriesSpec(source: source, query: .path("a"))],
      unit: .celsius, thresholds: [threshold] + further)
    let own = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    let dashboard = DashboardSpec(pages: [
      PageSpec(name: "Wall", panels: [own]), PageSpec(name: "Kitchen", panels: [panel]),
    ])
    var store = SampleStore()
    store.keep(dashboard)
    let readings = values.enumerated().map {
      Reading(time: 3600 + 60 * Double($0), values: ["a": $1])
    }
    _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: source, at: 0)
    var breaches = Breaches()
    breaches.watch(dashboard)
    breaches.take(store, from: source, at: 0, zone: .utc)
    if let failure {
      _ = store.append(
        FeedUpdate(health: .failing(since: 0, reason: failure)), from: source, at: 1)
    }
    breaches.advance(store, to: dataTime, zone: .utc)
    let facts = SceneFacts(
      dashboard: dashboard, breaches: breaches, dataTime: dataTime,
      now: 3600 + 60 * Double(values.count - 1))
    return try #require(
      store.content(of: own, [], health: PanelHealth(), scene: facts).body as? AlertsContent)
  }

  @Test func sinceWhen() throws {
    let one = try #require(try alerts([20, 90, 70, 85, .nan, 91]).alerts.first)
    #expect(one.title == "Oven" && one.detail == "hot · Kitchen" && one.since == "since 01:03")
    #expect(one.value.hasPrefix("91") && one.signal == .red)
    let always = try #require(try alerts([90, 91], label: nil).alerts.first)
    #expect(always.since == "since before 01:00" && always.detail.hasPrefix("above 80"))
  }

  @Test func allIsWell() throws {
    let calm = try alerts([90, 20])
    #expect(calm.alerts.isEmpty && calm.calm == ("all is well", "1 threshold watched"))
    // A value that is late is not well.
    let late = try alerts([90, 20], dataTime: 100)
    #expect(late.calm == ("nothing is breached", "1 panel without fresh data"))
  }

  /// A value that has vanished from its server is not well, unless the query selects exceptions.
  @Test(
    arguments: [
      ("x", [1, SampleBatch.ended], "nothing is breached"),
      ("x", [1, .nan], "nothing is breached"),
      ("x > 5", [1, SampleBatch.ended], "all is well"), ("x", [1, 2], "all is well"),
    ] as [(String, [Double], String)])
  func aValueThatHasVanished(expression: String, values: [Double], title: String) throws {
    let server = SourceSpec.prometheus(HTTPFeedSpec(url: "http://h", format: .json, every: 5))
    let query = Query.promQL(expression)
    let panel = PanelSpec(
      title: "Queue", chart: .number, series: [SeriesSpec(source: server, query: query)],
      unit: .none, thresholds: [ThresholdSpec(.above(100))])
    let own = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    let dashboard = DashboardSpec(pages: [PageSpec(panels: [panel, own])])
    var store = SampleStore()
    store.keep(dashboard)
    let times = values.indices.map { 3600 + 5 * Double($0) }
    let batch = SampleBatch(.own(), times: times, columns: [.init(Metric("x"), values)])
    _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: server, at: 0)
    let facts = SceneFacts(dashboard: dashboard, dataTime: 0, now: 3605)
    let content = store.content(of: own, [], health: PanelHealth(), scene: facts)
    #expect((content.body as? AlertsContent)?.calm.title == title)
  }

  /// A breach that must last is shown when it has lasted.
  @Test(arguments: [(59.0, 1), (61, 0), (60, 1)])
  func aBreachThatMustLast(seconds: Double, count: Int) throws {
    #expect(try alerts([20, 90, 95], lasting: seconds).alerts.count == count)
  }

  /// A value that gets worse stays in the list while its severer breach has not lasted long enough.
  @Test(arguments: [(59.0, "above 94"), (60, "above 94"), (61, "hot")])
  func aSevererBreachThatMustLast(seconds: Double, threshold: String) throws {
    var severe = ThresholdSpec(.above(94))
    severe.lasting = seconds
    let alerts = try alerts([20, 90, 95, 96], also: [severe]).alerts
    #expect(alerts.map(\.since) == [threshold == "hot" ? "since 01:01" : "since 01:02"])
    #expect(alerts.count == 1 && alerts[0].detail.hasPrefix(threshold))
  }

  /// A source that fails is one alert, however many panels it has.
  @Test func aFailure() throws {
    let failing = try alerts([20, 30], dataTime: 100, failure: "connection refused").alerts
    #expect(failing.count == 1)
    #expect(failing[0].detail == "connection refused · http://localhost/one")
    #expect(failing[0].signal == .orange && failing[0].title == "Oven")
  }

  /// A breach does not end with the source of its value.
  @Test func aBreachWhoseSourceFails() throws {
    let alerts = try alerts([20, 95], dataTime: 100, failure: "connection refused").alerts
    #expect(alerts.map(\.signal) == [.red, .orange])
    #expect(
      alerts.map(\.detail) == ["hot · Kitchen", "connection refused · http://localhost/one"])
    #expect(alerts[0].value.hasPrefix("95") && alerts[0].since == "since 01:01")
  }

  /// Data that is late lets no breach grow as long as its threshold asks.
  @Test func aBreachThatMustLastInAnOutage() throws {
    let alerts = try alerts([20, 95], lasting: 600, dataTime: 1000, failure: "refused").alerts
    #expect(alerts.map(\.detail) == ["refused · http://localhost/one"])
  }

  /// Failures of panels with one title keep the order of the dashboard.
  @Test func failuresOfEqualPanels() throws {
    let sources = (0..<8).map {
      SourceSpec.http(HTTPFeedSpec(url: "http://localhost/\($0)", format: .json, every: 5))
    }
    let panels = sources.map {
      PanelSpec(
        title: "Oven", chart: .line, series: [SeriesSpec(source: $0, query: .path("a"))],
        unit: .none)
    }
    let own = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    let dashboard = DashboardSpec(pages: [PageSpec(panels: [own] + panels)])
    var store = SampleStore()
    store.keep(dashboard)
    for (i, source) in sources.enumerated() {
      let failing = FeedUpdate(health: .failing(since: 0, reason: "reason \(8 - i)"))
      _ = store.append(failing, from: source, at: 1)
    }
    let content = store.content(
      of: own, [], health: PanelHealth(), scene: SceneFacts(dashboard: dashboard, dataTime: 1))
    let alerts = try #require(content.body as? AlertsContent).alerts
    #expect(
      alerts.map(\.detail) == (0..<8).map { "reason \(8 - $0) · http://localhost/\($0)" })
  }

  /// A failure is named by the panels that lack the data, and by the series where a panel has other ones.
  @Test func whatAFailureConcerns() throws {
    let other = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost/other", format: .json, every: 5))
    func series(_ name: String, of source: SourceSpec) -> SeriesSpec {
      SeriesSpec(label: name, source: source, query: .path(name))
    }
    func titles(_ panels: (title: String, series: [SeriesSpec])...) throws -> [String] {
      let panels = panels.map {
        PanelSpec(title: $0.title, chart: .line, series: $0.series, unit: .none)
      }
      let own = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
      let dashboard = DashboardSpec(pages: [PageSpec(panels: [own] + panels)])
      var store = SampleStore()
      store.keep(dashboard)
      let failing = FeedUpdate(health: .failing(since: 0, reason: "refused"))
      _ = store.append(failing, from: source, at: 1)
      let readings = [Reading(time: 1, values: ["b": 1])]
      _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: other, at: 1)
      let facts = SceneFacts(dashboard: dashboard, dataTime: 1)
      let content = store.content(of: own, [], health: PanelHealth(), scene: facts)
      return try #require(content.body as? AlertsContent).alerts.map(\.title)
    }
    let (a, b) = (series("a", of: source), series("b", of: other))
    #expect(try titles(("Oven", [a, series("c", of: source)])) == ["Oven"])
    #expect(try titles(("Ovens", [b, a])) == ["Ovens · a"])
    #expect(try titles(("Oven", [a]), ("Tank", [b]), ("Ovens", [a, b])) == ["Oven and 1 more"])
    #expect(try titles(("", [a])) == ["http://localhost/one"])
  }
}
