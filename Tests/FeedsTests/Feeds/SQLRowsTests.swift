import Metrics
import Testing

@testable import Feeds

/// Rows of an answer as series.
@Suite struct SQLRowsTests {
  private func answer(
    _ rows: SQLRows, isPast: Bool = false
  ) throws -> [Metric: [Double: Double]] {
    var result: [Metric: [Double: Double]] = [:]
    for series in try SQLAnswer(rows, at: 5000, isPast: isPast).series {
      for (metric, values) in zip(series.metrics, series.values) {
        result[metric] = Dictionary(uniqueKeysWithValues: zip(series.times, values))
      }
    }
    return result
  }

  private func problem(_ rows: SQLRows, isPast: Bool = false) -> String {
    do throws(SQLFailure) {
      return try SQLAnswer(rows, at: 5000, isPast: isPast).omission ?? ""
    } catch {
      return error.reason
    }
  }

  @Test func columnsOfTextAreLabelsAndColumnsOfNumbersAreSeries() throws {
    let rows = sqlRows(
      [("db", .text), ("state", .any), ("size", .number), ("age", .any)],
      [["a", "idle", 1, 2.5], ["b", nil, nil, 4]])
    let found = try answer(rows)
    let (a, b): (Labels, Labels) = (["db": "a", "state": "idle"], ["db": "b"])
    #expect(found[Metric("size", labels: a)] == [5000: 1])
    #expect(found[Metric("age", labels: a)] == [5000: 2.5])
    #expect(found[Metric("size", labels: b)]?[5000]?.isNaN == true)
    #expect(found[Metric("age", labels: b)] == [5000: 4])
    #expect(found.count == 4)
  }

  enum Cells {
    case numbers([Double])
    case texts([String])

    var all: [Any] {
      switch self {
      case .numbers(let numbers): numbers
      case .texts(let texts): texts
      }
    }
  }

  @Test(arguments: [
    ("t", SQLColumn.Kind.time, Cells.numbers([1.7e9, 1.7e9 + 1]), true),
    ("time", .any, .numbers([1_700_000_000, 1_700_000_001]), true),
    ("ts", .number, .numbers([1.7e12, 1.700000001e12]), true),
    ("created_at", .any, .numbers([1.7e15, 1.700000001e15]), true),
    // A number with another name, or one that no time has, is a value.
    ("load", .any, .numbers([1_700_000_000, 1_700_000_001]), false),
    ("time", .any, .numbers([17, 18]), false),
    ("day", .any, .texts(["2023-11-14T22:13:20Z", "2023-11-14 22:13:21"]), true),
    ("day", .text, .texts(["2023-11-14 22:13:20+00", "2023-11-14 23:13:21.0+01:00"]), true),
    ("day", .text, .texts(["2023-11-14 22:13:20", "noon"]), false),
  ])
  func timesInTheFirstColumn(
    _ name: String, _ kind: SQLColumn.Kind, _ cells: Cells, _ areTimes: Bool
  ) throws {
    let rows = sqlRows([(name, kind), ("v", .number)], cells.all.map { [$0, 7.0] })
    let answer = try SQLAnswer(rows, at: 5000, isPast: false)
    #expect(answer.hasTimes == areTimes)
    if areTimes { #expect(answer.series.map(\.times) == [[1.7e9, 1.7e9 + 1]]) }
  }

  /// A date without a time of day is a day where it is shown, so that its axis names the same day.
  @Test(arguments: [
    ("2023-11-14", 0, 1_699_920_000.0), ("2023-11-14", -5, 1_699_938_000),
    ("2023-11-14", 9, 1_699_887_600), ("2023-11-14 00:00:00", -5, 1_699_920_000),
    ("2023-11-14T00:00Z", -5, 1_699_920_000),
  ])
  func dates(_ text: String, _ hours: Int, _ time: Double) throws {
    let zone = TimeZoneRules.fixed(offset: hours * 3600, abbreviation: "Z")
    let rows = sqlRows([("day", .text), ("v", .number)], [[text, 7.0]], zone: zone)
    #expect(try SQLAnswer(rows, at: 5000, isPast: false).series.map(\.times) == [[time]])
    var text = text
    let cell = text.withUTF8 { PostgresType(1082).cell($0, zone) }
    guard case .number(time) = cell else {
      Issue.record("\(cell)")
      return
    }
  }

  @Test func aStatementThatAsksForAStretchNeedsTimes() throws {
    let seconds = sqlRows([("x", .any), ("v", .number)], [[1_700_000_000, 1]])
    #expect(try answer(seconds, isPast: true)["v"] == [1.7e9: 1])
    let others = sqlRows([("x", .any), ("v", .number)], [["noon", 1]])
    #expect(
      problem(others, isPast: true)
        == "the first column, 'x', is not a time, as '$__from' and '$__to' demand")
    #expect(try answer(sqlRows([("x", .any), ("v", .any)], []), isPast: true).isEmpty)
  }

  /// Each number has a scale of its own: a column may hold seconds and milliseconds.
  @Test func timesOfSeveralScales() throws {
    let rows = sqlRows(
      [("time", .number), ("v", .number)],
      [[1_764_500_000, 1], [1_764_500_060_000, 2], [1_764_500_120_000_000, 3]])
    #expect(
      try answer(rows)[Metric("v")] == [1_764_500_000: 1, 1_764_500_060: 2, 1_764_500_120: 3])
  }

  @Test func rowsAreSortedAndEqualTimesAreKept() throws {
    let rows = sqlRows([("t", .time), ("v", .number)], [[30.0, 3], [10.0, 1], [30.0, 4]])
    #expect(try answer(rows)["v"] == [10: 1, 30: 3, 30 + 1e-6: 4])
  }

  /// A column without any value says nothing about its kind.
  @Test func aColumnOfNullsInThePlaceOfTimes() throws {
    let rows = sqlRows([("t", .text), ("a", .number)], [[nil, 2], [nil, 3]])
    #expect(problem(rows, isPast: true) == "2 rows have no time")
    #expect(problem(rows) == Self.twice)
  }

  private static let twice = "several rows have the same labels: the last one counts"

  @Test(arguments: [
    (
      sqlRows([("a", .text)], [["x"]]),
      "the answer has no column of numbers beside times and texts"
    ),
    (
      sqlRows([("a", .number), ("a", .number)], [[1, 2]]),
      "two columns are called 'a': rename one with AS"
    ),
    (sqlRows([("lag", .unusable("write EXTRACT"))], []), "write EXTRACT"),
    (
      sqlRows([("a", .number)], [[1], [2]]),
      "several rows have the same labels: the last one counts"
    ),
    (sqlRows([("t", .time), ("a", .number)], [[nil, 2], [1.0, 2]]), "one row has no time"),
    (sqlRows([("t", .text), ("a", .number)], [[nil, 2], [nil, 3]]), Self.twice),
  ])
  func mistakesAreTold(_ rows: SQLRows, _ reason: String) { #expect(problem(rows) == reason) }

  @Test func boundsAreTold() throws {
    let many = sqlRows(
      [("name", .text), ("v", .number), ("w", .number)],
      (0..<600).map { (i: Int) in ["\(i)", i, i] })
    #expect(problem(many) == "the answer has more than 1000 series")
    #expect(try answer(many).count == 1000)
    var rows = SQLRows([SQLColumn("v", .number)])
    var count = 0
    while rows.beginRow() {
      rows.add(.number(1), to: 0)
      _ = rows.endRow()
      count += 1
    }
    #expect(count == 250_000 && rows.excess == "the answer has more than 250000 rows")
    let long = String(repeating: "x", count: 9 << 20)
    #expect(
      problem(sqlRows([("n", .text), ("v", .number)], [[long, 1], [long + "y", 2]]))
        == "the answer is larger than 16 MiB")
  }

  /// A NULL takes as much room as a number, and a text has a place beside its bytes.
  @Test(arguments: [(nil, 150), ("", 100), ("four", 75)] as [(String?, Int)])
  func cellsWithoutBytesHaveASize(cell: String?, most: Int) {
    let long = String(repeating: "x", count: (16 << 20) - 12 - 1200)
    let rows = sqlRows([("n", .any)], [[long]] + Array(repeating: [cell], count: 200))
    #expect(rows.count == 1 + most)
    #expect(rows.excess == "the answer is larger than 16 MiB")
  }

  // MARK: The past

  private func series(_ label: String, _ samples: [Double: Double]) -> SQLSeries {
    let times = samples.keys.sorted()
    return SQLSeries(
      labels: ["n": label], names: ["v"], times: times, values: [times.map { samples[$0]! }])
  }

  @Test func onlyWhatIsMissingIsAskedFor() {
    var past = SQLPast()
    #expect(past.missing(window: 100, at: 1000) == [900...1000])
    _ = past.news(
      in: [series("a", [950: 1, 990: 2]), series("b", [980: 1])], of: 900...1000, at: 1000)
    // The series whose last row is oldest may get rows that are late.
    #expect(past.missing(window: 100, at: 1010) == [980...1010])
    // A series without rows for a quarter of an hour is not waited for.
    _ = past.news(in: [series("a", [1890: 3])], of: 980...1900, at: 1900)
    #expect(past.missing(window: 100, at: 1910) == [1890...1910])
    // After a long outage no more than the window is asked for.
    #expect(past.missing(window: 100, at: 5000) == [4900...5000])
    // The window has grown: the older part, and the news.
    #expect(past.missing(window: 1500, at: 1910) == [410...900, 1890...1910])
    let old = past.news(in: [series("a", [500: 7])], of: 410...900, at: 1910)
    #expect(old.map(\.origin) == [.past(410...900)])
    #expect(past.missing(window: 1500, at: 1910) == [1890...1910])
    // The clock was set back.
    #expect(past.missing(window: 100, at: 500) == [400...500])
    _ = past.news(in: [series("a", [490: 1])], of: 400...500, at: 500)
    #expect(past.missing(window: 100, at: 510) == [490...510])
    // The clock was set back before everything that is covered.
    #expect(past.missing(window: 100, at: 50) == [0...50])
    _ = past.news(in: [series("a", [40: 1])], of: 0...50, at: 50)
    #expect(past.missing(window: 100, at: 60) == [40...60])
  }

  /// A station that uploads the rows of some minutes at once, beside one whose rows come each minute.
  @Test func rowsThatComeTogetherAreAskedFor() {
    var past = SQLPast()
    _ = past.news(
      in: [series("a", [1000: 1]), series("b", [1000: 1])], of: 0...1000, at: 1000)
    for now in stride(from: 1060.0, through: 1300, by: 60) {
      #expect(past.missing(window: 1000, at: now) == [1000...now])
      let news = past.news(
        in: [
          series(
            "a",
            Dictionary(
              uniqueKeysWithValues: stride(from: 1000, through: now, by: 60).map { ($0, 1) })),
          series("b", [1000: 1]),
        ], of: 1000...now, at: now)
      #expect(news.map(\.times) == [[now]])
    }
    let late = past.news(
      in: [series("a", [1300: 1]), series("b", [1000: 1, 1100: 2, 1290: 3])], of: 1000...1310,
      at: 1310)
    #expect(late.map(\.times) == [[1100, 1290]])
    #expect(past.missing(window: 1000, at: 1320) == [1290...1320])
  }

  @Test func onlyNewsIsPassedOn() throws {
    var past = SQLPast()
    let first = past.news(in: [series("a", [10: 1, 20: 2, 30: 3])], of: 0...35, at: 35)
    #expect(first.map(\.times) == [[10, 20, 30]] && first[0].origin == .past(0...35))
    #expect(past.news(in: [series("a", [30: 3])], of: 30...45, at: 45).isEmpty)
    let later = past.news(in: [series("a", [30: 3, 40: 4])], of: 30...45, at: 45)
    // Missing values up to the known row stay.
    #expect(later.map(\.times) == [[40]] && later[0].origin == .past(30.0.nextUp...45))
    // The last group of rows was not complete yet.
    let changed = past.news(in: [series("a", [40: 5, 50: 1])], of: 40...55, at: 55)
    #expect(changed.map(\.times) == [[40, 50]] && changed[0].origin == .replacement)
    #expect(changed[0].columns.map(\.values) == [[5, 1]])
    // The clock of the database is ahead.
    _ = past.news(in: [series("a", [50: 1, 90: 2])], of: 50...65, at: 65)
    let ahead = past.news(in: [series("a", [90: 2, 95: 3])], of: 66...66, at: 66)
    #expect(ahead.map(\.times) == [[95]] && ahead.first?.origin == .past(90.0.nextUp...95))
  }

  /// A row with a wrong time in the future hides no later rows, and goes when the table no longer has the row.
  @Test func aRowOfTheFutureHidesNoOthers() {
    var past = SQLPast()
    _ = past.news(in: [series("a", [990: 1, 4600: 9])], of: 900...1000, at: 1000)
    #expect(past.missing(window: 100, at: 1010) == [990...1010])
    let next = past.news(in: [series("a", [990: 1, 1005: 2])], of: 990...1010, at: 1010)
    #expect(next.map(\.times) == [[1005]] && next[0].origin == .replacement)
    #expect(past.missing(window: 100, at: 1020) == [1005...1020])
  }

  /// The row of the future goes with the next new row, also if an answer without news has come in between.
  @Test func aRowOfTheFutureThatIsGoneGivesWay() {
    var past = SQLPast()
    _ = past.news(in: [series("a", [990: 1, 4600: 9])], of: 900...1000, at: 1000)
    let news = past.news(in: [series("a", [990: 1, 1005: 2, 4600: 9])], of: 990...1010, at: 1010)
    #expect(news.map(\.times) == [[1005, 4600]] && news[0].origin == .replacement)
    #expect(past.news(in: [series("a", [1005: 2])], of: 1005...1015, at: 1015).isEmpty)
    let next = past.news(in: [series("a", [1005: 2, 1020: 3])], of: 1005...1021, at: 1021)
    #expect(next.map(\.times) == [[1020]] && next[0].origin == .replacement)
    let last = past.news(in: [series("a", [1020: 3, 1030: 4])], of: 1020...1031, at: 1031)
    #expect(last.map(\.times) == [[1030]] && last[0].origin == .past(1020.0.nextUp...1031))
  }

  @Test func aWholeAnswerIsComparedWithTheOneBefore() {
    var past = SQLPast()
    _ = past.news(in: [series("a", [10: 1, 20: 2, 30: 3])], of: nil, at: 35)
    #expect(past.news(in: [series("a", [20: 2, 30: 3])], of: nil, at: 36).isEmpty)
    let late = past.news(in: [series("a", [20: 2, 25: 9, 30: 3])], of: nil, at: 36)
    #expect(late.map(\.times) == [[25, 30]] && late[0].origin == .replacement)
  }

  /// A statement without a stretch may have other labels each day: none but those of the last answer are kept.
  @Test func labelsThatAWholeAnswerLacksAreForgotten() {
    var past = SQLPast()
    _ = past.news(in: [series("a", [10: 1]), series("b", [10: 1])], of: nil, at: 35)
    #expect(past.news(in: [series("b", [10: 1])], of: nil, at: 36).isEmpty)
    let again = past.news(in: [series("a", [10: 1]), series("b", [10: 1])], of: nil, at: 37)
    #expect(again.map(\.times) == [[10]])
    #expect(again.flatMap(\.columns).map(\.metric) == [Metric("v", labels: ["n": "a"])])
  }

  /// An answer without rows is an answer: it has a time, as long as no row with a time of its own is known.
  @Test func anAnswerWithoutRowsHasATime() {
    var past = SQLPast()
    let empty = past.news(in: [], of: 900...1000, at: 1000)
    #expect(empty.map(\.times) == [[1000]] && empty.first?.columns.isEmpty == true)
    #expect(empty.first?.origin == .past(1000...1000))
    _ = past.news(in: [series("a", [1005: 1])], of: 940...1010, at: 1010)
    #expect(past.news(in: [], of: 1005...1020, at: 1020).isEmpty)
    var whole = SQLPast()
    _ = whole.news(in: [series("a", [10: 1])], of: nil, at: 35)
    #expect(whole.news(in: [], of: nil, at: 36).map(\.times) == [[36]])
    var poll = SQLPoll()
    #expect(poll.samples(of: [], at: 5, gapAfter: 10).map(\.times) == [[5]])
    #expect(poll.repetition(at: 6, gapAfter: 10).map(\.times) == [[6]])
  }

  @Test func seriesWithTheSameTimesAreOneBatch() {
    var past = SQLPast()
    let batches = past.news(
      in: [series("a", [10: 1]), series("b", [10: 2]), series("c", [11: 3])], of: 0...20, at: 20)
    #expect(batches.map(\.columns.count) == [2, 1])
  }
}
