import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Tables with a column for each series, and a row for each set of labels.
@Suite struct SeriesTableTests {
  private typealias Found = [(metric: Metric, values: [Double])]

  private static let source = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/metrics", format: .exposition, every: 10))
  private static let database = SourceSpec.sql(SQLFeedSpec(.sqlite("a.db")))

  private func sample(_ name: String, label: String? = nil) -> SeriesSpec {
    SeriesSpec(
      label: label, source: Self.source,
      query: .sample(name: name, labels: .none, by: ["host", "zone"]))
  }

  private func host(_ name: String, _ host: String, _ values: Double...) -> (Metric, [Double]) {
    (Metric(name, labels: ["host": host, "zone": "a"]), values)
  }

  private func panel(_ series: [SeriesSpec]) -> PanelSpec {
    var panel = PanelSpec(
      title: "t", chart: .table, series: series, unit: .percent, window: 30...30)
    panel.options.columns = [.series]
    return panel
  }

  /// The content for samples ten seconds apart, in the order of the panel's series.
  private func content(_ panel: PanelSpec, _ found: [Found]) -> PanelContent {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for (series, found) in zip(panel.series, found) {
      let count = found.first?.values.count ?? 0
      let batch = SampleBatch(
        times: (0..<count).map { 10 * Double($0) },
        columns: found.map { .init($0.metric, $0.values) })
      _ = store.append(
        FeedUpdate(samples: [.init(series.query, batch)], health: .fresh), from: series.source,
        at: 10 * Double(count))
    }
    var lines = store.lines(of: panel)
    for i in lines.indices { lines[i].number = i }
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return store.content(of: panel, lines, health: health)
  }

  private func table(_ panel: PanelSpec, _ found: [Found]) throws -> TableContent {
    try #require(content(panel, found).body as? TableContent)
  }

  /// The whole does not take the place of a part that has no series yet.
  @Test func aRingWithoutItsPart() {
    let ring = PanelSpec(
      title: "t", chart: .ring, series: [sample("used"), sample("total")], unit: .none)
    let total = [host("total", "web", 252)]
    #expect(content(ring, [[], total]).value == nil)
    #expect(content(ring, [[host("used", "web", 63)], total]).value?.text == "25 %")
  }

  /// The words of one column leave the numbers of the others alone.
  @Test func wordsOfOneColumn() throws {
    var state = sample("up", label: "state")
    state.mappings = [
      ValueMapping(0...0, text: "down", color: .signal(.red)), ValueMapping(1...1, text: "up"),
    ]
    state.isOnRight = true
    var panel = panel([sample("cpu", label: "CPU"), state])
    var threshold = ThresholdSpec(.within([0...0]), label: "no answer")
    threshold.series = "state"
    panel.thresholds = [ThresholdSpec(.below(0.5)), threshold]
    let content = content(
      panel,
      [[host("cpu", "a", 1), host("cpu", "b", 0)], [host("up", "a", 0), host("up", "b", 1)]])
    let rows = try #require(content.body as? TableContent).rows
    #expect(rows.map { $0.cells.map(\.text) } == [["1.0 %", "down"], ["0.0 %", "up"]])
    #expect(rows.map { $0.cells.map { $0.signal != nil } } == [[false, true], [true, false]])
    #expect(rows[0].cells.map(\.color) == [nil, .signal(.red)])
    #expect(content.breachText == "no answer")
  }

  private var hosts: PanelSpec {
    var memory = sample("mem", label: "memory")
    (memory.unit, memory.isOnRight) = (.bytes, true)
    return panel([sample("cpu", label: "CPU"), memory])
  }

  private var values: [Found] {
    [
      [host("cpu", "web2", 20), host("cpu", "web10", 95)],
      [host("mem", "web10", 2048), host("mem", "db", 1024)],
    ]
  }

  @Test func aRowForEachSetOfLabels() throws {
    let table = try table(hosts, values)
    #expect(table.titles == ["CPU", "memory"] && !table.keepsOrder && !table.hasSparklines)
    // The zone distinguishes no rows.
    #expect(table.rows.map(\.name) == ["web2", "web10", "db"])
    #expect(
      table.rows.map { $0.cells.map(\.text) } == [
        ["20 %", "–"], ["95 %", "2.00 KiB"], ["–", "1.00 KiB"],
      ])
    #expect(Set(table.rows.map(\.number)).count == 3)
  }

  @Test(
    arguments: [
      (SortSpec(.value(.last)), nil, ["web10", "web2", "db"]),
      (SortSpec(.value(.last), isAscending: true), nil, ["web2", "web10", "db"]),
      (SortSpec(.name), nil, ["db", "web2", "web10"]), (nil, 1, ["web10"]),
    ] as [(SortSpec?, Int?, [String])])
  func orders(sort: SortSpec?, top: Int?, names: [String]) throws {
    var panel = hosts
    (panel.options.sort, panel.options.top) = (sort, top)
    let table = try table(panel, values)
    #expect(table.rows.map(\.name) == names && table.keepsOrder)
    #expect(table.sortedColumn == (sort == SortSpec(.name) ? nil : 0))
  }

  /// Thresholds are about the columns in the unit of the panel.
  @Test func thresholds() throws {
    var panel = hosts
    panel.thresholds = [ThresholdSpec(.above(90))]
    let content = content(panel, values)
    #expect(content.signal == .red && content.lead?.name == "web10 CPU")
    let table = try #require(content.body as? TableContent)
    #expect(
      table.rows.map { $0.cells.map { $0.signal == .red } } == [
        [false, false], [true, false], [false, false],
      ])
    panel.thresholds = [ThresholdSpec(.above(96))]
    #expect(self.content(panel, values).signal == nil)
  }

  /// Breaches of alerts are those of the table.
  @Test func judgedValues() {
    let panel = hosts
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for (series, found) in zip(panel.series, values) {
      let batch = SampleBatch(times: [0], columns: found.map { .init($0.metric, $0.values) })
      _ = store.append(
        FeedUpdate(samples: [.init(series.query, batch)], health: .fresh), from: Self.source, at: 0)
    }
    let judged = store.judgedValues(of: panel, at: 0, zone: .utc).values
    #expect(judged.map(\.name) == ["web2 CPU", "web10 CPU"] && judged.map(\.value) == [20, 95])
  }

  /// Columns of numbers in a statement have columns, and words of a mapping their colours.
  @Test func numbersOfAStatement() throws {
    var panel = panel([SeriesSpec(source: Self.database, query: .sql("select"))])
    panel.unit = .none
    panel.options.mappings = [ValueMapping(0...0, text: "empty", color: .signal(.red))]
    let found: Found = ["users", "items"].flatMap { name in
      ["size", "rows"].map { column in
        (Metric(column, labels: ["name": name]), [name == "items" && column == "rows" ? 0 : 7])
      }
    }
    let table = try table(panel, [found])
    #expect(table.titles == ["size", "rows"] && table.rows.map(\.name) == ["users", "items"])
    #expect(table.rows[1].cells.map(\.text) == ["7", "empty"])
    #expect(table.rows[1].cells.map(\.color) == [nil, .signal(.red)])
  }

  /// Several values of rows have the label `value`, which is no part of a row's name.
  @Test func valuesOfRows() throws {
    let source = SourceSpec.http(HTTPFeedSpec(url: "http://localhost", format: .rows))
    let rows = RowQuery(rows: ".r", time: "t", values: ["in", "out"], by: ["port"])
    let found: Found = ["in", "out"].map {
      (Metric(Query.rows(rows).name, labels: ["port": "eth0", "value": $0]), [$0 == "in" ? 1 : 2])
    }
    let table = try table(panel([SeriesSpec(source: source, query: .rows(rows))]), [found])
    #expect(table.titles == ["in", "out"] && table.rows.map(\.name) == ["eth0"])
    #expect(table.rows[0].cells.map(\.text) == ["1 %", "2 %"])
  }

  /// A label with variables names rows, and the query names the column.
  @Test func namesOfRows() throws {
    let panel = panel([sample("cpu", label: "{{host}} in {{zone}}"), sample("mem", label: "mem")])
    let table = try table(panel, values)
    #expect(table.titles == ["cpu", "mem"])
    #expect(table.rows.map(\.name) == ["web2 in a", "web10 in a", "db"])
  }

  @Test func expressions() throws {
    var panel = panel([sample("cpu", label: "CPU"), sample("mem", label: "memory")])
    panel.series[0].isHidden = true
    panel.expressions = [
      ExpressionSpec(label: "both", text: "a + b", operands: [0, 1], style: .automatic)
    ]
    let table = try table(panel, values)
    #expect(table.titles == ["memory", "both"])
    #expect(table.rows.first { $0.name == "web10" }?.cells.map(\.text) == ["2048 %", "2143 %"])
  }

  // MARK: Files

  private func read(_ keys: String) throws(DashboardFile.Failure) -> PanelSpec {
    let text = "panels:\n  - {chart: table, \(keys)}\n"
    return try DashboardFile(path: "a.yaml").parse(Array(text.utf8)).pages[0].panels[0]
  }

  @Test(arguments: ["columns: series", "columns: [series]"])
  func unitsOfColumns(_ columns: String) throws {
    let panel = try read(
      "\(columns), unit: percent, series: [{source: cpu.busy}, {source: net.in, unit: kB/s}]")
    #expect(panel.options.columns == [.series])
    #expect(panel.series.map(\.isOnRight) == [false, true] && panel.series[1].unit != nil)
  }

  @Test(
    arguments: [
      ("columns: [last, series], source: cpu.busy", "2:29: 'series' stands alone in 'columns'"),
      ("columns: [last], series: [{source: cpu.busy, unit: W}]", "needs 'axis: right'"),
    ])
  func mistakes(_ keys: String, _ message: String) {
    let error = #expect(throws: DashboardFile.Failure.self) { try read(keys) }
    #expect(error?.problems.count == 1)
    #expect(error?.problems.first?.description.contains(message) == true)
  }
}
