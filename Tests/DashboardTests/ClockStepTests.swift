import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// A clock that steps back costs at most the samples that are then in the future.
@Suite struct ClockStepTests {
  /// Times that increase by up to three seconds, and sometimes decrease by up to a few thousand.
  private func times(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    var time = 1_795_219_200.0
    return (0..<count).map { _ in
      let step =
        Int.random(in: 0..<12, using: &random) == 0
        ? -[1.5, 3, 60, 700, 3600].randomElement(using: &random)! * random.unit()
        : 0.01 + 3 * random.unit()
      time += step
      return time
    }
  }

  private func times(_ series: TimeSeries) -> [Double] {
    series.columns.times
  }

  /// - Returns: the remaining times of a sequence in which each time removes all later ones before it.
  private func left(of times: [Double]) -> [Double] {
    var kept: [Double] = []
    for time in times {
      while let last = kept.last, last >= time { kept.removeLast() }
      kept.append(time)
    }
    return kept
  }

  @Test(arguments: 0..<20)
  func aDashboardLosesNothingEarlier(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, query: .column("x"))],
      unit: .none, window: 30...86_400)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let given = times(400, &random)
    var start = 0
    while start < given.count {
      let end = min(given.count, start + Int.random(in: 1...9, using: &random))
      let readings = given[start..<end].map { Reading(time: $0, values: ["x": $0 / 2]) }
      _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: source, at: 0)
      start = end
      let samples = try #require(store.stored(panel.series[0], in: panel).first).series.samples
      #expect(times(samples) == left(of: Array(given[..<end])))
      #expect(zip(samples.columns.times, samples.columns.values).allSatisfy { $1 == $0 / 2 })
    }
  }

  /// - Returns: the remaining times of rows with times of their own. A row less than a second late stands
  ///   just after another row, a row up to ten minutes late is sorted in, and a row that is later still
  ///   means that the clock was set back.
  private func placed(_ times: [Double]) -> [Double] {
    var (kept, last) = ([Double](), -Double.infinity)
    for time in times {
      var time = time
      let near = [kept.last ?? -.infinity, last].first { time <= $0 && $0 - time < 1 }
      if let near { time = near + 1e-6 }
      if let newest = kept.last, newest - time > SampleBatch.mostLate {
        kept.removeAll { $0 >= time }
      }
      while kept.contains(time) { time += 1e-6 }
      kept.insert(time, at: kept.firstIndex { $0 > time } ?? kept.count)
      last = time
    }
    return kept
  }

  @Test(arguments: 0..<20)
  func aPipeLosesNothingEarlier(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var options = StreamOptions()
    options.window = .rows(1000)
    options.isLogarithmic = seed % 2 == 1
    let page = try PointerPage(options: options, text: nil)
    // The reader takes milliseconds.
    let given = times(400, &random).map { ($0 * 1000).rounded() / 1000 }
    var start = 0
    while start < given.count {
      let end = min(given.count, start + Int.random(in: 1...9, using: &random))
      // A number without a name is a time near its arrival.
      var text = TextParts(
        text: given[start..<end].map { "\($0) \($0 / 2)\n" }.joined(), arrival: given[start])
      text.isEnded = false
      page.ingest(text, at: 10)
      start = end
      #expect(times(page.samples()) == placed(Array(given[..<end])))
    }
  }

  /// A log whose clock was set back goes on: its rows do not count as older than the window.
  @Test func aLogGoesOnAfterItsClockIsSetBack() throws {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("a.log")))
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, query: .column("x"))],
      unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    for i in 0..<400 {
      let time = 1e9 + Double(i < 100 ? i : i - 7200)
      let batch = SampleBatch(.own(), times: [time], columns: [.init("x", [Double(i)])])
      _ = store.append(
        FeedUpdate(samples: [.init(.column("x"), batch)]), from: source, at: Double(i))
    }
    let samples = store.stored(panel.series[0], in: panel)[0].series.samples
    #expect(samples.columns.values == (100..<400).map(Double.init))
    #expect(store.latestTime == 1e9 + 399 - 7200)
    #expect(store.liveRange(of: panel)?.upperBound == store.latestTime)
  }

  /// A series that is gone has no samples left in the future of a clock that was set back.
  @Test(arguments: [SampleBatch.Origin.clock, .own()])
  func seriesThatAreGoneGiveWayToo(origin: SampleBatch.Origin) throws {
    let source = SourceSpec.system(period: 1)
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, query: .metric("net.*.in"))],
      unit: .none)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ times: [Double], _ names: [String]) {
      let batch = SampleBatch(
        origin, times: times,
        columns: names.map { .init(Metric("net.in", labels: ["interface": $0]), times) })
      _ = store.append(
        FeedUpdate(samples: [.init(.metric("net.*.in"), batch)]), from: source, at: 0)
    }
    append([7000, 7001, 8000], ["eth0", "eth1"])
    append([7001.5, 7002], ["eth0"])
    let lines = store.lines(of: panel)
    #expect(lines.map { $0.samples.columns.times } == [[7000, 7001, 7001.5, 7002], [7000, 7001]])
    #expect(store.liveRange(of: panel)?.upperBound == 7002)
  }

  /// Arrivals use this machine's clock, which may be set back, too.
  @Test func rowsWithoutTimesGoOnAfterTheClockIsSetBack() throws {
    let parts = (0..<40).map { (5000 + Double($0), "\($0)\n") }
    let later = (0..<40).map { (5020 + Double($0), "\(100 + $0)\n") }
    let page = try PointerPage(text: TextParts(parts: parts + later))
    let samples = page.samples()
    #expect(
      samples.columns.values == (0..<20).map(Double.init) + (100..<140).map(Double.init))
    #expect(samples.last?.time == 5059)
  }

  /// Samples that come by this machine's clock are no step back from a forecast of another query of their source, and
  /// the page's time is theirs.
  @Test func aForecastIsNoClock() throws {
    let source = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let panel = PanelSpec(
      title: "t", chart: .line,
      series: ["now", "forecast"].map { SeriesSpec(source: source, query: .column($0)) },
      unit: .none, window: 30...86_400)
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    func append(_ name: String, _ times: [Double], _ origin: SampleBatch.Origin) {
      let batch = SampleBatch(
        origin, times: times, columns: [SampleBatch.Column(Metric(name), times)])
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(.column(name), batch)], health: .fresh),
        from: source, at: 0)
    }
    func kept(_ i: Int) -> [Double] {
      store.stored(panel.series[i], in: panel).first.map { times($0.series.samples) } ?? []
    }
    for round in 0..<5 {
      append("forecast", [800, 1000, 1300, 1600], .past(800...1600))
      append("now", [1000 + 2 * Double(round)], .clock)
      #expect(kept(0) == (0...round).map { 1000 + 2 * Double($0) })
      #expect(kept(1) == [800, 1000, 1300, 1600])
    }
    #expect(store.latestTime(before: 1010) == 1008)
    // The machine's clock goes back, and the forecast stays.
    append("now", [1003], .clock)
    #expect(kept(0) == [1000, 1002, 1003] && kept(1).count == 4)
  }
}
