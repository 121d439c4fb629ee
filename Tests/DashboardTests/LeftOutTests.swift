import Charts
import Feeds
import Geometry
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// The last line about a text that is not understood.
private let hint = "--match reads lines by a regular expression"

/// Tests for values that have no panel of their own, and for the words about them.
@Suite struct LeftOutTests {
  /// A page of a text, which may go on.
  private struct Page {
    let scene: DashboardScene
    let source: SourceSpec
    let updates: TextUpdates

    init(
      _ text: String, columns: [String]? = nil, isFile: Bool = true,
      chart: StreamOptions.Chart? = nil, labels: [String] = [], timeFormat: String? = nil,
      size: Size = Size(6000, 4000)
    ) throws {
      let options = TextOptions(timeFormat: timeFormat, columns: columns)
      source = .text(TextFeedSpec(origin: .standardInput, options: options, numbersRows: true))
      let environment = ChartEnvironment(
        theme: .dark, type: TypeScale(page: size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
        zone: .fixed(offset: 0, abbreviation: "UTC"), scale: 1, isAnimated: false)
      var shown = StreamOptions()
      (shown.chart, shown.labels) = (chart, labels)
      scene = DashboardScene(
        rows: source, options: shown, name: nil, isFile: isFile,
        environment: environment, at: 0)
      updates = TextUpdates(options, isFile: isFile)
      scene.layOut(size: size, scale: 1)
      var text = TextParts(text: text)
      text.isEnded = isFile
      take(text)
    }

    func take(_ text: TextParts) {
      var text = text
      if text.parts[0].time > 1500 { text.isEnded = false }
      scene.ingest(updates.update(text), from: source, at: text.parts[0].time - 990)
    }

    func inference() throws -> StreamInference { try #require(scene.inference) }
  }

  private func inference(_ text: String, columns: [String]? = nil) throws -> StreamInference {
    try Page(text, columns: columns).inference()
  }

  private func rows(_ row: (Int) -> String, count: Int = 8) -> String {
    (0..<count).map(row).joined(separator: "\n") + "\n"
  }

  private func panels(_ inference: StreamInference) -> [String] {
    inference.groups.map { $0.title + ": " + $0.names.joined(separator: " ") }
  }

  /// Numbers that only count up are the numbers of rows, unless there are no others. In the rows, N is the
  /// number of the row, D its double, and V another number.
  @Test(
    arguments: [
      ("a,v\n", "N,V", ["v"], ["a"]), ("", "request N took V ms", ["took"], ["request"]),
      ("n\n", "N", ["n"], []), ("a,v\n", "D,V", ["a", "v"], []),
      ("a,v\n", "N.5,V", ["a", "v"], []), ("t[MB],v\n", "N,V", ["t", "v"], []),
      ("t_MB,v\n", "N,V", ["t_MB", "v"], []), ("a,v\n", "N%,V", ["a", "v"], []),
    ] as [(String, String, [String], [String])])
  func rowNumbers(
    _ header: String, _ row: String, _ shown: [String], _ hidden: [String]
  ) throws {
    let text = rows { number in
      row.replacing("N", with: "\(number)").replacing("D", with: "\(2 * number)")
        .replacing("V", with: "\(number * 7 % 5)")
    }
    let inference = try inference(header + text)
    #expect(inference.groups.flatMap(\.names).sorted() == shown)
    #expect(inference.hidden.map { inference.columns[$0.column].name } == hidden)
  }

  @Test func aRowNumberThatIsAskedForIsShown() throws {
    let inference = try inference("t,v\n" + rows { "\($0),\($0 % 3)" }, columns: ["t", "v"])
    #expect(inference.hidden.isEmpty && inference.groups.flatMap(\.columns).sorted() == [0, 1])
  }

  /// Options that change nothing in the rows are named beside the number of rows.
  @Test(
    arguments: [
      (["a", "b"], nil, "2 rows"), (["a", "b", ""], nil, "2 rows"),
      (["a", "b", "c"], nil, "2 rows · 1 name in --label without a column"),
      (["", "", "c", "d"], nil, "2 rows · 2 names in --label without a column"),
      ([], "%d/%m/%Y", "2 rows · no time matches --time-format"),
    ] as [([String], String?, String)])
  func optionsWithoutEffect(labels: [String], timeFormat: String?, details: String) throws {
    let page = try Page("x y\n1 2\n3 5\n", labels: labels, timeFormat: timeFormat)
    #expect(try page.inference().details.first == details)
  }

  /// A column without numbers gets a panel with its first number.
  @Test func emptyColumnsWaitForANumber() throws {
    let page = try Page(
      rows { "{\"cpu\": \(50 + $0 % 3), \"note\": null}" }, isFile: false)
    let before = try page.inference()
    #expect(panels(before) == ["cpu: cpu"])
    #expect(before.hidden.map(\.reason) == ["no numbers so far"])
    #expect(before.details[0].hasSuffix("1 column not shown"))
    page.take(TextParts(text: "{\"cpu\": 51, \"note\": 4000}\n", arrival: 2000))
    let after = try page.inference()
    #expect(after.groups.flatMap(\.columns).sorted() == [0, 1])
  }

  /// Columns that are zero throughout share the last panel, until they are not.
  @Test func zerosAreTogetherAtTheEnd() throws {
    let header = "sda.a sda.b w.c x.d y.e z.f\n"
    let page = try Page(header + rows { "\($0 % 3 + 1) 0 0 0 0 0" }, isFile: false)
    let before = try page.inference()
    #expect(before.groups.last?.isZero == true)
    #expect(before.groups.flatMap(\.columns).sorted() == Array(0..<6))
    let zeros = try #require(before.groups.last?.columns)
    page.take(TextParts(text: "1 0 7000 0 0 0\n2 0 7000 0 0 0\n", arrival: 2000))
    let after = try page.inference()
    #expect(zeros.contains(2) && after.groups.last?.columns.contains(2) != true)
  }

  /// Charts with a place for each column have one panel for all columns of a unit and a magnitude, and lines have a
  /// panel for each six.
  @Test(
    arguments: [
      (nil, 20, [6, 6, 6, 2]), (.line, 20, [6, 6, 6, 2]), (.bars, 20, [20]), (.stacked, 20, [20]),
      (.table, 20, [20]), (.states, 20, [20]), (.bars, 130, [100, 30]),
      (.number, 3, [1, 1, 1]),
    ] as [(StreamOptions.Chart?, Int, [Int])])
  func columnsOfAPanel(chart: StreamOptions.Chart?, count: Int, sizes: [Int]) throws {
    let header = (1...count).map { "c\($0)" }.joined(separator: ",") + "\n"
    let values = rows { row in (0..<count).map { "\(20 + (row + $0) % 7)" }.joined(separator: ",") }
    let inference = try Page(header + values, chart: chart).inference()
    #expect(inference.groups.map(\.columns.count) == sizes)
    #expect(inference.groups.flatMap(\.columns) == Array(0..<count))
    #expect(inference.hidden.isEmpty)
    // No column is summed with others.
    #expect(inference.groups.allSatisfy { $0.columns.count <= inference.panel($0).mostLines })
  }

  /// Things of one quantity share a panel, and those of another magnitude do not.
  @Test func keyedColumnsOfAPanel() throws {
    let header = (1...9).flatMap { ["d\($0) r", "d\($0) w"] }.map { "\"\($0)\"" }
    let values = rows { row in
      (0..<9).map { "\(row + $0 + 1),\(5000 + row + $0)" }.joined(separator: ",")
    }
    let text = header.joined(separator: ",") + "\n" + values
    let inference = try Page(text, chart: .bars).inference()
    #expect(panels(inference).map { $0.prefix(2) } == ["r:", "w:"])
    #expect(inference.groups.map(\.names.count) == [9, 9])
  }

  /// A list of processes is shown by its busiest commands, with the lines above it.
  @Test func theBusiestProcesses() throws {
    let page = try PointerPage(
      size: Size(6000, 4000), isFile: true, text: TextParts(fixture: "top-b.txt"))
    let inference = try #require(page.scene.inference)
    let group = try #require(inference.groups.first)
    #expect(group.title == "CPU by process" && group.names.count == ColumnGrouping.mostColumns)
    #expect(group.names.first == "dstat")
    #expect(inference.groups.contains { $0.title == "%Cpu(s)" })
    #expect(!inference.groups.contains { $0.title.hasPrefix("VIRT") })
    #expect(inference.hidden.contains { $0.reason.contains("--columns 'VIRT'") })
  }

  /// The output of `ps aux`: the processes that work come behind hundreds that do not, and are bars.
  @Test func theBusiestOfAListInOrderOfStart() throws {
    let threads = (0..<300).map { "root \($0) 0.0 0.0 0 0 ? I< 10:00 0:00 [kworker/\($0)]" }
    let workers = (0..<100).map {
      "joe \(300 + $0) \($0 % 7).\($0 % 10) 0.1 900 800 ? Sl 10:00 3:21 /usr/lib/work\($0) --port /dev/tty"
    }
    let text =
      (["USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND"] + threads + workers)
      .joined(separator: "\n") + "\n"
    let inference = try inference(text)
    let group = try #require(inference.groups.first)
    #expect(group.title == "CPU by process" && group.chart == .bars && inference.groups.count == 1)
    // The folder of a program says little.
    #expect(
      Array(group.names.prefix(3))
        == ["work69", "work48", "work27"].map { $0 + " --port /dev/tty" })
    // Those that do not work are left out.
    #expect(group.names.count == 98 && group.names.allSatisfy { $0.hasPrefix("work") })
    #expect(inference.details.first?.contains("left out") == false)
  }

  /// A table of names is counted by its names, and what it does not show by the columns of the text, here and in the
  /// explanation.
  @Test(
    arguments: [
      ("host,region,ms\na,us,3\nb,eu,4\nc,eu,5\n", "3 names", 1, ["region"]),
      (
        "USER PID %CPU %MEM RSS COMMAND\n"
          + (0..<20).map { "joe \($0) 1.\($0) 0.1 800 work\($0)\n" }.joined(), "20 names", 4,
        ["%MEM", "RSS", "USER", "PID"]
      ),
      (
        "PID %CPU RSS COMMAND\n" + (0..<10).map { "\($0) 0.\($0 / 9) 800 work\($0)\n" }.joined(),
        "6 names", 2, ["RSS", "work5", "work6", "work7", "work8", "PID"]
      ),
      ("t ms\n1 5\n2 7\n3 4\n4 6\n", "4 rows", 1, ["t"]),
    ] as [(String, String, Int, [String])])
  func tablesAreCountedByNames(
    text: String, rows: String, notShown: Int, names: [String]
  ) throws {
    let scene = try Page(text).scene
    let facts = scene.explanation
    #expect(facts.first { $0.name == "rows" }?.text == rows)
    let columns = notShown == 1 ? "1 column" : "\(notShown) columns"
    #expect(scene.inference?.details.first == "\(rows) · \(columns) not shown")
    let told = facts.filter { $0.name == "not shown" }.map {
      String($0.text.prefix { $0 != ":" })
    }
    #expect(told.flatMap { $0.split(separator: ", ").map(String.init) } == names)
  }

  /// The words of the first process's command are no columns, though they be numbers.
  @Test func wordsOfCommands() throws {
    let text =
      "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\n"
      + "root 1 0.5 0.0 1 1 ? S 10:00 0:00 /sbin/init --port 5 6\n"
      + "root 2 0.5 0.0 1 1 ? S 10:00 0:00 other 7 8 9\n"
    let facts = try Page(text).scene.explanation.filter { $0.name == "not shown" }
    #expect(!facts.contains { $0.text.contains(/column \d|'\d+'/) }, "\(facts)")
  }

  /// Processes at rest fill the panel where few work.
  @Test func aListOfProcessesAtRest() throws {
    let rows = (0..<20).map { "root \($0) \($0 == 7 ? 1.5 : 0.0) 0.0 0 0 ? S 10:00 0:00 p\($0)" }
    let text =
      (["USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND"] + rows)
      .joined(separator: "\n") + "\n"
    let group = try #require(try inference(text).groups.first)
    #expect(group.names.count == ColumnGrouping.mostColumns && group.names.first == "p7")
  }

  // MARK: What is told

  @Test(
    arguments: [
      ("r b\n1 2\n", ["usr", "sys"], ["no column 'usr', 'sys'", "there are r, b."]),
      ("hello\nworld\n", nil, ["2 lines read, none understood", "the last one: world", hint]),
      (
        "{\"a\": \"b\"}\n", nil,
        ["1 line read, none understood", "the last one: {\"a\": \"b\"}", hint]
      ),
      ("", nil, ["no data", "The input has ended without a number."]), ("1 2\n", nil, nil),
    ] as [(String, [String]?, [String]?)])
  func theDiagnosis(_ text: String, _ columns: [String]?, _ expected: [String]?) throws {
    let inference = try inference(text, columns: columns)
    #expect(inference.diagnosis == expected)
    if let expected { #expect(inference.message(isLong: false) == expected) }
  }

  @Test(arguments: [
    ("disk", "GiB", "disk [GiB]: "), ("disk", "", "disk: "), ("", "GiB", "[GiB]: "), ("", "", ""),
  ])
  func headingsOfPanels(title: String, symbol: String, heading: String) {
    #expect(StreamInference.heading(title, symbol) == heading)
  }

  @Test func theExplanation() throws {
    let text =
      "# load of orion\nname PID cpu% n\n"
      + rows { "x\($0 % 2) \(90 + $0 % 2) \($0 * 7 % 5)% \($0)" }
    let facts = try Page(text).scene.explanation
    func texts(_ name: String) -> [String] { facts.filter { $0.name == name }.map(\.text) }
    #expect(texts("input") == ["a table, columns between blanks (--match)"])
    #expect(texts("header") == ["line 2: name, PID, cpu%, n (--label)"])
    #expect(texts("time") == ["none in the rows; rows are numbered (--time-format)"])
    #expect(texts("rows of") == ["'name': x0, x1"])
    #expect(texts("not shown").contains("PID: identifiers or ranks of processes"))
  }

  /// The report since the boot, which a pipe does not show, is told once.
  @Test func theFirstReportIsToldOnce() throws {
    let text =
      " r  b swpd free buff cache si so bi bo in cs us sy id wa st\n"
      + rows({ " \($0 % 2)  0 0 800 10 90 0 0 4 7 60 90 3 1 96 0 0" }, count: 3)
    let facts = try Page(text, isFile: false).scene.explanation
    #expect(
      facts.filter { $0.name == "rows" }.map(\.text)
        == ["2 rows, the first report, since the boot, is left out"])
  }

  /// The unit of a panel has the prefix of its largest value, as in its chart.
  @Test(arguments: [
    ("t=1.5ms\nt=2.5ms\n", "t [ms]: t"), ("t=10ms\nt=1990ms\n", "t [s]: t"),
    ("t=900s\nt=950s\n", "t [min]: t"), ("u=4%\nu=6%\n", "u [%]: u"),
    ("n=4000000\nn=6000000\n", "n: n"),
    ("Mounted Size\n/data 8.0T\n/boot 512M\n/run 4.0K\n", "Size [TiB]: /data, /boot, /run"),
  ])
  func unitsAreThoseOfTheCharts(text: String, panel: String) throws {
    let facts = try Page(text).scene.explanation
    #expect(facts.filter { $0.name == "panel" }.map(\.text) == [panel])
  }

  /// A long path keeps its end, which tells it from others.
  @Test func longPathsAreWhole() throws {
    let paths = ["a", "b"].map {
      "/var/lib/docker/overlay2/\(String(repeating: $0, count: 64))/merged"
    }
    let inference = try inference("Mounted Use%\n" + paths.map { $0 + " 66%\n" }.joined())
    #expect(inference.groups.map(\.names) == [paths])
  }

  /// A table of one number for each name is one panel, and no name is its title.
  @Test(arguments: [
    "apple 3\npear 5\nplum 9\n", "3 apple\n5 pear\n9 plum\n", "3\tapple\n5\tpear\n9\tplum\n",
  ])
  func tablesOfNames(text: String) throws {
    let facts = try Page(text).scene.explanation
    #expect(facts.filter { $0.name == "panel" }.map(\.text) == ["apple, pear, plum"])
  }

  /// The number of the only column is not shown for a name. That of one among several is.
  @Test(
    arguments: [
      ("5\n7\n3\n", nil, ["Value: Value"]),
      ("5 9\n7 2\n3 4\n", nil, ["Columns 1, 2: 1 2"]),
      ("5 9\n7 2\n3 4\n", ["2"], ["Value: Value"]),
      ("2026-11-22T10:00:00Z,5\n2026-11-22T10:00:01Z,7\n", nil, ["Value: Value"]),
      ("load\n5\n7\n", nil, ["load: load"]),
    ] as [(String, [String]?, [String])])
  func aLoneColumnWithoutAName(text: String, columns: [String]?, expected: [String]) throws {
    let inference = try inference(text, columns: columns)
    #expect(panels(inference) == expected)
    #expect(inference.news.form.missing.isEmpty)
  }

  // MARK: Names and series

  /// One answer in Prometheus' format: the series of a metric share bars, and labels stay whole.
  @Test func seriesOfOneAnswer() throws {
    let answer = """
      # TYPE load gauge
      load1 0.25
      mem_bytes 2.5e9
      d_seconds_bucket{le="0.1"} 24
      d_seconds_bucket{le="+Inf"} 33
      up{job="a.b c"} 1

      """
    let once = try inference(answer)
    #expect(
      panels(once) == [
        "load1: load1", "mem_bytes: mem_bytes", #"d_seconds_bucket: le="0.1" le="+Inf""#,
        #"up: job="a.b c""#,
      ])
    #expect(once.groups.map(\.chart) == [.number, .number, .bars, .number])
    #expect(once.countWords(rows: 1) == "5 names")
    let series = try inference(answer + answer.replacing("0.25", with: "0.5"))
    #expect(
      series.groups.allSatisfy { $0.chart == .line } && series.countWords(rows: 2) == "2 rows")
    #expect(panels(series).contains(#"d_seconds_bucket: le="0.1" le="+Inf""#))
    #expect(panels(series).contains { $0.contains(#"up{job="a.b c"}"#) })
  }

  /// A panel has the values of one unit.
  @Test func namesOfSeveralUnits() throws {
    let inference = try inference("job,v\na,2s\nb,350ms\nc,5%\nd,0\n")
    #expect(panels(inference) == ["v: a b d", "v: c"])
    #expect(inference.groups.map(\.unit.unit) == [.seconds, .percent])
    #expect(inference.groups.map(\.unit.factor) == [1, 1])
  }

  /// Identifiers have no panel, and are told once.
  @Test func identifiersAreLeftOut() throws {
    let text = "v=1 id=7e12\nv=3 id=9f3a\nv=2 id=1234\n"
    let found = try inference(text)
    #expect(panels(found) == ["v: v"])
    #expect(found.partsNotShown.map(\.name) == ["id"])
    #expect(try panels(inference(text, columns: ["id"])) == ["id: id"])
  }

  /// An explanation proposes the option that tells rows of one time apart.
  @Test func aKeyIsProposed() throws {
    let lines = ["/a", "/b"].map { "{\"time\":1795236440,\"path\":\"\($0)\",\"v\":1}\n" }
    let facts = try Page(lines.joined()).scene.explanation
    #expect(
      facts.contains {
        $0.name == "rows of"
          && $0.text == "several things at one time; --by 'path' tells them apart"
      })
  }

  @Test func textsOfObjectsAreTold() throws {
    let facts = try Page("{\"a\": 1, \"ok\": true, \"s\": \"x\"}\n").scene.explanation
    #expect(facts.map(\.text).contains("s: no numbers to draw"))
  }

  @Test func wholeNumbersHaveNoDecimals() throws {
    let page = try Page(rows { "\(20 + $0 % 2)" }, size: Size(800, 480))
    let plot = try #require(page.scene.view.panel(0)?.shownPlot)
    #expect(plot.valueFormat?(21).text == "21")
  }

  /// Numbers that have become the names of rows are in the names of other columns.
  @Test func namesOfRowsAreNotLeftOut() throws {
    let text = (0..<6).map {
      "{\"time\":\(1_795_236_440 + $0 / 2),\"gpu\":\($0 % 2),\"t\":\($0)}\n"
    }
    let found = try inference(text.joined())
    #expect(panels(found) == ["t: gpu 0 gpu 1"] && found.partsNotShown.isEmpty)
  }
}
