import Feeds
import Messages
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// The samples and the window of a text, from its characters to the store.
@Suite struct StreamSamplesTests {
  private func page(
    _ text: TextParts?, isFile: Bool = true, _ options: StreamOptions = StreamOptions()
  ) throws -> PointerPage {
    try PointerPage(options: options, isFile: isFile, text: text)
  }

  private func axis(_ page: PointerPage) -> RowAxis? {
    page.scene.samples.newest.sources[PointerPage.source]?.axis
  }

  private func samples(_ page: PointerPage, _ column: Int = 0) -> [[Double]] {
    let series = page.samples(column)
    return (0..<series.count).map { [series[$0].time, series[$0].value] }
  }

  @Test func rowsOfAFileAreNumbered() throws {
    let page = try page(TextParts(text: "5\n7\n6\n"))
    #expect(axis(page) == .ordinal)
    #expect(samples(page) == [[1, 5], [2, 7], [3, 6]])
    #expect(page.scene.liveRange == 1...3)
  }

  /// A row may arrive late, and its own time is exact.
  @Test(arguments: [("1\n", 0.25), ("1970-01-01T00:01:40Z 1\n", 0)])
  func delaysAreNoGaps(row: String, shortestGap: Double) throws {
    let rows = (0..<9).map { (100 + Double($0), row.replacing(":40Z", with: ":4\($0)Z")) }
    let page = try page(TextParts(parts: rows), isFile: false)
    #expect(page.content()?.series.map(\.shortestGap) == [shortestGap])
  }

  /// Two rows that came together are placed at equal distances between the row before and their arrival.
  @Test func rowsThatComeApartHaveTheirArrival() throws {
    let page = try page(
      TextParts(parts: [(100, "1\n"), (101, "2\n"), (102, "3\n4\n"), (103, "5\n")]),
      isFile: false)
    #expect(axis(page) == .arrival)
    let times = samples(page).map { $0[0] }
    #expect(times.count == 5)
    for (time, expected) in zip(times, [100, 101, 101.5, 102, 103]) {
      #expect(abs(time - expected) < 1e-5)
    }
    #expect(page.scene.liveRange == 93...103)
  }

  @Test func aBurstIsNumbered() throws {
    var text = TextParts(text: "1\n2\n3\n")
    // A pipe that has ended shows all rows; otherwise there is room for further rows.
    #expect(try self.page(text, isFile: false).scene.liveRange == 1...3)
    text.isEnded = false
    let page = try page(text, isFile: false)
    #expect(axis(page) == .ordinal)
    #expect(page.scene.liveRange == -6...3)
  }

  /// The first row alone does not show how later rows will come.
  @Test func theAxisIsDecidedAgainAtFirst() throws {
    var first = TextParts(text: "1\n")
    first.isEnded = false
    let page = try page(first, isFile: false)
    #expect(axis(page) == .arrival)
    page.ingest(TextParts(text: "1\n2\n3\n4\n"), at: 11)
    #expect(axis(page) == .ordinal)
    #expect(samples(page) == [[1, 1], [2, 1], [3, 2], [4, 3], [5, 4]])
    #expect(page.scene.inference?.rows == 5)
  }

  @Test func aPipeShowsItsWindow() throws {
    let text = (1...1000).map { "\($0)\n" }.joined()
    let page = try page(TextParts(text: text), isFile: false)
    #expect(page.scene.inference?.rows == 1000)
    #expect(page.scene.liveRange == 701...1000)
    #expect(page.samples().count < 700)
    var options = StreamOptions()
    options.window = .rows(5)
    #expect(try self.page(TextParts(text: text), options).scene.liveRange == 996...1000)
  }

  @Test func aWindowOfTime() throws {
    var options = StreamOptions()
    options.window = .seconds(60)
    let parts = (0..<200).map { (1000 + Double($0) * 10, "\($0)\n") }
    let page = try page(TextParts(parts: parts), isFile: false, options)
    #expect(page.scene.liveRange == 2930...2990)
    // Twice the window is kept, for users who look back.
    #expect((13..<70).contains(page.samples().count))
  }

  @Test func aFileInAnyOrderIsSorted() throws {
    let page = try page(
      TextParts(
        text: """
          2026-11-21T00:00:30Z,3
          2026-11-21T00:00:20Z,2
          2026-11-21T00:00:20Z,2.5
          2026-11-21T00:00:00Z,1
          """))
    let start = 1_795_219_200.0
    #expect(samples(page).map { $0[1] } == [1, 2, 2.5, 3])
    #expect(page.scene.liveRange == start...start + 30)
  }

  /// A counter that goes back has a gap, and counts from there.
  @Test func ratesOfCounters() throws {
    var options = StreamOptions()
    options.isRate = true
    let page = try page(
      TextParts(parts: [(10, "100\n"), (12, "150\n"), (13, "20\n"), (15, "30\n")]),
      isFile: false, options)
    let values = samples(page).map { $0[1] }
    #expect(values.count == 3 && values[1].isNaN)
    #expect(abs(values[0] - 25) < 1e-4 && abs(values[2] - 5) < 1e-4)
    #expect(samples(try self.page(TextParts(text: "1\n4\n9\n"), options)) == [[2, 3], [3, 5]])
  }

  /// Rows that came together have no rate, and no spike dwarfs the rows after them.
  @Test func ratesOfRowsThatCameTogether() throws {
    var options = StreamOptions()
    options.isRate = true
    let page = try page(
      TextParts(parts: [(10, "1\n5\n"), (11, "9\n"), (12, "12\n")]), isFile: false, options)
    let values = samples(page).map { $0[1] }
    #expect(values.count == 3 && values[0].isNaN)
    #expect(abs(values[1] - 4) < 1e-3 && abs(values[2] - 3) < 1e-3)
  }

  @Test func clearForgetsWhatCame() throws {
    let page = try page(TextParts(text: "1\n2\nclear\n8\n9\n"))
    #expect(samples(page) == [[1, 8], [2, 9]])
    #expect(page.scene.inference?.rows == 2)
  }

  /// The rows after `clear` are counted, even those that bring another column.
  @Test func rowsAreCountedFromClearOn() throws {
    let page = try page(nil, isFile: false)
    var first = TextParts(text: "a=1\na=2\nclear\na=3\n")
    first.isEnded = false
    page.ingest([first, TextParts(text: "a=4 b=1\na=5 b=2\n")], at: 10)
    #expect(page.scene.inference?.rows == 3)
    #expect(samples(page).map { $0[1] } == [3, 4, 5])
  }

  /// A column may be called like a template of labels.
  @Test func namesOfColumnsAreNoTemplates() throws {
    let page = try page(TextParts(text: "{{a}},b{{c}}\n1,2\n3,4\n"))
    let lines = page.scene.spec.pages[0].panels.flatMap { page.scene.samples.newest.lines(of: $0) }
    #expect(lines.map(\.name) == ["{{a}}", "b{{c}}"])
  }

  /// Values with units in the text are converted to the unit of the axis.
  @Test(arguments: [("5 ms", 0.005), ("2 KiB", 2048.0), ("7 %", 7)])
  func unitsOfTheText(text: String, expected: Double) throws {
    let page = try page(TextParts(text: "x=\(text)\nx=\(text)\n"))
    #expect(samples(page) == [[1, expected], [2, expected]])
  }

  /// The user's unit names the numbers, and does not convert them.
  @Test(arguments: [
    ("ms", Unit.custom("ms")), ("MB/s", .custom("MB/s")), ("%", .percent), ("s", .seconds),
    ("parsec", .custom("parsec")),
  ])
  func unitsOfTheUser(unit: String, expected: Unit) throws {
    var options = StreamOptions()
    options.unit = unit
    let page = try page(TextParts(text: "3\n4\n"), options)
    #expect(samples(page) == [[1, 3], [2, 4]])
    #expect(page.scene.spec.pages[0].panels[0].unit == expected)
  }

  /// The words for units mean the same after `--unit` as in a dashboard's file: bare numbers and numbers with units of
  /// their own are in that unit.
  @Test(
    arguments: [
      ("percent", "50 %", Unit.percent, 50), ("bytes", "5 KiB", .bytes, 5120),
      ("bytes_si", "5 kB", .decimalBytes, 5000), ("decimal bytes", "5 kB", .decimalBytes, 5000),
      ("bytes/s", "5 KiB", .bytesPerSecond, 5120), ("bits/s", "1 kB/s", .bitsPerSecond, 8000),
      ("bit/s", "1 kB/s", .bitsPerSecond, 8000), ("celsius", "50 °C", .celsius, 50),
      ("seconds", "5 ms", .seconds, 0.005), ("none", "5 ms", .none, 5),
      ("req/s", "5 ms", .custom("req/s"), 5),
    ] as [(String, String, Unit, Double)])
  func wordsForUnits(word: String, cell: String, unit: Unit, value: Double) throws {
    var options = StreamOptions()
    options.unit = word
    let bare = try page(TextParts(text: "3\n4\n"), options)
    #expect(samples(bare) == [[1, 3], [2, 4]])
    #expect(bare.scene.spec.pages[0].panels[0].unit == unit)
    let text = try page(TextParts(text: "x=\(cell)\nx=\(cell)\n"), options)
    #expect(samples(text).allSatisfy { isNear($0[1], value, 1e-9 * value) })
    #expect(text.scene.spec.pages[0].panels[0].unit == unit)
    let file = try DashboardFile(path: "f").parse(
      Array("panels: [{title: T, unit: '\(word)', source: {command: x, column: d}}]".utf8))
    #expect(file.pages[0].panels[0].unit == unit)
  }

  /// Values with units in the text are converted to the user's unit. Bounds are in the user's unit, too.
  @Test(
    arguments: [
      ("x=1.2s\nx=850ms\n", "ms", [1200, 850]), ("x=850ms\nx=1.2s\n", "s", [0.85, 1.2]),
      ("x=12.5MB\nx=3kB\n", "MB", [12.5, 0.003]), ("x=5m\nx=6m\n", "s", [300, 360]),
      ("x=5%\nx=6%\n", "parsec", [5, 6]), ("x_ms\n5\n6\n", "s", [0.005, 0.006]),
      ("x[MiB]\n512\n256\n", "GiB", [0.5, 0.25]),
      ("x_MB/s\n3\n4\n", "kB/s", [3000, 4000]), ("x=5MiB\nx=6MiB\n", "MiB/s", [5, 6]),
    ] as [(String, String, [Double])])
  func textInTheUnitOfTheUser(text: String, unit: String, values: [Double]) throws {
    var options = StreamOptions()
    (options.unit, options.maximum) = (unit, 50)
    let page = try page(TextParts(text: text), options)
    let found = samples(page).map { $0[1] }
    #expect(zip(found, values).allSatisfy { isNear($0, $1, 1e-9 * $1) } && found.count == 2)
    #expect(page.scene.spec.pages[0].panels.map(\.range.maximum) == [50])
  }

  /// Growth is per second, whether the user or the text names the unit; over the rows of a file without times it is
  /// not.
  @Test(
    arguments: [
      ("100\n150\n180\n", "B", false, Unit.bytesPerSecond), ("100\n150\n180\n", "B", true, .bytes),
      ("2026-11-21T00:00:00Z 1\n2026-11-21T00:00:10Z 9\n", "B", true, .bytesPerSecond),
      ("x=5 KiB\nx=9 KiB\n", nil, false, .bytesPerSecond),
      ("5\n9\n", "req", false, .custom("req/s")),
      ("5\n9\n", "MB/s", false, .custom("MB/s")), ("5\n9\n", nil, false, .none),
      ("5\n9\n", "bytes", false, .bytesPerSecond), ("5\n9\n", "percent", false, .custom("%/s")),
      ("5\n9\n", "bytes_si", false, .decimalBytesPerSecond), ("5\n9\n", "none", false, .none),
      ("5\n9\n", "bits/s", false, .bitsPerSecond),
    ] as [(String, String?, Bool, Unit)])
  func unitsOfGrowth(text: String, unit: String?, isFile: Bool, expected: Unit) throws {
    var options = StreamOptions()
    options.isRate = true
    options.unit = unit
    let rows = text.split(separator: "\n").enumerated()
      .map { (time: 10 + 2 * Double($0), text: "\($1)\n") }
    let page = try page(
      isFile ? TextParts(text: text) : TextParts(parts: rows), isFile: isFile, options)
    #expect(page.scene.spec.pages[0].panels[0].unit == expected)
  }

  /// The rows before a unit is known are in the unit of the axis, too, and none is lost.
  @Test func aUnitThatBecomesKnownLater() throws {
    var start = TextParts(parts: (0..<20).map { (1000 + Double($0), "x=0 y=1\n") })
    start.isEnded = false
    let page = try page(start, isFile: false)
    #expect(page.scene.spec.pages[0].panels.allSatisfy { $0.unit == .none })
    page.ingest(
      TextParts(parts: (20..<40).map { (1000 + Double($0), "x=\($0) ms y=1\n") }), at: 11)
    #expect(samples(page).map { $0[1] } == (0..<40).map { $0 < 20 ? 0 : Double($0) * 0.001 })
    #expect(samples(page, 1).count == 40)
  }

  /// Bounds are in the unit of the text.
  @Test func boundsOfTheUser() throws {
    var options = StreamOptions()
    options.maximum = 100
    let page = try page(TextParts(text: "x=1 ms\nx=20 ms\n"), options)
    #expect(page.content()?.axis.domain == 0...0.1)
  }

  /// A line without a column makes no gap in that column.
  @Test func sparseLinesAreConnected() throws {
    let page = try page(TextParts(text: "a=1 b=2\na=3\na=4 b=5\n"))
    #expect(samples(page, 0) == [[1, 1], [2, 3], [3, 4]])
    #expect(samples(page, 1) == [[1, 2], [3, 5]])
    // A field without a number is a missing sample.
    let table = samples(try self.page(TextParts(text: "a b\n1 2\n3 -\n4 5\n")), 1)
    #expect(table.map { $0[0] } == [1, 2, 3] && table[1][1].isNaN)
  }

  /// The size of updates, all rows at once or a few at a time, does not change the result.
  @Test(arguments: ["plain", "rate", "logarithmic", "unit", "rows", "seconds"])
  func theSizeOfUpdatesDoesNotMatter(kind: String) throws {
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
    let whole = try page(TextParts(text: lines.joined()), options)
    let parts = try page(nil, options)
    var start = 0
    while start < lines.count {
      let end = min(lines.count, start + Int.random(in: 1...60, using: &random))
      var text = TextParts(text: lines[start..<end].joined())
      text.isEnded = end == lines.count
      parts.ingest(text, at: 10)
      start = end
    }
    for column in 0..<2 {
      // Parts drop old samples now and then, so that one may have some more than the other.
      let (a, b) = (samples(whole, column), samples(parts, column))
      let count = min(a.count, b.count)
      #expect(count > 20)
      #expect(a.suffix(count).map { $0[0] } == b.suffix(count).map { $0[0] })
      #expect(a.suffix(count).map { $0[1].bitPattern } == b.suffix(count).map { $0[1].bitPattern })
    }
    #expect(whole.scene.liveRange == parts.scene.liveRange)
  }
}
