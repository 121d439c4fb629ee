import Metrics
import TestSupport
import Testing

@testable import Feeds

/// The samples of rows of text.
@Suite struct RowSamplesTests {
  private func batch(_ text: String) -> (batch: TextBatch, hasTimes: Bool) {
    let reader = TextReader(options: TextOptions(), zone: .utc)
    var batch = TextBatch()
    var text = text
    text.withUTF8 {
      reader.feed(UnsafeRawBufferPointer($0), arrival: 1_795_267_508, into: &batch)
    }
    reader.finish(into: &batch)
    return (batch, reader.hasTimeColumn)
  }

  private func make(_ queries: Set<Query>, numbersRows: Bool = false) -> RowSamples {
    RowSamples(queries: queries, numbersRows: numbersRows, isFile: false)
  }

  private func live(
    _ text: String, _ names: [String?], at time: Double = 10
  ) -> (samples: [FeedUpdate.Samples], missing: [Query: String]) {
    var rows = make(Set(names.map { .column($0) }))
    let (batch, hasTimes) = batch(text)
    let (samples, isNewStart) = rows.live(
      TextRows(batch, arrivals: [(batch.rowCount, time)]), hasTimes: hasTimes, of: batch)
    #expect(!isNewStart)
    return (samples, rows.missing)
  }

  @Test(
    arguments: [
      ("us sy id\n5 6 7\n", "sy", 6), ("us sy id\n5 6 7\n", "3", 7), ("us sy id\n5 6 7\n", nil, 5),
      ("5,6\n", "2", 6), ("{\"a\": {\"b\": 3}}\n", "a.b", 3), ("x=1 depth=9\n", "depth", 9),
      ("Device r/s w/s\nsda 1 2\n", "w/s", 2), ("Device r/s w/s\nsda 1 2\n", "sda w/s", 2),
      ("Device r/s w/s\nsda 1 2\nsdb 3 4\n", "sdb r/s", 3),
      // A name takes precedence over a number.
      ("2 1\n5 6\n", nil, 2),
    ] as [(String, String?, Double)])
  func findsColumns(_ text: String, _ name: String?, _ expected: Double) {
    let (samples, missing) = live(text, [name])
    #expect(samples.map(\.query) == [.column(name)])
    #expect(samples.rows.first?[Query.column(name).metric] == expected)
    #expect(missing.isEmpty)
  }

  /// A column of rows with names gives a series for each row, unless its name contains that of a row.
  @Test(
    arguments: [
      (
        "Device r/s w/s\nsda 1 2\nsdb 3 4\n", "r/s",
        ["r/s{Device=\"sda\"} 1.0", "r/s{Device=\"sdb\"} 3.0"]
      ),
      (
        "Device r/s w/s\nsda 1 2\nsdb 3 4\n", "3",
        ["3{Device=\"sda\"} 2.0", "3{Device=\"sdb\"} 4.0"]
      ),
      (
        "Device r/s w/s\nsda 1 2\nsdb 3 4\n", nil, ["{Device=\"sda\"} 1.0", "{Device=\"sdb\"} 3.0"]
      ),
      ("Device r/s w/s\nsda 1 2\nsdb 3 4\n", "sdb w/s", ["sdb w/s 4.0"]),
      ("a 5\nb 7\n", "2", ["2{name=\"a\"} 5.0", "2{name=\"b\"} 7.0"]),
      ("a 5\nb 7\n", "b", ["b 7.0"]), ("a 5\n", "a", ["a 5.0"]),
      ("host,cpu\nx,5\ny,7\n", "cpu", ["cpu{host=\"x\"} 5.0", "cpu{host=\"y\"} 7.0"]),
    ] as [(String, String?, [String])])
  func aSeriesForEachName(_ text: String, _ name: String?, _ expected: [String]) {
    let columns = live(text, [name]).samples[0].batch.columns
    #expect(columns.map { "\($0.metric.description) \($0.values[0])" } == expected)
  }

  /// The line of a row that the next answer lacks ends.
  @Test func namesThatAreGone() {
    var rows = make([.column("2")])
    let metric = { (name: String) in Metric("2", labels: ["name": name]) }
    rows.beginBurst()
    _ = rows.burst(batch("a 5\nb 7\nc 9\n").batch, at: 10)
    rows.beginBurst()
    let next = rows.burst(batch("a 6\nc 8\n").batch, at: 20)[0].batch.columns
    #expect(next.map(\.metric) == [metric("a"), metric("c"), metric("b")])
    #expect(next[0].values == [6] && next[1].values == [8])
    #expect(next[2].values[0].isNaN && !SampleBatch.isAbsent(next[2].values[0]))
    rows.beginBurst()
    #expect(rows.burst(batch("a 6\nc 8\n").batch, at: 30)[0].batch.columns.count == 2)
  }

  /// A name in another encoding than UTF-8 is noticed once, whatever comes after it.
  @Test(arguments: [([0x4D, 0xFC, 0x6C] as [UInt8], 1), ([0x4D, 0xC3, 0xBC, 0x6C], 0)])
  func otherEncodingsAreNoticed(name: [UInt8], count: Int) {
    var rows = make([.columns])
    var notices: [String] = []
    let reader = TextReader(options: TextOptions(), zone: .utc)
    for text in [name + Array(",b\n1,2\n3,4\n".utf8), Array("5,6\n7,8\n".utf8)] {
      var batch = TextBatch()
      text.withUnsafeBytes { reader.feed($0, arrival: 1_795_267_508, into: &batch) }
      reader.pause(into: &batch)
      notices += rows.news(of: batch).notices
    }
    #expect(notices.count { $0.hasPrefix("the text is not UTF-8") } == count)
  }

  @Test func saysWhatIsMissing() {
    let least = "-9223372036854775808"
    let (samples, missing) = live("us sy id\n5 6 7\n", ["us", "idd", "9", least])
    #expect(samples.rows.map(\.values) == [["us": 5]])
    #expect(missing[.column(least)] == "no column '\(least)' (columns: us, sy, id)")
    #expect(missing[.column("idd")] == "no column 'idd' (did you mean 'id'?)")
    let nine = missing[.column("9")]
    #expect(nine == "no column '9' (columns: us, sy, id)" || nine!.hasPrefix("no column '9' (did"))
    var wrong = make([.path(".x")])
    let one = batch("1\n").batch
    _ = wrong.live(TextRows(one, arrivals: [(1, 0)]), hasTimes: false, of: one)
    #expect(wrong.missing[.path(".x")] == "rows have columns, but no '.x'")
  }

  @Test func allColumnsAreCalledByTheirNumbers() {
    var rows = make([.columns])
    let (batch, _) = batch("a b\n1 2\n3 4\n")
    let (samples, _) = rows.live(
      TextRows(batch, arrivals: [(1, 10), (2, 20)]), hasTimes: false, of: batch)
    #expect(samples.count == 1 && samples[0].query == .columns)
    let columns = samples[0].batch.columns
    #expect(columns.map(\.metric.description) == ["column{number=\"1\"}", "column{number=\"2\"}"])
    #expect(columns.map(\.values) == [[1, 3], [2, 4]])
    #expect(samples[0].batch.times.map { ($0 * 1000).rounded() } == [10_000, 20_000])
  }

  @Test func aFieldWithoutANumberIsMissingAndNoFieldIsAbsent() {
    let (table, _) = live("a b\n1 2\n- 3\n", ["a", "b"])
    #expect(table.rows.count == 2)
    #expect(table.rows[1].values["a"]?.isNaN == true)
    #expect(table.rows[1]["b"] == 3)
    let (pairs, _) = live("a=1 b=2\nb=3\n", ["a"])
    #expect(pairs.rows.map(\.values) == [["a": 1]])
    let values = pairs[0].batch.columns[0].values
    #expect(values.count == 2 && SampleBatch.isAbsent(values[1]))
  }

  /// A late row keeps its time, and the store sorts it in. Equal times are a microsecond apart.
  @Test func timesOfRows() {
    let text = """
      2026-11-21T10:00:00Z 1
      2026-11-21T10:00:00Z 2
      2026-11-21T10:00:05Z 3
      2026-11-21T10:00:02Z 4
      2026-11-21T10:00:02Z 5
      2026-11-21T10:00:06Z 6
      2026-11-21T09:00:00Z 7
      2026-11-21T09:00:00Z 8

      """
    let (samples, _) = live(text, [nil])
    #expect(samples[0].batch.origin == .own())
    #expect(samples[0].batch.columns[0].values == [1, 2, 3, 4, 5, 6, 7, 8])
    let times = samples[0].batch.times.map { $0 - 1_795_255_200 }
    let expected = [0, 1e-6, 5, 2, 2.000_001, 6, -3600, -3599.999_999]
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 5e-7 }, "\(times)")
    #expect(Set(times).count == times.count)
  }

  @Test func rowsWithoutATimeArePlacedByTheirArrival() {
    var rows = make([.column(nil)])
    let three = batch("1\n2\n3\n").batch
    let (samples, _) = rows.live(
      TextRows(three, arrivals: [(1, 10), (3, 20)]), hasTimes: false, of: three)
    #expect(samples[0].batch.origin == .clock)
    #expect(samples[0].batch.times.map { ($0 * 1000).rounded() } == [10_000, 15_000, 20_000])
    // The clock was set back: later rows have the new times.
    let (later, _) = rows.live(
      TextRows(three, arrivals: [(3, 5)]), hasTimes: false, of: three)
    #expect(later[0].batch.times.allSatisfy { $0 > 4.999 && $0 <= 5 })
    #expect(zip(later[0].batch.times, later[0].batch.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// The axis of a pipe is decided by its first rows; when it changes, all samples are given anew.
  @Test func aBurstOfFirstRowsIsNumbered() {
    var rows = make([.columns], numbersRows: true)
    let one = batch("1\n").batch
    let first = rows.live(TextRows(one, arrivals: [(1, 100)]), hasTimes: false, of: one)
    #expect(!first.isNewStart && rows.axis == .arrival)
    let many = batch((2...20).map { "\($0)\n" }.joined()).batch
    let second = rows.live(TextRows(many, arrivals: [(19, 100)]), hasTimes: false, of: many)
    #expect(second.isNewStart && rows.axis == .ordinal)
    #expect(second.samples[0].batch.times == (1...20).map(Double.init))
    #expect(second.samples[0].batch.columns[0].values == (1...20).map(Double.init))
    let third = rows.live(TextRows(one, arrivals: [(1, 101)]), hasTimes: false, of: one)
    #expect(!third.isNewStart && third.samples[0].batch.times == [21])
    rows.clear()
    let fourth = rows.live(TextRows(one, arrivals: [(1, 102)]), hasTimes: false, of: one)
    #expect(fourth.samples[0].batch.times == [102])
  }

  /// Numbers with units of their own are converted to the given unit; bare numbers are in that unit already.
  @Test(
    arguments: [
      ("d=1.2s\nd=850ms\nd=1.2s\n", ("s", 1e-3), [1200, 850, 1200]),
      ("d=850ms\nd=1.2s\n", ("s", 1e-3), [850, 1200]), ("d=850\nd=900\n", ("s", 1e-3), [850, 900]),
      ("rtt=20.9 ms\n", ("s", 1), [0.0209]), ("12.5MB\n", ("B", 1e6), [12.5]),
      ("12.5MiB\n", ("B", 1), [13_107_200]), ("1.5G\n", ("B", 0x1p30), [1.5]),
      ("850ms\n", ("s", 1), [0.85]), ("2h\n", ("s", 1), [7200]), ("5m\n", ("s", 1), [300]),
      ("5m\n", ("B", 0x1p20), [5]), ("3kB/s\n", ("B/s", 1), [3000]),
      ("8Mbit/s\n", ("B/s", 1), [1e6]), ("1.2kW\n", ("W", 1), [1200]),
      ("d_ms\n850\n", ("s", 1), [0.85]), ("d=1.2s\nd=850ms\n", nil, [1.2, 0.85]),
      ("d[MiB]\n512\n", ("B", 0x1p30), [0.5]), ("12.5MB\n", ("B/s", 1e6), [12.5]),
      ("1MB\n", ("bit/s", 1e6), [8]), ("d(m)\n850\n", ("s", 1), [850]),
    ] as [(String, (String, Double)?, [Double])])
  func numbersAreInTheGivenUnit(
    _ text: String, _ unit: (String, Double)?, _ values: [Double]
  ) throws {
    let query = Query.column(nil, unit: unit.flatMap { ColumnUnit($0.0, times: $0.1) })
    var rows = make([query])
    let (batch, _) = batch(text)
    let (samples, _) = rows.live(
      TextRows(batch, arrivals: [(batch.rowCount, 10)]), hasTimes: false, of: batch)
    let read = try #require(samples.first?.batch.columns.first).values
    #expect(read.count == values.count)
    #expect(zip(read, values).allSatisfy { isNear($0, $1, 1e-12 * $1) })
  }

  /// Numbers of another quantity are no numbers of the panel.
  @Test(
    arguments: [
      ("850ms\n", "B", 1e6), ("12.5MiB\n", "s", 1e-3), ("5%\n", "s", 1),
      ("3kB/s\n", "B", 1), ("d_ms\n850\n", "%", 1),
    ] as [(String, String, Double)])
  func unitsOfOtherQuantities(_ text: String, _ symbol: String, _ factor: Double) {
    let query = Query.column(nil, unit: ColumnUnit(symbol, times: factor))
    var rows = make([query])
    let (batch, _) = batch(text)
    let (samples, _) = rows.live(
      TextRows(batch, arrivals: [(batch.rowCount, 10)]), hasTimes: false, of: batch)
    #expect(samples.allSatisfy { $0.batch.columns.isEmpty })
    #expect(rows.missing[query]?.contains("does not fit its panel's unit") == true)
  }

  @Test(arguments: ["req/s", "m", ""])
  func unitsWithoutConversions(_ symbol: String) { #expect(ColumnUnit(symbol) == nil) }

  // MARK: Bursts

  /// Each run of a command is a text of its own; its numbers have the unit of the first run.
  @Test(
    arguments: [
      (["850ms", "1.2s", "850ms"], [850, 1200, 850]), (["59m", "1h3m", "90s"], [59, 63, 1.5]),
      (["300m", "1.5G"], [300, 1536]), (["5", "1.2s"], [5, 1.2]),
    ] as [([String], [Double])])
  func runsHaveOneUnit(_ texts: [String], _ values: [Double]) {
    var rows = make([.column(nil)])
    let read = texts.enumerated().compactMap { i, text in
      rows.beginBurst()
      return rows.burst(batch(text + "\n").batch, at: Double(i)).rows.first?.values.values.first
    }
    #expect(read == values)
  }

  @Test func aBurstIsOneSample() {
    var rows = make([.column("a"), .column("b")])
    let samples = rows.burst(batch("a b\n1 2\n3 -\n").batch, at: 50)
    #expect(samples.rows.map(\.time) == [50])
    #expect(samples.rows[0]["a"] == 3)
    #expect(samples.rows[0].values["b"]?.isNaN == true)
    #expect(rows.axis == .arrival)
    // An equal instant, as after a clock was set back by a little.
    let again = rows.burst(batch("a b\n5 6\n").batch, at: 50)
    #expect(again.rows[0].time > 50 && again.rows[0].time < 50.001)
  }

  /// A file that is made anew every minute has all earlier rows, too.
  @Test func aBurstWithTimesGivesWhatIsNew() {
    var rows = make([.column("v")])
    let text = "time,v\n2026-11-21T10:00:00Z,1\n2026-11-21T10:01:00Z,2\n"
    rows.beginBurst()
    #expect(rows.burst(batch(text).batch, at: 0).rows.map(\.values) == [["v": 1], ["v": 2]])
    #expect(rows.axis == .ownTime)
    rows.beginBurst()
    let later = rows.burst(batch(text + "2026-11-21T10:02:00Z,3\n").batch, at: 0)
    #expect(later.rows.map(\.values) == [["v": 3]])
  }

  /// Several rows have the same second in most logs.
  @Test func aBurstHasAllRowsOfASecond() {
    var rows = make([.column("v")])
    let second = "2026-11-21T10:00:00Z"
    rows.beginBurst()
    let samples = rows.burst(
      batch("time,v\n\(second),1\n\(second),2\n\(second),3\n").batch, at: 0)
    #expect(samples.rows.map { $0["v"] } == [1, 2, 3])
    let times = samples.rows.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 0.001 })
    // A part of the same burst that comes later belongs to the burst.
    let part = rows.burst(batch("time,v\n\(second),4\n").batch, at: 0)
    #expect(part.rows.map { $0["v"] } == [4])
    rows.beginBurst()
    let again = rows.burst(batch("time,v\n\(second),3\n").batch, at: 0)
    #expect(again.isEmpty)
  }

  /// 2026-11-21 10:00 UTC.
  private static let ten = 1_795_255_200.0

  /// The new values of runs of a command that print rows with times, in minutes after ten, and come at these times.
  private func news(_ runs: [(rows: [Double], arrival: Double)]) -> [[Double]] {
    var rows = make([.column("v")])
    return runs.map { run in
      rows.beginBurst()
      let lines = run.rows.map { "\(Int(Self.ten + 60 * $0)),\($0)\n" }.joined()
      let samples = rows.burst(
        batch("time,v\n" + lines).batch, at: Self.ten + 60 * run.arrival)
      return samples.rows.compactMap { $0["v"] }
    }
  }

  @Test func aClockThatIsSetBackSilencesNoCommand() {
    #expect(
      news([
        ([0, 1], 1), ([1, 2], 2), ([-120], -120), ([-120, -119], -119), ([-119, -118], -118),
      ]) == [[0, 1], [2], [-120], [-119], [-118]])
    // Rows that are a little late are no such clock.
    #expect(news([([0, 1], 1), ([-5], 2), ([2], 2)]) == [[0, 1], [], [2]])
  }

  /// The first part of a long text has older rows than the text before, and the last part has newer ones.
  @Test func theBeginningOfALongTextIsNoClockThatIsSetBack() {
    var rows = make([.column("v")])
    func part(_ minutes: [Double], isLast: Bool) -> [Double] {
      let lines = minutes.map { "\(Int(Self.ten + 60 * $0)),\($0)\n" }.joined()
      let samples = rows.burst(
        batch("time,v\n" + lines).batch, at: Self.ten + 6000, isLast: isLast)
      return samples.rows.compactMap { $0["v"] }
    }
    rows.beginBurst()
    #expect(part([0, 1], isLast: false) + part([50], isLast: true) == [0, 1, 50])
    rows.beginBurst()
    #expect(part([0, 1], isLast: false) + part([50, 51], isLast: true) == [51])
  }

  /// A part of the old rows, behind which a command has failed, is no clock that was set back.
  @Test func aFailureAmongOldRowsIsNoClockThatIsSetBack() {
    var rows = make([.column("v")])
    func run(_ minutes: [Double], hasFailed: Bool = false) -> [Double] {
      rows.beginBurst()
      let lines = minutes.map { "\(Int(Self.ten + 60 * $0)),\($0)\n" }.joined()
      let samples = rows.burst(
        batch("time,v\n" + lines).batch, at: Self.ten + 6000, isLast: !hasFailed)
      return samples.rows.compactMap { $0["v"] }
    }
    #expect(
      run([0, 20]) == [0, 20] && run([0], hasFailed: true) == [] && run([0, 20, 21]) == [21])
  }

  /// A wrong time of the future hides no later rows, and its row comes once.
  @Test func aTimeOfTheFutureSilencesNoCommand() {
    #expect(
      news([
        ([0, 600_000], 0), ([600_000, 1], 1), ([1, 2, 600_000], 2), ([3], 3), ([3, 4], 4),
      ]) == [[0, 600_000], [1], [2], [3], [4]])
    // A run without rows forgets nothing.
    #expect(news([([0, 600_000], 0), ([], 1), ([0, 600_000], 2)]) == [[0, 600_000], [], []])
    // A forecast becomes the past without coming again.
    #expect(
      news([([0, 5], 0), ([0, 5, 9], 5), ([5, 9], 6), ([5, 9], 9)]) == [[0, 5], [9], [], []])
  }
}
