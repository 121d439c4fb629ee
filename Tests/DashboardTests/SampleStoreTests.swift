import Charts
import Feeds
import History
import Metrics
import Testing

@testable import Dashboard

@Suite struct SampleStoreTests {
  private let http = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/", format: .json, every: 5))
  private let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))

  private func panel(_ series: [SeriesSpec], gapAfter: Double? = nil, staleAfter: Double? = nil)
    -> PanelSpec
  {
    PanelSpec(
      title: "t", chart: .line, series: series, unit: .none, staleAfter: staleAfter,
      gapAfter: gapAfter)
  }

  private func store(_ panel: PanelSpec) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    return store
  }

  private func update(_ samples: [(Double, Double?)], _ health: FeedHealth = .fresh) -> FeedUpdate {
    FeedUpdate(
      readings: samples.map { time, value in
        Reading(time: time, values: value.map { ["x": $0] } ?? [:])
      }, health: health)
  }

  /// Times and values, NaN as nil.
  private func samples(_ store: SampleStore, _ panel: PanelSpec) -> [[Double?]] {
    let series = store.stored(panel.series[0], in: panel)[0].series.samples
    return (0..<series.count).map {
      [series[$0].time, series[$0].value.isNaN ? nil : series[$0].value]
    }
  }

  @Test(
    arguments: [
      // A gauge: null is a gap, an absent value is ignored.
      (false, 1, nil, [(1, 5), (2, .nan), (3, nil), (4, 7)], [[1, 5], [2, nil], [4, 7]]),
      (false, 0.5, nil, [(1, 5), (2, 8)], [[1, 2.5], [2, 4]]),
      // A counter: no value for the first sample, a gap where it goes back.
      (true, 1, nil, [(1, 10), (3, 16), (4, 2), (6, 3)], [[3, 3], [4, nil], [6, 0.5]]),
      (true, 2, nil, [(1, 10), (2, .nan), (3, 14)], [[2, nil], [3, 4]]),
      // A gap where samples are too far apart, in the middle between them.
      (false, 1, 2, [(1, 5), (3, 6), (5.5, 7)], [[1, 5], [3, 6], [4.25, nil], [5.5, 7]]),
      // Infinity is missing; a value at the same time replaces the one before.
      (false, 1, nil, [(1, .infinity), (2, 5), (2, 6), (3, 7)], [[1, nil], [2, 6], [3, 7]]),
      // The clock was set back: samples that are then in the future are removed, and nothing else.
      (false, 1, nil, [(100, 5), (101, 6), (50, 7), (51, 8)], [[50, 7], [51, 8]]),
      (false, 1, nil, [(1, 4), (2, 5), (3, 6), (2, 7), (4, 8)], [[1, 4], [2, 7], [4, 8]]),
      (true, 1, nil, [(100, 5), (101, 6), (50, 7), (52, 8)], [[52, 0.5]]),
      (true, 1, nil, [(1, 4), (2, 5), (4, 9), (3, 7), (5, 8)], [[2, 1], [3, 2], [5, 0.5]]),
    ] as [(Bool, Double, Double?, [(Double, Double?)], [[Double?]])])
  func whatIsKept(
    isCounter: Bool, factor: Double, gapAfter: Double?, given: [(Double, Double?)],
    kept: [[Double?]]
  ) {
    let panel = panel(
      [
        SeriesSpec(
          source: pipe, query: .column("x"), isCounter: isCounter, factor: factor)
      ], gapAfter: gapAfter)
    var store = store(panel)
    for (i, sample) in given.enumerated() {
      _ = store.append(update([sample]), from: pipe, at: Double(i))
    }
    #expect(samples(store, panel) == kept)
  }

  @Test func onlyWhatIsReferredToIsKept() {
    let (a, b) = (
      SeriesSpec(source: pipe, query: .column("x")),
      SeriesSpec(source: http, query: .path("x"))
    )
    let (first, second) = (panel([a]), panel([b]))
    var store = store(first)
    let isKept = [pipe, http].map { store.append(update([(1, 5)]), from: $0, at: 0) }
    #expect(isKept == [true, false])
    // A series that is still used stays, even in another panel.
    var both = second
    both.note = [.value(prefix: "x", a, .none)]
    store.keep(DashboardSpec(pages: [PageSpec(panels: [both])]))
    #expect(store.latest(a, in: both) == 5)
    #expect(store.latest(b, in: both) == nil)
    store.keep(DashboardSpec(pages: [PageSpec(panels: [second])]))
    store.keep(DashboardSpec(pages: [PageSpec(panels: [both])]))
    #expect(store.latest(a, in: both) == nil)
  }

  /// A series keeps the longest window that shows it, and a little more.
  @Test func whatIsOldIsDropped() {
    let panel = panel([SeriesSpec(source: pipe, query: .column("x"))])
    var store = store(panel)
    for i in 0..<2000 {
      _ = store.append(update([(Double(i), 1)]), from: pipe, at: Double(i))
    }
    let series = store.stored(panel.series[0], in: panel)[0].series.samples
    #expect(series.count > 300 && series.count < 500)
    #expect(series.firstSequence + series.count == 2000)
  }

  @Test func sourcesOfADashboard() {
    let panel = panel([
      SeriesSpec(source: pipe, query: .column("a")),
      SeriesSpec(source: pipe, query: .column("b")), SeriesSpec(.cpuBusy),
    ])
    let spec = DashboardSpec(pages: [PageSpec(panels: [panel]), PageSpec(panels: [panel])])
    #expect(
      spec.sources.mapValues(\.queries) == [
        pipe: [.column("a"), .column("b")], .system(period: 1): [.metric(.cpuBusy)],
      ])
    #expect(spec.sources.values.allSatisfy { $0.window == 300 })
  }

  // MARK: How it does

  private func health(
    _ given: [(at: Double, FeedUpdate)], from source: SourceSpec, staleAfter: Double? = nil,
    at time: Double
  ) -> PanelHealth {
    let panel = panel(
      [SeriesSpec(source: source, query: .column("x"))], staleAfter: staleAfter)
    var store = store(panel)
    for (arrival, update) in given { _ = store.append(update, from: source, at: arrival) }
    return health(of: panel, in: store, at: time)
  }

  private func health(of panel: PanelSpec, in store: SampleStore, at time: Double) -> PanelHealth {
    PanelHealth(of: panel, store.lines(of: panel), in: store, lateAfter: nil, at: time)
  }

  private static let refused = FeedHealth.failing(since: 0, reason: "connection refused")

  @Test(
    arguments: [
      (true, nil, 14.9, .fresh, 15),
      (true, nil, 15, .late(age: "15 s ago"), 16),
      (true, 40, 39, .fresh, 40),
      (true, 40, 200, .late(age: "3 min ago"), 201),
      // The pace of the updates suggests one second.
      (false, nil, 4.9, .fresh, 5),
      (false, nil, 5, .late(age: "5 s ago"), 6),
    ] as [(Bool, Double?, Double, PanelHealth.State, Double)])
  func staleness(
    isPolled: Bool, staleAfter: Double?, time: Double, state: PanelHealth.State, until: Double
  ) {
    let health = health(
      [-2, -1, 0].map { ($0, update([($0, 1)])) }, from: isPolled ? http : pipe,
      staleAfter: staleAfter, at: time)
    #expect(health.state == state)
    #expect(health.validUntil == until)
  }

  @Test(
    arguments: [
      ([], .waiting("waiting for data"), nil),
      ([(0, refused, false)], .waiting("connection refused"), nil),
      ([(0, .ended, false)], .waiting("no data"), nil),
      // A failed request says nothing about a value that is not late yet.
      ([(0, .fresh, true), (2, refused, false)], .fresh, 15),
      ([(-180, .fresh, true), (2, refused, false)], .late(age: "3 min ago"), 5),
      ([(0, refused, false), (2, .fresh, true)], .fresh, 17),
      ([(0, .fresh, true), (1, .ended, false)], .ended, 15),
      ([(-20, .fresh, true), (1, .ended, false)], .late(age: "ended 20 s ago"), 5),
    ] as [([(Double, FeedHealth, Bool)], PanelHealth.State, Double?)])
  func states(
    given: [(Double, FeedHealth, Bool)], state: PanelHealth.State, until: Double?
  ) {
    let updates = given.map { ($0, update($2 ? [($0, 1)] : [], $1)) }
    let health = health(updates, from: http, at: 4)
    #expect(health.state == state)
    #expect(health.validUntil == until)
  }

  /// The reason of a failure comes with the age, and says when the source is tried again.
  @Test(arguments: [(14.9, nil, 0.0), (15, "again within 5 s", 15), (900, "again within 8 s", 900)])
  func failures(time: Double, retry: String?, silence: Double) {
    let health = health(
      [(0, update([(0, 1)])), (2, update([], Self.refused))], from: http, at: time)
    #expect(
      health.failure == retry.map { PanelContent.Failure(reason: "connection refused", retry: $0) })
    #expect(health.silence == silence)
    #expect(health.heldLines == [0])
  }

  /// The wait that a source asks for is part of the text.
  @Test func aSourceThatAsksForAWait() {
    var limited = update([], Self.refused)
    limited.retryAfter = 600
    let health = health([(0, update([(0, 1)])), (2, limited)], from: http, at: 15)
    #expect(
      health.failure
        == PanelContent.Failure(reason: "connection refused", retry: "again within 11 min"))
  }

  /// A failure that lasts is told before a value that may be old counts as late.
  @Test(arguments: [(16.9, false, 17.0), (17, true, 3600)])
  func aLastingFailureOfAPatientPanel(time: Double, isTold: Bool, until: Double) {
    let health = health(
      [(0, update([(0, 1)])), (2, update([], Self.refused))], from: http, staleAfter: 3600, at: time
    )
    #expect(health.state == .fresh && health.lateLines.isEmpty)
    #expect((health.failure != nil) == isTold)
    #expect(health.validUntil == until)
  }

  /// A gap from a failing source is not an update; a gap from a healthy source is.
  @Test(arguments: [(refused, 5.0), (.fresh, 19)] as [(FeedHealth, Double)])
  func gapsAndUpdates(state: FeedHealth, until: Double) {
    let health = health(
      [(-180, update([(0, 1)])), (4, update([(180, .nan)], state))], from: http, at: 4)
    #expect(health.validUntil == until)
  }

  /// The text names the failing series of several; the others are unaffected.
  @Test func oneOfTwoSources() {
    let panel = panel([
      SeriesSpec(source: pipe, query: .column("x")),
      SeriesSpec(label: "web", source: http, query: .path("x")),
    ])
    var store = store(panel)
    _ = store.append(update([(0, 1), (1, 1)]), from: pipe, at: 10)
    var health = self.health(of: panel, in: store, at: 10)
    #expect(health.state == .fresh)
    _ = store.append(update([], Self.refused), from: http, at: 10)
    health = self.health(of: panel, in: store, at: 10)
    #expect(health.state == .fresh)
    #expect(health.failure?.reason == "web: connection refused")
    _ = store.append(update([(9, 1)]), from: http, at: 11)
    _ = store.append(update([], Self.refused), from: http, at: 12)
    _ = store.append(update([(10, 1)]), from: pipe, at: 24)
    health = self.health(of: panel, in: store, at: 26)
    #expect(health.lateLines == [1])
    #expect(health.state == .late(age: "web 15 s ago"))
    #expect(health.silence == 0)
  }

  /// A late value is as old as the value itself, whatever missing samples have come since.
  @Test(
    arguments: [
      ([(0, 7, .fresh)], "1 min ago"),
      // Missing samples of a source that works.
      ([(0, 7, .fresh), (30, .nan, .fresh)], "1 min ago"),
      ([(0, 7, .fresh), (30, .nan, .fresh), (75, .nan, .fresh)], "1 min ago"),
      ([(0, 7, .fresh), (30, .nan, .fresh), (40, 8, .fresh), (60, .nan, .fresh)], "55 s ago"),
      // A sample that is missing because the source fails.
      ([(0, 7, .fresh), (80, .nan, refused)], "1 min ago"),
      // No value has ever come.
      ([(0, .nan, .fresh), (60, .nan, .fresh)], "35 s ago"),
    ] as [([(Double, Double, FeedHealth)], String)])
  func ageOfAHeldValue(given: [(time: Double, value: Double, FeedHealth)], age: String) {
    let series = SeriesSpec(source: http, query: .path("x"))
    let panel = panel([series])
    var store = store(panel)
    for (time, value, health) in given {
      let batch = SampleBatch(times: [time], columns: [SampleBatch.Column("x", [value])])
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(series.query, batch)], health: health), from: http,
        at: time)
    }
    #expect(health(of: panel, in: store, at: 95).state == .late(age: age))
  }

  /// The age of a value changes with the value's own minutes, beside a line that is fresh.
  @Test func nextAgeOfAHeldValue() {
    let names = ["x", "y"]
    let panel = panel(names.map { SeriesSpec(source: http, query: .path($0)) })
    var store = store(panel)
    for (time, values) in [(0.0, [7, 1]), (30, [.nan, 1]), (119, [1])] as [(Double, [Double])] {
      let samples = zip(panel.series.suffix(values.count), values).map { series, value in
        FeedUpdate.Samples(
          series.query,
          SampleBatch(times: [time], columns: [SampleBatch.Column(series.query.metric, [value])]))
      }
      _ = store.append(FeedUpdate(samples: samples), from: http, at: time)
    }
    let health = health(of: panel, in: store, at: 119)
    #expect(health.lateLines == [0])
    #expect(health.state == .late(age: "x 1 min ago"))
    #expect(health.validUntil == 120)
  }

  /// The age of a value from the history is that of the value, whatever missing samples follow it.
  @Test func ageOfARestoredValue() {
    let series = SeriesSpec(source: http, query: .path("x"))
    let panel = panel([series])
    var store = store(panel)
    let piece = HistoryPast.Piece(width: 0, times: [1000, 1010, 1020], values: [7, .nan, .nan])
    var past = DashboardPast()
    past.parts = [
      DashboardPast.Part(source: http, query: series.query, metric: "x", pieces: [piece])
    ]
    store.restore(past, at: 0, now: 1030)
    let line = store.lines(of: panel)[0]
    #expect(line.arrival == -10 && line.valueArrival == -30)
  }

  /// The period of a source says nothing about the gaps of rows that have times of their own, also of rows from the
  /// history, which come before the source does. A gap that the panel gives stays.
  @Test(
    arguments: [
      (.ownTime, nil, 4), (.arrival, nil, 7), (.ownTime, 60, 7), (.ownTime, 1000, 4),
    ] as [(RowAxis, Double?, Int)], [false, true])
  func gapsOfRowsWithTimes(row: (axis: RowAxis, gap: Double?, count: Int), hasPast: Bool) {
    let source = SourceSpec.text(TextFeedSpec(origin: .command("rows", every: 10)))
    let series = SeriesSpec(source: source, query: .column("x"))
    let panel = panel([series], gapAfter: row.gap)
    var store = store(panel)
    let times = (0..<4).map { 600 * Double($0) }
    if hasPast {
      var past = DashboardPast()
      let piece = HistoryPast.Piece(width: 0, times: Array(times.prefix(3)), values: [1, 2, 3])
      past.parts = [
        DashboardPast.Part(source: source, query: series.query, metric: "x", pieces: [piece])
      ]
      store.restore(past, at: 0, now: 1800)
    }
    let new = hasPast ? Array(times.suffix(1)) : times
    var update = FeedUpdate(samples: [
      FeedUpdate.Samples(
        series.query,
        SampleBatch(.own(mostLate: 60), times: new, columns: [.init("x", new)]))
    ])
    var text = TextNews()
    text.axis = row.axis
    update.text = text
    _ = store.append(update, from: source, at: 1)
    let line = store.lines(of: panel)[0]
    #expect(line.samples.count == row.count)
    #expect(store.showsGapsByDistance(series) == (row.axis == .ownTime))
  }

  /// A sample with a wrong time in the future does not end the past, which is shown again after the next sample.
  @Test(arguments: [nil, 1001.0]) func aWrongTimeInTheFuture(now: Double?) {
    let series = SeriesSpec(source: http, query: .path("x"))
    let panel = panel([series])
    var store = store(panel)
    func append(_ times: [Double]) {
      let batch = SampleBatch(
        .own(mostLate: 60), times: times, columns: [SampleBatch.Column("x", times)])
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(series.query, batch)]), from: http, at: 0, now: now)
    }
    append((801...1000).map(Double.init))
    append([90_000])
    append([1001])
    let samples = store.stored(series, in: panel)[0].series.samples
    #expect(samples.last?.time == 1001)
    // Without a clock, no time is known to be wrong.
    #expect(samples[0].time == (now == nil ? 994 : 801))
  }

  /// Two panels share a source: a missing number concerns only the panel that shows it.
  @Test func aNumberThatIsMissingIsOfNoConcernToOtherPanels() {
    let there = panel([SeriesSpec(source: http, query: .path("x"))])
    let missing = panel([SeriesSpec(source: http, query: .path("y"))])
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [there, missing])]))
    var update = update([(0, 1)], .failing(since: 0, reason: "no 'y' in the answer"))
    update.missing = [.path("y"): "no 'y' in the answer"]
    _ = store.append(update, from: http, at: 0)
    #expect(health(of: there, in: store, at: 0).state == .fresh)
    #expect(
      health(of: missing, in: store, at: 0).state
        == .waiting("no 'y' in the answer"))
  }
}
