import Feeds
import History
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// The names of series in a history, its specification, and the past in a store.
@Suite struct DashboardHistoryTests {
  private func series(_ url: String, _ change: (inout HTTPFeedSpec) -> Void = { _ in })
    -> SourceSpec
  {
    var spec = HTTPFeedSpec(url: url, format: .json)
    change(&spec)
    return .http(spec)
  }

  @Test func namesHaveNoSecretsAndNoPace() {
    let plain = series("http://host/a?token=secret")
    let other = series("http://host/a?token=secret") {
      $0.every = 60
      $0.authorization = .bearer(.text(Secret("hidden")))
    }
    let key = SeriesKey(plain, .path(".x")).query
    #expect(key == SeriesKey(other, .path(".x")).query)
    #expect(!key.contains("secret") && key.hasPrefix("http://host/a #"))
    #expect(key != SeriesKey(series("http://host/a?metric=b"), .path(".x")).query)
    #expect(SeriesKey(.system(period: 1), .metric("cpu.busy")).query == "this machine | cpu.busy")
  }

  /// A title has 80 characters. Sources that differ in a later one are different sources.
  @Test func longNamesDifferInTheirEnds() {
    let long = String(repeating: "x", count: 90)
    func sources(_ end: String) -> [SourceSpec] {
      [
        series("http://host/" + long + end), series("http://host/" + long + end + "?a=b"),
        .text(TextFeedSpec(origin: .command(long + end, every: 5))),
        .text(TextFeedSpec(origin: .wholeFile("/" + long + end))),
        .sql(SQLFeedSpec(.sqlite("/db" + long + end))),
        .sql(SQLFeedSpec(.postgres(Secret("postgres://host/a?options=-csearch_path=" + end)))),
        .sql(SQLFeedSpec(.postgres(Secret("postgres://u:secret@host/" + long + end)))),
      ]
    }
    func keys(_ end: String) -> [String] {
      sources(end).map { SeriesKey($0, .columns).query }
    }
    #expect(zip(keys("a"), keys("b")).allSatisfy { $0 != $1 })
    #expect(keys("a") == keys("a") && Set(keys("a")).count == 7)
    #expect(!keys("a").contains { $0.hasPrefix("secret") })
    let plain = SourceSpec.sql(
      SQLFeedSpec(.postgres(Secret("postgres://u:p@host/a?sslmode=require"))))
    #expect(SeriesKey(plain, .columns).query == "postgres://host/a | *")
  }

  @Test func namesLeadBackToTheirSeries() {
    var random = SeededGenerator(seed: 11)
    let parts = ["a", "{", "}", "\"", "\\", "\n", ",", "=", " | ", "{x=\"y\"}", "é"]
    func text() -> String {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in parts.randomElement(using: &random)! }
        .joined()
    }
    let query = Query.sql("SELECT 1")
    let key = SeriesKey(.system(period: 1), query)
    for _ in 0..<2000 {
      let names = ["host", "b", "c"].prefix(Int.random(in: 0...3, using: &random))
      let labels = Labels(Dictionary(uniqueKeysWithValues: names.map { ($0, text()) }))
      let metric = Metric("m" + text(), labels: labels)
      #expect(key.metric(named: key.text(of: metric, in: query), in: query) == metric)
    }
  }

  @Test(arguments: [
    ("off", "", false, 86_400.0, 500_000_000),
    ("on", "", true, 86_400, 500_000_000),
    ("{raw: 12h, size: 64 MiB}", "", true, 43_200, 67_108_864),
    ("{raw: 1m}", "1:16: a duration from 2h to 3653d is expected, not '1m'", true, 0, 0),
    ("{quarter: 5y, minute: 40d}", "", true, 86_400, 500_000_000),
    ("{size: 5}", "1:17: a size from 1 MB to 1000 GB is expected, not '5'", true, 0, 0),
    ("{path: a.db}", "1:17: an absolute path, such as /run/wall.db, is expected", true, 0, 0),
    ("{rwa: 1d}", "1:11: unknown key 'rwa' of a history (did you mean 'raw'?)", true, 0, 0),
    ("[1]", "1:10: a history is expected (a mapping), not a list", true, 0, 0),
  ])
  func specifications(
    _ text: String, _ mistake: String, _ isOn: Bool, _ raw: Double, _ size: Int
  ) throws {
    let file = "history: \(text)\npanels: [{title: A, source: {system: load.1}}]\n"
    do throws(DashboardFile.Failure) {
      let spec = try DashboardFile(path: "f.yaml").parse(Array(file.utf8)).history
      #expect(mistake.isEmpty)
      #expect(spec.isOn == isOn && spec.limits.raw == raw && spec.limits.size == size)
    } catch {
      #expect(error.problems.map(\.description) == ["f.yaml:" + mistake])
    }
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/wallchart/n.db"),
    (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/wallchart/n.db"),
    (["HOME": "/h"], "/h/.local/state/wallchart/n.db"),
    ([:], nil),
  ])
  func places(_ environment: [String: String], _ path: String?) {
    #expect(HistorySpec.path(named: "n") { environment[$0] } == path)
  }

  /// Each stretch of a window is as fine as the shortest window that reaches back to the stretch needs.
  @Test func olderStretchesAreCoarser() {
    let now = 1_700_000_123.0
    func stretches(_ short: Double, _ long: Double) -> [HistoryPast.Stretch] {
      DashboardHistory.stretches(
        of: Selection.Past(window: long, resolution: short / 3840), until: now)
    }
    #expect(
      stretches(300, 300) == [HistoryPast.Stretch(range: now - 300...now, resolution: 300 / 1920)])
    // A day is read as samples, whose percentiles are exact, and not as rows of minutes.
    #expect(stretches(72_000, 72_000).map(\.resolution) == [27])
    #expect(stretches(192_000, 192_000).map(\.resolution) == [100])
    let ladder = stretches(300, 86_400)
    #expect(ladder.count == 5)
    #expect(ladder.first?.range.lowerBound == now - 86_400 && ladder.last?.range.upperBound == now)
    for (older, newer) in zip(ladder, ladder.dropFirst()) {
      #expect(abs(older.range.upperBound - newer.range.lowerBound) < 0.0011)
      #expect(newer.range.lowerBound.truncatingRemainder(dividingBy: 900) == 0)
      #expect(older.resolution > newer.resolution)
    }
    for window in [300.0, 1800, 7200, 43_200, 86_400] {
      for stretch in ladder where stretch.range.upperBound > now - window {
        #expect(stretch.resolution <= window / 1920 * 1.0001)
      }
    }
    let endless = DashboardHistory.stretches(
      of: Selection.Past(window: .infinity, resolution: 0), until: now)
    #expect(endless == [HistoryPast.Stretch(range: now - 86_400...now, resolution: 0)])
  }

  /// The edges of two ages may be the same, and that of one may be the current time.
  @Test(arguments: [5.0, 10, 30, 60, 74], [300.0, 3600, 86_400])
  func stretchesOfShortWindowsFollowEachOther(short: Double, long: Double) {
    for second in stride(from: 0.0, to: 900, by: 7) {
      let now = 1_700_000_100 + second
      let stretches = DashboardHistory.stretches(
        of: Selection.Past(window: long, resolution: short / 3840), until: now)
      #expect(stretches.first?.range.lowerBound == now - long)
      #expect(now - (stretches.last?.range.upperBound ?? 0) < 0.0011)
      for (older, newer) in zip(stretches, stretches.dropFirst()) {
        #expect(abs(newer.range.lowerBound - older.range.upperBound - 0.001) < 1e-6)
      }
    }
  }

  /// No time before 1970 is kept, but a clock can show one.
  @Test(arguments: [0, -5, -1e15], [300, 86_400, Double.infinity])
  func stretchesBefore1970(now: Double, window: Double) {
    let stretches = DashboardHistory.stretches(
      of: Selection.Past(window: window, resolution: 300 / 3840), until: now)
    #expect(stretches.map(\.range) == [now...now])
  }

  // MARK: The past in a store

  private let source = SourceSpec.system(period: 1)
  private let query = Query.metric("load.1")

  private func store(isCounter: Bool = false) -> (store: SampleStore, panel: PanelSpec) {
    let panel = PanelSpec(
      title: "A", chart: .line,
      series: [SeriesSpec(source: source, query: query, isCounter: isCounter, factor: 2)],
      unit: .none, window: 30...3600)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    return (store, panel)
  }

  private func past(_ pieces: [HistoryPast.Piece]) -> DashboardPast {
    var past = HistoryPast()
    past.series[SeriesKey(source, query).query] = pieces
    return DashboardPast(past, of: [(source, query)])
  }

  private func samples(_ store: SampleStore, _ panel: PanelSpec) -> [Sample] {
    let samples = store.stored(panel.series[0], in: panel)[0].series.samples
    return (0..<samples.count).map { samples[$0] }
  }

  /// A jump ahead is no news, and the way back is it once; small steps of a clock are none.
  @Test func aClockThatIsSetBackIsNoticed() {
    var steps = ClockSteps()
    let answers = [1000, 1001, 91_000, 91_001, 1010, 1011, 1005, 900].map {
      steps.isSetBack(at: $0)
    }
    #expect(answers == [false, false, false, false, true, false, false, true])
  }

  /// A topic may have got another value while the program did not run: the value of an earlier run has its age until
  /// the next message. A source with a pace is asked at once.
  @Test(arguments: [true, false]) func aValueOfAnEarlierRun(isBroker: Bool) {
    let source = isBroker ? SourceSpec.mqtt(MQTTFeedSpec(host: "h")) : .system(period: 60)
    let query = isBroker ? Query.topic("door") : Query.metric("door")
    let panel = PanelSpec(
      title: "A", chart: .number, series: [SeriesSpec(source: source, query: query)], unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    var past = HistoryPast()
    past.series[SeriesKey(source, query).query] = [
      HistoryPast.Piece(width: 0, times: [900, 980], values: [1, 2])
    ]
    store.restore(DashboardPast(past, of: [(source, query)]), at: 1, now: 1000)
    func state(at time: Double) -> PanelHealth.State {
      PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: time).state
    }
    #expect(state(at: 1) == (isBroker ? .late(age: "20 s ago") : .fresh))
    let batch = SampleBatch(times: [1001], columns: [.init("door", [3])])
    _ = store.append(
      FeedUpdate(samples: [.init(query, batch)], health: .fresh), from: source, at: 2, now: 1001)
    #expect(state(at: 2) == .fresh)
  }

  @Test func thePastLiesBeforeLiveSamplesWithAGap() {
    var (store, panel) = store()
    let batch = SampleBatch(times: [100, 101], columns: [.init("load.1", [5, 6])])
    _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: source, at: 1)
    let piece = HistoryPast.Piece(width: 0, times: [50, 51, 100.2, 101], values: [1, 2, 9, 9])
    store.restore(past([piece]), at: 1, now: 101)
    let all = samples(store, panel)
    #expect(all.map(\.time) == [50, 51, 75.5, 100, 101])
    #expect(all.map { $0.value.isNaN ? -1 : $0.value } == [2, 4, -1, 10, 12])
    #expect(store.liveRange(of: panel) == 50...101)
  }

  /// The past of an earlier run may be there before the first live sample: only a long distance is a gap, and only once.
  @Test(
    arguments: [
      (52, false), (54.1, true), (90, true),
    ] as [(Double, Bool)])
  func liveSamplesComeAfterThePastWithAGap(first: Double, hasGap: Bool) {
    let (source, query) = (SourceSpec.mqtt(MQTTFeedSpec(host: "broker")), Query.topic("t"))
    for isCounter in [false, true] {
      let panel = PanelSpec(
        title: "A", chart: .line,
        series: [SeriesSpec(source: source, query: query, isCounter: isCounter)], unit: .none,
        window: 30...3600)
      var store = SampleStore()
      store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
      var past = HistoryPast()
      // A longer window has an older past.
      for piece in [
        HistoryPast.Piece(width: 0, times: [48, 49, 50, 51], values: [1, 2, 3, 4]),
        HistoryPast.Piece(width: 0, times: [47], values: [0]),
      ] {
        past.series[SeriesKey(source, query).query] = [piece]
        store.restore(DashboardPast(past, of: [(source, query)]), at: 1, now: first - 1)
      }
      for (place, time) in [first, first + 30, first + 31].enumerated() {
        let column = SampleBatch.Column(query.metric, [Double(5 + place)])
        let batch = SampleBatch(times: [time], columns: [column])
        _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: source, at: 2)
      }
      let all = samples(store, panel)
      #expect(all.filter(\.value.isNaN).map { $0.time.rounded() } == (hasGap ? [51] : []))
      #expect(all.count { $0.value.isFinite } == (isCounter ? 5 : 8))
    }
  }

  /// Series are never divided, and together the parts are the whole.
  @Test(arguments: [(1, [1, 1, 1, 1]), (4, [2, 1, 1]), (9, [3, 1]), (100, [4])])
  func aPastIsTakenInParts(rows: Int, counts: [Int]) {
    let names = ["a", "b", "c", "d"]
    var rest = DashboardPast()
    rest.parts = zip(names, [3, 4, 4, 1]).map { name, count in
      let times = (0..<count).map { Double($0) }
      return DashboardPast.Part(
        source: source, query: query, metric: Metric(name),
        pieces: [HistoryPast.Piece(width: 0, times: times, values: times)])
    }
    var found: [[String]] = []
    while !rest.isEmpty { found.append(rest.removeFirst(rows: rows).parts.map(\.metric.name)) }
    #expect(found.map(\.count) == counts)
    #expect(found.flatMap { $0 } == names)
  }

  @Test func countersAreKeptAsCounts() {
    var (store, panel) = store(isCounter: true)
    let piece = HistoryPast.Piece(width: 0, times: [50, 51, 52, 53], values: [1, 4, 3, 5])
    store.restore(past([piece]), at: 1, now: 60)
    let all = samples(store, panel)
    #expect(all.map(\.time) == [51, 52, 53])
    #expect(all.map { $0.value.isNaN ? -1 : $0.value } == [6, -1, 4])
  }

  @Test func coarseRowsKeepTheirExtremesAndMeans() {
    var (store, panel) = store()
    var piece = HistoryPast.Piece(width: 60, times: [0, 60, 240], values: [2, 5, 7])
    (piece.minima, piece.maxima, piece.counts) = ([1, 5, 6], [4, 5, 9], [60, 60, 60])
    store.restore(past([piece]), at: 1, now: 300)
    let series = store.stored(panel.series[0], in: panel)[0].series.samples
    let all = samples(store, panel)
    #expect(all.map { $0.value.isNaN ? -1 : $0.value } == [2, 8, 10, -1, 12, 18])
    #expect(all.map(\.time) == all.map(\.time).sorted())
    let statistics = series.statistics(in: 0..<series.count)
    #expect(statistics?.count == 180)
    #expect(statistics?.sum == 28.0 * 60)
  }

  @Test func aViewOfThePastTakesTheFinerSamples() {
    var (store, panel) = store()
    var coarse = HistoryPast.Piece(width: 60, times: [0], values: [2])
    (coarse.minima, coarse.maxima, coarse.counts) = ([1], [4], [60])
    store.restore(past([coarse]), at: 1, now: 60)
    let fine = HistoryPast.Piece(
      width: 0, times: (0..<60).map(Double.init), values: (0..<60).map(Double.init))
    var viewed = store
    viewed.view(past([fine]), through: 1000, at: 0, now: 1000)
    #expect(samples(viewed, panel).count == 60)
    #expect(samples(store, panel).count == 2)
  }
}
