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
    return store.judgedValues(of: panel, at: 0)
  }

  /// The right axis has another unit, with a reduction, too.
  @Test(arguments: ["", "reduce: max, "])
  func linesOfTheRightAxisAreNotJudged(reduction: String) throws {
    let series = "series: [{source: load.1}, {source: cpu.busy, axis: right, unit: percent}]"
    let panel = try panel("{\(reduction)\(series), thresholds: [{above: 5}]}")
    let values = judged(panel)
    #expect(values.map(\.value) == [2])
    #expect(values.reading(of: .above(5)) == .within(2))
    #expect(judged(panel, load: 6).reading(of: .above(5)) == .beyond(6))
  }

  /// A command for a breach gets the word that the wall shows.
  @Test func aMappedValueIsAWord() throws {
    let panel = try panel(
      "{source: load.1, chart: number, mappings: {2: {text: down}}, thresholds: [{above: 1}]}"
    )
    #expect(panel.judgedText(2) == "down" && panel.judgedText(3) == "3")
  }
}
