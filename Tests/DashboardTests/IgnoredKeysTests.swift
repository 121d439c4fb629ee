import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// No key of a panel is ignored silently: for each chart, a key is a mistake, or changes what the panel shows.
struct IgnoredKeysTests {
  /// Keys with a value that differs from the default, and the charts' own keys from the table.
  private static let keys: [(key: String, value: String)] = [
    ("rate", "true"), ("factor", "3"), ("reduce", "p50"), ("unit", "ms"), ("window", "40s"),
    ("range", "{min: -30, max: 1000}"), ("legend", "shown"), ("legend", "hidden"), ("lines", "2"),
    ("decimals", "3"), ("thresholds", "[{above: 0.01, label: over}]"), ("goal", "7"),
    ("sort", "{by: name, order: descending}"), ("top", "1"), ("columns", "[min]"), ("per", "20s"),
    ("mappings", "{0..1000: {text: word}}"), ("zones", "[Asia/Tokyo]"), ("seconds", "true"),
    ("curve", "step"), ("points", "true"), ("shift", "10s"),
    ("annotations", "[{source: {file: events}}]"), ("note", "words"), ("meter", "[{file: meter}]"),
  ]
  /// Keys that work elsewhere, whatever the chart: the place on the page, the health of the sources, and what
  /// happens at a breach.
  private static let elsewhere: Set = [
    "title", "chart", "source", "series", "span", "repeat", "include", "stale_after", "gap_after",
    "normal", "takeover", "on_breach", "text", "band",
  ]

  @Test func theTableIsComplete() {
    let tested = Set(Self.keys.map(\.key)).union(Self.elsewhere)
    #expect(Set(MappingRule.panel.keys.map(\.name)) == tested)
  }

  private func panel(
    _ chart: PanelSpec.Chart, with extra: String
  ) throws(DashboardFile.Failure) -> PanelSpec {
    let needed = chart.traits.neededKeys.map { "\($0): words\n" }.joined()
    let goal = chart == .ring || chart == .progress ? "goal: 100\n" : ""
    let names = chart == .ring || chart.traits.mostSeries == 1 ? ["a"] : ["a", "b", "c"]
    let series =
      chart.traits.needsSeries
      ? "series: [" + names.map { "{label: \($0), source: {file: \($0)}}" }.joined(separator: ", ")
        + "]\n" : ""
    let own = [needed, goal, series].filter { !extra.hasPrefix($0.prefix { $0 != ":" } + ":") }
    let lines = (own + [extra]).joined().split(separator: "\n").map { "    " + $0 }
    let text = "panels:\n  - chart: \(chart.rawValue)\n" + lines.joined(separator: "\n")
    return try DashboardFile(path: "f").parse(Array(text.utf8)).pages[0].panels[0]
  }

  private func shown(_ panel: PanelSpec) -> String {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for (number, series) in panel.allSeries.enumerated() {
      let times = (0..<90).map { 1_700_000_000 + Double($0) }
      let values = times.indices.map { Double(($0 * 7 + number * 13) % 40) + 0.25 }
      let batch = SampleBatch(
        times: times, columns: [SampleBatch.Column(series.query.metric, values)])
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(series.query, batch)]), from: series.source, at: 0)
    }
    let lines = store.lines(of: panel)
    let health =
      panel.traits.needsSeries
      ? PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0) : PanelHealth()
    let facts = SceneFacts(now: 1_700_000_100)
    return "\(store.content(of: panel, lines, health: health, scene: facts))"
  }

  @Test(arguments: PanelSpec.Chart.allCases)
  func everyKeyChangesSomethingOrIsAMistake(chart: PanelSpec.Chart) throws {
    let plain = shown(try panel(chart, with: ""))
    #expect(plain == shown(try panel(chart, with: "")), "contents are comparable")
    var ignored: [String] = []
    for (key, value) in Self.keys {
      do throws(DashboardFile.Failure) {
        let panel = try panel(chart, with: "\(key): \(value)\n")
        // A unit is that of a histogram's bounds.
        if chart == .heatmap, key == "unit" { continue }
        if shown(panel) == plain { ignored.append("\(key): \(value)") }
      } catch {
        // The mistake is this key and no other.
        let told = error.problems.map(\.description)
        #expect(told.count == 1 && told[0].contains(key), "\(chart): \(told)")
      }
    }
    // One of two values for a legend is the chart's own.
    let legends = ignored.filter { $0.hasPrefix("legend") }
    if legends.count == 1 { ignored.removeAll { $0 == legends[0] } }
    #expect(ignored.isEmpty, "\(chart) ignores \(ignored.joined(separator: ", "))")
  }
}
