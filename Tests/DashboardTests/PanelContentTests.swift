import Charts
import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// The contents of panels for given data.
@Suite struct PanelContentTests {
  private let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))

  private func series(_ names: [String], _ style: SeriesSpec.Style = .automatic) -> [SeriesSpec] {
    names.map { SeriesSpec(source: pipe, query: .column($0), style: style) }
  }

  /// - Parameter rows: one per minute, with a value for each of `a`, `b`, `c`.
  private func content(_ panel: PanelSpec, _ rows: [[Double]]) -> PanelContent {
    let store = store(panel, rows)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return store.content(of: panel, lines, health: health)
  }

  private func store(_ panel: PanelSpec, _ rows: [[Double]]) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let readings = rows.enumerated().map { i, row in
      Reading(
        time: 60 * Double(i),
        values: Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"].map { Metric($0) }, row)))
    }
    _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: pipe, at: 0)
    return store
  }

  @Test(
    arguments: [
      (.line, .automatic, 1, 0, false), (.line, .automatic, 2, 0, true),
      (.line, .automatic, 1, 1, false), (.line, .shown, 1, 1, true), (.line, .hidden, 3, 0, false),
      (.stacked, .automatic, 2, 0, true), (.area, .automatic, 2, 0, true),
      (.spectrum, .automatic, 1, 0, false), (.number, .shown, 1, 0, false),
    ] as [(PanelSpec.Chart, PanelSpec.Legend, Int, Int, Bool)])
  func legends(
    chart: PanelSpec.Chart, legend: PanelSpec.Legend, equals: Int, dotted: Int, isShown: Bool
  ) {
    let names = ["a", "b", "c"]
    let panel = PanelSpec(
      title: "t", chart: chart,
      series: series(Array(names.prefix(equals)))
        + series(Array(names[equals..<equals + dotted]), .dotted), unit: .none, legend: legend)
    let content = content(panel, [[1, 2, 3], [4, 5, 6]])
    #expect(content.legend.map(\.name) == (isShown ? Array(names.prefix(equals + dotted)) : []))
    if isShown {
      #expect(content.legend.last?.value == ["4", "5", "6"][equals + dotted - 1])
    }
  }

  /// A number is not written as zero unless it is zero, or unless the file gives its decimals. Beside the axis of a line,
  /// less than a thousandth is zero, and less than a tenth of a percent.
  @Test(
    arguments: [
      (.number, nil, [[1.2345e-9]], "1.23 ×10⁻⁹"), (.number, nil, [[900.5], [0.3]], "0.3"),
      (.number, 0, [[900.5], [0.3]], "0"), (.number, nil, [[900.5], [0]], "0"),
      (.line, nil, [[900.5], [0.3]], "0.3"), (.line, nil, [[900.5], [0.0003]], "0"),
      (.line, 0, [[900.5], [0.3]], "0"),
    ] as [(PanelSpec.Chart, Int?, [[Double]], String)])
  func smallNumbers(chart: PanelSpec.Chart, decimals: Int?, rows: [[Double]], text: String) {
    var panel = PanelSpec(title: "t", chart: chart, series: series(["a"]), unit: .none)
    panel.decimals = decimals
    #expect(content(panel, rows).value?.text == text)
  }

  /// A line that no legend and no value names is named by the note, unless the file has another one.
  @Test(
    arguments: [
      (.line, .automatic, [], 1, "b 5 % · c 6 %"), (.area, .automatic, [], 1, "b 5 % · c 6 %"),
      (.line, .automatic, [.text("of orion")], 1, "of orion"), (.line, .hidden, [], 1, ""),
      (.line, .shown, [], 1, ""), (.line, .automatic, [], 2, ""), (.number, .automatic, [], 1, ""),
      (.stacked, .automatic, [], 2, ""),
    ] as [(PanelSpec.Chart, PanelSpec.Legend, [NotePart], Int, String)])
  func dottedLinesAreNamed(
    chart: PanelSpec.Chart, legend: PanelSpec.Legend, note: [NotePart], equals: Int, words: String
  ) {
    let names = ["a", "b", "c"]
    var panel = PanelSpec(
      title: "t", chart: chart,
      series: series(Array(names.prefix(equals))) + series(Array(names[equals...]), .dotted),
      unit: .percent, legend: legend)
    panel.note = note
    #expect(content(panel, [[1, 2, 3], [4, 5, 6]]).note == words)
  }

  /// Values that are tiny beside the axis have the digits that can be seen: ticks are 0, 25, 50, 75 and 100.
  @Test(
    arguments: [(.line, "0.0"), (.columns, "0.0"), (.number, "0.042")]
      as [(PanelSpec.Chart, String)])
  func tinyValues(chart: PanelSpec.Chart, value: String) {
    let panel = PanelSpec(
      title: "t", chart: chart, series: series(["a"]), unit: .percent,
      range: RangeSpec(minimum: 0, maximum: 100))
    #expect(content(panel, [[0.05], [0.042]]).value?.digits == value)
  }

  /// A large number that hardly changes has no prefix beside an axis: 1,000,001.6 in place of 1.0000016 M.
  @Test(
    arguments: [(.line, "1,000,001.6", ""), (.number, "1.00", "M")]
      as [(PanelSpec.Chart, String, String)])
  func largeValuesThatHardlyChange(chart: PanelSpec.Chart, digits: String, unit: String) {
    let panel = PanelSpec(
      title: "t", chart: chart, series: series(["a"]), unit: .none,
      range: RangeSpec(includesZero: false))
    let value = content(panel, [[1e6], [1_000_001.59]]).value
    #expect(value?.digits == digits && value?.unit == unit)
  }

  /// The unit appears once: with the value, or, if all values lack it, beside the title.
  @Test(
    arguments: [(1, .hidden, ""), (2, .automatic, "%"), (2, .hidden, "%")]
      as [(Int, PanelSpec.Legend, String)])
  func unitsWithoutAValue(equals: Int, legend: PanelSpec.Legend, note: String) {
    let panel = PanelSpec(
      title: "t", chart: .line, series: series(Array(["a", "b"].prefix(equals))), unit: .percent,
      legend: legend)
    let content = content(panel, [[1, 2], [4, 5]])
    #expect((content.value == nil) == (equals > 1))
    #expect(content.axisUnit == note)
  }

  /// The panel names the prefix of its axis if the value has another prefix.
  @Test(
    arguments: [
      (.bytes, [[3e9], [2e9]], "GiB", ""), (.bytes, [[1.5e9], [20_000]], "KiB", "axis in GiB"),
      (.bytes, [[20_000], [1.5e9]], "GiB", ""), (.seconds, [[1.5], [0.01]], "ms", "axis in s"),
      (.none, [[3e6], [0.3]], "", "axis in M"), (.percent, [[90], [1]], "%", ""),
    ] as [(Unit, [[Double]], String, String)])
  func theAxisNamesItsPrefix(unit: Unit, rows: [[Double]], value: String, axis: String) {
    let panel = PanelSpec(title: "t", chart: .line, series: series(["a"]), unit: unit)
    let content = content(panel, rows)
    #expect(content.value?.unit == value && content.axisUnit == axis)
  }

  /// A number without a unit is never beside a bare number in the prefix of the axis, and no bare number is beside the
  /// large value of the first line in another prefix. The large value of a stack is in that of the axis.
  @Test(
    arguments: [
      (.none, [1.05, 1.49e6], ["1.05", "1.49 M"], "1.49 M"),
      (.none, [2.5e6, 1.49e6], ["2.50", "1.49"], "1.49"),
      (.none, [0, 1.49e6], ["0", "1.49 M"], "1.49"),
      (.bytes, [20_000, 1.5e9], ["19.5 KiB", "1.40 GiB"], "1.40"),
    ] as [(Unit, [Double], [String], String)])
  func numbersOfSeveralPrefixes(unit: Unit, values: [Double], texts: [String], inStack: String) {
    let line = PanelSpec(title: "t", chart: .line, series: series(["a", "b"]), unit: unit)
    #expect(content(line, [values, values]).legend.map(\.value) == texts)
    let stack = PanelSpec(title: "t", chart: .stacked, series: series(["a", "b"]), unit: unit)
    #expect(content(stack, [values, values]).legend.map(\.value) == [texts[0], inStack])
  }

  /// A value that differs from the end of its line says why.
  @Test(arguments: [
    (PanelSpec.Chart.line, Reduction.max, true), (.area, .mean, true), (.bars, .max, true),
    (.progress, .p95, true), (.number, .max, false), (.table, .max, false), (.line, .last, false),
  ])
  func theRuleOfAValue(chart: PanelSpec.Chart, reduction: Reduction, isSaid: Bool) {
    var panel = PanelSpec(title: "t", chart: chart, series: series(["a"]), unit: .none)
    panel.reduction = reduction
    panel.goal = chart == .progress ? 10 : nil
    let note = content(panel, [[1], [9], [4]]).note
    #expect(note == (isSaid ? "\(reduction.title) in 2 min" : ""), "\(note)")
  }

  /// Values that are no numbers differ from no values.
  @Test(
    arguments: [
      ([[.nan], [.nan]], false, true), ([[.infinity], [-.infinity]], false, true),
      // The growth of a counter is unknown.
      ([[.nan], [.nan]], true, false), ([[5], [.nan]], false, false),
    ] as [([[Double]], Bool, Bool)])
  func valuesThatAreNoNumbers(rows: [[Double]], isCounter: Bool, isSaid: Bool) {
    for chart in [PanelSpec.Chart.line, .number] {
      var panel = PanelSpec(title: "t", chart: chart, series: series(["a"]), unit: .none)
      panel.series[0].isCounter = isCounter
      let body = content(panel, rows).body
      let plot = (body as? NumberContent)?.plot ?? body as? PlotContent
      #expect((plot?.emptyText == "the latest value is not a finite number") == isSaid)
    }
  }

  /// A value that JSON lacks is missing: it is not a number that cannot be shown.
  @Test(arguments: [Query.path(".a"), .topic("t", path: ".a")])
  func nullIsMissing(query: Query) throws {
    let source = SourceSpec.http(HTTPFeedSpec(url: "http://localhost/", format: .json, every: 5))
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, query: query)], unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let batch = SampleBatch(times: [60], columns: [.init(query.metric, [.nan])])
    _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: source, at: 0)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    let plot = store.content(of: panel, lines, health: health).body as? PlotContent
    #expect(try #require(plot?.emptyText).hasPrefix("no data in the last"))
  }

  /// Zero has no prefix in the value of a panel, and no unit in a legend beside a large value in the unit of the axis.
  @Test(
    arguments: [
      (.bytes, [3e12, 0, 5000], ["2.73", "0", "4.88 KiB"]),
      (.none, [0, 3e-6, 2e-6], ["0", "3.00 ×10⁻⁶", "2.00 ×10⁻⁶"]),
      (.bytes, [0, 0, 0], ["0", "0", "0"]),
      (.custom("W"), [0, 2500, 0], ["0 W", "2.50 kW", "0 W"]),
    ] as [(Metrics.Unit, [Double], [String])])
  func zerosOfALegend(unit: Metrics.Unit, values: [Double], texts: [String]) {
    let panel = PanelSpec(
      title: "t", chart: .line, series: series(["a", "b", "c"]), unit: unit)
    #expect(content(panel, [values, values]).legend.map(\.value) == texts)
    let number = PanelSpec(title: "t", chart: .number, series: series(["a"]), unit: unit)
    let zero = content(number, [[values[0]], [0]]).value
    #expect(zero?.text == unit.format(0, decimals: 0).text)
  }

  /// Beside a right axis, each value of the legend has its unit, and the lines of that axis are marked. The value that stands for all is that of the legend.
  @Test(
    arguments: [
      (.bytes, nil, [3e9, 45, 5], ["2.79", "45 B", "5 B"], "2.79 GiB"),
      (.bytes, nil, [5000, 3e9, 5], ["4.88 KiB", "2.79 GiB", "5 B"], "4.88 KiB"),
      (.bytes, .celsius, [3e9, 5000, 45], ["2.79 GiB", "4.88 KiB", "45 °C"], "2.79 GiB"),
      (.bytes, .seconds, [0, 3e9, 0.25], ["0 B", "2.79 GiB", "250 ms"], "0 B"),
      // Large values of the right axis take no decimals from those of the left axis.
      (.none, .bytes, [1.23, 4.56, 3e9], ["1.23", "4.56", "2.79 GiB"], "1.23"),
      (.percent, .bytes, [20, 30, 2048], ["20 %", "30 %", "2.00 KiB"], "20 %"),
    ] as [(Metrics.Unit, Metrics.Unit?, [Double], [String], String)])
  func unitsOfALegend(
    unit: Metrics.Unit, right: Metrics.Unit?, values: [Double], texts: [String], lead: String
  ) {
    var panel = PanelSpec(
      title: "t", chart: .line, series: series(["a", "b", "c"]), unit: unit)
    (panel.series[2].unit, panel.series[2].isOnRight) = (right, right != nil)
    let content = content(panel, [values, values])
    #expect(content.legend.map(\.value) == texts)
    #expect(content.legend.map(\.name) == ["a", "b", right == nil ? "c" : "c (right)"])
    #expect(right == nil || content.axisUnit == "")
    #expect(content.lead?.value.text == lead)
  }

  /// The first column of a text that is not always zero stands for all columns. The order of a dashboard is a
  /// choice, and stays.
  @Test(
    arguments: [
      (true, [[0, 5], [0, 6]], "b"), (true, [[1, 5], [0, 6]], "a"),
      (true, [[0, 0], [0, 0]], "a"),
      (true, [[.nan, 0], [.nan, 0]], "b"), (false, [[0, 5], [0, 6]], "a"),
    ] as [(Bool, [[Double]], String)])
  func whatStandsForAll(isInferred: Bool, rows: [[Double]], name: String) {
    var panel = PanelSpec(title: "t", chart: .line, series: series(["a", "b"]), unit: .none)
    panel.isInferred = isInferred
    let lead = content(panel, rows).lead
    #expect(lead?.name == name && lead?.others == 1)
  }

  private static let thresholds = [
    ThresholdSpec(.above(50), color: .orange, label: "much"),
    ThresholdSpec(.above(80), color: .red, label: "too much"),
    ThresholdSpec(.below(10), color: .blue),
  ]

  /// The first line with the worst breach stands for all, and each entry has the rank of its breach.
  @Test(
    arguments: [
      ([1, 60, 90], "c", [0, 2, 3]), ([60, 70, 20], "a", [2, 2, 0]),
      ([20, 30, 5], "c", [0, 0, 1]),
      ([20, 30, 40], "a", [0, 0, 0]), ([85, 60, 90], "a", [3, 2, 3]),
    ] as [([Double], String, [Int])])
  func theWorstStandsForAll(values: [Double], name: String, ranks: [Int]) {
    var panel = PanelSpec(
      title: "t", chart: .line, series: series(["a", "b", "c"]), unit: .none)
    panel.thresholds = [
      ThresholdSpec(.above(50), color: .orange), ThresholdSpec(.above(80), color: .red),
      ThresholdSpec(.below(name == "c" && ranks[2] == 1 ? 10 : -1), color: .blue),
    ]
    let content = content(panel, [values, values])
    #expect(content.lead?.name == name)
    #expect(content.legend.map(\.breachRank) == ranks)
  }

  /// If several thresholds are exceeded, the outermost one determines the colour, and its label
  /// stands before the note.
  @Test(
    arguments: [
      (.line, [[1], [30]], nil, ""), (.line, [[99], [60]], .orange, "much"),
      (.line, [[99], [90]], .red, "too much"), (.line, [[99], [5]], .blue, ""),
      (.line, [[99], [.nan]], nil, ""), (.line, [[50], [50]], nil, ""),
      (.number, [[1], [81]], .red, "too much"),
      (.stacked, [[1, 1], [30, 30]], .orange, "much"),
      (.area, [[1, 1], [30, 90]], .red, "too much"),
      (.progress, [[90]], .red, "too much"),
      // The value in percent, as displayed: 120 of 200.
      (.ring, [[120]], .orange, "much"),
    ] as [(PanelSpec.Chart, [[Double]], SignalColor?, String)])
  func breaches(
    chart: PanelSpec.Chart, rows: [[Double]], signal: SignalColor?, text: String
  ) {
    let panel = PanelSpec(
      title: "t", chart: chart, series: series(Array(["a", "b"].prefix(rows[0].count))),
      unit: .none, thresholds: Self.thresholds, goal: 200, note: [.text("note")])
    let content = content(panel, rows)
    #expect(content.signal == signal)
    #expect(content.breachText == text && content.note == "note")
  }

  @Test func onlyTheSeriesThatIsBeyondIsColoured() {
    let panel = PanelSpec(
      title: "t", chart: .line, series: series(["a", "b"]), unit: .none,
      thresholds: Self.thresholds)
    #expect(content(panel, [[1, 1], [30, 90]]).legend.map(\.signal) == [nil, .red])
  }

  @Test func theValueOfAStackIsItsSum() {
    let panel = PanelSpec(title: "t", chart: .stacked, series: series(["a", "b"]), unit: .percent)
    let content = content(panel, [[1, 2], [30, 12]])
    #expect(content.value?.text == "42 %")
    #expect(content.legend.map(\.value) == ["30", "12"])
  }

  /// The largest sum is not the sum of the largest values; thresholds see the number that is shown.
  @Test func theReductionOfAStackIsThatOfItsSum() {
    var panel = PanelSpec(
      title: "t", chart: .stacked, series: series(["a", "b"]), unit: .none, window: 300...300,
      thresholds: [ThresholdSpec(.above(25))])
    panel.reduction = .max
    let content = content(panel, [[10, 1], [1, 20], [5, 5]])
    #expect(content.value?.text == "21" && content.signal == nil)
    #expect(content.legend.map(\.value) == ["10", "20"])
    #expect(
      store(panel, [[10, 1], [1, 20], [5, 5]]).judgedValues(of: panel, at: 0).values.map(\.value)
        == [21])
  }

  /// A number of percents is its own share, and is not repeated.
  @Test(
    arguments: [
      (.progress, .none, 200, 50, 0.25, "50", "of 200 · 25 %"),
      (.progress, .none, 40, 50, 1.25, "50", "of 40 · 125 %"),
      (.progress, .percent, 100, 64, 0.64, "64 %", ""),
      (.progress, .percent, 80, 60, 0.75, "60 %", "of 80 · 75 %"),
      (.ring, .none, 200, 50, 0.25, "25 %", "50 of 200"),
      (.ring, .percent, 100, 64, 0.64, "64 %", ""),
      (.ring, .percent, 80, 60, 0.75, "75 %", "60 of 80 %"),
    ] as [(PanelSpec.Chart, Metrics.Unit, Double, Double, Double, String, String)])
  func sharesOfAGoal(
    chart: PanelSpec.Chart, unit: Metrics.Unit, goal: Double, value: Double, share: Double,
    text: String, detail: String
  ) throws {
    let panel = PanelSpec(
      title: "t", chart: chart, series: series(["a"]), unit: unit, goal: goal)
    guard let ring = content(panel, [[value]]).body as? RingContent else {
      Issue.record("no ring")
      return
    }
    #expect(ring.fraction == share)
    #expect(ring.value.text == text)
    #expect(ring.detail == detail)
  }

  /// A goal has no decimals for a value that is not there.
  @Test(
    arguments: [(.percent, 100, ""), (.percent, 80, "– of 80 %"), (.none, 200, "– of 200")]
      as [(Metrics.Unit, Double, String)])
  func aShareWithoutAValue(unit: Metrics.Unit, goal: Double, detail: String) throws {
    let panel = PanelSpec(title: "t", chart: .ring, series: series(["a"]), unit: unit, goal: goal)
    let ring = try #require(content(panel, [[50], [.nan]]).body as? RingContent)
    #expect(ring.value.digits == "–" && ring.detail == detail)
  }

  @Test(
    arguments: [
      ([[10], [12], [13.2]], ValueChange(.up, "3.2 in 2 min", short: "3.2")),
      ([[10], [9.5]], ValueChange(.down, "0.5 in 60 s", short: "0.5")),
      ([[10], [10.02]], ValueChange(.none, "no change in 60 s", short: "no change")),
      ([[.nan], [4], [.nan], [2]], ValueChange(.down, "2.0 in 2 min", short: "2.0")),
    ] as [([[Double]], ValueChange)])
  func changes(rows: [[Double]], change: ValueChange) {
    let panel = PanelSpec(
      title: "t", chart: .number, series: series(["a"]), unit: .none, decimals: 1)
    guard let number = content(panel, rows).body as? NumberContent else {
      Issue.record("no number")
      return
    }
    #expect(number.change == change)
  }

  /// A line that climbs has a change, although the value has too few digits for it.
  @Test(
    arguments: [
      ([12.47, 12.52], ValueChange(.up, "0.05 in 60 s", short: "0.05")),
      ([1234.9, 1234.7], ValueChange(.down, "0.2 in 60 s", short: "0.2")),
      ([500, 500.0001], ValueChange(.none, "no change in 60 s", short: "no change")),
      ([5, 5], ValueChange(.none, "no change in 60 s", short: "no change")),
    ] as [([Double], ValueChange)])
  func smallChanges(values: [Double], change: ValueChange) throws {
    let panel = PanelSpec(
      title: "t", chart: .number, series: series(["a"]), unit: .custom("kWh"))
    let number = try #require(content(panel, values.map { [$0] }).body as? NumberContent)
    #expect(number.change == change)
  }

  /// Words in place of numbers have no difference.
  @Test func changesOfWords() throws {
    var panel = PanelSpec(title: "t", chart: .number, series: series(["a"]), unit: .none)
    panel.options.mappings = [ValueMapping(1...1, text: "up")]
    func change(_ rows: [[Double]]) -> ValueChange? {
      (content(panel, rows).body as? NumberContent)?.change
    }
    #expect(change([[0], [1]]) == nil && change([[1], [0]]) != nil)
  }

  /// A change that is small for the value's prefix has a prefix of its own, and a single digit before a prefix has a
  /// decimal.
  @Test(
    arguments: [
      ([[1_234_567], [1_234_998]], ValueChange(.up, "431 in 60 s", short: "431"), "1.2 M"),
      (
        [[12_345_678], [12_345_678]],
        ValueChange(.none, "no change in 60 s", short: "no change"), "12 M"
      ),
      ([[12_345_678], [10_345_678]], ValueChange(.down, "2 M in 60 s", short: "2 M"), "10 M"),
    ] as [([[Double]], ValueChange, String)])
  func smallChangesOfLargeValues(rows: [[Double]], change: ValueChange, value: String) throws {
    let panel = PanelSpec(
      title: "t", chart: .number, series: series(["a"]), unit: .none, decimals: 0)
    let content = content(panel, rows)
    #expect(try #require(content.body as? NumberContent).change == change)
    #expect(content.value?.text == value)
  }

  /// A mapping colours its words in numbers, bars and legends, and in the title of a panel without a legend.
  @Test func wordsHaveTheColoursOfTheirMappings() throws {
    var panel = PanelSpec(title: "t", chart: .number, series: series(["a"]), unit: .none)
    panel.options.mappings = [
      ValueMapping(0...0, text: "down", color: .signal(.red)), ValueMapping(1...1, text: "up"),
    ]
    #expect(content(panel, [[0]]).wordColor == .signal(.red))
    #expect(content(panel, [[1]]).wordColor == nil)
    panel.series = series(["a", "b"])
    panel.chart = .line
    let lines = content(panel, [[0, 1]])
    #expect(lines.legend.map(\.wordColor) == [.signal(.red), nil])
    #expect(lines.lead?.value.text == "down")
    #expect(lines.lead?.wordColor == .signal(.red))
    panel.chart = .bars
    let bars = try #require(content(panel, [[0, 1]]).body as? BarsContent).bars
    #expect(bars.map(\.wordColor) == [.signal(.red), nil])
  }

  /// Between rows without times no time passes.
  @Test(arguments: [
    ([1, 3], ValueChange(.up, "2.00")), ([3, 1], ValueChange(.down, "2.00")), ([3, 3], nil),
  ])
  func changesOfRowsWithoutTimes(values: [Double], expected: ValueChange?) {
    var samples = TimeSeries(capacity: 2)
    samples.append(times: [1, 2][...], values: values[...])
    let plot = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)], time: 1...2,
      axis: TickScale(covering: 0, 4))
    let panel = PanelSpec(title: "t", chart: .number, series: series(["a"]), unit: .none)
    #expect(ValueChange(of: plot, in: 1...2, panel, hasTimes: false) == expected)
  }

  /// A missing value has no change.
  @Test(arguments: [[[10], [Double.nan]], [[10]]])
  func noChange(rows: [[Double]]) {
    let panel = PanelSpec(title: "t", chart: .number, series: series(["a"]), unit: .none)
    guard let number = content(panel, rows).body as? NumberContent else {
      Issue.record("no number")
      return
    }
    #expect(number.change == nil)
  }

  @Test(arguments: [
    (0.0, "0 s"), (59, "59 s"), (116, "116 s"), (117, "2 min"), (300, "5 min"), (7200, "2 h"),
    (86_400, "24 h"), (200_000, "2 d"), (1065 * 86_400, "3 y"),
    (.infinity, "1000000000 y"),
  ])
  func durations(seconds: Double, text: String) {
    #expect(SpanText.text(seconds) == text)
  }

  @Test(arguments: [
    (1.0, "s"), (1.5, "2 s"), (30, "30 s"), (60, "min"), (90, "90 s"), (300, "5 min"), (3600, "h"),
    (5400, "90 min"), (7200, "2 h"), (86_400, "day"), (129_600, "36 h"), (172_800, "2 d"),
    (604_800, "week"), (1_209_600, "14 d"),
  ])
  func periods(seconds: Double, text: String) {
    #expect(SpanText.period(seconds) == text)
  }

  @Test(
    arguments: [
      // The range, the values, thresholds, and the ends of the axis.
      (RangeSpec(), 3, 9, [], 0, 10), (RangeSpec(), 2, 98, [], 0, 110),
      (RangeSpec(), 0, 41, [], 0, 44), (RangeSpec(), 0.2, 1.02, [], 0, 1.1),
      (RangeSpec(includesZero: false), 1010, 1013, [], 1009.8, 1013.2),
      (RangeSpec(), -4, 9, [], -4.6, 9.8), (RangeSpec(), -9, -3, [], -10, 0),
      (RangeSpec(minimum: 0, maximum: 50), -4, 9, [], 0, 50),
      (RangeSpec(maximum: 20), 3, 9, [], 0, 20), (RangeSpec(minimum: 2), 3, 9, [], 2, 10),
      (RangeSpec(softMaximum: 30), 3, 9, [], 0, 30), (RangeSpec(softMaximum: 5), 3, 9, [], 0, 10),
      (RangeSpec(softMinimum: -20), 3, 9, [], -20, 10),
      // A near threshold is visible, a far one is not.
      (RangeSpec(), 3, 9, [20], 0, 21.2), (RangeSpec(), 3, 9, [500], 0, 10),
      (RangeSpec(), 0, 0, [], 0, 1), (RangeSpec(), 0, 0, [0.25, 0.5, -1], 0, 0.53),
      (RangeSpec(softMaximum: 2), 0, 0, [500], 0, 2),
      (RangeSpec(includesZero: false), 8, 8, [], 7.6, 8.4),
      (
        RangeSpec(), -1.7e308, 1.7e308, [], -Double.greatestFiniteMagnitude,
        .greatestFiniteMagnitude
      ),
      (RangeSpec(minimum: 5, maximum: -5), 3, 9, [], -5, 5),
      // All values lie beyond a fixed end.
      (RangeSpec(minimum: 200), 20, 90, [], 200, 300), (RangeSpec(maximum: 0), 20, 90, [], -100, 0),
      // Dates have no zero.
      (RangeSpec(), 1.7e9, 1.7e9 + 100, [], 1.7e9 - 4, 1.7e9 + 106),
    ] as [(RangeSpec, Double, Double, [Double], Double, Double)])
  func axes(
    range: RangeSpec, low: Double, high: Double, thresholds: [Double], from: Double, to: Double
  ) {
    let panel = PanelSpec(
      title: "t", chart: .line, series: [], unit: .none, range: range,
      thresholds: thresholds.map { ThresholdSpec(.above($0)) })
    let domain = AxisRange(panel).scale(of: low...high).domain
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(b)) }
    #expect(isNear(domain.lowerBound, from) && isNear(domain.upperBound, to), "\(domain)")
  }

  /// Percents are shown from 0 to 100, and beyond where values are; an area reaches down to zero.
  @Test func axesOfKinds() {
    let soft = RangeSpec(softMinimum: 0, softMaximum: 100)
    let percent = PanelSpec(title: "t", chart: .line, series: [], unit: .percent, range: soft)
    for (values, domain) in [
      (0.0...99.0, 0.0...100.0), (3...4, 0...100), (20...100, 0...100), (0...186, 0...200),
      (0...100.5, 0...110),
    ] { #expect(AxisRange(percent).scale(of: values).domain == domain) }
    let area = PanelSpec(
      title: "t", chart: .area, series: [], unit: .none, range: RangeSpec(includesZero: false))
    #expect(AxisRange(area).scale(of: 90...99).domain.lowerBound == 0)
    // An area shows no dates.
    let plain = PanelSpec(title: "t", chart: .stacked, series: [], unit: .none)
    for value in [1e9, 1e13, 1e15] {
      #expect(AxisRange(plain).scale(of: value...value).domain.lowerBound == 0)
    }
    // The line of a text that falls by half has a zero, however large its numbers are, but dates have none.
    var text = PanelSpec(title: "t", chart: .line, series: [], unit: .none)
    text.isInferred = true
    for values in [2e6...4e6, 2e9...4e9, 2e13...4e13] {
      #expect(AxisRange(text).scale(of: values).domain.lowerBound == 0)
    }
    #expect(AxisRange(text).scale(of: 1.7e9...1.8e9).domain.lowerBound > 1e9)
    let number = PanelSpec(title: "t", chart: .number, series: [], unit: .none)
    let domain = AxisRange(number).tightScale(of: 90...100).domain
    #expect(abs(domain.lowerBound - 89.2) < 1e-9 && abs(domain.upperBound - 100.8) < 1e-9)
    #expect(AxisRange(number).tightScale(of: 5...5).domain == 4...6)
  }

  /// A panel with a logarithmic axis says so, in place of a unit that each label has.
  @Test(
    arguments: [(true, [4, 5], "log"), (true, [4], "log"), (false, [4], "")]
      as [(Bool, [Double], String)])
  func logarithmicAxesAreNamed(isLogarithmic: Bool, values: [Double], word: String) {
    var panel = PanelSpec(
      title: "t", chart: .line, series: series(Array(["a", "b"].prefix(values.count))),
      unit: .seconds)
    panel.range.isLogarithmic = isLogarithmic
    #expect(content(panel, [values, values]).axisUnit == word)
  }

  /// A logarithmic axis has room for near thresholds, and for the band behind the line.
  @Test(
    arguments: [(150, true), (3, true), (899, true), (1000, false), (0.5, false), (-1, false)]
      as [(Double, Bool)])
  func nearThresholdsOfALogarithmicAxis(threshold: Double, isInside: Bool) {
    var panel = PanelSpec(
      title: "", chart: .line, series: [], unit: .none,
      thresholds: [ThresholdSpec(.above(threshold))])
    panel.range.isLogarithmic = true
    func series(_ values: [Double]) -> TimeSeries {
      var series = TimeSeries()
      for (i, value) in values.enumerated() { series.append(time: Double(i), value: value) }
      return series
    }
    var plot = PlotContent(
      series: [PlotContent.Series(series([10, 90]), style: .primary)], time: 0...1,
      axis: TickScale(covering: 0, 1))
    #expect(AxisRange(panel).scale(of: plot).domain.contains(threshold) == isInside)
    panel.thresholds = []
    #expect(AxisRange(panel).scale(of: plot).domain == 10...100)
    plot.band = PlotBand(low: series([0, 2]), high: series([240, 60]))
    let domain = AxisRange(panel).scale(of: plot).domain
    #expect(domain.contains(2) && domain.contains(240) && !domain.contains(0.2))
  }

  /// For any values, an axis with room above them, of which at least 85% is used, and three to five round
  /// ticks inside.
  @Test(arguments: [Metrics.Unit.none, .celsius, .bytes, .seconds, .custom("V")])
  func anyAxisIsUsed(unit: Metrics.Unit) {
    var random = SeededGenerator(seed: 9)
    let panel = PanelSpec(title: "t", chart: .line, series: [], unit: unit)
    for _ in 0..<2000 {
      let a = random.spread(6)
      let b = a + random.spread(6)
      let (low, high) = (min(a, b), max(a, b))
      guard high - low > 1e-6 * max(abs(low), abs(high)) else { continue }
      let scale = AxisRange(panel).scale(of: low...high)
      let start = unit.hasNaturalZero ? min(0, low) : low
      let end = unit.hasNaturalZero ? max(0, high) : high
      let extent = scale.domain.upperBound - scale.domain.lowerBound
      #expect((end - start) / extent >= 0.85, "\(low) \(high) \(scale.domain)")
      #expect(scale.domain.lowerBound <= start && scale.domain.upperBound >= end)
      if end > 0 || start < 0 && end != 0 {
        #expect(scale.domain.upperBound - end >= 0.059 * (end - start), "\(low) \(high)")
      }
      #expect((3...5).contains(scale.ticks.count), "\(low) \(high) \(scale.ticks)")
      #expect(scale.ticks.allSatisfy(scale.domain.contains))
    }
  }

  /// The end of an axis that does not give way has a label.
  @Test(
    arguments: [
      (RangeSpec(maximum: 130), ["0", "50", "100", "130"]),
      (RangeSpec(maximum: 112), ["0", "25", "50", "75", "112"]),
      (RangeSpec(minimum: 0, maximum: 100), ["0", "25", "50", "75", "100"]),
      (RangeSpec(minimum: 12.5, maximum: 90), ["12.5", "40", "60", "90"]),
    ] as [(RangeSpec, [String])])
  func hardEndsAreLabelled(range: RangeSpec, labels: [String]) {
    let panel = PanelSpec(title: "t", chart: .line, series: [], unit: .none, range: range)
    #expect(AxisRange(panel).scale(of: 0...1421).labels == labels)
  }

  /// Three significant digits of the largest value in the window, and at least those of the ticks; whole
  /// numbers stay whole, and small values have a prefix of their own.
  @Test(
    arguments: [
      (.none, [1, 17], "17"), (.none, [1.5, 17], "17.0"), (.none, [28.25, 29], "29.0"),
      (.seconds, [12.3, 0.93], "930 ms"), (.seconds, [3.21, 2.5], "2.50 s"),
      (.none, [3, 12_345], "12,345"), (.none, [0.5, 1234.5], "1235"),
      (.bytes, [6.41 * 0x1p30, 6.4 * 0x1p30], "6.40 GiB"),
      (.bytes, [6.4 * 0x1p30, 20.5 * 0x1p20], "20.5 MiB"), (.bytes, [100, 500], "500 B"),
      (.custom("MB/s"), [1.5, 12_340], "12,340 MB/s"), (.custom("orders"), [3, 29], "29 orders"),
      (.percent, [53.4, 37.2], "37.2 %"), (.percent, [100, 37], "37 %"),
      (.celsius, [21.5, 24.7], "24.7 °C"), (.none, [0.71, 1.24], "1.24"),
      (.none, [1_200_000, 2_470_000], "2.47 M"), (.none, [9.5, 9.997], "10.0"),
    ] as [(Metrics.Unit, [Double], String)])
  func valuesOfAWindow(unit: Metrics.Unit, values: [Double], text: String) {
    let panel = PanelSpec(title: "t", chart: .line, series: series(["a"]), unit: unit)
    #expect(content(panel, values.map { [$0] }).value?.text == text)
  }

  /// A part and its whole, in the same prefix where that says enough.
  @Test(
    arguments: [
      (.none, 42, 100_000, "42 of 100,000"), (.decimalBytes, 156e9, 252e9, "156 of 252 GB"),
      (.decimalBytes, 20.5e6, 252e9, "20.5 MB of 252 GB"), (.none, 1.5, 4, "1.50 of 4.00"),
      (.none, 42, 2_500_000, "42 of 2.50 M"), (.decimalBytes, 0, 252e9, "0 of 252 GB"),
    ] as [(Metrics.Unit, Double, Double, String)])
  func partsOfAWhole(unit: Metrics.Unit, part: Double, whole: Double, text: String) {
    let panel = PanelSpec(
      title: "t", chart: .ring, series: series(["a"]), unit: unit, goal: whole)
    guard let ring = content(panel, [[part]]).body as? RingContent else {
      Issue.record("no ring")
      return
    }
    #expect(ring.detail == text)
  }
}
