import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

@Suite struct StreamStoreTests {
  private func store(
    _ delivery: TextDelivery, isFile: Bool = true, _ options: StreamOptions = StreamOptions()
  ) -> StreamStore {
    var store = StreamStore(isFile: isFile, options: options)
    _ = store.ingest(delivery)
    return store
  }

  private func samples(_ store: StreamStore, _ column: Int = 0) -> [[Double]] {
    let series = store.columns[column].samples
    return (0..<series.count).map { [series[$0].time, series[$0].value] }
  }

  @Test func rowsOfAFileAreNumbered() {
    let store = store(TextDelivery(text: "5\n7\n6\n"))
    #expect(store.axis == .ordinal)
    #expect(samples(store) == [[1, 5], [2, 7], [3, 6]])
    #expect(store.shownRange == 1...3)
  }

  /// Two rows that came together are placed at equal distances between the row before and their arrival.
  @Test func rowsThatComeApartHaveTheirArrival() {
    let store = store(
      TextDelivery(parts: [(100, "1\n"), (101, "2\n"), (102, "3\n4\n"), (103, "5\n")]),
      isFile: false)
    #expect(store.axis == .arrival)
    let times = samples(store).map { $0[0] }
    #expect(times.count == 5)
    for (time, expected) in zip(times, [100, 101, 101.5, 102, 103]) {
      #expect(abs(time - expected) < 1e-5)
    }
    #expect(store.shownRange == 93...103)
  }

  @Test func aBurstIsNumbered() {
    var delivery = TextDelivery(text: "1\n2\n3\n")
    // A pipe that has ended shows all rows; otherwise there is room for further rows.
    #expect(self.store(delivery, isFile: false).shownRange == 1...3)
    delivery.isEnded = false
    let store = store(delivery, isFile: false)
    #expect(store.axis == .ordinal)
    #expect(store.shownRange == -6...3)
  }

  /// The first row alone does not show how later rows will come.
  @Test func theAxisIsDecidedAgainAtFirst() {
    var store = StreamStore(isFile: false, options: StreamOptions())
    let all = TextDelivery(text: "1\n2\n3\n4\n")
    var first = all
    first.batch.times = [all.batch.times[0]]
    first.batch.values = [[1]]
    first.batch.rowCount = 1
    first.arrivals = [(1, 1000)]
    _ = store.ingest(first)
    #expect(store.axis == .arrival)
    _ = store.ingest(all)
    #expect(store.axis == .ordinal)
    #expect(samples(store) == [[1, 1], [2, 1], [3, 2], [4, 3], [5, 4]])
  }

  @Test func aPipeShowsItsWindow() {
    let text = (1...1000).map { "\($0)\n" }.joined()
    let store = store(TextDelivery(text: text), isFile: false)
    #expect(store.rowCount == 1000)
    #expect(store.shownRange == 701...1000)
    #expect(store.columns[0].samples.count < 700)
    var options = StreamOptions()
    options.window = .rows(5)
    #expect(self.store(TextDelivery(text: text), options).shownRange == 996...1000)
  }

  @Test func aWindowOfTime() {
    var options = StreamOptions()
    options.window = .seconds(60)
    let parts = (0..<100).map { (1000 + Double($0) * 10, "\($0)\n") }
    let store = store(TextDelivery(parts: parts), isFile: false, options)
    #expect(store.shownRange == 1930...1990)
    // Twice the window is kept, for users who look back.
    #expect((13..<30).contains(store.columns[0].samples.count))
  }

  @Test func aFileInAnyOrderIsSorted() {
    let store = store(
      TextDelivery(
        text: """
          2026-11-21T00:00:30Z,3
          2026-11-21T00:00:20Z,2
          2026-11-21T00:00:20Z,2.5
          2026-11-21T00:00:00Z,1
          """))
    let start = 1_795_219_200.0
    #expect(samples(store).map { $0[1] } == [1, 2, 2.5, 3])
    #expect(store.shownRange == start...start + 30)
  }

  /// A counter that goes back has a gap, and counts from there.
  @Test func ratesOfCounters() {
    var options = StreamOptions()
    options.isRate = true
    let store = store(
      TextDelivery(parts: [(10, "100\n"), (12, "150\n"), (13, "20\n"), (15, "30\n")]),
      isFile: false, options)
    let values = samples(store).map { $0[1] }
    #expect(values[0].isNaN && values[2].isNaN)
    #expect(abs(values[1] - 25) < 1e-4 && abs(values[3] - 5) < 1e-4)
    #expect(samples(self.store(TextDelivery(text: "1\n4\n9\n"), options))[2] == [3, 5])
  }

  /// Rows that came together have no rate, and no spike dwarfs the rows after them.
  @Test func ratesOfRowsThatCameTogether() {
    var options = StreamOptions()
    options.isRate = true
    let store = store(
      TextDelivery(parts: [(10, "1\n5\n"), (11, "9\n"), (12, "12\n")]), isFile: false, options)
    let values = samples(store).map { $0[1] }
    #expect(values[0].isNaN && values[1].isNaN)
    #expect(abs(values[2] - 4) < 1e-3 && abs(values[3] - 3) < 1e-3)
  }

  @Test func clearForgetsWhatCame() {
    let store = store(TextDelivery(text: "1\n2\nclear\n8\n9\n"))
    #expect(samples(store) == [[1, 8], [2, 9]])
    #expect(store.rowCount == 2)
  }

  /// Values with units in the text are converted to the unit of the axis.
  @Test(arguments: [("5 ms", 0.005), ("2 KiB", 2048.0), ("7 %", 7)])
  func unitsOfTheText(text: String, expected: Double) {
    let store = store(TextDelivery(text: "x=\(text)\nx=\(text)\n"))
    #expect(samples(store) == [[1, expected], [2, expected]])
  }

  /// The user's unit names the numbers, and does not convert them.
  @Test(arguments: [
    ("ms", Unit.custom("ms")), ("MB/s", .custom("MB/s")), ("%", .percent), ("s", .seconds),
    ("parsec", .custom("parsec")),
  ])
  func unitsOfTheUser(unit: String, expected: Unit) {
    var options = StreamOptions()
    options.unit = unit
    let store = store(TextDelivery(text: "3\n4\n"), options)
    #expect(samples(store) == [[1, 3], [2, 4]])
    #expect(store.columns[0].unit.unit == expected)
  }

  /// Bounds are in the unit of the text.
  @Test func boundsOfTheUser() {
    var options = StreamOptions()
    options.maximum = 100
    let bounds = AxisBounds(options: options, unit: StreamUnit("ms"), isWhole: false)
    #expect(bounds.scale(low: 0.001, high: 0.02).domain == 0...0.1)
  }

  /// The size of deliveries, all rows at once or a few at a time, does not change the result.
  @Test(arguments: ["plain", "rate", "logarithmic", "unit", "rows", "seconds"])
  func theSizeOfDeliveriesDoesNotMatter(kind: String) {
    var random = SeededGenerator(seed: 5)
    var options = StreamOptions()
    options.isRate = kind == "rate"
    options.isLogarithmic = kind == "logarithmic"
    if kind == "rows" { options.window = .rows(30) }
    if kind == "seconds" { options.window = .seconds(40) }
    let lines = (0..<500).map { row in
      let value = row % 7 == 3 ? "-" : String(Int.random(in: -20...90, using: &random))
      let time = 1_795_219_200 + row
      return kind == "unit" ? "t=\(time) x=\(value) ms y=\(row) KiB\n" : "\(time) \(value) \(row)\n"
    }
    let whole = store(TextDelivery(text: lines.joined()), options)
    var parts = StreamStore(isFile: true, options: options)
    var all = TextDelivery(text: lines.joined())
    let batch = all.batch
    var start = 0
    while start < batch.rowCount {
      let end = min(batch.rowCount, start + Int.random(in: 1...60, using: &random))
      all.batch.times = Array(batch.times[start..<end])
      all.batch.values = batch.values.map { Array($0[start..<end]) }
      all.batch.rowCount = end - start
      all.arrivals = [(end - start, 1000)]
      _ = parts.ingest(all)
      start = end
    }
    #expect(whole.columns.count == parts.columns.count && whole.columns.count >= 2)
    for column in whole.columns.indices {
      let (a, b) = (samples(whole, column), samples(parts, column))
      #expect(a.map { $0[0] } == b.map { $0[0] } && a.count > 20)
      #expect(a.map { $0[1].bitPattern } == b.map { $0[1].bitPattern })
    }
    #expect(whole.shownRange == parts.shownRange)
  }
}
