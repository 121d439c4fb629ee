import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Sources with samples ahead of the present, such as the prices of tomorrow.
@Suite struct ForecastTests {
  private static let hour = 3600.0
  /// The first hour of the prices, in UTC seconds; the present is 10 minutes after the price number 10.
  private static let first = 1_795_219_200.0
  private static let now = first + 10 * hour + 600

  private func panel(_ text: String) throws -> PanelSpec {
    let source = "source: {http: \"http://h\", rows: ., time: .t, value: .v}"
    let yaml = "panels: [{title: t, window: 6h, \(source), \(text)}]"
    return try DashboardFile(path: "f").parse(Array(yaml.utf8)).pages[0].panels[0]
  }

  /// A store with a price for each hour of two days, which is the number of the hour; the frame clock starts at 0.
  private func store(_ panel: PanelSpec, hours: Range<Int> = 0..<48) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let times = hours.map { Self.first + Double($0) * Self.hour }
    let batch = SampleBatch(
      times: times, columns: [.init("v", hours.map(Double.init))])
    _ = store.append(
      FeedUpdate(samples: [.init(panel.series[0].query, batch)], health: .fresh),
      from: panel.series[0].source, at: 0, now: Self.now)
    return store
  }

  private func health(_ panel: PanelSpec, _ store: SampleStore, at time: Double) -> PanelHealth {
    PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: .infinity, at: time)
  }

  private func content(_ panel: PanelSpec, _ store: SampleStore, at time: Double) -> PanelContent {
    store.content(of: panel, store.lines(of: panel), health: health(panel, store, at: time))
  }

  /// The value is that of the present hour, and the next one follows without an update. The window reaches back from the
  /// present, and ahead to the last price.
  @Test(arguments: [(0, 10), (2999, 10), (3001, 11), (4 * 3600, 14)] as [(Double, Double)])
  func theValueIsThatOfThePresent(time: Double, value: Double) throws {
    let panel = try panel("chart: line")
    let store = store(panel)
    let content = content(panel, store, at: time)
    #expect(content.value?.digits == "\(Int(value))")
    let plot = try #require(content.plot)
    #expect(plot.time == Self.now + time - 6 * Self.hour...Self.first + 47 * Self.hour)
    #expect(plot.annotations.map(\.label) == ["now"])
    #expect(abs(plot.annotations[0].time - Self.now - time) <= 45 * Self.hour / 400)
    let next = Self.first + (value + 1) * Self.hour - Self.now
    #expect(health(panel, store, at: time).validUntil == next)
  }

  @Test func listsAndTiles() throws {
    for chart in ["bars, reduce: last", "tiles", "number"] {
      let panel = try panel("chart: \(chart)")
      let content = content(panel, store(panel), at: 0)
      let text =
        (content.body as? BarsContent)?.bars.first?.text
        ?? (content.body as? TilesContent)?.tiles.first?.value.text ?? content.value?.text
      #expect(text == "10", "\(chart)")
    }
  }

  /// Another reduction than the last value is that of the window.
  @Test func reductions() throws {
    let panel = try panel("chart: number, reduce: max")
    #expect(content(panel, store(panel), at: 0).value?.text == "47")
  }

  /// The column of the present hour is the one that is noted, and no later one.
  @Test func columns() throws {
    let panel = try panel("chart: columns, per: 1h")
    let content = content(panel, store(panel), at: 0)
    #expect(content.value?.digits == "10" && content.valueNote == "so far")
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.columns.last?.values == [47] && body.columns.count(where: \.isGrowing) == 1)
  }

  /// A threshold is compared with the present value: the prices of tomorrow raise no alarm today.
  @Test func thresholds() throws {
    let panel = try panel("chart: line, thresholds: [{above: 12}, {below: 5}]")
    let store = store(panel)
    func judged(at time: Double) -> [Double] {
      store.judgedValues(of: panel, at: time).values.map(\.value)
    }
    #expect(judged(at: 0) == [10] && judged(at: 4 * Self.hour) == [14])
    #expect(store.judgedValues(of: panel, at: 0).latest == Self.now)
    #expect(content(panel, store, at: 0).signal == nil)
  }

  /// A database whose clock is three hours ahead gives rows that go on with the time. Their newest value is the present
  /// one. A forecast that is made longer stays a forecast.
  @Test(arguments: [(30.0, 30.0, false), (60, 30, false), (3600, 30, true), (86_400, 60, true)])
  func aClockThatIsAhead(advance: Double, elapsed: Double, isForecast: Bool) throws {
    let panel = try panel("chart: line")
    var store = store(panel)
    let batch = SampleBatch(
      times: [Self.first + 47 * Self.hour + advance], columns: [.init("v", [48])])
    _ = store.append(
      FeedUpdate(samples: [.init(panel.series[0].query, batch)], health: .fresh),
      from: panel.series[0].source, at: elapsed, now: Self.now + elapsed)
    #expect(content(panel, store, at: elapsed).value?.digits == (isForecast ? "10" : "48"))
    #expect((health(panel, store, at: elapsed).present == nil) == !isForecast)
  }

  /// Samples that are not ahead have no present, and neither have those of a clock that is a little ahead.
  @Test(arguments: [0..<11, 0..<10]) func noForecast(hours: Range<Int>) throws {
    let panel = try panel("chart: line")
    let store = store(panel, hours: hours)
    let health = health(panel, store, at: 0)
    #expect(health.present == nil && health.aheadLines.isEmpty)
    #expect(content(panel, store, at: 0).value?.digits == "\(hours.upperBound - 1)")
    #expect(content(panel, store, at: 0).plot?.annotations == [])
  }
}
