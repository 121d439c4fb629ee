import Testing

@testable import Feeds

@Suite struct ColumnReadingsTests {
  private func batch(_ text: String) -> TextBatch {
    let reader = TextReader(options: TextOptions())
    var batch = TextBatch()
    var text = text
    text.withUTF8 {
      reader.feed(UnsafeRawBufferPointer($0), arrival: 1_795_267_508, into: &batch)
    }
    reader.finish(into: &batch)
    return batch
  }

  private func live(
    _ text: String, _ names: [String?], at time: Double = 10
  ) -> ([Reading], [Metric: String]) {
    var columns = ColumnReadings(selectors: Set(names.map { .column($0) }))
    let batch = batch(text)
    let readings = columns.live(batch, arrivals: [(batch.rowCount, time)])
    return (readings, columns.missing)
  }

  @Test(
    arguments: [
      ("us sy id\n5 6 7\n", "sy", 6), ("us sy id\n5 6 7\n", "3", 7), ("us sy id\n5 6 7\n", nil, 5),
      ("5,6\n", "2", 6), ("{\"a\": {\"b\": 3}}\n", "a.b", 3), ("x=1 depth=9\n", "depth", 9),
      ("Device r/s w/s\nsda 1 2\n", "w/s", 2), ("Device r/s w/s\nsda 1 2\n", "sda w/s", 2),
      ("Device r/s w/s\nsda 1 2\nsdb 3 4\n", "sdb r/s", 3),
      ("Device r/s w/s\nsda 1 2\nsdb 3 4\n", "r/s", 1),
      // A name takes precedence over a number.
      ("2 1\n5 6\n", nil, 2),
    ] as [(String, String?, Double)])
  func findsColumns(_ text: String, _ name: String?, _ expected: Double) {
    let (readings, missing) = live(text, [name])
    #expect(readings.first?[Selector.column(name).metric] == expected)
    #expect(missing.isEmpty)
  }

  @Test func saysWhatIsMissing() {
    let least = "-9223372036854775808"
    let (readings, missing) = live("us sy id\n5 6 7\n", ["us", "idd", "9", least])
    #expect(readings.count == 1)
    #expect(missing[Metric(least)] == "no column '\(least)'")
    #expect(missing["idd"] == "no column 'idd' (did you mean 'id'?)")
    #expect(missing["9"] == "no column '9'" || missing["9"]!.hasPrefix("no column '9' (did"))
    var wrong = ColumnReadings(selectors: [.path(".x")])
    _ = wrong.live(batch("1\n"), arrivals: [(1, 0)])
    #expect(wrong.missing[".x"] == "rows have columns, but no '.x'")
  }

  @Test func aFieldWithoutANumberIsAGapAndNoFieldIsNone() {
    let (readings, _) = live("a b\n1 2\n- 3\n", ["a", "b"])
    #expect(readings.count == 2)
    #expect(readings[1].values["a"]?.isNaN == true)
    #expect(readings[1]["b"] == 3)
    let (pairs, _) = live("a=1 b=2\nb=3\n", ["a"])
    #expect(pairs.flatMap(\.values.values) == [1])
  }

  @Test func timesIncrease() {
    let text = """
      2026-11-21T10:00:00Z 1
      2026-11-21T10:00:00Z 2
      2026-11-21T10:00:05Z 3
      2026-11-21T10:00:02Z 4
      2026-11-21T10:00:06Z 5
      2026-11-21T09:00:00Z 6

      """
    let (readings, _) = live(text, [nil])
    let values = readings.flatMap(\.values.values)
    // The fourth row is older than the third. The last row is an hour older: the clock was set back.
    #expect(values == [1, 2, 3, 5, 6])
    let times = readings.map { $0.time - 1_795_255_200 }
    #expect(zip(times, [0, 1e-6, 5, 6, -3600]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func rowsWithoutATimeStandWhereTheyCame() {
    var columns = ColumnReadings(selectors: [.column(nil)])
    let batch = batch("1\n2\n3\n")
    let readings = columns.live(batch, arrivals: [(1, 10), (3, 20)])
    #expect(readings.map { ($0.time * 1000).rounded() } == [10_000, 20_000, 20_000])
    #expect(readings[2].time > readings[1].time)
  }

  @Test func aBurstIsOneReading() {
    var columns = ColumnReadings(selectors: [.column("a"), .column("b")])
    let readings = columns.burst(batch("a b\n1 2\n3 -\n"), at: 50)
    #expect(readings.count == 1)
    #expect(readings[0].time == 50)
    #expect(readings[0].values["a"] == 3)
  }

  /// A file that is made anew every minute has all earlier rows, too.
  @Test func aBurstWithTimesGivesWhatIsNew() {
    var columns = ColumnReadings(selectors: [.column("v")])
    let text = "time,v\n2026-11-21T10:00:00Z,1\n2026-11-21T10:01:00Z,2\n"
    #expect(columns.burst(batch(text), at: 0).map(\.values) == [["v": 1], ["v": 2]])
    let later = columns.burst(batch(text + "2026-11-21T10:02:00Z,3\n"), at: 0)
    #expect(later.map(\.values) == [["v": 3]])
  }
}
