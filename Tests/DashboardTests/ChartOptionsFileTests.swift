import Charts
import Feeds
import Geometry
import Metrics
import Testing

@testable import Dashboard

/// The keys of panels that only some charts have.
@Suite struct ChartOptionsFileTests {
  private func read(_ panel: String) throws(DashboardFile.Failure) -> PanelSpec {
    let text = "panels:\n  - {source: {system: load.1}, \(panel)}\n"
    return try DashboardFile(path: "a.yaml").parse(Array(text.utf8)).pages[0].panels[0]
  }

  private func problems(_ panel: String) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try DashboardFile(path: "a.yaml").parse(Array("panels:\n  - {\(panel)}\n".utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func allKeys() throws {
    let table = try read(
      "chart: table, top: 5, sort: {by: max, order: ascending}, columns: [p95, sparkline]")
    #expect(table.options.sort == SortSpec(.value(.max), isAscending: true))
    #expect(table.options.top == 5 && table.options.columns == [.value(.p95), .sparkline])
    let states = try read(
      "chart: states, mappings: {0: {text: down, color: red}, 1..5: up, 6..: {text: far, color: '#ff00ff'}}"
    )
    #expect(
      states.options.mappings == [
        ValueMapping(0...0, text: "down", color: .signal(.red)), ValueMapping(1...5, text: "up"),
        ValueMapping(6...(.infinity), text: "far", color: .fixed(Color(hex: 0xff00ff))),
      ])
    let line = try read(
      "chart: line, curve: step, points: true, shift: 1d, range: {scale: log, min: 1}, "
        + "annotations: [{source: {system: load.5}, label: deploy, color: teal}]")
    #expect(line.options.curve == .step && line.options.hasPoints && line.options.shift == 86_400)
    #expect(line.range.isLogarithmic && line.options.annotations.first?.color == .hue(.teal))
    #expect(line.allSeries.count == 2)
    let bytes = try read("chart: line, unit: bytes, range: {scale: log, min: 1 kB}")
    #expect(bytes.range.minimum == 1000)
    #expect(try read("chart: columns, per: 1h").options.period == 3600)
  }

  /// There is nothing between two states, but there is between two values in ranges with words.
  @Test(
    arguments: [
      ("mappings: {0: off, 1: on}", .step), ("mappings: {idle, busy}", .step),
      ("mappings: {0: off, 1..5: on}", .smooth), ("mappings: {0: off}, curve: straight", .straight),
      ("points: true", .smooth),
    ] as [(String, PlotContent.Series.Curve)])
  func curves(keys: String, curve: PlotContent.Series.Curve) throws {
    let text = "panels:\n  - {source: {mqtt: h, topic: a}, \(keys)}\n"
    let panel = try DashboardFile(path: "f").parse(Array(text.utf8)).pages[0].panels[0]
    #expect(panel.options.curve == curve)
  }

  @Test func seriesOfTheirOwn() throws {
    let text = """
      panels:
        - unit: percent
          series:
            - {source: {system: cpu.busy}, color: violet}
            - {source: {system: net.in}, axis: right, unit: kB/s}
      """
    let panel = try DashboardFile(path: "a.yaml").parse(Array(text.utf8)).pages[0].panels[0]
    #expect(panel.series.map(\.color) == [.hue(.violet), nil])
    #expect(panel.series.map(\.isOnRight) == [false, true])
    #expect(panel.series[1].unit != nil && panel.series[1].unit != panel.unit)
  }

  @Test func chartsWithoutSeries() throws {
    let text = """
      panels:
        - {chart: clock, zones: [Europe/Berlin, {zone: UTC, label: Server}], seconds: true}
        - chart: text
          text: |
            One
            Two
        - {chart: alerts, title: Alerts}
      """
    let panels = try DashboardFile(path: "a.yaml").parse(Array(text.utf8)).pages[0].panels
    #expect(panels[0].options.zones.map(\.label) == ["Berlin", "Server"])
    #expect(panels[0].options.showsSeconds && panels[1].options.paragraphs == ["One", "Two"])
    #expect(panels.allSatisfy { $0.series.isEmpty })
  }

  @Test(
    arguments: [
      (
        "chart: ring, unit: bytes, series: [{source: load.1}, {source: load.5}], thresholds: [{above: 11 TB}]",
        "without a 'goal' a threshold of this panel is in percent"
      ),
      ("chart: ring, unit: bytes, goal: 0, source: cpu.busy", "2:38: a goal must be above zero"),
      ("chart: ring, unit: bytes, goal: -5, source: cpu.busy", "2:38: a goal must be above zero"),
      (
        "range: {scale: log, min: 1}, series: [{source: load.1, axis: right, unit: W}]",
        "2:13: 'scale: log' and 'axis: right' do not go together"
      ),
      (
        "chart: ring, series: [load.1, load.5, load.15]",
        "2:27: the chart 'ring' shows at most 2 series, not 3"
      ),
      ("chart: clock, zones: [Mars/Olympus]", "2:28: there is no time zone 'Mars/Olympus'"),
      ("chart: clock, zones: [../etc/passwd]", "2:28: there is no time zone"),
      ("chart: clock, source: {system: load.1}", "2:28: the chart 'clock' shows no series"),
      ("chart: text", "2:5: the chart 'text' needs 'text'"),
      (
        "chart: bars, source: {system: load.1}, zones: [UTC]",
        "'zones' is a key of clock, not of the chart 'bars'"
      ),
      ("source: {system: load.1}, goal: 5", "'goal' is a key of progress, ring and bars"),
      ("chart: states, source: {system: load.1}, mappings: {x: up}", "2:57: 'mappings' has words"),
      ("chart: states, source: {system: load.1}, mappings: {9..1: up}", "a value or a range"),
      (
        "chart: states, source: {system: load.1}, mappings: {1: up, 1: down}",
        "the key '1' is given twice"
      ),
      ("chart: table, source: {system: load.1}, sort: biggest", "'biggest' is none of name, last"),
      ("chart: table, source: {system: load.1}, columns: [las]", "did you mean 'last'"),
      ("chart: table, source: {system: load.1}, top: 0", "from 1 to 100"),
      (
        "series: [{source: {system: load.1}, color: gren}]",
        "'gren' is not a colour; use red, "
      ),
      ("series: [{source: {system: load.1}, color: gren}]", "did you mean 'green'"),
      ("series: [{source: {system: load.1}, unit: ms}]", "needs 'axis: right'"),
      ("source: {system: load.1}, range: {scale: log, min: 0}", "only values above zero"),
      ("unit: bytes, source: {system: load.1}, range: {scale: log, min: 0 kB}", "above zero"),
      (
        "chart: area, source: {system: load.1}, range: {scale: log}",
        "'scale: log' is for lines, not for the chart 'area'"
      ),
      ("source: {system: load.1}, annotations: [{label: x}]", "an annotation needs a 'source'"),
      ("source: {system: load.1}, band: low", "a band is [low, high]: the names of two series"),
      (
        "series: [{source: cpu.busy}, {source: load.1, name: low}], band: [low, hih]",
        "no series of this panel has the name 'hih'"
      ),
      (
        "series: [{source: cpu.busy, name: a}, {source: load.1, name: b}], band: [a, b]",
        "a band lies behind a line, and this panel has none beside the edges"
      ),
      ("chart: stacked, source: cpu.busy, band: [a, b]", "'band' is a key of line, area and"),
      (
        "chart: heatmap, source: cpu.busy, thresholds: [{above: 1}]",
        "the chart 'heatmap' has no value for 'thresholds'"
      ),
      (
        "chart: table, source: cpu.busy, lines: 3",
        "no meaning for the chart 'table' (did you mean 'top'?)"
      ),
      (
        "chart: bars, source: cpu.busy, window: 5m",
        "no meaning for the chart 'bars' without 'reduce'"
      ),
      ("source: {system: load.1}, curve: wavy", "'wavy' is none of smooth, straight, step"),
    ])
  func mistakes(panel: String, message: String) {
    let problems = problems(panel)
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }

  /// Every chart is in the table, and no key belongs to no chart.
  @Test func theTable() {
    for chart in PanelSpec.Chart.allCases {
      #expect(Set(chart.traits.neededKeys).isSubset(of: chart.traits.keys))
      #expect(chart.traits.needsSeries == (chart.traits.mostSeries > 0))
    }
    #expect(Set(ChartOptionsReader.keys).count == ChartOptionsReader.keys.count)
  }

  /// The edges of a band have the names that the file gives them, unless they have labels.
  @Test func edgesOfABandAreNamed() throws {
    let text = """
      panels:
        - band: [lo, hi]
          series:
            - {label: v, source: cpu.busy}
            - {name: lo, hidden: true, source: load.1}
            - {name: hi, label: most, hidden: true, source: load.5}
      """
    let panel = try DashboardFile(path: "f").parse(Array(text.utf8)).pages[0].panels[0]
    let band = try #require(panel.options.band)
    #expect(panel.bandWords(band) == "band: lo to most")
  }

  /// The tabs of a text are blanks up to the next stop.
  @Test func tabsOfATextAreBlanks() throws {
    let text = #"panels: [{title: T, chart: text, text: "a:\t5\nbb:\t6\nfour\t7"}]"#
    let panel = try DashboardFile(path: "f").parse(Array(text.utf8)).pages[0].panels[0]
    #expect(panel.options.paragraphs == ["a:  5", "bb: 6", "four    7"])
  }
}
