import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Thresholds for one series, column or row of a list.
@Suite struct SeriesThresholdTests {
  private func panel(_ yaml: String) throws -> PanelSpec {
    try DashboardFile(path: "f").parse(Array("panels: [\(yaml)]".utf8)).pages[0].panels[0]
  }

  /// The store with the samples of series that a statement of SQL has found, or of columns.
  private func store(_ panel: PanelSpec, _ values: [(Metric, Double)]) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let samples = Set(panel.series.map(\.query)).map { query in
      let own = values.filter { panel.series.count == 1 || query.metric == $0.0 }
      return FeedUpdate.Samples(
        query, SampleBatch(times: [1], columns: own.map { .init($0.0, [$0.1]) }))
    }
    _ = store.append(
      FeedUpdate(samples: samples, health: .fresh), from: panel.series[0].source, at: 0)
    return store
  }

  private func content(_ panel: PanelSpec, _ values: [(Metric, Double)]) -> PanelContent {
    let store = store(panel, values)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return store.content(of: panel, lines, health: health)
  }

  private static let tables: [(Metric, Double)] = [
    (Metric("dead", labels: ["table": "orders"]), 20),
    (Metric("live", labels: ["table": "orders"]), 900),
    (Metric("dead", labels: ["table": "users"]), 5),
    (Metric("live", labels: ["table": "users"]), 70),
  ]

  /// A threshold may be for a column, a row or a cell. It takes the place of those for all series. The colours are those
  /// of the cells, row by row.
  @Test(
    arguments: [
      ("[{above: 10, series: dead}]", [.red, nil, nil, nil]),
      ("[{above: 10, series: live}]", [nil, .red, nil, .red]),
      ("[{above: 10, series: dead, color: orange}, {above: 100}]", [.orange, .red, nil, nil]),
      ("[{above: 10}]", [.red, .red, nil, .red]),
      ("[{above: 10}, {above: 1000, series: \"orders*\"}]", [nil, nil, nil, .red]),
      ("[{below: 10, series: users dead, color: blue}]", [nil, nil, .blue, nil]),
      (
        "[{above: 1, series: \"*d\"}, {above: 10, series: dead, color: blue}]",
        [.red, nil, .red, nil]
      ),
    ] as [(String, [SignalColor?])])
  func cellsOfATable(thresholds: String, colors: [SignalColor?]) throws {
    let panel = try panel(
      "{chart: table, columns: series, source: {sqlite: a.db, query: select 1}, thresholds: "
        + thresholds + "}")
    let content = content(panel, Self.tables)
    let rows = try #require(content.body as? TableContent).rows
    #expect(rows.map(\.name) == ["orders", "users"])
    #expect(rows.flatMap { $0.cells.map(\.signal) } == colors)
    // The most urgent colour is that of the panel.
    let urgent = [SignalColor.red, .orange, .blue].first { colors.contains($0) }
    #expect(content.signal == urgent)
    let judged = store(panel, Self.tables).judgedValues(of: panel, at: 0)
    let breached = judged.values.filter { value in
      value.thresholds.contains { $0.bound.isBreached(by: value.value) }
    }
    #expect(breached.count == colors.count { $0 != nil })
  }

  private static let climate = """
    series: [{label: Inside, source: {file: f, column: a}}, \
    {label: Damp, unit: percent, source: {file: f, column: b}}, \
    {label: Lag, unit: ms, source: {file: f, column: c}}]
    """

  /// Tiles have units of their own, and so do the numbers of their thresholds. The thresholds for all series concern
  /// those in the unit of the panel.
  @Test(
    arguments: [
      ("[{above: 60, series: Damp}]", ["Damp"], "65 %", "above 60 %"),
      ("[{above: 200, series: Lag}]", ["Lag"], "250 ms", "above 200 ms"),
      // The decimals of a limit in seconds are none of a percentage.
      (
        "[{above: 60, series: Damp}, {above: 234, series: Lag}]", ["Damp", "Lag"], "65 %",
        "above 60 %"
      ),
      ("[{above: 0.2 s, series: Lag}]", ["Lag"], "250 ms", "above 200 ms"),
      ("[{above: 20}]", ["Inside"], "21.5 °C", "above 20 °C"),
      ("[{above: 300, series: Lag}, {above: 30}]", [], "", ""),
    ] as [(String, [String], String, String)])
  func unitsOfTiles(thresholds: String, names: [String], text: String, words: String) throws {
    let panel = try panel(
      "{chart: tiles, unit: celsius, \(Self.climate), thresholds: \(thresholds)}")
    let values: [(Metric, Double)] = [("a", 21.5), ("b", 65), ("c", 250)]
    let content = content(panel, values)
    let tiles = try #require(content.body as? TilesContent).tiles
    #expect(tiles.map(\.value.text) == ["21.5 °C", "65 %", "250 ms"])
    #expect(tiles.filter { $0.signal != nil }.map(\.name) == names)
    #expect(content.signal == (names.isEmpty ? nil : .red))
    guard let name = names.first else { return }
    let judged = store(panel, values).judgedValues(of: panel, at: 0)
    let value = try #require(judged.values.first { $0.name == name })
    #expect(panel.judgedText(value.value, of: value.thresholds[0], value.identity) == text)
    let unit = panel.judgedUnit(of: value.thresholds[0])
    #expect(value.thresholds[0].words(unit) == words)
  }

  /// A series whose own unit is that of the panel is compared with the thresholds for all series.
  @Test func theUnitOfThePanel() throws {
    let panel = try panel(
      """
      {chart: tiles, unit: percent, thresholds: [{above: 90}], \
      series: [{label: used, unit: "%", source: {file: f, column: a}}]}
      """)
    #expect(content(panel, [("a", 95)]).signal == .red)
  }

  /// Metrics of this machine, and those whose names state a unit, have their units in tiles and columns.
  @Test(arguments: ["chart: tiles", "chart: table, columns: series"])
  func unitsOfMetrics(chart: String) throws {
    let panel = try panel(
      """
      {\(chart), series: [cpu.busy, load.1, memory.used, \
      {source: {prometheus: "http://h", query: "rate(sent_bytes_total[1m])"}}]}
      """)
    let units = panel.series.map { $0.unit ?? panel.unit }
    #expect(units == [.percent, .none, .bytes, .bytesPerSecond])
    #expect(panel.series.map(\.isOnRight) == [false, true, true, true])
  }

  /// A panel that is too low for its tiles shows the first value beyond a threshold, in its own unit.
  @Test func theLeadHasItsOwnUnit() throws {
    let panel = try panel(
      "{chart: tiles, unit: celsius, \(Self.climate), thresholds: [{above: 200, series: Lag}]}")
    let content = content(panel, [("a", 21.5), ("b", 65), ("c", 250)])
    let lead = try #require(content.lead)
    #expect(lead.name == "Lag" && lead.value.text == "250 ms" && lead.others == 2)
    #expect(lead.signal == .red)
  }

  /// A word stands for a value in the unit of the panel alone.
  @Test func wordsAreForTheUnitOfThePanel() throws {
    let panel = try panel(
      "{chart: tiles, unit: celsius, \(Self.climate), mappings: {\"21.5\": warm, 65: {text: x}}}")
    let content = content(panel, [("a", 21.5), ("b", 65), ("c", 250)])
    let tiles = try #require(content.body as? TilesContent).tiles
    #expect(tiles.map(\.value.text) == ["warm", "65 %", "250 ms"])
  }

  /// The names of a text's rows are not known yet, so that only a name that is near to a known one is a mistake.
  @Test(arguments: ["web1", "web1 Lag", "'* Lug'"]) func namesOfRows(_ name: String) throws {
    let panel = try panel(
      "{chart: tiles, series: [{label: Lag, source: {file: f}}], "
        + "thresholds: [{above: 1, series: \(name)}]}")
    #expect(panel.thresholds.count == 1)
  }

  @Test(
    arguments: [
      (
        "{chart: tiles, series: [{label: Lag, source: {file: f}}], thresholds: [{above: 1, series: Lug}]}",
        "no series of this panel has the name 'Lug' (did you mean 'Lag'?)"
      ),
      (
        "{chart: line, source: {file: f}, thresholds: [{above: 1, series: x}]}",
        "'series' is for thresholds of table, tiles, bars and states, not of the chart 'line'"
      ),
      (
        "{chart: tiles, series: [{source: {file: f}, unit: W}], thresholds: [{above: 1}]}",
        "all series have units or words of their own, so that a threshold needs the name of its "
          + "'series'"
      ),
      (
        "{chart: line, series: [{source: {file: f}, unit: W}]}",
        "a 'unit' of its own needs 'axis: right'"
      ),
    ])
  func mistakes(yaml: String, message: String) {
    do throws(DashboardFile.Failure) {
      _ = try DashboardFile(path: "f").parse(Array("panels: [\(yaml)]".utf8))
      Issue.record("no mistake in \(yaml)")
    } catch {
      let problems = error.problems.map(\.description)
      #expect(problems.contains { $0.contains(message) }, "\(problems)")
    }
  }

  /// A name that only the answers of a source decide is no mistake.
  @Test func namesThatAreUnknownInAdvance() throws {
    let panel = try panel(
      "{chart: table, source: {sqlite: a.db, query: select 1}, thresholds: [{above: 1, series: x}]}"
    )
    #expect(panel.thresholds[0].series == "x")
  }

  /// Two thresholds of one number for different series keep their courses apart, also across a change of the file.
  @Test func namesInTheHistory() throws {
    let panel = try panel(
      "{title: t, chart: tiles, \(Self.climate), "
        + "thresholds: [{above: 1, series: Damp}, {above: 1, series: Lag}, {above: 1}]}")
    let watched = WatchedPanel(panel, at: (0, 0), on: "p")
    let names = watched.thresholds.map { watched.name(of: $0.threshold) }
    #expect(Set(names).count == 3)
    #expect(
      names.map { $0.split(separator: "|").last.map(String.init) }
        == [" Damp above 1.0", " Lag above 0.001", " above 1.0"])
    // Another order, and the same bounds.
    var changed = panel
    changed.thresholds.reverse()
    var (earlier, later) = (watched, WatchedPanel(changed, at: (0, 0), on: "p"))
    var latest = 0
    earlier.thresholds[0].continueReported("0 a", as: "damp", latest: &latest)
    later.continueThresholds(of: &earlier)
    #expect(later.thresholds.map { $0.reported.map(\.series) } == [[], [], ["damp"]])
  }
}
