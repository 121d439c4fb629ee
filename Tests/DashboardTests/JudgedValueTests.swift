import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The values of a panel that its thresholds are compared with.
@Suite struct JudgedValueTests {
  private func panel(_ yaml: String) throws -> PanelSpec {
    try DashboardFile(path: "f").parse(Array("panels: [\(yaml)]".utf8)).pages[0].panels[0]
  }

  private func judged(_ panel: PanelSpec, load: Double = 2, busy: Double = 90) -> [JudgedValue] {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let values = ["load.1": load, "cpu.busy": busy]
    let samples = values.map { name, value in
      FeedUpdate.Samples(
        Query.metric(Metric(name)),
        SampleBatch(times: [1, 2], columns: [SampleBatch.Column(Metric(name), [value, value])]))
    }
    _ = store.append(FeedUpdate(samples: samples), from: panel.series[0].source, at: 0)
    return store.judgedValues(of: panel, at: 0).values
  }

  /// The right axis has another unit, with a reduction, too.
  @Test(arguments: ["", "reduce: max, "])
  func linesOfTheRightAxisAreNotJudged(reduction: String) throws {
    let series = "series: [{source: load.1}, {source: cpu.busy, axis: right, unit: percent}]"
    let panel = try panel("{\(reduction)\(series), thresholds: [{above: 5}]}")
    let values = judged(panel)
    #expect(values.map(\.value) == [2])
    #expect(values.map { $0.reading(of: .above(5)) } == [.within])
    #expect(judged(panel, load: 6).map { $0.reading(of: .above(5)) } == [.beyond])
  }

  /// A query whose series are unknown in advance has no line before its answer, so that the line of the right axis is
  /// the first one for a while.
  @Test func aLineOfTheRightAxisThatComesFirst() throws {
    let database = "source: {sqlite: a.db, query: select 1}"
    let panel = try panel(
      "{series: [{\(database)}, {source: load.1, axis: right, unit: W}], thresholds: [{above: 5}]}")
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let batch = SampleBatch(times: [1, 2], columns: [SampleBatch.Column("load.1", [36, 37])])
    _ = store.append(
      FeedUpdate(samples: [.init(panel.series[1].query, batch)], health: .fresh),
      from: panel.series[1].source, at: 0)
    #expect(store.judgedValues(of: panel, at: 0).values.isEmpty)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    let content = store.content(of: panel, lines, health: health)
    #expect(content.state == .fresh && content.signal == nil && content.value == nil)
  }

  /// The smallest lines have no room of their own, and may be those below a limit. Lines of the right axis are never
  /// joined with them.
  @Test func linesWithoutRoomAreJudged() throws {
    let series = "series: [{source: cpu.*.busy}, {source: load.1, axis: right, unit: none}]"
    let panel = try panel("{title: t, \(series), thresholds: [{below: 11}]}")
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let processors = (0..<20).map { i in
      SampleBatch.Column(Metric("cpu.busy", labels: ["cpu": "\(i)"]), [10 + Double(i)])
    }
    let parts = [processors, [SampleBatch.Column("load.1", [0.5])]]
    let samples = zip(panel.series, parts).map { series, columns in
      FeedUpdate.Samples(series.query, SampleBatch(times: [1], columns: columns))
    }
    _ = store.append(FeedUpdate(samples: samples), from: panel.series[0].source, at: 0)
    let judged = store.judgedValues(of: panel, at: 0).values
    #expect(judged.map(\.value) == (10..<30).map(Double.init))
    #expect(judged.filter { $0.reading(of: .below(11)) == .beyond }.map(\.value) == [10])
    let lines = store.lines(of: panel)
    #expect(lines.count == 12 && lines.map(\.isOnRight).firstIndex(of: true) == 10)
    #expect(lines.last?.identity == .others && lines.last?.name == "mean of 10 others")
    // The line beyond the limit keeps a room of its own.
    #expect(lines.contains { $0.samples.last?.value == 10 && $0.identity != .others })
    #expect(lines.last?.samples.last?.value == 15.5)
  }

  /// Columns are judged by stretches of a full window, 120 s in an hour, from the start on and in a zoom. A stretch that
  /// began before the first sample is not compared with a lower limit.
  @Test(
    arguments: [
      (10, 10, nil), (230, 1110, nil), (239, 1200, nil), (240, 10, 1200), (3600, 10, 1200),
    ] as [(Int, Double, Double?)])
  func amountsOfColumns(seconds: Int, growing: Double, whole: Double?) throws {
    let panel = try panel(
      "{chart: columns, window: 1h, source: load.1, thresholds: [{below: 500}]}")
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    // The first sample comes 10 seconds after the start of a stretch.
    let times = stride(from: 1_200_010, through: 1_200_000 + seconds, by: 1).map(Double.init)
    let samples = FeedUpdate.Samples(
      Query.metric("load.1"),
      SampleBatch(times: times, columns: [.init("load.1", times.map { _ in 10 })]))
    _ = store.append(FeedUpdate(samples: [samples]), from: panel.series[0].source, at: 0)
    let values = store.judgedValues(of: panel, at: 0).values
    #expect(values.map(\.thresholds) == [[], panel.thresholds])
    #expect(values[0].value == growing)
    #expect(values[1].value.isFinite ? values[1].value == whole : whole == nil)
    let lines = store.lines(of: panel)
    for zoom in [nil, 1_200_000...1_200_004] as [ClosedRange<Double>?] {
      let content = store.content(of: panel, lines, health: PanelHealth(), fixedRange: zoom)
      #expect(content.signal == nil)
    }
  }

  /// Columns of shares are judged by the mean of each line.
  @Test func meansOfColumns() throws {
    let series = "series: [{source: load.1}, {source: cpu.busy}]"
    let panel = try panel(
      "{chart: columns, window: 10m, per: 1m, unit: percent, \(series), thresholds: [{above: 80}]}")
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let times = stride(from: 600.0, through: 730, by: 10).map { $0 }
    let samples = [("load.1", 5.0), ("cpu.busy", 90)].map { name, value in
      FeedUpdate.Samples(
        Query.metric(Metric(name)),
        SampleBatch(times: times, columns: [.init(Metric(name), times.map { _ in value })]))
    }
    _ = store.append(FeedUpdate(samples: samples), from: panel.series[0].source, at: 0)
    let values = store.judgedValues(of: panel, at: 0).values
    #expect(values.map(\.value) == [5, 90, 5, 90])
    #expect(values.map(\.thresholds.isEmpty) == [false, false, true, true])
    #expect(Set(values.map(\.identity)).count == 2)
    #expect(values.map { $0.reading(of: .above(80)) } == [.within, .beyond, .within, .beyond])
  }

  /// The number of a ring is its share: a plain threshold is a percentage, and one with a unit is a part of the goal.
  @Test(arguments: [
    ("bytes", "12 TB", "11 TB", 1100.0 / 12), ("bytes", "12 TB", "90", 90),
    ("bytes", "12 TB", "90 %", 90), ("ms", "200 ms", "50 ms", 25), ("ms", "200", "75", 75),
    ("percent", "80", "60", 60),
  ])
  func thresholdsOfRings(unit: String, goal: String, above: String, percent: Double) throws {
    let ring = try panel(
      "{chart: ring, unit: \(unit), goal: \(goal), source: load.1, thresholds: [{above: \(above)}]}"
    )
    guard case .above(let bound) = ring.thresholds[0].bound else {
      Issue.record("\(ring.thresholds[0].bound)")
      return
    }
    #expect(abs(bound - percent) < 1e-9)
  }

  /// Progress shows the value, and is compared by it.
  @Test func thresholdsOfProgress() throws {
    let progress = try panel(
      "{chart: progress, unit: bytes, goal: 12 TB, source: load.1, thresholds: [{above: 11 TB}]}")
    #expect(progress.thresholds[0].bound == .above(11e12))
    let values = judged(progress, load: 11.5e12)
    #expect(values.map(\.value) == [11.5e12])
    #expect(values.map { $0.reading(of: .above(11e12)) } == [.beyond])
  }

  @Test func aRingAboveItsThreshold() throws {
    let ring = try panel(
      "{chart: ring, unit: bytes, goal: 12 TB, source: load.1, thresholds: [{above: 11 TB}]}")
    func isBeyond(_ load: Double) -> Bool {
      judged(ring, load: load).contains {
        $0.reading(of: ring.thresholds[0].bound) == .beyond
      }
    }
    #expect(isBeyond(11.5e12) && !isBeyond(10.5e12))
  }

  /// A value has the decimals of the thresholds, and a share that is not the whole is not shown as one.
  @Test(arguments: [
    ("unit: percent, thresholds: [{below: 99.99}]", 99.96, "99.96"),
    ("unit: percent", 99.96, "99.96"),
    ("unit: percent", 100, "100"), ("unit: percent, thresholds: [{below: 99.5}]", 99.7, "99.7"),
    ("thresholds: [{above: 1.25}]", 2, "2.00"),
    ("thresholds: [{above: 0.00001}]", 12_345.6, "12,346"),
    ("unit: bytes, thresholds: [{above: 1.5}]", 1_048_576, "1.00"),
  ])
  func valuesBesideThresholds(keys: String, value: Double, text: String) throws {
    for chart in keys.contains("percent, ") ? ["number", "progress", "ring"] : ["number"] {
      let panel = try panel("{chart: \(chart), \(keys), source: load.1}")
      var store = SampleStore()
      store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
      let samples = FeedUpdate.Samples(
        Query.metric("load.1"),
        SampleBatch(times: [1, 2], columns: [SampleBatch.Column("load.1", [value, value])]))
      _ = store.append(FeedUpdate(samples: [samples]), from: panel.series[0].source, at: 0)
      let content = store.content(
        of: panel, store.lines(of: panel), health: PanelHealth(), scene: SceneFacts())
      let shown = (content.body as? RingContent)?.value ?? content.value
      #expect(shown?.digits == text, "\(chart)")
    }
  }

  /// A list of alerts has the digits of the panel, and each limit in the unit in which it is written.
  @Test(
    arguments: [
      ("bytes", "16 GB", 17e9, "15.8 GiB", "above 16 GB"),
      ("bytes", "16_000 MiB", 17e9, "15.8 GiB", "above 15.6 GiB"),
      ("bytes", "17e9", 18e9, "16.8 GiB", "above 15.8 GiB"),
      ("bytes_si", "1.5 TB", 1.57e12, "1.57 TB", "above 1.5 TB"),
      ("percent", "90", 95, "95 %", "above 90 %"),
      ("percent", "99.25", 99.5, "99.50 %", "above 99.25 %"),
      ("seconds", "500 ms", 0.5126, "513 ms", "above 500 ms"),
      ("seconds", "1.5", 1.75, "1.75 s", "above 1.5 s"),
    ] as [(String, String, Double, String, String)])
  func wordsOfAnAlert(
    unit: String, limit: String, value: Double, text: String, words: String
  ) throws {
    let panel = try panel("{source: load.1, unit: \(unit), thresholds: [{above: \(limit)}]}")
    #expect(panel.judgedText(value, of: panel.thresholds[0], nil) == text)
    #expect(panel.thresholds[0].words(panel.judgedUnit) == words)
  }

  /// A command for a breach gets the word that the wall shows.
  @Test func aMappedValueIsAWord() throws {
    let panel = try panel(
      "{source: load.1, chart: number, mappings: {2: {text: down}}, thresholds: [{above: 1}]}"
    )
    let words = [2, 3].map { panel.judgedText($0, of: panel.thresholds[0], nil) }
    #expect(words == ["down", "3"])
  }
}
