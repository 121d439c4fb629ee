import Charts
import Feeds
import Foundation
import Metrics
import Testing

@testable import Dashboard

/// Databases in dashboard files.
@Suite struct DatabaseFileTests {
  private func read(_ source: String) throws(DashboardFile.Failure) -> DashboardSpec {
    try DashboardFile(path: "/walls/rack4.yaml").parse(
      Array("panels:\n  - title: A\n    source: \(source)".utf8),
      environment: { $0 == "PASSWORD" ? "hunter2" : nil })
  }

  private func series(_ source: String) throws -> SeriesSpec {
    try #require(read(source).pages.first?.panels.first?.series.first)
  }

  @Test(arguments: [
    (
      "{postgres: 'postgres://me:${PASSWORD}@db/shop', query: SELECT 1 AS n}",
      SQLFeedSpec(.postgres(Secret("postgres://me:hunter2@db/shop")))
    ),
    (
      "{postgres: 'postgresql:///?service=wall', every: 2s, query: SELECT 1 AS n}",
      SQLFeedSpec(.postgres(Secret("postgresql:///?service=wall")), every: 2, timeout: 2)
    ),
    (
      "{postgres: 'postgres:///', every: 1m, timeout: 30s, query: SELECT 1 AS n}",
      SQLFeedSpec(.postgres(Secret("postgres:///")), every: 60, timeout: 30)
    ),
    (
      "{sqlite: house.db, query: SELECT 1 AS n}",
      SQLFeedSpec(.sqlite("/walls/house.db"))
    ),
    (
      "{sqlite: /var/lib/house.db, every: changed, query: SELECT 1 AS n}",
      SQLFeedSpec(.sqlite("/var/lib/house.db"), every: nil)
    ),
  ])
  func sources(_ text: String, _ spec: SQLFeedSpec) throws {
    let series = try series(text)
    #expect(series.source == .sql(spec))
    #expect(series.query == .sql("SELECT 1 AS n"))
  }

  @Test func aStatementKeepsItsNamesOfTimes() throws {
    let text = "{sqlite: a.db, query: 'SELECT t, v FROM s WHERE t > $__from'}"
    #expect(try series(text).query == .sql("SELECT t, v FROM s WHERE t > $__from"))
  }

  /// Dates are days of the dashboard's zone.
  @Test(arguments: [("", nil), ("timezone: Asia/Tokyo\n", "Asia/Tokyo")])
  func zones(_ line: String, _ zone: String?) throws {
    let text = line + "panels: [{source: {sqlite: a.db, query: SELECT 1}}]"
    let dashboard = try DashboardFile(path: "/w.yaml").parse(Array(text.utf8))
    guard case .sql(let spec)? = dashboard.pages.first?.panels.first?.series.first?.source else {
      Issue.record("no database")
      return
    }
    #expect(spec.zone?.name == zone)
  }

  /// The entries of a list share the statement of their panel.
  @Test func columnsOfOneStatement() throws {
    let text = """
      panels:
        - source: {sqlite: a.db, query: 'SELECT a, b, c FROM t', column: c}
          note: [{source: {sqlite: a.db, query: 'SELECT a, b, c FROM t', column: b}}]
          series:
            - {column: a, rate: true, name: a}
            - {column: b, label: B, axis: right, unit: s, name: b}
            - {style: dotted}
            - {expr: a / b}
      """
    let panel = try #require(
      DashboardFile(path: "/w.yaml").parse(Array(text.utf8)).pages.first?.panels.first)
    #expect(panel.series.map(\.column) == ["a", "b", "c"])
    #expect(panel.series.map(\.name) == ["a", "B", "c"])
    #expect(panel.series.map(\.isCounter) == [true, false, false])
    #expect(Set(panel.allSeries.map(\.query)) == [.sql("SELECT a, b, c FROM t")])
  }

  @Test(arguments: [
    ("{sqlite: a.db}", "3:13: a database needs a 'query': a statement of SQL"),
    (
      "{sqlite: a.db, path: .x, query: SELECT 1}",
      "3:34: 'path' has no meaning for a source with 'sqlite'"
    ),
    (
      "{postgres: 'host=db password=hunter2', query: SELECT 1}",
      "3:24: a URI of PostgreSQL begins with postgres://"
    ),
    (
      "{postgres: 'postgres://me:hunter2@x@db/', query: SELECT 1}",
      "3:24: a '/', '@', '?' or '#' in a user or a password is written %2F, %40, %3F or %23"
    ),
    (
      "{postgres: 'postgres://db/', every: changed, query: SELECT 1}",
      "3:49: a duration such as 500ms, 20s, 10m or 1h30m is expected, not 'changed'"
    ),
    (
      "{system: cpu.busy, query: SELECT 1}",
      "3:39: 'query' has no meaning for a source with 'system'"
    ),
  ])
  func mistakes(_ source: String, _ message: String) {
    #expect {
      try read(source)
    } throws: { error in
      let problems = (error as? DashboardFile.Failure)?.problems.map(\.description) ?? []
      #expect(!problems.joined().contains("hunter2"))
      return problems == ["/walls/rack4.yaml:" + message]
    }
  }
}

/// The keys of a query beside a reference to a source.
@Suite struct UselessQueryKeyTests {
  @Test(
    arguments: [
      (
        "source: {use: prom, query: up, column: v}",
        "7:50: 'column' has no meaning for a source with 'prometheus'"
      ),
      ("source: {use: db, topic: t}", "7:36: 'topic' has no meaning for a source with 'sqlite'"),
      (
        "series: [{source: {use: prom, query: up, labels: {job: a}}}]",
        "7:60: 'labels' has no meaning for a source with 'prometheus'"
      ),
      (
        "source: {use: prom, query: up}, series: [{column: v}]",
        "7:61: 'column' has no meaning for a source with 'prometheus'"
      ),
      ("source: {use: db, by: v}", "7:33: 'by' has no meaning for a source with 'sqlite'"),
      (
        "source: {use: db}, series: [{by: v}]",
        "7:44: 'by' has no meaning for a source with 'sqlite'"
      ),
      ("source: {use: pg, by: v}", "7:33: 'by' has no meaning for a source with 'postgres'"),
      (
        "source: {use: prom, query: up, by: v}",
        "7:46: 'by' has no meaning for a source with 'prometheus'"
      ),
      ("source: {use: rows, column: v, by: n}", "7:46: 'by' belongs beside 'command'"),
      ("source: {use: web, metric: up, by: n}", nil),
      ("source: {use: web, metric: up}, series: [{by: n}]", nil),
      ("source: {use: db, column: v}", nil), ("source: {use: db}, series: [{column: v}]", nil),
      ("source: {use: none, column: v}", "7:25: no source is named 'none'"),
      ("source: {use: db, legend: a}", nil), ("source: {use: db, query: SELECT 2}", nil),
      ("source: {use: rows}, series: [{column: v, legend: a}]", nil),
      ("source: {use: rows, column: v}", nil),
    ] as [(String, String?)])
  func keys(_ panel: String, message: String?) throws {
    let text = """
      sources:
        db: {sqlite: a.db, query: SELECT 1}
        pg: {postgres: 'postgres://db/a', query: SELECT 1}
        web: {http: 'http://localhost:9100'}
        prom: {prometheus: 'http://localhost:9090'}
        rows: {command: vmstat 1}
      panels: [{\(panel)}]
      """
    let file = DashboardFile(path: "w.yaml")
    var messages: [String] = []
    do throws(DashboardFile.Failure) { _ = try file.parse(Array(text.utf8)) } catch {
      messages = error.problems.map(\.description)
    }
    #expect(messages == (message.map { ["w.yaml:" + $0] } ?? []))
  }
}

/// The samples of databases in the store.
@Suite struct DatabaseStoreTests {
  private let source = SourceSpec.sql(SQLFeedSpec(.sqlite("a.db")))
  private let query = Query.sql("SELECT")

  private func panel() -> PanelSpec {
    PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, query: query)], unit: .none)
  }

  private func lines(_ batches: [SampleBatch]) -> [PanelLine] {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel()])]))
    for batch in batches {
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    }
    return store.lines(of: panel())
  }

  @Test(
    arguments: [
      ([Metric("n")], ["n"]),
      ([Metric("n", labels: ["db": "a"]), Metric("n", labels: ["db": "b"])], ["a", "b"]),
      ([Metric("n", labels: ["db": "a"]), Metric("m", labels: ["db": "a"])], ["n", "m"]),
      (
        ["a", "b"].flatMap { db in
          ["n", "m"].map { Metric($0, labels: ["db": db, "server": "s"]) }
        }, ["a n", "a m", "b n", "b m"]
      ),
      ([Metric("n", labels: ["db": "a", "server": "s"])], ["a s"]),
      (
        [Metric("n", labels: ["db": "a", "b": "x"]), Metric("n", labels: ["db": "a", "c": "x"])],
        ["x a", "x a"]
      ),
    ] as [([Metric], [String])])
  func linesAreCalledByTheirLabelsAndColumns(_ metrics: [Metric], _ names: [String]) {
    let batch = SampleBatch(times: [1], columns: metrics.map { .init($0, [1]) })
    #expect(lines([batch]).map(\.name) == names)
  }

  /// An answer with the columns "hit", "rd" and "dead" for each of some tables.
  private func answer(_ tables: [String]) -> SampleBatch {
    let values = ["hit": 3.0, "rd": 1, "dead": 7]
    return SampleBatch(
      times: [1],
      columns: tables.flatMap { table in
        ["hit", "rd", "dead"].map { name in
          let labels: Labels = table.isEmpty ? .none : ["table": table]
          return .init(Metric(name, labels: labels), [values[name] ?? 0])
        }
      })
  }

  private func entry(_ column: String?, _ label: String? = nil) -> SeriesSpec {
    var entry = SeriesSpec(label: label, source: source, query: query)
    entry.column = column
    return entry
  }

  private func store(_ panel: PanelSpec, _ batch: SampleBatch) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    _ = store.append(
      FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    return store
  }

  /// Each entry has the lines of its column alone.
  @Test(
    arguments: [
      ([("rd", nil)], [""], ["rd": 1]),
      ([("rd", "Reads"), ("hit", nil)], [""], ["Reads": 1, "hit": 3]),
      ([("dead", nil)], ["x", "y"], ["x": 7, "y": 7]),
      ([("dead", "Dead")], ["x", "y"], ["Dead x": 7, "Dead y": 7]),
      ([("dead", "Dead")], ["x"], ["Dead": 7]),
      ([("dead", "{{table}}!")], ["x", "y"], ["x!": 7, "y!": 7]),
      (
        [("dead", nil), ("rd", nil)], ["x", "y"], ["x dead": 7, "y dead": 7, "x rd": 1, "y rd": 1]
      ),
      ([(nil, nil), ("rd", "R")], [""], ["hit": 3, "rd": 1, "dead": 7, "R": 1]),
    ] as [([(String?, String?)], [String], [String: Double])])
  func linesOfColumns(
    _ entries: [(String?, String?)], _ tables: [String], _ values: [String: Double]
  ) {
    var panel = panel()
    panel.series = entries.map { entry($0.0, $0.1) }
    let lines = store(panel, answer(tables)).lines(of: panel)
    #expect(lines.map(\.name).sorted() == values.keys.sorted())
    for line in lines { #expect(line.samples.last?.value == values[line.name]) }
  }

  @Test(arguments: [([""], ["ratio"]), (["x", "y"], ["ratio x", "ratio y"])])
  func columnsAreOperands(_ tables: [String], _ names: [String]) {
    var panel = panel()
    panel.series = [entry("hit"), entry("rd")]
    for i in panel.series.indices { panel.series[i].isHidden = true }
    let label = tables == [""] ? "ratio" : "ratio {{table}}"
    panel.expressions = [
      ExpressionSpec(label: label, text: "100 * hit / (hit + rd)", operands: [0, 1])
    ]
    let lines = store(panel, answer(tables)).lines(of: panel)
    #expect(lines.map(\.name) == names)
    #expect(lines.map { $0.samples.last?.value } == names.map { _ in 75 })
  }

  @Test(
    arguments: [
      (["nosuch"], "no column 'nosuch' (columns: hit, rd, dead)"),
      (["ded"], "no column 'ded' (did you mean 'dead'?)"),
      (["hit", "nosuch"], "nosuch: no column 'nosuch' (columns: hit, rd, dead)"), (["hit"], nil),
    ] as [([String], String?)])
  func anUnknownColumnIsReported(_ columns: [String], _ reason: String?) {
    var panel = panel()
    panel.series = columns.map { entry($0) }
    let store = store(panel, answer(["x"]))
    let health = PanelHealth(
      of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: 0)
    #expect(health.failure?.reason == reason)
    // Rows with times come in answers of their own, and an answer without news has no columns.
    var later = store
    for time in [2.0, 10_000, 20_000] {
      let batch = SampleBatch(.past(time...time), times: [time])
      _ = later.append(
        FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    }
    if columns.count == 1, let reason {
      #expect(
        PanelHealth(of: panel, later.lines(of: panel), in: later, lateAfter: nil, at: 0).failure?
          .reason == reason)
    }
    // An answer without rows shows no columns.
    let empty = self.store(panel, SampleBatch(times: [1]))
    #expect(
      PanelHealth(of: panel, empty.lines(of: panel), in: empty, lateAfter: nil, at: 0).failure
        == nil)
  }

  /// Rows an hour apart are one line, and rows that have changed take the place of the old ones.
  @Test func samplesOfThePastAndTheirChanges() throws {
    let past = SampleBatch(
      .past(0...8000), times: [0, 3600, 7200], columns: [.init("n", [1, 2, 3])])
    let changed = SampleBatch(.replacement, times: [7200, 10_800], columns: [.init("n", [5, 4])])
    let samples = try #require(lines([past, changed]).first).samples
    #expect((0..<samples.count).map { samples[$0].time } == [0, 3600, 7200, 10_800])
    #expect((0..<samples.count).map { samples[$0].value } == [1, 2, 5, 4])
  }

  private static let rows = SourceSpec.text(TextFeedSpec(origin: .file("/events.csv", every: 10)))

  /// Each row of a table of events is an event, also with the value of the row before. A value without a time of its own
  /// is an event when the value changes.
  @Test(
    arguments: [
      (nil, .sql("SELECT events"), .past(0...8000), [1000.0, 2000, 3000]),
      (nil, .sql("SELECT events"), .clock, [3000]),
      (rows, .column("n"), .own(), [1000, 2000, 3000]), (rows, .column("n"), .clock, [3000]),
      (.system(period: 1), .metric(Metric("n")), .own(), [3000]),
    ] as [(SourceSpec?, Query, SampleBatch.Origin, [Double])])
  func rowsAreEvents(
    place: SourceSpec?, events: Query, origin: SampleBatch.Origin, times: [Double]
  ) throws {
    let place = place ?? source
    var panel = panel()
    panel.window = 10_000...10_000
    panel.options.annotations = [
      AnnotationSpec(series: SeriesSpec(source: place, query: events))
    ]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let rows = [
      (
        source, query,
        SampleBatch(.past(0...8000), times: [0, 8000], columns: [.init("n", [1, 2])])
      ),
      (
        place, events,
        SampleBatch(origin, times: [1000, 2000, 3000], columns: [.init("n", [1, 1, 2])])
      ),
    ]
    for (source, query, batch) in rows {
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    }
    let content = store.content(of: panel, store.lines(of: panel), health: PanelHealth())
    let plot = try #require(content.body as? PlotContent)
    #expect(plot.annotations.map(\.time) == times)
  }
}
