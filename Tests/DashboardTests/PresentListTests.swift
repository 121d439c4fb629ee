import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Lists of the present: a row that the last whole list lacks has left the list.
@Suite struct PresentListTests {
  private func panel(_ chart: PanelSpec.Chart, _ source: String) throws -> PanelSpec {
    let text =
      "panels: [{title: t, chart: \(chart.rawValue), window: 5m, reduce: last, source: {\(source)}}]"
    return try DashboardFile(path: "f").parse(Array(text.utf8)).pages[0].panels[0]
  }

  /// The content of a panel after answers ten seconds apart, each with the values of its rows.
  /// - Parameter failure: whether the source has failed for long since the last answer.
  private func content(
    _ panel: PanelSpec, _ answers: [[String: Double]], failure: Bool = false, moment: Double? = nil
  ) -> PanelContent {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let (source, query) = (panel.series[0].source, panel.series[0].query)
    for (i, answer) in answers.enumerated() {
      let columns = answer.keys.sorted().map {
        SampleBatch.Column(Metric("m", labels: ["row": $0]), [answer[$0] ?? .nan])
      }
      let batch = SampleBatch(times: [10 * Double(i)], columns: columns)
      _ = store.append(
        FeedUpdate(samples: [.init(query, batch)], health: .fresh), from: source, at: 10 * Double(i)
      )
    }
    var now = 10 * Double(answers.count - 1) + 1
    if failure {
      now += 200
      let health = FeedHealth.failing(since: now - 190, reason: "connection refused")
      _ = store.append(FeedUpdate(samples: [], health: health), from: source, at: now - 190)
    }
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: now)
    return store.content(of: panel, lines, health: health, moment: moment)
  }

  private func names(_ content: PanelContent) -> [String] {
    (content.body as? TableContent)?.rows.map(\.name)
      ?? (content.body as? BarsContent)?.bars.map(\.name)
      ?? (content.body as? TilesContent)?.tiles.map(\.name)
      ?? (content.body as? StatesContent)?.lanes.map(\.name) ?? []
  }

  private static let ended = SampleBatch.ended
  private static let lists = [
    "sqlite: a.db, query: select 1", "command: x, every: 5s, column: a",
    "http: \"http://h\", rows: ., by: .n, value: .v", "prometheus: \"http://h\", query: ALERTS",
  ]

  @Test(arguments: [PanelSpec.Chart.table, .bars, .tiles], lists)
  func aRowThatHasLeft(chart: PanelSpec.Chart, source: String) throws {
    let panel = try panel(chart, source)
    let answers = [
      ["a": 1, "b": 2, "c": 3], ["a": 1, "b": Self.ended, "c": 4], ["a": 1, "c": 4],
    ]
    #expect(names(content(panel, Array(answers.prefix(1)))) == ["a", "b", "c"])
    #expect(names(content(panel, answers)) == ["a", "c"])
    // The list at a time in the past, and the one before a failure.
    #expect(names(content(panel, answers, moment: 3)) == ["a", "b", "c"])
    #expect(names(content(panel, answers, failure: true)) == ["a", "c"])
  }

  @Test(arguments: [PanelSpec.Chart.table, .bars, .tiles], lists)
  func anEmptyList(chart: PanelSpec.Chart, source: String) throws {
    let panel = try panel(chart, source)
    let answers = [["a": 1.0, "b": 2], ["a": Self.ended, "b": Self.ended]]
    let empty = content(panel, answers)
    #expect(empty.state == .waiting && empty.waitingText == "no rows" && empty.body == nil)
    #expect(content(panel, answers + [["b": 3]]).state == .fresh)
    let failing = content(panel, answers, failure: true)
    #expect(failing.state == .waiting && failing.failure?.reason == "connection refused")
    let past = content(panel, answers, moment: 3)
    #expect(past.state == .fresh && names(past) == ["a", "b"])
  }

  /// Series that may be missing because of a failure behind their source stay, and so do the lanes of states, which show
  /// the past.
  @Test(
    arguments: [
      (.table, "http: \"http://h\", metric: m, by: [row]"),
      (.bars, "prometheus: \"http://h\", query: up"),
      (.states, "sqlite: a.db, query: select 1"),
    ] as [(PanelSpec.Chart, String)])
  func rowsThatStay(chart: PanelSpec.Chart, source: String) throws {
    let panel = try panel(chart, source)
    let content = content(panel, [["a": 1, "b": 2], ["a": 1, "b": Self.ended], ["a": 1]])
    #expect(content.state == .fresh && names(content) == ["a", "b"])
  }

  /// A list without rows from its first answer on says so; other queries have no series.
  @Test(
    arguments: [
      (.table, lists[0], "no rows"), (.tiles, lists[3], "no rows"),
      (.line, lists[0], "the query has no series"),
      (.table, "prometheus: \"http://h\", query: up", "the query has no series"),
    ] as [(PanelSpec.Chart, String, String)])
  func emptyFromTheStart(chart: PanelSpec.Chart, source: String, text: String) throws {
    let panel = try panel(chart, source)
    #expect(content(panel, [[:]]).waitingText == text)
  }
}
