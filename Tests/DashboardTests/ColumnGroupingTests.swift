import Feeds
import Metrics
import Testing

@testable import Dashboard

@Suite struct ColumnGroupingTests {
  private func column(_ name: String, _ magnitude: Double?, unit: String? = nil)
    -> ColumnGrouping.Column
  {
    ColumnGrouping.Column(
      name: name, label: name, unit: StreamUnit(unit), magnitude: magnitude)
  }

  private func titles(_ columns: [ColumnGrouping.Column]) -> [String] {
    ColumnGrouping.groups(columns).map {
      $0.title + ": " + $0.names.joined(separator: " ")
    }
  }

  /// The inference that a text leads to.
  private func inference(
    _ text: TextParts, _ options: StreamOptions = StreamOptions()
  ) -> StreamInference {
    var inference = StreamInference(
      options: options, source: PointerPage.source, name: nil, isFile: true)
    inference.take(TextUpdates(isFile: true).update(text))
    inference.group(by: inference.columns.map { _ in ColumnFacts(magnitude: 1) })
    return inference
  }

  /// A number of the column of the horizontal axis counts the fields of the text. Some fields are no columns.
  @Test(arguments: [("2", "b: b"), ("3", "a: a"), ("b", "a: a")])
  func theHorizontalAxisHasNoGroup(column: String, expected: String) {
    var options = TextOptions()
    options.horizontal = column
    var inference = StreamInference(
      options: StreamOptions(),
      source: .text(TextFeedSpec(origin: .standardInput, options: options, numbersRows: true)),
      name: nil, isFile: true)
    let text = TextParts(text: "time,a,b\n2026-11-21,1,2\n2026-11-22,3,4\n")
    inference.take(TextUpdates(options, isFile: true).update(text))
    inference.group(by: inference.columns.map { _ in ColumnFacts(magnitude: 1) })
    #expect(inference.groups.map { $0.title + ": " + $0.names.joined() } == [expected])
  }

  @Test func vmstat() throws {
    let columns = inference(try TextParts(fixture: "vmstat.txt")).columns.map {
      column($0.name, 1)
    }
    #expect(
      titles(columns) == [
        "Processes: r b", "Memory: swpd free buff cache", "Swap: si so", "Disk: bi bo",
        "System: in cs", "CPU: us sy id wa st",
      ])
  }

  /// A unit in brackets is shown with the values. It belongs neither to the names nor to their common
  /// part.
  @Test(
    arguments: [
      ("read (MB/s),write (MB/s),temp [C]", nil, ["Throughput: read write", "temp: temp"]),
      (
        "cpu[%],load (1 min average)", nil,
        ["cpu: cpu", "load (1 min average): load (1 min average)"]
      ),
      ("[%],(s)", nil, ["[%]: [%]", "(s): (s)"]),
      ("read (MB/s),cpu[%]", "W", ["read: read", "cpu: cpu"]),
      ("read (foo),cpu[baz]", "W", ["read (foo), cpu[baz]: read (foo) cpu[baz]"]),
    ] as [(String, String?, [String])])
  func unitsInBrackets(header: String, unit: String?, expected: [String]) {
    var options = StreamOptions()
    options.unit = unit
    let row = header.split(separator: ",").map { _ in "3" }.joined(separator: ",")
    let groups = inference(TextParts(text: "\(header)\n\(row)\n\(row)\n"), options).groups
    #expect(groups.map { $0.title + ": " + $0.names.joined(separator: " ") } == expected)
  }

  @Test func likeMagnitudeAndUnit() {
    #expect(
      titles([
        column("a", 5), column("b", 400), column("c", 30), column("zero", nil),
        column("p", 1, unit: "%"), column("q", 99, unit: "%"),
      ]) == ["a, c, zero: a c zero", "b: b", "Percent: p q"])
  }

  @Test func theSameOfSeveralThings() {
    let names = ["sda r/s", "sda w/s", "sdb r/s", "sdb w/s", "sdb x"]
    #expect(
      titles(names.map { column($0, 1) }) == ["r/s: sda sdb", "w/s: sda sdb", "sdb x: sdb x"])
  }

  /// The first parts of paths are headings, unless each belongs to one column, and the rest is the same.
  @Test(
    arguments: [
      (
        ["web1.example.org", "web2.example.org", "db.example.org"],
        ["example.org: web1 web2 db"]
      ),
      (["eth0.in", "eth0.out", "eth1.in", "eth1.out"], ["eth0: in out", "eth1: in out"]),
      (["cpu.busy", "net.in"], ["cpu.busy: cpu.busy", "net.in: net.in"]),
      (["a.x", "b.x", "b.y"], ["a.x: a.x", "b: x y"]),
      ([".", "..", "a."], ["., ..: . ..", "a.: a."]),
    ])
  func pathsOfSeveralThings(_ names: [String], _ expected: [String]) {
    #expect(titles(names.map { column($0, 1) }) == expected)
  }

  /// Zero is written without a unit, and the largest of many columns come first.
  @Test func sizesOfManyThings() {
    #expect(
      titles([
        column("/dev Used", nil), column("/ Used", 5e9, unit: "B"), column("/run Used", nil),
      ]) == ["Used: /dev / /run"])
    let columns = (0..<8).map { column("p\($0) RES", $0 == 7 ? 9 : $0 == 3 ? 5 : nil) }
    #expect(titles(columns) == ["RES: p7 p3 p0 p1 p2 p4", "RES: p5 p6"])
  }

  /// A number behind a name tells two things apart; a number behind what tells rows apart is the field without a name.
  /// The only column without a name has no number, and one that the text calls by a number has.
  @Test(arguments: [
    ("Core 1: 5\nSensor 1: 6\nCore 1: 5\nSensor 1: 6\n", ["Core 1, Sensor 1: Core 1 Sensor 1"]),
    ("sda 5 900\nsdb 6 800\nsda 5 900\nsdb 6 800\n", ["Column 2: sda sdb", "Column 3: sda sdb"]),
    (
      "my a 5 900\nmy b 6 800\nmy a 5 900\nmy b 6 800\n",
      ["Column 2: my a my b", "Column 3: my a my b"]
    ),
    ("5\n6\n", ["Value: Value"]), ("{\"1\": 5}\n{\"1\": 6}\n", ["1: 1"]),
  ])
  func numbersInNames(text: String, expected: [String]) {
    let groups = inference(TextParts(text: text)).groups
    #expect(groups.map { $0.title + ": " + $0.names.joined(separator: " ") } == expected)
  }

  private func headed(
    _ heading: String, _ name: String, _ magnitude: Double?, unit: String? = nil
  ) -> ColumnGrouping.Column {
    var column = column(heading + " " + name, magnitude, unit: unit)
    column.bareName = name
    return column
  }

  /// A heading says which columns belong together; a panel has one quantity, and room for small numbers.
  @Test(
    arguments: [
      ((402, nil), (813, nil), ["system: int csw"]),
      ((402, nil), (4021, nil), ["system int: system int", "system csw: system csw"]),
      ((402, nil), (nil, nil), ["system: int csw"]),
      ((5, "MiB"), (600, "KiB"), ["system: int csw"]),
      ((5, "MiB"), (400, "KiB"), ["system int: system int", "system csw: system csw"]),
      ((5, "MiB"), (nil, nil), ["system: int csw"]),
      ((5, "MiB"), (5, nil), ["system int: system int", "system csw: system csw"]),
      ((5, "MiB"), (5, "s"), ["system int: system int", "system csw: system csw"]),
    ] as [((Double?, String?), (Double?, String?), [String])])
  func columnsUnderAHeading(
    first: (Double?, String?), second: (Double?, String?), expected: [String]
  ) {
    let groups = titles([
      headed("system", "int", first.0, unit: first.1),
      headed("system", "csw", second.0, unit: second.1),
    ])
    #expect(groups == expected)
  }

  /// Columns of different prefixes share the axis of the first one.
  @Test func numbersWithPrefixesOfTheirOwn() throws {
    let group = try #require(
      ColumnGrouping.groups([
        headed("net", "in", 5, unit: "MiB"), headed("net", "out", 600, unit: "KiB"),
        headed("net", "lost", nil),
      ]).first)
    #expect(group.columns == [0, 1, 2] && group.unit == StreamUnit("MiB"))
    #expect((0...2).map(group.factor) == [0x1p20, 1024, 0x1p20])
  }

  /// The time of the rows may begin anew, and is then a number like others.
  @Test(arguments: [([26.0, 30], false), ([30, 29], true), ([25], true), ([.nan, 26], false)])
  func elapsedTimesAreWatched(values: [Double], isBroken: Bool) {
    let metric = Query.metric(ofColumn: 0)
    var watch = ColumnWatch([metric: .growing(after: 25)])
    let batch = SampleBatch(
      times: values.indices.map(Double.init), columns: [SampleBatch.Column(metric, values)])
    #expect(watch.isBroken(by: FeedUpdate.Samples(.columns, batch)) == isBroken)
  }

  /// Columns of different headings stay apart, however alike they are.
  @Test func headingsStayApart() {
    #expect(
      titles([
        headed("paging", "in", 3), headed("paging", "out", 4), headed("system", "int", 5),
        headed("system", "csw", 6),
      ]) == ["paging: in out", "system: int csw"])
  }

  /// The halves of a cell have the common part of their name as a heading, and numbers with prefixes of their own have
  /// the axis of the first one.
  @Test func theHalvesOfACell() throws {
    let text = """
      NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O
      web       0.25%     52.3MiB / 7.66GiB     0.67%     1.2MB / 648kB     12.3MB / 0B
      web       3.25%     54.3MiB / 7.66GiB     0.69%     1.3MB / 650kB     12.3MB / 0B

      """
    let inference = inference(TextParts(text: text))
    let groups = inference.groups
    #expect(
      groups.map { $0.title + ": " + $0.names.joined(separator: " ") } == [
        "Percent: CPU MEM", "MEM: USAGE LIMIT", "NET: I O", "BLOCK: I O",
      ])
    let net = try #require(groups.first { $0.title == "NET" })
    let panel = inference.panel(net)
    #expect(panel.series.map(\.factor) == [net.unit.factor, net.units[1].factor])
    #expect(panel.unit == net.unit.unit)
  }

  /// Numbers of seconds that only grow are the time of the rows, and no measurement.
  @Test(
    arguments: [
      ("elapsed_s", [5, 10, 15, 25], true), ("time", [0, 0.5, 1, 7], true),
      ("t", [1, 2, 3, 5], true), ("seconds", [1, 2, 3, 3], false),
      ("Elapsed", [4, 3, 2, 1], false),
      ("temp", [5, 10, 15, 25], false), ("elapsed", [5, 10, 15], false),
    ] as [(String, [Double], Bool)])
  func elapsedTimes(name: String, times: [Double], isLeftOut: Bool) {
    let rows = times.map { "\($0),100\n" }.joined()
    var inference = StreamInference(
      options: StreamOptions(), source: PointerPage.source, name: nil, isFile: true)
    let update = TextUpdates(isFile: true).update(TextParts(text: "\(name),rps\n" + rows))
    inference.take(update)
    let samples = inference.columns.indices.map { place in
      var series = TimeSeries()
      for (row, time) in times.enumerated() {
        series.append(time: Double(row), value: place == 0 ? time : 100)
      }
      return series
    }
    inference.group(by: samples.map { ColumnFacts(of: $0) })
    #expect(inference.leftOut.map(\.column) == (isLeftOut ? [0] : []))
    #expect(inference.groups.contains { $0.columns.contains(1) })
  }

  @Test func namesThatBeginAlike() {
    #expect(
      titles(["Tasks total", "Tasks running"].map { column($0, 5) }) == ["Tasks: total running"])
    // A unit is not a title.
    #expect(
      titles(["MiB Mem total", "MiB Swap free"].map { column($0, 5, unit: "MiB") })
        == ["Size: Mem total Swap free"])
  }

  @Test func pathsOfJSON() {
    #expect(
      titles([
        column("cpu.0.user", 5), column("cpu.0.sys", 0.2), column("cpu.1.user", 6),
        column("cpu.1.sys", 0.3), column("queue.depth", 5),
      ]) == ["cpu user: 0 1", "cpu sys: 0 1", "queue.depth: queue.depth"])
  }

  @Test(arguments: ["", ".", "..", " ", "  ", ". .", "\u{FEFF}"])
  func namesOfSeparatorsOnly(name: String) {
    for other in ["a", "a.b", "a b", name] {
      let groups = ColumnGrouping.groups([column(name, 1), column(other, 1)])
      #expect(groups.flatMap(\.columns) == [0, 1])
      #expect(groups.allSatisfy { $0.names.count == $0.columns.count })
    }
  }

  /// With an empty label, as between two commas, a column keeps its name.
  @Test(arguments: [([""], ["a", "b"]), (["", "x"], ["a", "x"]), (["", "", ""], ["a", "b"])])
  func emptyLabels(labels: [String], names: [String]) {
    var options = StreamOptions()
    options.labels = labels
    let groups = inference(TextParts(text: "a,b\n1,2\n3,4\n"), options).groups
    #expect(groups.flatMap(\.names) == names)
  }

  /// Rows of different names share the label of their quantity, and numbers have both names.
  @Test(
    arguments: [
      (["Busy"], nil, "cpu,mem", ["Busy: web db", "mem: web db"]),
      (["", "Memory"], nil, "cpu,mem", ["cpu: web db", "Memory: web db"]),
      (["Busy"], nil, "cpu", ["Busy: web db"]),
      (
        [], .number, "cpu,mem",
        ["web cpu: web", "db cpu: db", "web mem: web", "db mem: db"]
      ),
      (
        ["Busy"], .number, "cpu,mem",
        ["web Busy: web", "db Busy: db", "web mem: web", "db mem: db"]
      ),
      ([], .number, "cpu", ["web: web", "db: db"]),
    ] as [([String], StreamOptions.Chart?, String, [String])])
  func namesOfRows(
    labels: [String], chart: StreamOptions.Chart?, columns: String, expected: [String]
  ) {
    var options = StreamOptions()
    (options.labels, options.chart) = (labels, chart)
    let values = columns.split(separator: ",").map { _ in "5" }.joined(separator: ",")
    let rows = (1...3).flatMap { day in ["web", "db"].map { "2026-01-0\(day),\($0),\(values)\n" } }
    let text = "time,host,\(columns)\n" + rows.joined()
    let groups = inference(TextParts(text: text), options).groups
    #expect(groups.map { $0.title + ": " + $0.names.joined(separator: " ") } == expected)
  }

  @Test(arguments: [".\n1\n2\n", ".,..\n1,2\n3,4\n", "{\".\":1}\n", "{\"\":{\".\":1},\"..\":2}\n"])
  func headersOfSeparatorsOnly(text: String) {
    #expect(!inference(TextParts(text: text)).groups.isEmpty)
  }

  @Test func noPanelHasMoreThanAreToldApart() {
    let groups = ColumnGrouping.groups((0..<1000).map { column("c\($0)", 1) })
    #expect(groups.allSatisfy { $0.columns.count <= 6 })
    #expect(groups.flatMap(\.columns) == Array(0..<1000))
  }

  @Test(
    arguments: [
      // Low, high, unit, and the ends of the axis.
      (0.0, 97.0, "%", 0.0, 100.0), (20, 25, "ms", 0, 28), (1010, 1013, "hPa", 1009.8, 1013.2),
      (-4, 8, "°C", -4.6, 8.8), (0, 0, "B", 0, 1), (7, 7, nil, 0, 7.5), (0.2, 10, nil, 0, 11),
      (20, 25, "°C", 19.8, 25.3), (230, 231, "V", 229.96, 231.06),
    ] as [(Double, Double, String?, Double, Double)])
  func axes(low: Double, high: Double, unit: String?, from: Double, to: Double) {
    var panel = PanelSpec(title: "t", chart: .line, series: [], unit: StreamUnit(unit).unit)
    panel.isInferred = true
    let domain = AxisRange(panel).scale(of: low...high).domain
    #expect(abs(domain.lowerBound - from) < 1e-9 && abs(domain.upperBound - to) < 1e-9, "\(domain)")
  }
}
