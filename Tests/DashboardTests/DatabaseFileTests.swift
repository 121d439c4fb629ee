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
      ("source: {use: db, column: v}", "5:37: 'column' has no meaning for a source with 'sqlite'"),
      ("source: {use: db, topic: t}", "5:36: 'topic' has no meaning for a source with 'sqlite'"),
      (
        "series: [{source: {use: prom, query: up, labels: {job: a}}}]",
        "5:60: 'labels' has no meaning for a source with 'prometheus'"
      ),
      (
        "source: {use: db}, series: [{column: v}]",
        "5:48: 'column' has no meaning for a source with 'sqlite'"
      ),
      ("source: {use: none, column: v}", "5:25: no source is named 'none'"),
      ("source: {use: db, legend: a}", nil), ("source: {use: db, query: SELECT 2}", nil),
      ("source: {use: rows}, series: [{column: v, legend: a}]", nil),
      ("source: {use: rows, column: v}", nil),
    ] as [(String, String?)])
  func keys(_ panel: String, message: String?) throws {
    let text = """
      sources:
        db: {sqlite: a.db, query: SELECT 1}
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

  /// Rows an hour apart are one line, and rows that have changed take the place of the old ones.
  @Test func samplesOfThePastAndTheirChanges() throws {
    let past = SampleBatch(
      .past(0...8000), times: [0, 3600, 7200], columns: [.init("n", [1, 2, 3])])
    let changed = SampleBatch(.replacement, times: [7200, 10_800], columns: [.init("n", [5, 4])])
    let samples = try #require(lines([past, changed]).first).samples
    #expect((0..<samples.count).map { samples[$0].time } == [0, 3600, 7200, 10_800])
    #expect((0..<samples.count).map { samples[$0].value } == [1, 2, 5, 4])
  }

  /// Each row of a table of events is an event, also with the value of the row before. A value without a time of its own
  /// is an event when the value changes.
  @Test(arguments: [
    (SampleBatch.Origin.past(0...8000), [1000.0, 2000, 3000]), (.clock, [3000]),
  ])
  func rowsAreEvents(origin: SampleBatch.Origin, times: [Double]) throws {
    let events = Query.sql("SELECT events")
    var panel = panel()
    panel.window = 10_000...10_000
    panel.options.annotations = [
      AnnotationSpec(series: SeriesSpec(source: source, query: events))
    ]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let rows = [
      (query, SampleBatch(.past(0...8000), times: [0, 8000], columns: [.init("n", [1, 2])])),
      (events, SampleBatch(origin, times: [1000, 2000, 3000], columns: [.init("n", [1, 1, 2])])),
    ]
    for (query, batch) in rows {
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    }
    let content = store.content(of: panel, store.lines(of: panel), health: PanelHealth())
    let plot = try #require(content.body as? PlotContent)
    #expect(plot.annotations.map(\.time) == times)
  }
}
