import Metrics
import Testing

@testable import Feeds

/// The parts of the past that a source of rows is asked for.
@Suite struct RowPastTests {
  /// Rows without times are of the present: a series that an answer lacks has ended, and each row needs a series.
  @Test func rowsOfThePresent() throws {
    let query = Query.rows(RowQuery(rows: ".", values: [".v"], by: [".n"]))
    var past = RowPast()
    func answer(_ body: String, at time: Double) throws -> HTTPAnswer.Samples {
      let request = past.request(selection(window: 1000, [query]), at: time)
      return try RowAnswer.samples(of: [query], in: Array(body.utf8), request, &past)
    }
    func columns(_ answer: HTTPAnswer.Samples) -> [String] {
      answer.samples.flatMap(\.batch.columns).map { column in
        let value = column.values[0]
        let text = SampleBatch.isEnd(value) ? "ended" : "\(value)"
        return (column.metric.labels["n"] ?? "") + " " + text
      }
    }
    let first = try answer("[{\"n\": \"a\", \"v\": 1}, {\"n\": \"b\", \"v\": 2}]", at: 10)
    #expect(columns(first) == ["a 1.0", "b 2.0"] && first.samples[0].batch.times == [10])
    #expect(first.samples[0].batch.origin == .clock && first.missing.isEmpty)
    #expect(try columns(answer("[{\"n\": \"b\", \"v\": 3}]", at: 12)) == ["b 3.0", "a ended"])
    #expect(try columns(answer("[]", at: 14)) == ["b ended"])
    #expect(try columns(answer("[]", at: 16)).isEmpty)
    let shared = try answer("[{\"n\": \"a\", \"v\": 1}, {\"n\": \"a\", \"v\": 2}]", at: 18)
    #expect(
      shared.missing[query]
        == "several rows are one series: 'by' names the fields that distinguish rows")
  }

  /// The start of a longer window says nothing about the present, whose samples never go back in time.
  @Test(arguments: [false, true])
  func aLongerWindowLeavesThePresentAlone(hasOthers: Bool) throws {
    let query = Query.rows(RowQuery(rows: ".", values: ["v"]))
    let timed = Query.rows(RowQuery(rows: ".", time: "t", values: ["v"]))
    let queries = hasOthers ? [query, timed] : [query]
    let start = 1_763_800_000.0
    var past = RowPast()
    func ask(window: Double, at time: Double) throws -> ([Double], [Double]) {
      let request = past.request(selection(window: window, queries), at: start + time)
      let body = Array("[{\"t\": \(Int(start) - 900), \"v\": 1}]".utf8)
      let answer = try RowAnswer.samples(of: Set(queries), in: body, request, &past)
      let batches = answer.samples.filter { $0.query == query }.map(\.batch)
      #expect(batches.allSatisfy { $0.origin == .clock })
      let stretch = [request.stretch.lowerBound, request.stretch.upperBound]
      return (stretch.map { $0 - start }, batches.flatMap(\.times).map { $0 - start })
    }
    #expect(try ask(window: 300, at: 0) == ([-300, 0], [0]))
    #expect(try ask(window: 300, at: 10).1 == [10])
    let longer = try ask(window: 3600, at: 20)
    #expect(longer == (hasOthers ? ([-3580, -300], []) : ([-3580, 20], [20])))
    #expect(try ask(window: 3600, at: 30).1 == [30])
  }

  private let query = Query.rows(RowQuery(rows: ".", time: "0", values: ["1"]))

  private func selection(window: Double, resolution: Double = 0, _ queries: [Query]? = nil)
    -> Selection
  {
    var selection = Selection()
    for query in queries ?? [query] {
      selection.add(query, .init(window: window, resolution: resolution))
    }
    return selection
  }

  /// Answers a request with a value for each of some times.
  private func answer(
    _ past: inout RowPast, _ request: RowPast.Request, _ times: [Double], nan: Set<Double> = []
  ) -> [Row] {
    let values = times.map { nan.contains($0) ? Double.nan : $0 }
    let (samples, _) = past.news(of: query, ["1": (times, values)], request)
    past.succeed(request, asked: [query])
    return samples.rows
  }

  @Test func onlyWhatIsMissingIsAsked() {
    var past = RowPast()
    let hour = selection(window: 3600, resolution: 0.9)
    let first = past.request(hour, at: 10_000)
    #expect(first == .init(stretch: 6400...10_000, step: 1))
    #expect(answer(&past, first, [9000, 9990]).map(\.time) == [9000, 9990])
    // The second request begins at the latest row.
    let second = past.request(hour, at: 10_005)
    #expect(second.stretch == 9990...10_005)
    #expect(answer(&past, second, [9990, 10_000]).map(\.time) == [10_000])
    // An outage: just the hole.
    #expect(past.request(hour, at: 11_000).stretch == 10_000...11_000)
    // An outage longer than the window: no more than the window.
    #expect(past.request(hour, at: 20_000).stretch == 16_400...20_000)
  }

  /// Several values of a row are in the order in which the query names them, whatever their names are.
  @Test(arguments: [["user", "system", "iowait"], ["iowait", "user", "system"]])
  func valuesAreInTheOrderOfTheQuery(values: [String]) {
    let query = Query.rows(RowQuery(rows: ".", time: "0", values: values, by: ["host"]))
    var past = RowPast()
    let request = past.request(selection(window: 1000, [query]), at: 1000)
    var series: [Metric: (times: [Double], values: [Double])] = [:]
    for (host, value) in ["b", "a"].flatMap({ host in values.map { (host, $0) } }) {
      series[Metric("cpu", labels: ["host": host, "value": value])] = ([990], [1])
    }
    let labels = past.news(of: query, series, request).samples.flatMap(\.batch.columns)
      .map { $0.metric.labels }
    #expect(labels.map { $0["host"] } == ["a", "a", "a", "b", "b", "b"])
    #expect(labels.map { $0["value"] } == values + values)
  }

  /// A row with a wrong time in the future hides no later rows, and goes when the source takes the row back.
  @Test func aRowOfTheFutureHidesNoOthers() {
    var past = RowPast()
    func origins(_ times: [Double], at now: Double) -> [(SampleBatch.Origin, [Double])] {
      let request = past.request(selection(window: 1000), at: now)
      #expect(request.stretch.upperBound == now)
      let (samples, _) = past.news(of: query, ["1": (times, times)], request)
      past.succeed(request, asked: [query])
      return samples.map { ($0.batch.origin, $0.batch.times) }
    }
    #expect(origins([998, 999, 2e9], at: 1000).map(\.1) == [[998, 999, 2e9]])
    #expect(past.request(selection(window: 1000), at: 1001).stretch == 999...1001)
    // The known row of the future is no news.
    #expect(origins([999, 1000, 2e9], at: 1001).map(\.1) == [[1000]])
    // The clock of a server may be ahead by a minute.
    #expect(origins([999, 1000, 1030, 2e9], at: 1002).map(\.1) == [[1030]])
    #expect(origins([999, 1000, 1030], at: 1003).isEmpty)
    let next = origins([1000, 1030, 1031], at: 1004)
    #expect(next.map(\.0) == [.replacement] && next.map(\.1) == [[1031]])
    let last = origins([1030, 1031, 1032], at: 1005)
    #expect(last.map(\.0) == [.past(1031...1032)] && last.map(\.1) == [[1032]])
  }

  /// A forecast that changes is news.
  @Test func aForecastIsBroughtUpToDate() {
    var past = RowPast()
    func news(_ values: [Double], at now: Double) -> [Double] {
      let request = past.request(selection(window: 1000), at: now)
      let (samples, _) = past.news(of: query, ["1": ([3600, 7200], values)], request)
      past.succeed(request, asked: [query])
      return samples.rows.map(\.time)
    }
    #expect(news([1, 2], at: 1000) == [3600, 7200])
    #expect(news([1, 2], at: 1010) == [])
    #expect(news([1, 3], at: 1020) == [7200])
    // A measured value replaces its forecast, and brings all later values along.
    #expect(news([10, 3], at: 3600) == [3600, 7200])
    #expect(news([10, 3], at: 3610) == [])
    #expect(news([10, .nan], at: 3620) == [7200])
    #expect(news([10, .nan], at: 3630) == [])
  }

  @Test func aLongerWindowIsAskedForItsBeginning() {
    var past = RowPast()
    let first = past.request(selection(window: 100), at: 1000)
    _ = answer(&past, first, [950, 1000])
    let longer = past.request(selection(window: 500, resolution: 30), at: 1010)
    #expect(longer == .init(stretch: 510...900, step: 30))
    #expect(answer(&past, longer, [600, 900, 950]).map(\.time) == [600])
    #expect(past.request(selection(window: 500), at: 1020).stretch == 1000...1020)
  }

  @Test func aNewQueryIsAskedForEverything() {
    var past = RowPast()
    let first = past.request(selection(window: 100), at: 1000)
    _ = answer(&past, first, [950])
    let other = Query.rows(RowQuery(rows: ".", time: "0", values: ["2"]))
    let both = selection(window: 100, [query, other])
    #expect(past.request(both, at: 1010).stretch == 910...1010)
  }

  @Test func aMissingValueIsAskedAgainUntilItIsThere() {
    var past = RowPast()
    let first = past.request(selection(window: 100), at: 1000)
    _ = answer(&past, first, [980, 990, 1000], nan: [990, 1000])
    let second = past.request(selection(window: 100), at: 1010)
    #expect(second.stretch == 980...1010)
    #expect(answer(&past, second, [980, 990, 1000]).map(\.time) == [990, 1000])
  }

  /// The query came while an answer was under way that was asked for others.
  @Test func aQueryThatComesDuringARequestIsAskedForEverything() {
    var past = RowPast()
    let first = past.request(selection(window: 100), at: 1000)
    _ = answer(&past, first, [990])
    let second = past.request(selection(window: 100), at: 1010)
    let other = Query.rows(RowQuery(rows: ".", time: "0", values: ["2"]))
    past.succeed(second, asked: [query, other])
    let both = selection(window: 100, [query, other])
    #expect(past.request(both, at: 1020).stretch == 920...1020)
  }

  /// A station that uploads the rows of some minutes at once, beside one whose rows come each minute.
  @Test func rowsThatComeTogetherAreAskedFor() {
    var past = RowPast()
    func answer(_ times: [String: [Double]], at now: Double) -> (start: Double, times: [Double]) {
      let request = past.request(selection(window: 3600), at: now)
      let series = times.map { (Metric($0.key), (times: $0.value, values: $0.value)) }
      let (samples, _) = past.news(
        of: query, Dictionary(uniqueKeysWithValues: series), request)
      past.succeed(request, asked: [query])
      return (request.stretch.lowerBound, samples.rows.map(\.time))
    }
    _ = answer(["a": [10_000], "b": [10_000]], at: 10_000)
    #expect(answer(["a": [10_000, 10_240], "b": [10_000]], at: 10_240) == (10_000, [10_240]))
    #expect(
      answer(["a": [10_240], "b": [10_000, 10_100, 10_300]], at: 10_300)
        == (10_000, [10_100, 10_300]))
    #expect(answer(["a": [11_200]], at: 11_200) == (10_240, [11_200]))
    // A series without rows for a quarter of an hour is not waited for.
    #expect(answer(["a": [11_201]], at: 11_201) == (10_300, [11_201]))
    #expect(answer([:], at: 11_300).start == 11_201)
  }

  /// The rows of one series may come after those of another one, by a quarter of an hour at most.
  @Test func lateRowsOfASeriesAreAskedFor() {
    var past = RowPast()
    func answer(_ times: [String: [Double]], at now: Double) -> [Double] {
      let request = past.request(selection(window: 1000), at: now)
      let series = times.map { (Metric($0.key), (times: $0.value, values: $0.value)) }
      let (samples, _) = past.news(
        of: query, Dictionary(uniqueKeysWithValues: series), request)
      past.succeed(request, asked: [query])
      return samples.rows.map(\.time)
    }
    #expect(answer(["a": [1000], "b": [980], "c": [90]], at: 1000) == [1000, 980, 90])
    #expect(past.request(selection(window: 1000), at: 1010).stretch == 980...1010)
    #expect(answer(["a": [1000, 1010], "b": [980, 990]], at: 1010) == [1010, 990])
    #expect(past.request(selection(window: 1000), at: 1020).stretch == 990...1020)
  }

  /// The missing values of a stretch give way in the store, and known ones do not come again.
  @Test func aStretchBeginsAfterTheKnownValues() {
    var past = RowPast()
    func answer(_ series: [Metric: (times: [Double], values: [Double])], at now: Double)
      -> [SampleBatch.Origin]
    {
      let request = past.request(selection(window: 1000), at: now)
      let (samples, _) = past.news(of: query, series, request)
      past.succeed(request, asked: [query])
      return samples.map(\.batch.origin)
    }
    #expect(
      answer(["a": ([985, 1000], [.nan, 1]), "b": ([980], [2])], at: 1000)
        == [.past(0...1000), .past(0...1000)])
    #expect(
      answer(["a": ([985, 1000, 1010], [.nan, 1, 1]), "b": ([980, 1005], [2, 2])], at: 1010)
        == [.past(1000...1010), .past(980...1010)])
  }

  @Test func rowsThatAreKnownAreNoNews() {
    var past = RowPast()
    for now in [1000.0, 1010, 1020] {
      let request = past.request(selection(window: 100), at: now)
      #expect(answer(&past, request, [950, 960]).count == (now == 1000 ? 2 : 0))
    }
  }

  @Test func aMillionSeriesAreBoundedAndTold() {
    var past = RowPast()
    let request = past.request(selection(window: 100), at: 1000)
    var series: [Metric: (times: [Double], values: [Double])] = [:]
    for number in 0..<2000 { series[Metric("\(number)")] = ([950], [1]) }
    let (samples, isOverfull) = past.news(of: query, series, request)
    #expect(samples.count == 1000 && isOverfull)
  }

  /// Containers come and go for as long as the program runs.
  @Test func seriesOlderThanTheWindowMakeRoom() {
    var past = RowPast()
    func answer(_ names: some Sequence<Int>, _ time: Double, at now: Double) -> (Int, Bool) {
      let request = past.request(selection(window: 100), at: now)
      let series = names.map { (Metric("\($0)"), (times: [time], values: [1.0])) }
      let (samples, isOverfull) = past.news(
        of: query, Dictionary(uniqueKeysWithValues: series), request)
      past.succeed(request, asked: [query])
      return (samples.count, isOverfull)
    }
    #expect(answer(0..<1000, 950, at: 1000) == (1000, false))
    // All of them are still shown.
    #expect(answer([1000], 1040, at: 1050) == (0, true))
    #expect(answer([1001], 1050, at: 1051) == (1, false))
    // A series that the server still gives is known for as long.
    #expect(answer([1001], 1050, at: 2000) == (0, false))
  }

  @Test(arguments: [
    ("a?from={from}&to={to}&step={step}", "a?from=1763800000&to=1763800061&step=30"),
    ("{from_ms}-{to_ms}", "1763800000500-1763800060250"),
    ("{from_iso}/{to_iso}", "2025-11-22T08:26:40Z/2025-11-22T08:27:41Z"),
    ("{\"x\": {from}, \"y\": {a,b}}", "{\"x\": 1763800000, \"y\": {a,b}}"), ("{", "{"), ("", ""),
  ])
  func templates(text: String, filled: String) {
    let request = RowPast.Request(stretch: 1_763_800_000.5...1_763_800_060.25, step: 30)
    #expect(RequestTemplate.filled(text, request) == filled)
  }

  @Test func noWindowAndEveryWindow() {
    var past = RowPast()
    #expect(past.request(selection(window: 0), at: 1000) == .init(stretch: 1000...1000, step: 1))
    #expect(
      past.request(selection(window: .infinity, resolution: .infinity), at: 1e9)
        == .init(stretch: 1e9 - 366 * 86_400...1e9, step: 1))
  }
}
