import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Series that expressions derive from series which come and go.
@Suite struct DerivedSeriesTests {
  private let web: Labels = ["host": "web"]
  private let mail: Labels = ["host": "mail"]

  private func derived(_ expression: String) throws -> DerivedSeries {
    let operands = ["a", "b"].map {
      DerivedSeries.Key.Operand(
        source: .system(period: 1), query: .promQL($0), metric: nil,
        form: StoredSeries.Form(isCounter: false, factor: 1, gapAfter: nil))
    }
    return try #require(
      DerivedSeries(DerivedSeries.Key(expression: expression, operands: operands)))
  }

  private func samples(_ value: Double, count: Int = 3) -> TimeSeries {
    var series = TimeSeries()
    for time in 0..<count { series.append(time: Double(time), value: value) }
    return series
  }

  private func last(_ derived: DerivedSeries) -> [Labels: Double] {
    derived.series.compactMapValues { $0.last?.value }
  }

  @Test func eachSetOfLabelsHasASeries() throws {
    var derived = try derived("a / b")
    derived.update(from: 0, [[web: samples(6), mail: samples(8)], [.none: samples(2)]])
    #expect(derived.labels == [mail, web])
    #expect(last(derived) == [web: 3, mail: 4])
  }

  /// Containers come and go for months.
  @Test func whatIsGoneTakesItsSeriesWithIt() throws {
    var derived = try derived("a / b")
    for round in 0..<100 {
      let sets: [Labels] = (0..<3).map { ["container": "\(round + $0)"] }
      let series = Dictionary(uniqueKeysWithValues: sets.map { ($0, samples(6)) })
      derived.update(from: 0, [series, [.none: samples(2)]])
      #expect(Set(derived.labels) == Set(sets) && Set(derived.series.keys) == Set(sets))
    }
  }

  /// A line stays the same line where it is the last of several.
  @Test func theLastOfSeveralKeepsItsLabels() throws {
    var derived = try derived("a - b")
    derived.update(
      from: 0, [[web: samples(6), mail: samples(8)], [web: samples(1), mail: samples(2)]])
    derived.update(from: 3, [[web: samples(7, count: 5)], [web: samples(1, count: 5)]])
    #expect(derived.labels == [web] && last(derived) == [web: 6])
    derived.update(from: 5, [[web: samples(7)], [web: samples(2), mail: samples(3)]])
    #expect(derived.labels == [web])
  }

  /// The only series so far of an operand is not that of the other hosts, which have theirs soon.
  @Test func theFirstOfSeveralBelongsToItsLabels() throws {
    var derived = try derived("a / b")
    derived.update(from: 0, [[web: samples(6), mail: samples(8)], [web: samples(2)]])
    #expect(last(derived) == [web: 3])
    derived.update(
      from: 0, [[web: samples(6), mail: samples(8)], [web: samples(2), mail: samples(4)]])
    #expect(last(derived) == [web: 3, mail: 2])
    // A series of a third host belongs to none of them.
    derived.update(from: 0, [[web: samples(6), mail: samples(8)], [["host": "db"]: samples(1)]])
    #expect(last(derived) == [web: 6, mail: 8])
  }

  /// One series with labels counts in all series of the other operand, whose labels differ.
  @Test func oneSeriesCountsInAllOfOtherLabels() throws {
    var derived = try derived("a + b")
    let codes: [Labels] = [["code": "200"], ["code": "500"]]
    derived.update(from: 0, [[web: samples(1)], [codes[0]: samples(2), codes[1]: samples(3)]])
    #expect(last(derived) == [codes[0]: 3, codes[1]: 4])
    derived.update(from: 0, [[web: samples(1)], [.none: samples(4)]])
    #expect(last(derived) == [.none: 5])
  }

  // MARK: Rounds

  /// Two operands of one source that is asked every two seconds.
  private func ofRounds(period: Double = 2, isSameSource: Bool = true) throws -> DerivedSeries {
    let sources = [SourceSpec.system(period: period), .system(period: isSameSource ? period : 7)]
    let operands = zip(["a", "b"], sources).map { name, source in
      DerivedSeries.Key.Operand(
        source: source, query: .promQL(name), metric: nil,
        form: StoredSeries.Form(isCounter: false, factor: 1, gapAfter: nil))
    }
    return try #require(DerivedSeries(DerivedSeries.Key(expression: "a + b", operands: operands)))
  }

  private func series(_ samples: [(Double, Double)]) -> TimeSeries {
    var series = TimeSeries(period: 2)
    for (time, value) in samples { series.append(time: time, value: value) }
    return series
  }

  /// The derived samples after each of some samples, which come one by one.
  private func course(
    _ derived: DerivedSeries, _ samples: [(name: String, time: Double, value: Double)]
  ) -> [[Double]] {
    var (derived, a, b) = (derived, TimeSeries(period: 2), TimeSeries(period: 2))
    return samples.map { name, time, value in
      if name == "a" {
        a.append(time: time, value: value)
      } else {
        b.append(time: time, value: value)
      }
      derived.update(from: time, [[.none: a], [.none: b]])
      let all = derived.series[.none]
      return (0..<(all?.count ?? 0)).compactMap { all?[$0].value }.filter { !$0.isNaN }
    }
  }

  /// Samples of one round make one derived sample: a new value is never combined with an old one.
  @Test func oneSampleForEachRound() throws {
    let values = course(
      try ofRounds(),
      [
        ("a", 10, 1), ("b", 10.1, 100), ("a", 12, 2), ("b", 12.3, 200), ("b", 14, 300),
        ("a", 14.1, 3),
      ])
    #expect(values == [[], [101], [101], [101, 202], [101, 202], [101, 202, 303]])
  }

  /// The rows of a table are closer together than the rounds in which the table is asked.
  @Test(arguments: [1.0, 4, 5, 10, 20]) func rowsWithinARound(distance: Double) throws {
    var derived = try ofRounds(period: 10)
    let rows = (0..<30).map { (distance * Double($0), Double($0)) }
    let operands = [series(rows), series(rows.map { ($0, 100 * $1) })]
    for count in [10, 30] {
      let known = operands.map { all in
        var known = TimeSeries()
        for i in 0..<count { known.append(time: all[i].time, value: all[i].value) }
        return [Labels.none: known]
      }
      derived.update(from: count == 10 ? -.infinity : rows[10].0, known)
    }
    let all = try #require(derived.series[.none])
    #expect((0..<all.count).map { all[$0].value } == rows.map { 101 * $1 })
  }

  /// An operand that misses a round keeps its value, and holds nothing up for longer than a period.
  @Test func aRoundThatIsNeverComplete() throws {
    let values = course(
      try ofRounds(),
      [
        ("a", 10, 1), ("b", 10.1, 100), ("a", 12, 2), ("b", 12.1, 200), ("a", 14, 3), ("a", 16, 4),
        ("a", 18, 5),
      ])
    #expect(values.suffix(3) == [[101, 202], [101, 202, 203, 204], [101, 202, 203, 204, 205]])
  }

  /// The samples of two sources have nothing to do with each other.
  @Test func twoSources() throws {
    let values = course(
      try ofRounds(isSameSource: false),
      [("a", 10, 1), ("b", 10.1, 100), ("a", 12, 2), ("b", 12.1, 200)])
    #expect(values == [[], [101], [101, 102], [101, 102, 202]])
  }

  /// A sample of another source does not belong to the round.
  @Test func aRoundBesideAnotherSource() throws {
    let sources = [SourceSpec.system(period: 2), .system(period: 2), .system(period: 7)]
    let operands = zip(["a", "b", "c"], sources).map { name, source in
      DerivedSeries.Key.Operand(
        source: source, query: .promQL(name), metric: nil,
        form: StoredSeries.Form(isCounter: false, factor: 1, gapAfter: nil))
    }
    var derived = try #require(
      DerivedSeries(DerivedSeries.Key(expression: "a + b + c", operands: operands)))
    derived.update(
      from: -.infinity,
      [
        [.none: series([(10, 1)])], [.none: series([(10.1, 100)])],
        [.none: series([(9, 1000), (10.3, 2000)])],
      ])
    let all = try #require(derived.series[.none])
    let known = (0..<all.count).map { all[$0] }.filter { !$0.value.isNaN }
    #expect(known == [Sample(time: 10.1, value: 1101), Sample(time: 10.3, value: 2101)])
  }

  /// The value of a topic lasts until its next message; that of a source with a pace only for a few periods.
  @Test(arguments: [true, false]) func aValueThatLasts(isTopic: Bool) throws {
    var derived = try derived("a * b")
    let times = stride(from: 0.0, through: 100, by: 2).map { $0 }
    var rare = series([(1, 7)])
    rare.period = isTopic ? .infinity : 1
    derived.update(from: -.infinity, [[.none: series(times.map { ($0, 3) })], [.none: rare]])
    let all = try #require(derived.series[.none])
    #expect(all[0].value.isNaN && all[1].value == 21)
    #expect(isTopic ? all.last?.value == 21 : all.last?.value.isNaN == true)
  }

  // MARK: In a store

  private let pipe = SourceSpec.text(TextFeedSpec(origin: .standardInput))

  /// A panel of the double of a column of a pipe.
  private func doubled() -> (panel: PanelSpec, store: SampleStore) {
    var panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: pipe, query: .column("x"))],
      unit: .none)
    panel.expressions = [ExpressionSpec(text: "x * 2", operands: [0])]
    var store = SampleStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    return (panel, store)
  }

  private func update(_ times: [Double]) -> FeedUpdate {
    let batch = SampleBatch(times: times, columns: [.init("x", times)])
    return FeedUpdate(samples: [.init(.column("x"), batch)])
  }

  /// A failed request says nothing about the samples before it, and a long failure ends the line of an expression, like
  /// those of its operands.
  @Test(
    arguments: [
      (3.0, [0.0, 2, 4, 6]), (20, [0, 2, 4, nil, 40]),
    ] as [(Double, [Double?])])
  func failures(next: Double, values: [Double?]) throws {
    var (panel, store) = doubled()
    for time in 0...2 { _ = store.append(update([Double(time)]), from: pipe, at: Double(time)) }
    let failed = FeedUpdate(health: .failing(since: 2, reason: "refused"))
    _ = store.append(failed, from: pipe, at: 2.5)
    func shown() throws -> [Double?] {
      let line = try #require(store.derived(panel.expressions[0], in: panel).first)
      return line.samples.columns.values.map { $0.isNaN ? nil : $0 }
    }
    #expect(try shown() == [0, 2, 4])
    _ = store.append(update([next]), from: pipe, at: next)
    #expect(try shown() == values)
  }

  /// Each copy of a repeated panel has the line of its own host, also while there is one host.
  @Test(arguments: [["web"], ["mail", "web"]])
  func repeatedPanels(hosts: [String]) {
    var panel = PanelSpec(
      title: "t", chart: .number,
      series: ["a", "b"].map { SeriesSpec(source: pipe, query: .promQL($0)) }, unit: .none)
    panel.expressions = [ExpressionSpec(text: "a / b", operands: [0, 1])]
    panel.repeatedLabel = "host"
    let spec = DashboardSpec(pages: [PageSpec(panels: [panel])])
    var store = SampleStore()
    store.keep(spec)
    let parts = [("a", [12.0, 36]), ("b", [2, 2])].map { name, values in
      let columns = zip(hosts, values).map { host, value in
        SampleBatch.Column(Metric(name, labels: ["host": host]), [value])
      }
      return FeedUpdate.Samples(.promQL(name), SampleBatch(times: [0], columns: columns))
    }
    _ = store.append(FeedUpdate(samples: parts), from: pipe, at: 0)
    let panels = store.completing(spec).pages[0].panels
    #expect(panels.map(\.title) == hosts.map { "t · \($0)" })
    let values = panels.map { panel in
      store.derived(panel.expressions[0], in: panel).map { $0.samples.last?.value }
    }
    #expect(values == [[6], [18]].prefix(hosts.count).map { $0 })
  }
}
