import Charts
import Feeds
import Foundation
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Queries that give many series: a line for each, found as they appear.
@Suite struct SeriesLinesTests {
  private let exporter = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/", format: .exposition, every: 5))

  private func panel(_ yaml: String) throws -> PanelSpec {
    try DashboardFile(path: "f").parse(Array(yaml.utf8)).pages[0].panels[0]
  }

  private func store(_ panel: PanelSpec) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    return store
  }

  private func update(
    _ panel: PanelSpec, _ values: [(Labels, [Double])], from time: Double, step: Double = 1
  ) -> FeedUpdate {
    let query = panel.series[0].query
    let times = (0..<(values.first?.1.count ?? 0)).map { time + step * Double($0) }
    let columns = values.map { SampleBatch.Column(Metric("m", labels: $0.0), $0.1) }
    return FeedUpdate(samples: [.init(query, SampleBatch(times: times, columns: columns))])
  }

  private func health(_ panel: PanelSpec, _ store: SampleStore, at time: Double) -> PanelHealth {
    PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: time)
  }

  @Test func aLineForEachInterface() throws {
    let panel = try panel("panels: [{source: net.*.in}]")
    let source = panel.series[0].source
    var store = store(panel)
    #expect(store.lines(of: panel).isEmpty)
    for (i, names) in [["eth0", "lo"], ["eth0", "lo", "wlan0"]].enumerated() {
      _ = store.append(
        update(panel, names.map { (["interface": $0], [5]) }, from: Double(i)), from: source,
        at: Double(i))
      #expect(store.lines(of: panel).map(\.name) == names)
    }
    let lines = store.lines(of: panel)
    let content = store.content(of: panel, lines, health: health(panel, store, at: 1))
    #expect(content.legend.map(\.name) == ["eth0", "lo", "wlan0"])
  }

  /// A counter in the place of another one has its first growth at its second count.
  @Test func aCounterThatReplacesAnother() throws {
    let panel = try panel(
      "panels: [{chart: table, rate: true, source: {http: 'http://localhost/', metric: m, by: pod, every: 2s}}]"
    )
    let source = panel.series[0].source
    var store = store(panel)
    let pods: [[(String, Double)]] = [
      [("a", 0), ("b", 0)], [("a", 2), ("b", 2)], [("a", 4), ("c", 1)],
      [("a", 6), ("c", 5)], [("a", 8), ("c", 9)],
    ]
    for (i, pods) in pods.enumerated() {
      let time = 2 * Double(i)
      let values = pods.map { (Labels(["pod": $0.0]), [$0.1]) }
      _ = store.append(update(panel, values, from: time), from: source, at: time)
    }
    let lines = store.lines(of: panel)
    #expect(lines.map(\.name) == ["a", "b", "c"])
    #expect(lines.map { $0.samples.lastValid?.value } == [1, 1, 2])
  }

  /// A column of a table of names has a line for each row. A ring divides the values of the first row.
  @Test(arguments: [
    ("{chart: bars, source: {command: df, column: Use%}}", ["/", "/home"], ""),
    (
      "{chart: table, source: {command: df, column: Use%}, series: [{label: 'on {{ Mounted on }}'}]}",
      ["on /", "on /home"], ""
    ),
    (
      "{chart: ring, series: [{source: {command: df, column: Used}}, {source: {command: df, column: Size}}]}",
      ["/", "/"], "first of several series"
    ),
    ("{chart: number, source: {command: df, column: Use%}}", ["/"], "first of several series"),
  ]) func aLineForEachRow(yaml: String, names: [String], note: String) throws {
    let panel = try panel("panels: [\(yaml)]")
    var store = store(panel)
    #expect(store.lines(of: panel).count == panel.series.count)
    for series in panel.series {
      let columns = ["/", "/home"].map {
        SampleBatch.Column(Metric(series.query.name, labels: ["Mounted on": $0]), [5])
      }
      let update = FeedUpdate(samples: [
        .init(series.query, SampleBatch(times: [0], columns: columns))
      ])
      _ = store.append(update, from: series.source, at: 0)
    }
    let lines = store.lines(of: panel)
    #expect(lines.map(\.name) == names)
    #expect(store.content(of: panel, lines, health: health(panel, store, at: 0)).note == note)
  }

  @Test func aBarOfTheMeterForEachSeries() throws {
    let panel = try panel("panels: [{source: cpu.busy, meter: [{system: cpu.*.busy}]}]")
    var store = store(panel)
    let columns = [(0, 20.0), (1, 40)].map {
      SampleBatch.Column(Metric("cpu.busy", labels: ["cpu": "\($0.0)"]), [$0.1])
    }
    let parts: [FeedUpdate.Samples] = [
      .init(panel.meter[0].query, SampleBatch(times: [0], columns: columns)),
      .init(
        panel.series[0].query,
        SampleBatch(times: [0], columns: [.init(panel.series[0].query.metric, [30])])),
    ]
    _ = store.append(FeedUpdate(samples: parts), from: panel.series[0].source, at: 0)
    let content = store.content(
      of: panel, store.lines(of: panel), health: health(panel, store, at: 0))
    #expect(content.meter == [0.2, 0.4])
  }

  /// Marks that turn the direction of text, line ends and other control characters in the names of others are shown,
  /// and not obeyed. The user's own words stay as they are.
  @Test(
    arguments: [
      ("{title: T, source: S}", "", "T"),
      ("{title: T, source: S, series: [{label: \"\u{200F}{{x}}\"}]}", "\u{200F}", "T"),
      ("{title: T, series: [{name: a, source: S, hidden: true}, {expr: a * 2}]}", "", "T"),
      ("{title: T, source: S, repeat: {label: x}}", "", #"T · a\u{202e}b\x07\nc"#),
    ])
  func namesWithMarks(panel: String, start: String, title: String) throws {
    let source = #"{mqtt: localhost, topic: "home/+/power"}"#
    let spec = try DashboardFile(path: "f").parse(
      Array("panels: [\(panel.replacingOccurrences(of: "S", with: source))]".utf8))
    let panel = spec.pages[0].panels[0]
    var store = store(panel)
    let values: [(Labels, [Double])] = [(["x": "a\u{202E}b\u{7}\nc"], [5]), (["x": "z"], [6])]
    _ = store.append(update(panel, values, from: 0), from: panel.series[0].source, at: 0)
    let shown = store.completing(spec).pages[0].panels[0]
    #expect(store.lines(of: shown).first?.name == start + #"a\u{202e}b\x07\nc"#)
    #expect(shown.title == title)
  }

  /// A line that has ended has no place of its own while others go on, however large it was.
  @Test func linesThatHaveEndedAreAmongTheOthers() throws {
    let panel = try panel(
      """
      panels:
        - {source: {http: "http://localhost/", metric: queue, by: [worker]}, lines: 3}
      """)
    var store = store(panel)
    var workers: [(Labels, [Double])] = [30, 1, 20, 2, 4].enumerated().map { i, size in
      (["worker": "\(i)"], [size, size, size])
    }
    for time in [1000.0, 1015] {
      _ = store.append(
        update(panel, workers, from: time, step: 5), from: panel.series[0].source, at: time)
      workers[0].1 = [.nan, .nan, SampleBatch.ended]
    }
    #expect(store.lines(of: panel).map(\.name) == ["2", "4", "mean of 3 others"])
  }

  /// The others have a mean, or in stacks and columns a sum, unless it says nothing: of temperatures, percentages and
  /// durations.
  @Test(
    arguments: [
      ("unit: bytes", "mean of 3 others", 7.0 / 3), ("unit: percent", "mean of 3 others", 7.0 / 3),
      ("unit: bytes, chart: area", "mean of 3 others", 7.0 / 3),
      ("unit: bytes, chart: columns", "3 others", 7.0),
      ("unit: percent, chart: columns", "mean of 3 others", 7.0 / 3),
      ("unit: percent, chart: stacked", "3 others", 7.0),
      ("unit: celsius", "mean of 3 others", 7.0 / 3),
      ("unit: seconds, chart: columns", "mean of 3 others", 7.0 / 3),
      ("unit: {name: req/s}, chart: stacked", "3 others", 7.0),
    ] as [(String, String, Double)])
  func theLargestLinesAndTheOthers(keys: String, name: String, value: Double) throws {
    let panel = try panel(
      """
      panels:
        - {source: {http: "http://localhost/", metric: node_filesystem_avail_bytes, by: [mountpoint]},
           series: [{label: "{{mountpoint}} of {{device}}"}], lines: 3, \(keys)}
      """)
    let source = panel.series[0].source
    var store = store(panel)
    let mounts = [("/", 30.0), ("/a", 1), ("/b", 20), ("/c", 2), ("/d", 4)]
    let values = mounts.map { mount in
      (["mountpoint": mount.0, "device": "sda"] as Labels, (0..<20).map { _ in mount.1 })
    }
    _ = store.append(update(panel, values, from: 1000, step: 5), from: source, at: 0)
    let lines = store.lines(of: panel)
    #expect(lines.map(\.name) == ["/ of sda", "/b of sda", name])
    #expect(lines.map { $0.samples.last?.value } == [30, 20, value])
    #expect(lines[2].samples.columns.values.allSatisfy { $0 == value })
    #expect(lines.map(\.arrival) == [0, 0, 0])
    #expect(
      store.content(of: panel, lines, health: PanelHealth()).legend.map(\.isRest)
        == [false, false, true])
    // The sum of the others is grey, and takes no hue from a line.
    var numbered = lines
    var numbers = LineNumbers()
    numbers.number(&numbered, of: panel)
    #expect(numbered.map(\.look) == [0, 1, SeriesLook.rest])
    #expect(Theme.dark.seriesColor(SeriesLook.rest) == Theme.dark.secondary)
  }

  /// Names have the order in which the file names the labels, and then that of the alphabet.
  @Test(
    arguments: [
      ("metric: m, by: [room, floor]", "a 1"), ("metric: m, by: [floor, room]", "1 a"),
      ("metric: m, by: room", "a 1"),
      ("rows: .d, time: 0, value: 1, by: [room, .tags.floor]", "a 1"),
      ("rows: .d, time: 0, value: 1, by: [.tags.floor, room]", "1 a"),
    ])
  func namesInTheOrderOfTheFile(query: String, name: String) throws {
    let panel = try panel("panels: [{source: {http: \"http://localhost/\", \(query)}}]")
    var store = store(panel)
    _ = store.append(
      update(panel, [(["floor": "1", "room": "a"], [5])], from: 0), from: panel.series[0].source,
      at: 0)
    #expect(store.lines(of: panel).map(\.name) == [name])
  }

  /// A chart of one value says where its source gives more.
  @Test(arguments: [
    ("number", 1, ""), ("number", 2, "first of several series"), ("line", 2, ""),
    ("progress, goal: 9", 2, "first of several series"), ("ring, goal: 9", 2, ""),
    ("ring, goal: 9", 3, "first of several series"),
  ])
  func chartsOfOneValue(chart: String, count: Int, note: String) throws {
    let panel = try panel(
      "panels: [{chart: \(chart), source: {http: \"http://localhost/\", metric: m, by: [x]}}]")
    var store = store(panel)
    let values = (0..<count).map { (["x": "\($0)"] as Labels, [4, Double($0 + 1)]) }
    _ = store.append(update(panel, values, from: 0), from: panel.series[0].source, at: 0)
    let content = store.content(of: panel, store.lines(of: panel), health: PanelHealth())
    #expect(content.note == note)
  }

  /// A chart of one value shows the worst of several series while one is beyond a threshold.
  @Test(
    arguments: [
      ("number", "[{above: 5}]", [4, 7, 9], "c", "worst of several series: c"),
      (
        "number", "[{above: 5}, {above: 8, color: orange}]", [4, 7, 9], "c",
        "worst of several series: c"
      ),
      ("number", "[{below: 5}]", [6, 4, 3], "c", "worst of several series: c"),
      ("number", "[{above: 10}]", [4, 7, 9], "a", "first of several series"),
      ("progress, goal: 9", "[{above: 5}]", [4, 7, 6], "b", "worst of several series: b"),
    ] as [(String, String, [Double], String, String)])
  func theWorstOfSeveral(
    chart: String, thresholds: String, values: [Double], name: String, note: String
  ) throws {
    let panel = try panel(
      "panels: [{chart: \(chart), thresholds: \(thresholds), "
        + "source: {http: \"http://localhost/\", metric: m, by: [x]}}]")
    var store = store(panel)
    let series = zip(["a", "b", "c"], values).map { (["x": $0] as Labels, [$1]) }
    _ = store.append(update(panel, series, from: 0), from: panel.series[0].source, at: 0)
    let lines = store.lines(of: panel)
    #expect(lines.map(\.name) == [name])
    #expect(store.content(of: panel, lines, health: PanelHealth()).note == note)
    let breached = store.judgedValues(of: panel, at: 0).values.map(\.value)
    #expect(breached == [lines.last?.samples.last?.value])
  }

  /// A label without variables is followed by the labels that distinguish several series; a variable that the series
  /// lack names nothing.
  @Test(
    arguments: [
      ("in", ["in eth0", "in lo"]), ("{{nic}} in", ["eth0 in", "lo in"]),
      ("{{ink}}", ["eth0 node", "lo node"]), ("{{ink}} in", [" in", " in"]),
    ] as [(String, [String])])
  func labelsOfSeveralSeries(label: String, names: [String]) throws {
    let panel = try panel(
      "panels: [{series: [{label: '\(label)', "
        + "source: {http: \"http://localhost/\", metric: m, by: [nic]}}]}]")
    var store = store(panel)
    let series = ["eth0", "lo"].map { (["job": "node", "nic": $0] as Labels, [1.0]) }
    _ = store.append(update(panel, series, from: 0), from: panel.series[0].source, at: 0)
    #expect(store.lines(of: panel).map(\.name) == names)
  }

  /// A line that is gone leaves the legend with its last sample in the window, and is never late.
  @Test func seriesThatGo() throws {
    let panel = try panel(
      "panels: [{source: {http: \"http://localhost/\", metric: m, by: [x]}, window: 60s}]")
    let source = panel.series[0].source
    var store = store(panel)
    var time = 0.0
    func append(_ values: [(Labels, [Double])]) {
      _ = store.append(update(panel, values, from: time), from: source, at: time)
      time += 5
    }
    for _ in 0..<10 { append([(["x": "a"], [1]), (["x": "b"], [2])]) }
    append([(["x": "a"], [1]), (["x": "b"], [SampleBatch.ended])])
    #expect(store.lines(of: panel).map(\.isGone) == [false, true])
    for _ in 0..<6 { append([(["x": "a"], [1])]) }
    #expect(store.lines(of: panel).map(\.name) == ["a", "b"])
    #expect(health(panel, store, at: time).state == .fresh)
    for _ in 0..<20 { append([(["x": "a"], [1])]) }
    #expect(store.lines(of: panel).map(\.name) == ["a"])
    // A series that comes back is a new line.
    append([(["x": "a"], [1]), (["x": "b"], [2])])
    #expect(store.lines(of: panel).map(\.name) == ["a", "b"])
    #expect(health(panel, store, at: time).state == .fresh)
  }

  /// The series of an update may each have a batch of its own. Those that have left the window are forgotten after the
  /// last batch, so that one that returns stays in its place.
  @Test func seriesWithBatchesOfTheirOwn() throws {
    let panel = try panel(
      "panels: [{source: {http: \"http://localhost/\", metric: m, by: [x]}, window: 60s}]")
    let (series, query) = (panel.series[0], panel.series[0].query)
    var source = StoredSource(after: nil)
    source.keep(series, of: panel, budget: 1 << 20)
    func append(_ names: String, at time: Double) {
      var update = FeedUpdate()
      for name in names {
        update.samples += self.update(panel, [(["x": "\(name)"], [1])], from: time).samples
      }
      source.append(update, at: time, now: nil)
    }
    func names() -> String {
      source.queries[query]?.metrics.compactMap { $0.labels["x"] }.joined() ?? ""
    }
    append("abcd", at: 0)
    #expect(names() == "abcd")
    append("d", at: 70)
    #expect(names() == "abcd")
    append("dbe", at: 80)
    #expect(names() == "bde")
    append("e", at: 160)
    #expect(names() == "e")
  }

  /// If all series are gone, the panel shows their past and tells the reason.
  @Test func whereAllSeriesAreGone() throws {
    let panel = try panel(
      "panels: [{source: {http: \"http://localhost/\", metric: m, by: [x]}}]")
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    var store = store(panel)
    _ = store.append(update(panel, [(["x": "a"], [1, 2])], from: 0), from: source, at: 0)
    var gone = update(panel, [(["x": "a"], [SampleBatch.ended])], from: 5)
    gone.health = .failing(since: 5, reason: "no metric 'm'")
    gone.missing = [query: "no metric 'm'"]
    _ = store.append(gone, from: source, at: 5)
    #expect(health(panel, store, at: 5).failure == nil)
    let health = health(panel, store, at: 20)
    #expect(health.state == .late(age: "20 s ago"))
    #expect(health.failure?.reason == "no metric 'm'")
    let content = store.content(of: panel, store.lines(of: panel), health: health)
    guard let plot = content.body as? PlotContent else {
      Issue.record("no plot")
      return
    }
    #expect(plot.series[0].samples.count == 3)
  }

  /// A series that ended before an outage stays gone, and the others keep their last values, also where a healthy
  /// server has nothing more to say. The sum of a stack is the last one, and never zero.
  @Test(arguments: ["line", "stacked", "bars", "columns, per: 5s"], [true, false])
  func whatEndedBeforeAllOthers(chart: String, isFailing: Bool) throws {
    let panel = try panel(
      """
      panels:
        - {chart: \(chart), source: {http: "http://localhost/", metric: m, by: [x]},
           thresholds: [{below: 3}]}
      """)
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    var store = store(panel)
    func append(_ a: Double, _ b: Double, _ c: Double, at time: Double) {
      var news = update(
        panel, [(["x": "a"], [a]), (["x": "b"], [b]), (["x": "c"], [c])], from: time)
      if isFailing, a.isNaN {
        news.health = .failing(since: time, reason: "no metric 'm'")
        news.missing = [query: "no metric 'm'"]
      }
      _ = store.append(news, from: source, at: time)
    }
    for time in 0..<10 { append(5, 6, 7, at: Double(time)) }
    let ended = SampleBatch.ended
    for time in 10..<15 { append(5, 6, ended, at: Double(time)) }
    append(ended, ended, ended, at: 15)
    let lines = store.lines(of: panel)
    #expect(lines.map(\.isGone) == [false, false, true])
    let health = health(panel, store, at: 40)
    #expect(health.lateLines == [0, 1])
    #expect(health.state == .late(age: "25 s ago"))
    if chart == "stacked" {
      #expect(store.judgedValues(of: panel, at: 40).values.map(\.value) == [11])
    }
    let content = store.content(of: panel, lines, health: health)
    #expect(content.signal == nil)
    switch chart {
    case "line": #expect(content.legend.map(\.value) == ["5", "6", "–"])
    case "stacked": #expect(content.value?.text == "11")
    case "bars":
      let bars = try #require(content.body as? BarsContent)
      #expect(bars.bars.map(\.text) == ["5", "6", "–"])
    default:
      #expect(content.value?.text == "55")
      #expect(content.legend.map(\.value) == ["25", "30", "–"])
    }
  }

  /// A series that its source no longer reports is beyond no threshold, although its last value stays. A source that
  /// fails reports nothing.
  @Test(arguments: ["line", "number", "bars", "table", "ring, goal: 10"], [true, false])
  func whatIsGoneHasNoEdge(chart: String, isFailing: Bool) throws {
    let panel = try panel(
      """
      panels:
        - {chart: \(chart), source: {http: "http://localhost/", metric: m, by: [x]},
           thresholds: [{above: 3}]}
      """)
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    var store = store(panel)
    _ = store.append(update(panel, [(["x": "a"], [5])], from: 0), from: source, at: 0)
    var end = update(panel, [(["x": "a"], [SampleBatch.ended])], from: 5)
    if isFailing {
      end.health = .failing(since: 5, reason: "no metric 'm'")
      end.missing = [query: "no metric 'm'"]
    }
    _ = store.append(end, from: source, at: 5)
    let (lines, health) = (store.lines(of: panel), health(panel, store, at: 60))
    let content = store.content(of: panel, lines, health: health)
    #expect(content.state == .late(age: "1 min ago"))
    #expect((content.signal == .red) == isFailing)
  }

  /// A chart of one value whose line has ended before others that it does not show is late like any other.
  @Test func theOnlyLineOfANumberHasEnded() throws {
    let panel = try panel(
      "panels: [{chart: number, source: {http: \"http://localhost/\", metric: m, by: [x]}}]")
    let source = panel.series[0].source
    var store = store(panel)
    _ = store.append(
      update(panel, [(["x": "a"], [1, .nan]), (["x": "b"], [2, 3])], from: 0), from: source, at: 1)
    _ = store.append(
      FeedUpdate(health: .failing(since: 2, reason: "refused")), from: source, at: 2)
    #expect(store.lines(of: panel).map(\.isGone) == [false])
    #expect(health(panel, store, at: 100).failure?.reason == "refused")
  }

  /// A query that a server has answered without series, as with a misspelt name, waits for nothing.
  @Test func aQueryWithoutSeriesSaysSo() throws {
    let panel = try panel(
      "panels: [{source: {prometheus: \"http://localhost/\", query: nosuch}}]")
    let source = panel.series[0].source
    var store = store(panel)
    #expect(health(panel, store, at: 0).state == .waiting("waiting for data"))
    let empty = FeedUpdate(
      samples: [.init(panel.series[0].query, SampleBatch(.own(), times: [5], columns: []))])
    _ = store.append(empty, from: source, at: 5)
    let found = health(panel, store, at: 5)
    #expect(found.state == .waiting("the query has no series") && found.failure == nil)
    _ = store.append(update(panel, [(["x": "a"], [1])], from: 6), from: source, at: 6)
    #expect(health(panel, store, at: 6).state == .fresh)
  }

  /// The answer of a database without rows does not yet show whether rows have times of their own.
  @Test(arguments: [SampleBatch.Origin.clock, .past(5...5)])
  func aStatementWithoutRowsSaysSo(_ origin: SampleBatch.Origin) throws {
    let panel = try panel(
      "panels: [{source: {sqlite: a.db, query: 'select t, v from s'}, window: 1m}]")
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    var store = store(panel)
    let empty = SampleBatch(origin, times: [5])
    _ = store.append(FeedUpdate(samples: [.init(query, empty)]), from: source, at: 5)
    #expect(health(panel, store, at: 5).state == .waiting("the query has no series"))
    let rows = SampleBatch(.past(0...8), times: [4], columns: [.init("v", [1])])
    _ = store.append(FeedUpdate(samples: [.init(query, rows)]), from: source, at: 8)
    #expect(health(panel, store, at: 8).state == .fresh)
    #expect(store.sources[source]?.queries[query]?.clock == .source)
    // The last row has left the window.
    _ = store.append(
      FeedUpdate(samples: [.init(query, SampleBatch(.past(500...500), times: [500]))]),
      from: source, at: 500)
    #expect(health(panel, store, at: 500).state == .waiting("the query has no series"))
  }

  /// The growth between rows of one time belongs to the time until the next row, however the rows come.
  @Test(arguments: [1, 2, 3, 7]) func countersWithRowsOfOneTime(size: Int) throws {
    let panel = try panel(
      "panels: [{source: {http: \"http://localhost/\", metric: m, by: [x]}, counter: true}]")
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    var store = store(panel)
    let metric = Metric(query.metric.name, labels: ["x": "a"])
    let times = [0, 1e-6, 10, 10 + 1e-6, 10 + 2e-6, 20, 30]
    let counts: [Double] = [0, 40, 100, 120, 130, 200, 300]
    for start in stride(from: 0, to: times.count, by: size) {
      let end = min(start + size, times.count)
      let batch = SampleBatch(
        .own(), times: Array(times[start..<end]),
        columns: [.init(metric, Array(counts[start..<end]))])
      _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: source, at: 0)
    }
    let samples = try #require(store.lines(of: panel).first).samples
    #expect((0..<samples.count).map { samples[$0].time } == [10, 20, 30])
    #expect((0..<samples.count).map { samples[$0].value } == [10, 10, 10])
  }

  /// The restart of an exporter resets all its counters: their lines have a gap, and are not gone.
  @Test func countersThatAreReset() throws {
    let panel = try panel(
      "panels: [{source: {http: \"http://localhost/\", metric: m, by: [x]}, counter: true}]")
    let source = panel.series[0].source
    var store = store(panel)
    let first = update(panel, [(["x": "a"], [100]), (["x": "b"], [50])], from: 0)
    _ = store.append(first, from: source, at: 0)
    #expect(health(panel, store, at: 0).state == .waiting("waiting for data"))
    for (i, counts) in [(110.0, 52.0), (0, 0), (5, 5)].enumerated() {
      let time = 5 + 5 * Double(i)
      _ = store.append(
        update(panel, [(["x": "a"], [counts.0]), (["x": "b"], [counts.1])], from: time),
        from: source, at: time)
      #expect(store.lines(of: panel).map(\.isGone) == [false, false])
      #expect(health(panel, store, at: time).state == .fresh)
    }
    let values = store.lines(of: panel)[0].samples.columns.values
    #expect(values[0] == 2 && values[1].isNaN && values[2] == 1)
  }
}
