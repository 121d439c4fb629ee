import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Random updates give the same samples as a plain model.
@Suite struct StorePropertyTests {
  private static let source = SourceSpec.text(TextFeedSpec(origin: .fifo("f")))
  private static let query = Query.metric("x.*")

  private var panel: PanelSpec {
    PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: Self.source, query: Self.query)],
      unit: .none, window: 30...1e7)
  }

  private func store(_ panel: PanelSpec) -> SampleStore {
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    return store
  }

  /// The samples of one series in order of their times; a value of nil is missing.
  private struct Model: Equatable {
    var samples: [(time: Double, value: Double?)] = []

    static func == (a: Model, b: Model) -> Bool {
      a.samples.map(\.time) == b.samples.map(\.time)
        && a.samples.map(\.value) == b.samples.map(\.value)
    }

    private mutating func insert(_ time: Double, _ value: Double?) {
      let place = samples.firstIndex { $0.time > time } ?? samples.count
      samples.insert((time, value), at: place)
    }

    mutating func removeAll(from time: Double) { samples.removeAll { $0.time >= time } }

    mutating func add(_ time: Double, _ value: Double?, from origin: SampleBatch.Origin) {
      let newest = samples.last?.time ?? -.infinity
      switch origin {
      case .clock, .replacement:
        removeAll(from: time)
        insert(time, value)
      case .own(let mostLate):
        if newest - time > mostLate { removeAll(from: time) }
        var time = time
        while samples.contains(where: { $0.time == time }) { time += 1e-6 }
        insert(time, value)
      case .past:
        if let same = samples.firstIndex(where: { $0.time == time }) {
          if samples[same].value == nil { samples[same].value = value }
        } else {
          insert(time, value)
        }
      }
    }

    mutating func removeMissing(in range: ClosedRange<Double>) {
      samples.removeAll { $0.value == nil && range.contains($0.time) }
    }
  }

  /// A random batch: live samples that go on from a time, late or after a step of the clock, or a closed
  /// stretch of the past.
  private func batch(
    _ isOwn: Bool, from now: inout Double, _ random: inout SeededGenerator
  ) -> SampleBatch {
    let names = ["a", "b", "c"].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    var origin = isOwn ? SampleBatch.Origin.own() : .clock
    var times: [Double] = []
    var first = now
    // No source has a past by this machine's clock.
    if isOwn, Int.random(in: 0..<6, using: &random) == 0 {
      first = now - Double(Int.random(in: 1...500, using: &random))
      origin = Bool.random(using: &random) ? .past(first...min(now, first + 60)) : .replacement
    }
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0 where origin != .replacement:
        first -= Double(Int.random(in: 1...60, using: &random))
      case 1 where isOwn: first -= 700
      default: first += Double(Int.random(in: isOwn ? 0...3 : 1...3, using: &random))
      }
      times.append(first)
    }
    if case .past(let range) = origin {
      times = Set(times.filter(range.contains)).sorted()
    } else if origin == .replacement {
      times = Set(times).sorted()
      now = max(now, first)
    } else {
      now = first
    }
    let columns = names.map { name in
      let values = times.map { _ in
        [SampleBatch.absent, .nan, 1, 2, 3, 4, 5, 6].randomElement(using: &random)!
      }
      return SampleBatch.Column(Metric("x", labels: ["n": name]), values)
    }
    return SampleBatch(origin, times: times, columns: columns)
  }

  private func add(_ batch: SampleBatch, latest: inout Double, to models: inout [Metric: Model]) {
    var back: Double?
    var renewed: Set<Metric> = []
    let mostLate: Double
    switch batch.origin {
    // Threads of one source may report a little out of order.
    case .clock: mostLate = 1
    case .own(let most): mostLate = most
    case .past, .replacement: mostLate = .infinity
    }
    for time in batch.times {
      if latest - time > mostLate {
        (back, latest) = (min(back ?? time, time), time)
      } else {
        latest = max(latest, time)
      }
    }
    for column in batch.columns {
      let present = zip(batch.times, column.values).filter { !SampleBatch.isAbsent($1) }
      guard !present.isEmpty else { continue }
      renewed.insert(column.metric)
      if case .past(let range) = batch.origin {
        models[column.metric, default: Model()].removeMissing(in: range)
      }
      for (time, value) in present {
        models[column.metric, default: Model()].add(
          time, value.isNaN ? nil : value, from: batch.origin)
      }
    }
    if batch.origin == .replacement {
      latest = models.values.compactMap { $0.samples.last?.time }.max() ?? latest
    }
    guard let back else { return }
    for metric in models.keys where !renewed.contains(metric) {
      models[metric]!.removeAll(from: back)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomUpdates(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let panel = panel
    var store = store(panel)
    var models: [Metric: Model] = [:]
    var (now, latest) = (1e9, -Double.infinity)
    for step in 0..<60 {
      let batch = batch(seed % 2 == 0, from: &now, &random)
      add(batch, latest: &latest, to: &models)
      let update = FeedUpdate(samples: [.init(Self.query, batch)])
      _ = store.append(update, from: Self.source, at: Double(step))
      for (metric, series) in store.stored(panel.series[0], in: panel) {
        let columns = series.samples.columns
        let found = Model(
          samples: zip(columns.times, columns.values).map { ($0, $1.isNaN ? nil : $1) })
        #expect(found == models[metric] ?? Model(), "step \(step)")
        if found != models[metric] ?? Model() { return }
      }
    }
  }

  /// Rows without a time beside rows with one keep no row, and end nothing.
  @Test func rowsWithoutTimes() {
    var panel = panel
    panel.shows = .rows(10)
    var store = store(panel)
    func part(_ time: Double) -> FeedUpdate.Samples {
      .init(Self.query, SampleBatch(times: [time], columns: [.init("x.a", [1])]))
    }
    _ = store.append(FeedUpdate(samples: [part(.nan), part(5)]), from: Self.source, at: 0)
    #expect(store.stored(panel.series[0], in: panel).first?.series.samples.last?.time == 5)
  }

  /// A sample with a wrong time in the future takes the past from no other query of its source.
  @Test func aSampleOfTheFutureTakesNoOtherPast() {
    let other = Query.metric("y.*")
    var panel = panel
    panel.window = 30...300
    panel.series.append(SeriesSpec(source: Self.source, query: other))
    var store = store(panel)
    func part(_ query: Query, _ name: Metric, _ times: [Double]) -> FeedUpdate.Samples {
      let batch = SampleBatch(
        .past(0...2e9), times: times, columns: [.init(name, times.map { _ in 1 })])
      return .init(query, batch)
    }
    let times = (0..<200).map { 1000 + Double($0) }
    let update = FeedUpdate(
      samples: [part(Self.query, "x.a", [1199, 2e9]), part(other, "y.a", times)])
    _ = store.append(update, from: Self.source, at: 0)
    let next = FeedUpdate(samples: [part(other, "y.a", [1200])])
    _ = store.append(next, from: Self.source, at: 1)
    #expect(store.stored(panel.series[1], in: panel).first?.series.samples.count == 201)
  }

  /// The latest time of a source goes with a row of the future that the source has withdrawn.
  @Test func aWithdrawnRowOfTheFutureIsNoLatestTime() {
    var store = store(panel)
    func part(_ name: String, _ time: Double, _ origin: SampleBatch.Origin) -> FeedUpdate.Samples {
      let column = SampleBatch.Column(Metric("x." + name), [1])
      return .init(Self.query, SampleBatch(origin, times: [time], columns: [column]))
    }
    let past = SampleBatch.Origin.past(0...2e9)
    let first = FeedUpdate(samples: [part("a", 2e9, past), part("b", 99, past)])
    _ = store.append(first, from: Self.source, at: 0)
    #expect(store.latestTime == 2e9)
    let next = FeedUpdate(samples: [part("a", 100, .replacement), part("b", 100, .past(99...100))])
    _ = store.append(next, from: Self.source, at: 1)
    #expect(store.latestTime == 100)
    let series = store.stored(panel.series[0], in: panel)
    #expect(series.map { $0.series.samples.last?.time } == [100, 100])
  }

  /// Samples that come later with an earlier time are placed beside the samples of that time, however distant.
  @Test(arguments: [-62_135_596_800, 253_402_214_400, 1.7e9])
  func samplesOfOneDistantTimeAreAllKept(time: Double) {
    var store = store(panel)
    for times in [[time, time + 1], [time, time, time]] {
      let column = SampleBatch.Column(Metric("x.a"), times.map { _ in 1 })
      let batch = SampleBatch(.own(mostLate: 60), times: times, columns: [column])
      _ = store.append(
        FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: 0)
    }
    #expect(store.stored(panel.series[0], in: panel).first?.series.samples.count == 5)
  }

  /// Rows that a source has changed, and rows by this machine's clock beside these, leave all other queries alone.
  @Test func replacedRowsTakeNothingFromOtherQueries() {
    let (live, other) = (Query.metric("y.*"), Query.metric("z.*"))
    var panel = panel
    panel.series += [live, other].map { SeriesSpec(source: Self.source, query: $0) }
    var store = store(panel)
    func append(_ query: Query, _ name: Metric, _ origin: SampleBatch.Origin, _ times: [Double]) {
      let batch = SampleBatch(
        origin, times: times, columns: [.init(name, times.map { _ in 1 })])
      _ = store.append(FeedUpdate(samples: [.init(query, batch)]), from: Self.source, at: 0)
    }
    for second in stride(from: 1000.0, to: 1300, by: 2) {
      append(live, "y.a", .clock, [second])
      append(other, "z.a", .past(0...second), [second])
      // The count of the present minute changes.
      let minute = (second / 60).rounded(.down) * 60
      append(Self.query, "x.a", .replacement, [minute])
    }
    let counts = (0...2).map {
      store.stored(panel.series[$0], in: panel).first?.series.samples.count
    }
    #expect(counts == [6, 150, 150])
    #expect(store.latestTime == 1298)
  }

  /// A closed stretch fills an outage under live samples, whose numbers from the end stay.
  @Test func thePastFillsAnOutage() {
    var panel = panel
    panel.gapAfter = 3
    var store = store(panel)
    func append(_ origin: SampleBatch.Origin, _ times: [Double], _ value: Double) {
      let batch = SampleBatch(
        origin, times: times, columns: [.init("x.a", times.map { _ in value })])
      _ = store.append(
        FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: 0)
    }
    func values() -> [Double?] {
      store.stored(panel.series[0], in: panel)[0].series.samples.columns.values
        .map { $0.isNaN ? nil : $0 }
    }
    append(.clock, [100, 102], 1)
    append(.clock, [110, 112], 2)
    #expect(values() == [1, 1, nil, 2, 2])
    append(.past(103...109), [104, 106, 108], 3)
    #expect(values() == [1, 1, 3, 3, 3, 2, 2])
    append(.past(90...99), [98], 4)
    #expect(values() == [4, 1, 1, 3, 3, 3, 2, 2])
    #expect(store.latestTime == 112)
  }

  /// A missing sample at the end gives way to a later stretch of the past that covers its time.
  @Test func thePastReplacesAMissingEnd() {
    let panel = panel
    var store = store(panel)
    func append(_ origin: SampleBatch.Origin, _ times: [Double], _ values: [Double]) {
      let batch = SampleBatch(origin, times: times, columns: [.init("x.a", values)])
      _ = store.append(
        FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: 0)
    }
    append(.clock, [40, 50], [1, .nan])
    append(.past(41...80), [60, 70], [2, 3])
    let samples = store.stored(panel.series[0], in: panel)[0].series.samples
    #expect(samples.columns.values == [1, 2, 3])
  }

  /// Three days at one sample a second, of a window of a year, are all kept.
  @Test func aLongWindowIsNotCut() throws {
    var panel = panel
    panel.window = 30...366 * 86_400
    var store = store(panel)
    let total = 3 * 86_400
    for start in stride(from: 0, to: total, by: 100) {
      let times = (start..<start + 100).map { 1e9 + Double($0) }
      let batch = SampleBatch(times: times, columns: [.init("x.a", times)])
      _ = store.append(
        FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: Double(start))
    }
    let samples = store.stored(panel.series[0], in: panel)[0].series.samples
    #expect(samples.count == total && samples[0].time == 1e9)
    let range = try #require(store.liveRange(of: panel))
    #expect(range.upperBound == 1e9 + Double(total - 1))
    #expect((1e9 - Double(total) / 64...1e9).contains(range.lowerBound))
  }

  /// A window that fills changes its scale seldom, is never emptier than by a sixty-fourth, and is full in the end. Each
  /// doubling has 32 to 64 steps, or as many as there are samples.
  @Test(arguments: [(1.0, 308), (0.125, 430), (0.01, 430)])
  func aWindowThatFillsGrowsInSteps(interval: Double, scales: Int) throws {
    var panel = panel
    panel.window = 10...1000
    var store = store(panel)
    var spans: Set<Double> = []
    for i in 0..<Int(1100 / interval) {
      let (age, time) = (Double(i) * interval, 1e9 + Double(i) * interval)
      let batch = SampleBatch(times: [time], columns: [.init("x.a", [1])])
      _ = store.append(
        FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: age)
      let range = try #require(store.liveRange(of: panel))
      let span = range.upperBound - range.lowerBound
      #expect(range.upperBound == time && span <= 1000)
      #expect(span >= min(age, 1000) - 1e-6 && span <= max(10, age * (1 + 1.0 / 64)) + 1e-6)
      if age >= 1000 { #expect(span == 1000) }
      spans.insert((span * 1000).rounded())
    }
    #expect(spans.count == scales)
  }

  /// The limits of bytes of a thousand series are together that of the store.
  @Test func aThousandSeriesShareTheirMemory() {
    let panel = panel
    var store = store(panel)
    let columns = (0..<1000).map {
      SampleBatch.Column(Metric("x", labels: ["n": "\($0)"]), [1])
    }
    let update = FeedUpdate(samples: [.init(Self.query, SampleBatch(times: [1], columns: columns))])
    _ = store.append(update, from: Self.source, at: 0)
    let stored = store.stored(panel.series[0], in: panel)
    #expect(stored.count == 1000)
    #expect(stored.reduce(0) { $0 + $1.series.samples.budget } <= 128 << 20)
  }

  /// Series that are found one after another, in two forms, keep within the limit of the store.
  @Test func seriesThatComeLateShareTheMemory() {
    var panels = [panel, panel]
    panels[1].series[0].isCounter = true
    for i in panels.indices { panels[i].window = 30...366 * 86_400 }
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: panels)]))
    let step = 40_000
    for round in 0..<24 {
      let times = (0..<step).map { Double(round * step + $0) }
      let columns = (0...round).map {
        SampleBatch.Column(Metric("x", labels: ["n": "\($0)"]), times)
      }
      let update = FeedUpdate(
        samples: [.init(Self.query, SampleBatch(times: times, columns: columns))])
      _ = store.append(update, from: Self.source, at: 0)
      let stored = panels.flatMap { store.stored($0.series[0], in: $0) }
      #expect(stored.count == 2 * (round + 1))
      #expect(stored.reduce(0) { $0 + $1.series.samples.byteCount } <= 128 << 20)
    }
  }

  /// A panel with another factor shows the samples that are there, with their gaps.
  @Test func anotherFactorKeepsTheGaps() {
    var (panel, other) = (panel, panel)
    panel.gapAfter = 5
    other.gapAfter = 5
    other.series[0].factor = 8
    var store = store(panel)
    let times: [Double] = [1, 2, 3, 20, 21]
    let batch = SampleBatch(times: times, columns: [.init("x.a", times)])
    _ = store.append(
      FeedUpdate(samples: [.init(Self.query, batch)]), from: Self.source, at: 0)
    store.keep(DashboardSpec(pages: [PageSpec(panels: [other])]))
    let samples = store.stored(other.series[0], in: other)[0].series.samples
    #expect(samples.columns.times == [1, 2, 3, 11.5, 20, 21])
    #expect(samples.columns.values.filter { !$0.isNaN } == [8, 16, 24, 160, 168])
  }
}
