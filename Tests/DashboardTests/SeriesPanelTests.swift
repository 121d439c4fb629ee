import Charts
import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// The contents of charts of many series, for given data.
@Suite struct SeriesPanelTests {
  private let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))

  private func panel(
    _ chart: PanelSpec.Chart, _ names: [String] = ["a", "b", "c"], unit: Unit = .none
  ) -> PanelSpec {
    PanelSpec(
      title: "t", chart: chart,
      series: names.map { SeriesSpec(label: $0, source: pipe, query: .column($0)) }, unit: unit)
  }

  /// - Parameter rows: one every `step` seconds, with a value for each of `a`, `b`, `c`.
  private func content(
    _ panel: PanelSpec, _ rows: [[Double]], step: Double = 60, start: Double = 0
  ) -> PanelContent {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let readings = rows.enumerated().map { i, row in
      Reading(
        time: start + step * Double(i),
        values: Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"].map { Metric($0) }, row)))
    }
    _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: pipe, at: 0)
    var lines = store.lines(of: panel)
    for i in lines.indices { lines[i].number = i }
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return store.content(of: panel, lines, health: health)
  }

  @Test(
    arguments: [
      (nil, nil, ["a", "b", "c"]), (SortSpec(.value(.last)), nil, ["c", "a", "b"]),
      (SortSpec(.value(.last), isAscending: true), nil, ["b", "a", "c"]),
      (SortSpec(.value(.max)), nil, ["b", "c", "a"]), (nil, 2, ["c", "a"]),
      (SortSpec(.name, isAscending: false), 1, ["c"]), (SortSpec(.name), nil, ["a", "b", "c"]),
      (SortSpec(.name, isAscending: false), nil, ["c", "b", "a"]),
    ] as [(SortSpec?, Int?, [String])])
  func orders(sort: SortSpec?, top: Int?, names: [String]) throws {
    var panel = panel(.bars)
    (panel.options.sort, panel.options.top) = (sort, top)
    let bars = try #require(content(panel, [[1, 9, 2], [4, 3, 5]]).body as? BarsContent)
    #expect(bars.bars.map(\.name) == names)
    #expect(bars.keepsOrder == (sort != nil || top != nil))
  }

  /// The contents of a panel whose query gives a series for each of many labels.
  /// - Parameter answers: the values of each answer by the label, ten seconds apart.
  private func content(
    of chart: PanelSpec.Chart, _ answers: [[(label: Int, value: Double)]], top: Int? = nil
  ) throws -> PanelContent {
    let source = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost/metrics", format: .exposition, every: 10))
    let query = Query.sample(name: "pods", labels: .none, by: ["pod"])
    var panel = PanelSpec(
      title: "t", chart: chart, series: [SeriesSpec(source: source, query: query)], unit: .none,
      window: 30...30, thresholds: [ThresholdSpec(.above(250))])
    panel.options.top = top
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for (i, answer) in answers.enumerated() {
      let columns = answer.map { label, value in
        SampleBatch.Column(Metric("pods", labels: ["pod": "p\(label)"]), [value])
      }
      let batch = SampleBatch(times: [10 * Double(i)], columns: columns)
      _ = store.append(
        FeedUpdate(samples: [.init(query, batch)], health: .fresh), from: source, at: 10 * Double(i)
      )
    }
    let lines = store.lines(of: panel)
    let now = 10 * Double(answers.count - 1)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: now)
    return store.content(of: panel, lines, health: health)
  }

  /// All series of a source are sorted, and compared with the thresholds.
  @Test(arguments: [PanelSpec.Chart.table, .bars, .tiles, .states])
  func manySeries(chart: PanelSpec.Chart) throws {
    let answer = (0..<300).map { (label: $0, value: Double($0)) }
    let content = try content(of: chart, [answer], top: 2)
    let names =
      (content.body as? TableContent)?.rows.map(\.name)
      ?? (content.body as? BarsContent)?.bars.map(\.name)
      ?? (content.body as? TilesContent)?.tiles.map(\.name)
      ?? (content.body as? StatesContent)?.lanes.map(\.name)
    #expect(names == ["p299", "p298"] && content.signal == .red)
  }

  /// Series with values precede series that have ended, and keep their places in a list that is too long.
  @Test(arguments: [(2, 4), (350, 1000)])
  func seriesThatComeAndGo(each: Int, most: Int) throws {
    let answers = (0..<6).map { i in
      // A source reports the end of a series by a marker.
      (max(0, i - 1) * each..<i * each).map { (label: $0, value: SampleBatch.ended) }
        + (i * each..<(i + 1) * each).map { (label: $0, value: Double(i)) }
    }
    let content = try content(of: .table, answers)
    let rows = try #require(content.body as? TableContent).rows
    #expect(rows.count <= 1000 && rows.count >= most)
    let last = answers[5].filter(\.value.isFinite).map { "p\($0.label)" }
    let hasAll = Set(last).isSubset(of: rows.map(\.name))
    #expect(hasAll)
    // The rows without a value in the window are last.
    let values = rows.map { $0.cells[1].text }
    let first = values.firstIndex(of: "–") ?? values.count
    #expect(values[first...].allSatisfy { $0 == "–" } && first >= each)
  }

  /// Columns that a file selects by their numbers have the names of the header, unless they have labels.
  @Test func columnsByNumberHaveTheNamesOfTheHeader() throws {
    let rows = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    func names(_ text: String, _ series: [SeriesSpec]) throws -> [String] {
      let panel = PanelSpec(title: "t", chart: .bars, series: series, unit: .none)
      var store = SampleStore()
      store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
      let updates = TextUpdates(numbersRows: false, queries: Set(series.map(\.query)))
      _ = store.append(updates.update(TextParts(text: text)), from: rows, at: 0)
      return store.lines(of: panel).map(\.name)
    }
    func column(_ name: String, label: String? = nil) -> SeriesSpec {
      SeriesSpec(label: label, source: rows, query: .column(name))
    }
    let series = [column("2"), column("a"), column("3", label: "third"), column("1")]
    #expect(try names("a,b,c\n1,2,3\n4,5,6\n", series) == ["b", "a", "third", "a"])
    #expect(try names("1,2\n4,5\n", [column("2")]) == ["2"])
    #expect(try names("", [column("2")]) == ["2"])
  }

  /// A scale that ends at the largest value has no limit.
  @Test(
    arguments: [
      (Unit.none, RangeSpec(), nil, false), (.percent, RangeSpec(), nil, true),
      (.bytes, RangeSpec(maximum: 10), nil, true), (.bytes, RangeSpec(softMaximum: 9), nil, true),
      (.bytes, RangeSpec(softMaximum: 2), nil, false), (.bytes, RangeSpec(), 20, true),
      (.percent, RangeSpec(softMaximum: 4), nil, false),
    ] as [(Unit, RangeSpec, Double?, Bool)])
  func limitsOfBars(unit: Unit, range: RangeSpec, goal: Double?, hasLimit: Bool) throws {
    var panel = panel(.bars, unit: unit)
    (panel.range, panel.goal) = (range, goal)
    let bars = try #require(content(panel, [[4, 3, 5]]).body as? BarsContent)
    #expect(bars.hasLimit == hasLimit)
  }

  @Test(
    arguments: [
      ("sda2", "sda10", true), ("sda10", "sda2", false), ("a", "b", true), ("a", "a1", true),
      ("x01", "x1", false), ("10", "9", false), ("disk 7", "disk 07b", true), ("a9z", "a9b", false),
    ] as [(String, String, Bool)])
  func natural(a: String, b: String, isBefore: Bool) {
    #expect(NaturalOrder.isBefore(a, b) == isBefore)
  }

  @Test func placesOfBars() throws {
    var panel = panel(.bars, unit: .percent)
    panel.thresholds = [ThresholdSpec(.above(80), label: "full")]
    let content = content(panel, [[20, 85, .nan]])
    let bars = try #require(content.body as? BarsContent)
    #expect(bars.bars.map(\.place).prefix(2) == [0.2, 0.85] && bars.bars[2].place.isNaN)
    #expect(bars.bars.map(\.signal) == [nil, .red, nil] && bars.origin == 0)
    #expect(bars.marks.map(\.place) == [0.8])
    #expect(content.signal == .red && content.breachText == "full" && content.value == nil)
    let below = try #require(self.content(self.panel(.bars), [[-30, 10, 0]]).body as? BarsContent)
    #expect(below.origin == 0.75 && below.bars.map(\.place) == [0, 1, 0.75])
    let none = try #require(self.content(self.panel(.bars), [[0, 0, 0]]).body as? BarsContent)
    #expect(none.bars.map(\.place) == [0, 0, 0])
  }

  /// Values of bars with one prefix have the same decimals; else each value has three significant digits. A value has
  /// no more decimals than the values have.
  @Test(
    arguments: [
      (Unit.bytes, [10 * 0x1p40, 468 * 0x1p30, 511 * 0x1p20], ["10.0 TiB", "468 GiB", "511 MiB"]),
      (.bytes, [800 * 0x1p30, 1.6 * 0x1p30, 0], ["800.0 GiB", "1.6 GiB", "0 B"]),
      (.bytes, [850, 3, 0], ["850 B", "3 B", "0 B"]),
      (.percent, [93.4, 5.2, 71], ["93.4 %", "5.2 %", "71.0 %"]),
      (.percent, [93, 5, .nan], ["93 %", "5 %", "–"]),
      (.none, [250, 3.25, 0], ["250.0", "3.3", "0.0"]),
      (.percent, [79.51, 9.962, 0.0275], ["79.51 %", "9.96 %", "0.03 %"]),
      (.percent, [79.51, 9.962, 0.00275], ["79.51 %", "9.96 %", "0.00275 %"]),
      (.percent, [79.51, 9.962, 1.5], ["79.5 %", "10.0 %", "1.5 %"]),
      (.seconds, [3.5, 0.0125, 0.85], ["3.50 s", "12.5 ms", "850 ms"]),
    ] as [(Unit, [Double], [String])])
  func textsOfBars(unit: Unit, values: [Double], texts: [String]) throws {
    let content = content(panel(.bars, unit: unit), [values])
    let bars = try #require(content.body as? BarsContent)
    #expect(bars.bars.map(\.text) == texts)
    #expect(content.lead?.value.text == texts[0])
  }

  @Test func cellsOfATable() throws {
    var panel = panel(.table, unit: .custom("ms"))
    panel.options.columns = [.value(.last), .value(.max), .value(.mean), .sparkline]
    panel.thresholds = [ThresholdSpec(.above(8))]
    panel.options.top = 2
    let content = content(panel, [[1, 9, 2], [4, 3, 6]])
    let table = try #require(content.body as? TableContent)
    #expect(table.titles == ["last", "max", "mean"] && table.sortedColumn == 0)
    #expect(table.rows.map(\.name) == ["c", "a"])
    #expect(table.rows[0].cells.map(\.text) == ["6 ms", "6 ms", "4.0 ms"])
    #expect(table.rows.allSatisfy { $0.sparkline != nil } && content.signal == nil)
  }

  /// The last value of a table is the latest one, whatever the panel's own rule is.
  @Test func theLastValueOfATableWithARule() throws {
    var panel = panel(.table)
    panel.reduction = .max
    panel.options.columns = [.value(.last), .value(.max)]
    let table = try #require(content(panel, [[1, 9, 2], [4, 3, 1]]).body as? TableContent)
    #expect(
      table.rows.map { $0.cells.map(\.text) } == [["4", "4"], ["3", "9"], ["1", "2"]])
  }

  /// A line beyond a threshold has a place among the first ones.
  @Test(
    arguments: [
      (PanelSpec.Chart.bars, nil, ["b", "a"]), (.table, nil, ["b", "a"]),
      (.bars, SortSpec(.name), ["a", "b"]), (.states, nil, ["b", "a"]),
    ] as [(PanelSpec.Chart, SortSpec?, [String])])
  func topWithABreach(chart: PanelSpec.Chart, sort: SortSpec?, names: [String]) throws {
    var panel = panel(chart)
    (panel.options.top, panel.options.sort) = (2, sort)
    panel.thresholds = [ThresholdSpec(.below(2))]
    let content = content(panel, [[1, 30, 20]])
    let shown =
      (content.body as? BarsContent)?.bars.map(\.name)
      ?? (content.body as? TableContent)?.rows.map(\.name)
      ?? (content.body as? StatesContent)?.lanes.map(\.name)
    #expect(shown == names)
  }

  private var states: PanelSpec {
    var panel = panel(.states, ["a"])
    panel.window = 600...600
    panel.options.mappings = [
      ValueMapping(0...0, text: "down", color: .signal(.red)),
      ValueMapping(1...9, text: "up", color: .signal(.green)),
    ]
    return panel
  }

  /// Equal neighbours are one stretch, also where only the words are equal; a gap ends a stretch.
  @Test func stretchesOfStates() throws {
    let rows: [Double] = [1, 1, 2, 0, 0, .nan, 1, 42]
    let content = content(states, rows.map { [$0] }, start: 6000)
    let body = try #require(content.body as? StatesContent)
    let stretches = try #require(body.lanes.first).stretches
    #expect(stretches.map(\.text) == ["up", "down", "up", "42"])
    #expect(stretches.map(\.start) == [6000, 6180, 6360, 6420])
    #expect(stretches.map(\.end) == [6180, 6240, 6420, 6420])
    #expect(stretches.map(\.color) == [.signal(.green), .signal(.red), .signal(.green), .gray])
    #expect(body.lanes[0].text == "42")
  }

  /// The end of a state before a failure of 40 s, which is noted at 50: a state ends with its last sample, wherever the
  /// gap lies. The state of a broker lasts until the connection is lost.
  @Test(
    arguments: [
      (.system(period: 10), .path("a"), 20),
      (.http(HTTPFeedSpec(url: "h", format: .json, every: 10)), .path("a"), 20),
      (.mqtt(MQTTFeedSpec(host: "h")), .topic("a"), 50),
    ] as [(SourceSpec, Query, Double)])
  func theEndOfAState(source: SourceSpec, query: Query, end: Double) throws {
    var panel = states
    panel.series = [SeriesSpec(source: source, query: query)]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for time in [0.0, 10, 20, 50, 60, 70] {
      var update = FeedUpdate(health: .failing(since: time, reason: "refused"))
      if time != 50 {
        let batch = SampleBatch(times: [6000 + time], columns: [SampleBatch.Column("a", [1])])
        update = FeedUpdate(samples: [FeedUpdate.Samples(query, batch)], health: .fresh)
      }
      _ = store.append(update, from: source, at: time)
    }
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 70)
    let content = store.content(of: panel, lines, health: health)
    let stretches = try #require((content.body as? StatesContent)?.lanes.first).stretches
    #expect(stretches.map { $0.start.rounded() } == [6000, 6060])
    #expect(stretches.map { $0.end.rounded() } == [6000 + end, 6070])
  }

  /// The worst state stands for all, with the number of lanes that are in it.
  @Test(
    arguments: [
      ([1, 0, 1], "b", "down", "1 of 3", .signal(.red)),
      ([0, 1, 0], "", "down", "2 of 3", .signal(.red)),
      ([1, 2, 1], "", "up", "3 of 3", .signal(.green)), ([1, 42, 1], "b", "42", "1 of 3", nil),
      ([.nan, 1, 1], "", "up", "2 of 3", .signal(.green)),
      ([.nan, .nan, .nan], "", "–", "3 of 3", nil),
    ] as [([Double], String, String, String, SeriesColor?)])
  func theWorstState(
    values: [Double], name: String, word: String, count: String, color: SeriesColor?
  ) throws {
    var panel = panel(.states)
    panel.options.mappings = states.options.mappings
    let lead = try #require(content(panel, [values]).lead)
    #expect(lead.value == FormattedValue(digits: word, unit: count))
    #expect(lead.name == name && lead.others == 0)
    if let color { #expect(lead.wordColor == color) }
  }

  /// The first line of a list stands for all, or the one with the most urgent word, and the others are counted.
  @Test(arguments: [PanelSpec.Chart.table, .bars])
  func theFirstOfAList(chart: PanelSpec.Chart) throws {
    var panel = panel(chart)
    func lead() -> PanelContent.Lead? { content(panel, [[4, 0, 5]]).lead }
    #expect(lead()?.name == "a" && lead()?.others == 2)
    panel.options.sort = SortSpec(.value(.last))
    #expect(lead()?.name == "c" && lead()?.value.digits == "5")
    panel.options.mappings = states.options.mappings
    #expect(lead()?.name == "b" && lead()?.value.digits == "down" && lead()?.others == 2)
    panel.options.top = 1
    #expect(lead()?.name == "c" && lead()?.others == 0)
    panel = self.panel(chart, ["a"])
    panel.options.mappings = []
    #expect(lead()?.name == "" && lead()?.others == 0)
  }

  /// The fullest bucket of the last column stands for a heatmap.
  @Test(
    arguments: [
      ([4.0, 95, 96], "mostly", "93.75 – 100"), ([.nan, .nan, .nan], "", "–"),
    ] as [([Double], String, String)])
  func theFullestBucket(values: [Double], name: String, text: String) throws {
    var panel = panel(.heatmap)
    panel.window = 60...60
    let lead = try #require(
      content(panel, (0..<61).map { _ in values }, step: 1, start: 600).lead)
    #expect(lead.name == name && lead.value.digits == text)
  }

  /// While time goes on, the first stretch keeps its start, by which the chart knows the stretch.
  @Test func theFirstStretchStays() throws {
    let starts = try (20..<29).map { count -> Double in
      let content = content(states, Array(repeating: [1], count: count))
      return try #require((content.body as? StatesContent)?.lanes[0].stretches.first).start
    }
    #expect(starts.allSatisfy { $0 <= 1200 - 600 } && Set(starts).count <= 2)
  }

  /// A panel of states knows the words that it may show: those of its mappings, and those in view.
  @Test func wordsOfStates() throws {
    let body = try #require(content(states, [[1], [42], [1]]).body as? StatesContent)
    #expect(body.words == ["42", "down", "up"])
  }

  /// Without mappings each of a few values has a colour; of many values none has.
  @Test func statesWithoutMappings() throws {
    let few = content(panel(.states, ["a"]), [[5], [7], [5]], step: 10)
    let lane = try #require((few.body as? StatesContent)?.lanes.first)
    #expect(lane.stretches.map(\.color) == [.series(0), .series(1), .series(0)])
    #expect(lane.stretches.map(\.text) == ["5", "7", "5"])
    let many = content(panel(.states, ["a"]), (0..<20).map { [Double($0)] }, step: 1)
    #expect((many.body as? StatesContent)?.lanes.first?.stretches.first?.color == .gray)
  }

  /// A state that is a problem has the threshold's colour beside its lane, whatever the colour of its block.
  @Test func breachedStates() throws {
    var panel = states
    panel.options.mappings = [
      ValueMapping(0...0, text: "down", color: .signal(.red)),
      ValueMapping(1...1, text: "idle", color: .gray),
    ]
    panel.thresholds = [ThresholdSpec(.within([1...1]), color: .orange)]
    for (value, color) in [(0.0, SignalColor.red), (1, .orange)] {
      let lane = try #require((content(panel, [[value]]).body as? StatesContent)?.lanes.first)
      #expect(lane.color == .signal(color))
    }
  }

  /// A state keeps its colour after the states before it have left the view, and the state before the view has a colour.
  @Test(
    arguments: [
      ([0.0, 1, 2], 200, [0, 1, 2]), ([0, 1, 2], 400, [1, 2]), ([10, 20, 30], 200, [0, 1, 2]),
      // The first state is no longer kept.
      ([0, 1] + Array(repeating: 2, count: 198), 10, [2]),
    ] as [([Double], Double, [Int])])
  func colorsOfStatesStay(values: [Double], step: Double, colors: [Int]) throws {
    let content = content(panel(.states, ["a"]), values.map { [$0] }, step: step)
    let lane = try #require((content.body as? StatesContent)?.lanes.first)
    #expect(lane.stretches.map(\.color) == colors.map { .series($0) })
  }

  /// A value is whole only if its number before the prefix is whole.
  @Test(
    arguments: [
      (3.5e9, .bytesPerSecond, "3.3 GiB/s"), (3e9, .bitsPerSecond, "3 Gbit/s"),
      (3.5, .none, "3.50"), (12, .none, "12"),
    ] as [(Double, Metrics.Unit, String)])
  func statesWithPrefixes(value: Double, unit: Metrics.Unit, text: String) throws {
    var panel = panel(.states, ["a"])
    panel.unit = unit
    let lane = try #require((content(panel, [[value]]).body as? StatesContent)?.lanes.first)
    #expect(lane.text == text)
  }

  /// Words without a colour have distinct ones, which the file has not given to others; a single one is grey.
  @Test(
    arguments: [
      ([nil, nil, nil], [SeriesColor.series(0), .series(1), .series(2)]),
      ([nil, .signal(.red), nil], [.series(0), .signal(.red), .series(1)]),
      ([.series(0), nil, nil], [.series(0), .series(1), .series(2)]),
      ([nil, .signal(.red), .gray], [.gray, .signal(.red), .gray]),
    ] as [([SeriesColor?], [SeriesColor])])
  func wordsWithoutColors(given: [SeriesColor?], shown: [SeriesColor]) throws {
    var panel = states
    panel.options.mappings = [
      (-.infinity...1, "low"), (2...3, "middle"), (4...(.infinity), "high"),
    ]
    .enumerated().map { ValueMapping($1.0, text: $1.1, color: given[$0]) }
    let content = content(panel, [[0], [2], [5], [1]])
    let lane = try #require((content.body as? StatesContent)?.lanes.first)
    #expect(lane.stretches.map(\.text) == ["low", "middle", "high", "low"])
    #expect(lane.stretches.map(\.color) == shown + [shown[0]])
    #expect(lane.color == shown[0])
  }

  /// Words take the place of numbers in a number, too.
  @Test func aNumberInWords() {
    var panel = states
    panel.chart = .number
    #expect(content(panel, [[1], [0]]).value == FormattedValue(digits: "down", unit: ""))
    #expect(content(panel, [[1], [50]]).value?.digits == "50")
  }

  /// Sums over whole minutes of the clock; the last column is not over yet.
  @Test func sumsOfColumns() throws {
    var panel = panel(.columns, ["a"])
    panel.window = 300...300
    panel.options.period = 60
    let content = content(panel, (0..<31).map { _ in [2] }, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.columns.suffix(6).map(\.start) == [600, 660, 720, 780, 840, 900])
    #expect(body.columns.suffix(6).map { $0.values[0] } == [12, 12, 12, 12, 12, 2])
    #expect(body.columns.suffix(2).map(\.isGrowing) == [false, true])
    #expect(
      content.value?.digits == "2" && content.valueNote == "so far" && content.note == "per min")
  }

  /// The series without columns of their own add up by their own samples: one that lacks a sample leaves the others as
  /// they are.
  @Test func othersOfColumns() throws {
    var panel = panel(.columns)
    panel.window = 300...300
    (panel.options.period, panel.mostLines) = (60, 2)
    let rows = (0..<31).map { [100, $0 % 2 == 0 ? 1 : .nan, 3.0] }
    let content = content(panel, rows, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.names == ["a", "2 others"])
    #expect(
      body.columns.suffix(6).dropLast().map(\.values) == Array(repeating: [600, 21], count: 5))
  }

  /// A measured rate has no amount in a gap, beyond a few distances of its samples.
  @Test func ratesHaveNoAmountInAGap() throws {
    var panel = panel(.columns, ["a"], unit: .custom("req/s"))
    panel.window = 1200...1200
    panel.options.period = 60
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let times = stride(from: 600.0, through: 900, by: 10).map { $0 }
    let readings = (times + times.map { $0 + 900 }).map { Reading(time: $0, values: ["a": 60]) }
    _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: pipe, at: 0)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    let content = store.content(of: panel, lines, health: health)
    let columns = try #require(content.body as? ColumnsContent).columns
    let amounts = Dictionary(uniqueKeysWithValues: columns.map { ($0.start, $0.values[0]) })
    #expect(amounts[780] == 3600 && (amounts[1440] ?? 0) < 3600 && amounts[1560] == 3600)
    #expect(columns.filter { (900...1380).contains($0.start) }.allSatisfy { $0.values[0].isNaN })
  }

  /// Numbers whose sum has no meaning have a mean in each stretch, and lie side by side.
  @Test(
    arguments: [
      (.none, nil, 6 * 30, true, "per min"), (.bytes, nil, 6 * 30, true, "per min"),
      (.custom("W"), nil, 30, true, "mean per min"), (.custom("Wh"), nil, 6 * 30, true, "per min"),
      (.custom("hPa"), nil, 30, false, "mean per min"), (.bytes, .mean, 30, true, "mean per min"),
      (.percent, nil, 30, false, "mean per min"), (.celsius, nil, 30, false, "mean per min"),
      (.seconds, nil, 30, false, "mean per min"), (.custom("V"), nil, 30, false, "mean per min"),
      (.custom("ct/kWh"), nil, 30, false, "mean per min"),
      (.custom("µg/m³"), nil, 30, false, "mean per min"),
      (.custom("% rH"), nil, 30, false, "mean per min"),
      (.custom("m/s"), nil, 30, false, "mean per min"),
      (.custom("km/h"), nil, 30, false, "mean per min"),
      // A flow of litres per minute is as many litres in a minute.
      (.custom("L/min"), nil, 30, true, "per min"), (.custom("m³/h"), nil, 0.5, true, "per min"),
      (.percent, .max, 35, false, "max per min"), (.bytes, .max, 35, false, "max per min"),
      (.bytes, .p95, 35, false, "p95 per min"), (.percent, .sum, 6 * 30, true, "sum per min"),
    ] as [(Unit, Reduction?, Double, Bool, String)])
  func meansOfColumns(
    unit: Unit, reduction: Reduction?, value: Double, isStacked: Bool, note: String
  ) throws {
    var panel = panel(.columns, ["a", "b"], unit: unit)
    panel.window = 300...300
    (panel.options.period, panel.reduction) = (60, reduction)
    let rows = (0..<31).map { i in i % 2 == 0 ? [25.0, 50] : [35, 50] }
    let content = content(panel, rows, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(
      body.columns.suffix(6).dropLast().map { $0.values[0] } == [value, value, value, value, value])
    #expect(body.isStacked == isStacked && content.valueNote == "so far" && content.note == note)
    // The axis reaches to the highest part, and not to the sum of parts that are side by side.
    let most = isStacked ? value * (1 + 50 / 30) : 50
    #expect((most...most * 1.15).contains(body.axes.axis.domain.upperBound))
  }

  /// Columns side by side have no large number, because their mean is the value of none. The first one beyond a
  /// threshold stands for all where the legend has no room.
  @Test func breachesOfColumnsSideBySide() throws {
    var panel = panel(.columns, ["a", "b"], unit: .percent)
    panel.window = 300...300
    panel.options.period = 60
    panel.thresholds = [ThresholdSpec(.above(80))]
    let content = content(panel, (0..<31).map { _ in [30, 90] }, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(content.value == nil && content.signal == .red)
    #expect(content.lead?.name == "b" && content.lead?.value.text == "90 %")
    #expect(content.lead?.signal == .red && content.lead?.others == 1)
    #expect(content.legend.map(\.value) == ["30 %", "90 %"])
    #expect(body.columns.suffix(6).allSatisfy { $0.signals == [nil, .red] })
  }

  /// A counter of seconds grows by an amount, but the growth of shares is a share.
  @Test(arguments: [(Unit.seconds, 30.0), (.percent, 0.5), (.none, 30)])
  func growthInAUnit(unit: Unit, value: Double) throws {
    var panel = panel(.columns, ["a"], unit: unit)
    panel.window = 300...300
    panel.options.period = 60
    panel.series[0].isCounter = true
    let content = content(panel, (0..<31).map { [Double(5 * $0)] }, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.columns.suffix(4).dropLast().map { $0.values[0] } == [value, value, value])
  }

  /// The first column begins before the window, and its samples are asked for and kept, too.
  @Test(
    arguments: [
      (.columns, 200, 500, 575), (.columns, nil, 325, 400), (.line, nil, 300, 375),
    ] as [(PanelSpec.Chart, Double?, Double, Double)])
  func theFirstColumnIsWhole(
    chart: PanelSpec.Chart, period: Double?, asked: Double, kept: Double
  ) throws {
    var panel = panel(chart, ["a"])
    panel.options.period = period
    let spec = DashboardSpec(pages: [PageSpec(panels: [panel])])
    #expect(spec.sources[pipe]?.window == asked)
    var store = SampleStore()
    store.keep(spec)
    #expect(store.sources[pipe]?.queries[.column("a")]?.kept == kept)
  }

  /// Stretches of a long window are whole weeks.
  @Test(arguments: [(30.0, 1.0), (31, 7), (210, 7), (211, 14), (366, 14), (800, 28), (1000, 35)])
  func stretchesOfALongWindow(window: Double, days: Double) {
    let period = ColumnsPanel.period(for: 0...window * 86_400, panel(.columns), pace: nil)
    #expect(period == days * 86_400)
  }

  /// Stretches have the same number of samples where their distance is known.
  @Test(
    arguments: [
      (300, nil, 10), (300, 1, 10), (300, 2, 10), (300, 7, 14), (300, 60, 60), (150, nil, 5),
      (150, 2, 10), (100, 2, 4), (900, 0.9, 30), (900, 4, 60), (86_400, 60, 3600),
    ] as [(Double, Double?, Double)])
  func stretchesAreMultiplesOfThePace(window: Double, pace: Double?, period: Double) {
    #expect(ColumnsPanel.period(for: 0...window, panel(.columns), pace: pace) == period)
  }

  /// A constant series has equal columns.
  @Test func aConstantSeriesHasEqualColumns() throws {
    var panel = panel(.columns, ["a"])
    panel.window = 150...150
    let content = content(panel, (0..<76).map { _ in [42] }, step: 2, start: 600)
    let columns = try #require(content.body as? ColumnsContent).columns
    let whole = columns.filter { $0.start >= 600 && !$0.isGrowing }
    #expect(whole.count == 15 && whole.allSatisfy { $0.values == [210] })
    #expect(content.valueNote == "so far" && content.note == "per 10 s")
  }

  /// A constant series looks the same in all columns of a heatmap, also in those of three and of two samples.
  @Test func aConstantSeriesHasEqualShares() throws {
    var panel = panel(.heatmap, ["a"])
    panel.window = 60...60
    panel.options.period = 5
    let rows = (0..<31).map { _ in [42.0] }
    let heat = try #require(content(panel, rows, step: 2, start: 600).body as? HeatmapContent)
    let known = heat.columns.filter { !$0.shares.contains(where: \.isNaN) }
    #expect(known.count == 13 && known.allSatisfy { Set($0.shares) == [0, 1] })
  }

  /// A counter's columns are its growth: 3 a second are 180 a minute.
  @Test func columnsOfACounter() throws {
    var panel = panel(.columns, ["a"])
    panel.window = 300...300
    panel.options.period = 60
    panel.series[0].isCounter = true
    let content = content(panel, (0..<31).map { [Double(30 * $0)] }, step: 10, start: 600)
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.columns.suffix(5).dropLast().map { $0.values[0] } == [180, 180, 180, 180])
  }

  /// Things that are counted have whole numbers at the axis, also if their mean number in a stretch is not whole.
  @Test(arguments: [(1.0, 0, ["0", "1"]), (0.5, 3, ["0.0", "0.2", "0.4", "0.6", "0.8"])])
  func columnsOfCountedThings(factor: Double, decimals: Int, labels: [String]) throws {
    var panel = panel(.columns, ["a"])
    panel.window = 600...600
    panel.options.period = 60
    (panel.series[0].isCounter, panel.series[0].factor) = (true, factor)
    let content = content(panel, (0..<31).map { [Double($0)] }, step: 40.3, start: 600)
    let axes = try #require(content.body as? ColumnsContent).axes
    #expect(axes.axis.labels == labels)
    #expect(axes.valueFormat?.decimals == decimals)
  }

  /// Weeks begin on Mondays; the first one of 1970 was the fifth of January.
  @Test func stretchesOfWeeks() {
    let day = 86_400.0
    let stretches = ColumnsPanel.stretches(of: 7 * day, in: 0...20 * day, zone: .utc)
    #expect(stretches.map { $0.lowerBound / day } == [-3, 4, 11, 18])
  }

  /// A day has its midnight in the zone of the screen, also over a change of summer time.
  @Test func stretchesOfDays() throws {
    let berlin = try #require(ZoneDatabase.rules(named: "Europe/Berlin"))
    // 2026-03-28 12:00 to 2026-03-31 12:00; the 29th has 23 hours.
    let stretches = ColumnsPanel.stretches(
      of: 86_400, in: 1_774_695_600...1_774_951_200, zone: berlin)
    #expect(stretches.map { $0.upperBound - $0.lowerBound } == [86_400, 82_800, 86_400, 86_400])
    for stretch in stretches { #expect(berlin.civil(stretch.lowerBound).timeText == "00:00:00") }
  }

  /// The hour that the clock shows twice is one stretch of two hours, also while it is the last one.
  @Test func theHourThatTheClockShowsTwice() throws {
    let berlin = try #require(ZoneDatabase.rules(named: "Europe/Berlin"))
    // 2026-10-25 02:00 CEST, 5 minutes past; the clock is set back at 03:00.
    let two = 1_792_886_400.0
    let stretches = ColumnsPanel.stretches(of: 3600, in: two - 3600...two + 300, zone: berlin)
    #expect(stretches == [two - 3600...two, two...two + 7200])
    let later = ColumnsPanel.stretches(of: 3600, in: two + 3900...two + 7500, zone: berlin)
    #expect(later == [two...two + 7200, two + 7200...two + 10_800])
  }

  /// Cumulative counters of a histogram become numbers between neighbouring bounds.
  @Test func bucketsOfAHistogram() throws {
    let source = SourceSpec.http(
      HTTPFeedSpec(url: "http://localhost/metrics", format: .exposition, every: 5))
    let query = Query.sample(name: "latency_bucket", labels: .none, by: ["le"])
    var panel = PanelSpec(
      title: "t", chart: .heatmap, series: [SeriesSpec(source: source, query: query)],
      unit: .seconds, window: 60...60)
    panel.options.period = 10
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let bounds = ["0.1", "0.5", "+Inf"]
    let columns = zip(bounds, [1.0, 3, 3]).map { bound, value in
      SampleBatch.Column(
        Metric("latency_bucket", labels: ["le": bound]), Array(repeating: value, count: 13))
    }
    let batch = SampleBatch(times: (0..<13).map { 5 * Double($0) }, columns: columns)
    _ = store.append(
      FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: 0)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    let content = store.content(of: panel, lines, health: health)
    let heat = try #require(content.body as? HeatmapContent)
    // Each edge has its unit.
    #expect(content.note == "mean in 10 s" && content.axisUnit.isEmpty)
    let edges = heat.edges.map { $0.text }
    #expect(heat.bucketCount == 3 && edges == ["0", "100 ms", "500 ms"])
    #expect(heat.columns.last?.shares == [0.5, 1, 0] && heat.largest == 2)
  }

  /// A heatmap of a histogram whose counters stand still.
  /// - Parameter stoppedAt: the time from which a second instance has no samples; nil for one instance.
  private func histogram(
    _ counters: [(bound: String, value: Double)], times: [Double], stoppedAt: Double? = nil
  ) throws -> HeatmapContent {
    let query = Query.sample(name: "latency_bucket", labels: .none, by: ["le"])
    var panel = PanelSpec(
      title: "t", chart: .heatmap, series: [SeriesSpec(source: pipe, query: query)],
      unit: .seconds, window: 60...60)
    panel.options.period = 10
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let columns = counters.map { bound, value in
      SampleBatch.Column(
        Metric("latency_bucket", labels: ["le": bound]), times.map { _ in value })
    }
    let stopped = stoppedAt.map { end in
      counters.map { bound, value in
        SampleBatch.Column(
          Metric("latency_bucket", labels: ["instance": "b", "le": bound]),
          times.map { $0 < end ? value : .nan })
      }
    }
    let batch = SampleBatch(times: times, columns: columns + (stopped ?? []))
    _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: pipe, at: 0)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return try #require(
      store.content(of: panel, lines, health: health).body as? HeatmapContent)
  }

  /// The content of a panel of Prometheus after answers with the same numbers each time.
  private func contentOfPrometheus(
    _ chart: PanelSpec.Chart, _ query: Query, unit: Metrics.Unit, period: Double, window: Double,
    _ series: [(metric: Metric, value: Double)]
  ) -> PanelContent {
    let source = SourceSpec.prometheus(HTTPFeedSpec(url: "http://h", format: .json, every: 5))
    var panel = PanelSpec(
      title: "t", chart: chart, series: [SeriesSpec(source: source, query: query)], unit: unit,
      window: window...window)
    panel.options.period = period
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let times = Array(stride(from: 0.0, through: window, by: 5))
    let columns = series.map { one in
      SampleBatch.Column(one.metric, times.map { _ in one.value })
    }
    let update = FeedUpdate(samples: [.init(query, SampleBatch(times: times, columns: columns))])
    _ = store.append(update, from: source, at: 0)
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 0)
    return store.content(of: panel, lines, health: health)
  }

  @Test(
    arguments: [
      ("rate(x[5m])", 1), ("sum(irate(x[5m])) * 60", 1), ("increase(x[1m])", 60),
      ("sum by (a) (increase(x{b=\"[2m]\"}[1h30m]))", nil), ("sum(increase(x[1h30m]))", 5400),
      ("increase(x[1m]) + increase(y[1m])", 60), ("increase(x[1m]) + increase(y[2m])", nil),
      ("rate(x[1m]) / rate(y[1m])", nil), ("histogram_quantile(0.9, rate(x[1m]))", nil),
      ("x", nil), ("increase(x[a])", nil), ("increase(x)", nil), ("increase(x[5m:1m])", 300),
    ] as [(String, Double?)])
  func secondsOfGrowth(expression: String, seconds: Double?) {
    #expect(Query.promQL(expression).growthSeconds == seconds)
  }

  /// The numbers of a histogram over Prometheus are those of a stretch, if the query states the growth.
  @Test(
    arguments: [
      ("sum by (le) (rate(x_bucket[5m]))", 20, "per 10 s"),
      ("sum by (le) (increase(x_bucket[20s]))", 1, "per 10 s"),
      ("sum by (le) (x_bucket)", 2, "mean in 10 s"),
    ])
  func histogramsOfPrometheus(expression: String, largest: Double, note: String) throws {
    let content = contentOfPrometheus(
      .heatmap, .promQL(expression), unit: .seconds, period: 10, window: 60,
      [("0.1", 2.0), ("+Inf", 3)].map { (Metric("x", labels: ["le": $0]), $1) })
    #expect((content.body as? HeatmapContent)?.largest == largest && content.note == note)
  }

  /// Columns of `increase` have the growth of each stretch, however many answers a stretch has.
  @Test func columnsOfAnIncrease() throws {
    let query = Query.promQL("sum(increase(x_total[1m]))")
    let content = contentOfPrometheus(
      .columns, query, unit: .none, period: 120, window: 600, [(query.metric, 30)])
    let body = try #require(content.body as? ColumnsContent)
    #expect(body.columns[1].values == [60])
  }

  /// An annotation of Prometheus marks changes of a value, and series that appear after the first answers.
  @Test func annotationsOfSeriesThatAppear() throws {
    let source = SourceSpec.prometheus(HTTPFeedSpec(url: "http://h", format: .json, every: 5))
    let query = Query.promQL("changes(deploy[1m]) > 0")
    var panel = panel(.line, ["a"])
    panel.window = 100...100
    panel.options.annotations = [
      AnnotationSpec(series: SeriesSpec(label: "{{version}}", source: source, query: query))
    ]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for time in stride(from: 0.0, through: 100, by: 5) {
      if time == 65 {
        // An outage is no event.
        let failure = FeedUpdate(health: .failing(since: 62, reason: "refused"))
        _ = store.append(failure, from: source, at: time)
        continue
      }
      var columns: [SampleBatch.Column] = [.init(Metric("x", labels: ["version": "1"]), [7])]
      if (20...30).contains(time) || (60...70).contains(time) {
        columns.append(.init(Metric("x", labels: ["version": "2"]), [1]))
      } else if time == 35 || time == 75 {
        columns.append(.init(Metric("x", labels: ["version": "2"]), [SampleBatch.ended]))
      }
      let batch = SampleBatch(.own(), times: [time], columns: columns)
      _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: source, at: time)
      let reading = Reading(time: time, values: ["a": 1])
      _ = store.append(FeedUpdate(readings: [reading], health: .fresh), from: pipe, at: time)
    }
    let lines = store.lines(of: panel)
    let health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: 100)
    let plot = try #require(store.content(of: panel, lines, health: health).plot)
    #expect(plot.annotations.map(\.time) == [20, 60])
  }

  /// A histogram without data in a stretch has none there, not zero.
  @Test func aHistogramWithAnOutage() throws {
    let heat = try histogram(
      [("0.1", 1), ("+Inf", 3)], times: [0, 5, 10, 15, 40, 45, 50, 55, 60])
    let outages = heat.columns.filter { $0.shares.contains(where: \.isNaN) }
    #expect(!outages.isEmpty && outages.allSatisfy { $0.shares.allSatisfy(\.isNaN) })
  }

  /// An instance that has stopped takes nothing from the others.
  @Test func aHistogramOfTwoInstances() throws {
    let heat = try histogram(
      [("0.1", 1), ("+Inf", 3)], times: Array(stride(from: 0, through: 60, by: 5)), stoppedAt: 40)
    #expect(heat.largest == 4)
    #expect(heat.columns.first?.shares == [0.5, 1] && heat.columns.last?.shares == [0.25, 0.5])
  }

  @Test(
    arguments: [
      (["+Inf"], ["all values"]), (["0.1", "+Inf"], ["up to 100 ms", "over 100 ms"]),
    ] as [([String], [String])])
  func namesOfBuckets(bounds: [String], names: [String]) throws {
    let heat = try histogram(bounds.map { ($0, 1) }, times: [0, 5, 10])
    #expect(heat.bucketNames == names)
  }

  /// The unit of the numbers at the axis of a distribution stands behind the note.
  @Test(
    arguments: [
      (.seconds, [0.03, 0.2], "ms"), (.bytes, [0x1p31, 0x1p32], "GiB"), (.none, [1, 2], ""),
    ]
      as [(Metrics.Unit, [Double], String)])
  func theUnitOfADistribution(unit: Metrics.Unit, values: [Double], symbol: String) {
    var panel = panel(.heatmap, ["a", "b"], unit: unit)
    panel.window = 60...60
    panel.options.period = 5
    panel.note = [.text("web")]
    let content = content(panel, (0..<61).map { _ in values }, step: 1, start: 600)
    #expect(content.axisUnit == symbol && content.note == "web · per 5 s")
  }

  /// The distance of the largest and the smallest number is infinite.
  @Test(arguments: [
    [1e308, 1], [-1.7e308, 1.7e308], [-9e307, 9e307], [1e308, -1e307], [.leastNonzeroMagnitude, 0],
  ])
  func aDistributionOfHugeNumbers(values: [Double]) throws {
    var panel = panel(.heatmap, ["a", "b"])
    panel.window = 60...60
    let heat = try #require(
      content(panel, (0..<61).map { _ in values }, step: 1, start: 600).body as? HeatmapContent)
    let shares = try #require(heat.columns.last { $0.end <= 660 }).shares
    #expect(shares.filter { $0 > 0 }.count == (values[1] == 0 ? 1 : 2))
    #expect(heat.edges.allSatisfy { $0.place.isFinite })
  }

  /// The positive parts of a column lie above zero, and the negative parts below.
  @Test(arguments: [([50, -20], -20, 50), ([5, -5], -5, 5), ([3, 4], 0, 7), ([-3, -4], -7, 0)])
  func columnsHaveRoomForAllParts(values: [Double], low: Double, high: Double) throws {
    var panel = panel(.columns, ["a", "b"])
    panel.window = 60...60
    let columns = try #require(
      content(panel, (0..<61).map { _ in values }, step: 1, start: 600).body as? ColumnsContent)
    #expect(columns.axes.axis.domain.lowerBound <= low)
    #expect(columns.axes.axis.domain.upperBound >= high)
  }

  /// The distribution counts each value once, in the bucket in which the value lies. Half of the values are 95.
  @Test func bucketsOfADistribution() throws {
    var panel = panel(.heatmap, ["a", "b"])
    panel.window = 60...60
    let rows = (0..<61).map { i in [Double(i % 10), 95.0] }
    let heat = try #require(
      content(panel, rows, step: 1, start: 600).body as? HeatmapContent)
    let columns = heat.columns.filter { !$0.shares.contains(where: \.isNaN) }
    #expect(columns.contains { $0.end <= 660 } && columns.allSatisfy { $0.shares.contains(1) })
    #expect(columns.allSatisfy { abs($0.shares.reduce(0, +) * heat.largest - 100) < 1e-9 })
    #expect(heat.text(heat.largest).text == "50 %")
  }
}
