import Foundation
import Metrics
import Testing

@testable import Feeds

/// Rows of JSON answers as series.
@Suite struct RowReaderTests {
  private func read(
    _ text: String, _ query: RowQuery, zone: TimeZoneRules = .utc
  ) throws -> RowReader {
    var reader = try #require(RowReader(query, zone: zone, now: 1_763_800_000))
    try Array(text.utf8).withUnsafeBytes { reader.read($0, try JSONDocument($0)) }
    return reader
  }

  private func points(_ reader: RowReader, _ metric: Metric) -> [String] {
    guard let series = reader.series[metric] else { return [] }
    return zip(series.times, series.values).map { "\(Int($0)): \($1)" }
  }

  @Test(arguments: [
    ("{\"d\": [[1763800000, 5], [1763800001, 6]]}", ".d", "0", "1"),
    ("[{\"t\": 1763800000, \"v\": 5}, {\"t\": 1763800001, \"v\": \"6\"}]", ".", "t", "v"),
    (
      "[[{\"t\": 1763800000000, \"v\": 5}], [], [{\"t\": 1763800001000, \"v\": 6}]]", ".[]", "t",
      "v"
    ),
    ("{\"a\": [{\"b\": [[5, \"1763800000\"]]}, {\"b\": [[6, 1763800001.0]]}]}", ".a[].b", "1", "0"),
    (
      "[{\"at\": {\"s\": 1763800000}, \"v\": [5]}, {\"at\": {\"s\": 1763800001}, \"v\": [6]}]", ".",
      ".at.s", ".v[0]"
    ),
    ("{\"c\": [\"at\", \"x\"], \"r\": [[1763800000, 5], [1763800001, 6]]}", ".r", "at", "x"),
  ])
  func shapes(text: String, rows: String, time: String, value: String) throws {
    let query = RowQuery(rows: rows, time: time, values: [value], names: ".c")
    let reader = try read(text, query)
    #expect(reader.problem == nil)
    #expect(points(reader, Metric(value)) == ["1763800000: 5.0", "1763800001: 6.0"])
  }

  @Test(
    arguments: [
      ("1763800000", nil, 1_763_800_000), ("1763800000500", nil, 1_763_800_000.5),
      ("1763800000500000", nil, 1_763_800_000.5), ("1763800000500000000", nil, 1_763_800_000.5),
      ("\"2025-11-22T08:26:40Z\"", nil, 1_763_800_000),
      ("\"2025-11-22T09:26:40.5+01:00\"", nil, 1_763_800_000.5),
      ("\"2025-11-22 10:26:40\"", nil, 1_763_800_000), ("\"10:26:40\"", nil, 1_763_800_000),
      ("\"22/Nov/2025 10:26\"", "%d/%b/%Y %H:%M", 1_763_799_960),
      ("\"22.11.2025 08.26 +0000\"", "%d.%m.%Y %H.%M %z", 1_763_799_960),
    ] as [(String, String?, Double)])
  func times(text: String, format: String?, time: Double) throws {
    let query = RowQuery(rows: ".", time: "t", values: ["v"], timeFormat: format)
    let zone = TimeZoneRules.fixed(offset: 7200, abbreviation: "X")
    let reader = try read("[{\"t\": \(text), \"v\": 1}]", query, zone: zone)
    #expect(reader.problem == nil)
    #expect(reader.series["v"]?.times == [time])
  }

  @Test(
    arguments: [
      ("5", 5), ("-1e3", -1000), ("\"21.5\"", 21.5), ("true", 1), ("\"off\"", 0), ("null", .nan),
      ("\"unavailable\"", .nan), ("\"inf\"", .nan), ("\" 21.5 °C\"", 21.5), ("\"12,5\"", 12.5),
      ("\"n/a\"", .nan), ("\"5 kWh\"", 5), ("\"3 kB\"", 3000),
    ] as [(String, Double)])
  func values(text: String, value: Double) throws {
    let reader = try read(
      "[[1763800000, \(text)]]", RowQuery(rows: ".", time: "0", values: ["1"]))
    let read = try #require(reader.series["1"]?.values.first)
    #expect(read == value || read.isNaN && value.isNaN)
    #expect(reader.problem == nil)
  }

  @Test(arguments: [
    ("{\"data\": []}", ".dta", "0", "no 'dta' in the answer (did you mean 'data'?)"),
    ("{\"data\": 5}", ".data", "0", "'.data' leads to no array in the answer"),
    ("[{\"t\": 1763800000, \"vale\": 1}]", ".", "t", "no 'value' in a row (did you mean 'vale'?)"),
    ("[[1763800000]]", ".", "0", "no column 'value' in the rows"),
    (
      "[{\"t\": \"soon\", \"value\": 1}]", ".", "t",
      "the time 'soon' cannot be read: 'time_format' states the format"
    ),
    (
      "[{\"t\": 12, \"value\": 1}]", ".", "t",
      "the time '12' cannot be read: 'time_format' states the format"
    ),
    (
      "[{\"t\": 1763800000, \"value\": \"much\"}]", ".", "t",
      "'value' is the text 'much' in a row, not a number (see 'mappings')"
    ),
    ("[{\"t\": 1763800000, \"value\": {}}]", ".", "t", "'value' is not a number in a row"),
  ])
  func mistakesAreTold(text: String, rows: String, time: String, problem: String) throws {
    let reader = try read(text, RowQuery(rows: rows, time: time, values: ["value"]))
    #expect(reader.problem == problem)
  }

  /// A number with a unit is converted to the unit of its panel, as in other answers.
  @Test(
    arguments: [("\"1500 ms\"", 1.5, nil), ("\"2\"", 2, nil), ("\"5 kB\"", .nan, "'v' is in B")]
      as [(String, Double, String?)])
  func units(_ value: String, _ number: Double, _ problem: String?) throws {
    let query = Query.rows(RowQuery(rows: ".", values: ["v"])).counting(in: ColumnUnit("s"))
    var found: RowQuery?
    if case .rows(let rows) = query { found = rows }
    let rows = try #require(found)
    #expect(query.unit == ColumnUnit("s") && query.counting(in: ColumnUnit("B")) == query)
    let reader = try read("[{\"v\": \(value)}]", rows)
    let shown = reader.series.values.first?.values.first ?? .nan
    #expect(shown == number || shown.isNaN && number.isNaN)
    #expect(reader.problem == problem.map { $0 + ", which does not fit its panel's unit" })
  }

  @Test func theRowOfATextIsTold() throws {
    let text = "[{\"job\": \"a\", \"node\": \"b\", \"state\": \"stuck\\n\"}]"
    let query = RowQuery(rows: ".", time: "", values: ["state"], by: ["node", "job"])
    #expect(
      try read(text, query).problem
        == "'state' is the text 'stuck\\n' in the row 'b a', not a number (see 'mappings')")
  }

  /// The search for a similar name takes longer than the reading of a row, and one reason is told.
  @Test func oneReasonIsSearchedFor() throws {
    let query = RowQuery(rows: ".", time: "t", values: ["v", "w"], by: [".tags.host"])
    var reader = try #require(RowReader(query, zone: .utc, now: 1_763_800_000))
    var (names, reasons): ([String], [String]) = ([], [])
    for lacked in ["v", "w", "t"] {
      reader.addRow(
        value: { $0.name == lacked ? nil : .number(1_763_800_000) },
        label: { field in
          names.append(field.label)
          return "a"
        },
        reason: { field in
          reasons.append(field.name)
          return "no \(field.name)"
        })
    }
    #expect(reasons == ["v"])
    #expect(names == ["host", "host"])
    #expect(reader.problem == "no v")
    let counts = ["v", "w"].map { name in
      reader.series[Metric(query.name, labels: ["host": "a", "value": name])]?.values.count
    }
    #expect(counts == [1, 1])
  }

  @Test(
    arguments: [
      (RowQuery(rows: ".", time: "0", values: ["1"]), nil),
      (
        RowQuery(rows: ".a[", time: "0", values: ["1"]),
        "'.a[' is not a path to rows in JSON, such as .data or .[].datapoints"
      ),
      (RowQuery(rows: ".", values: ["1"]), nil),
      (RowQuery(rows: ".", time: "0"), "'rows' need a 'value': the number or the name of a field"),
      (
        RowQuery(rows: ".", time: "0", values: ["a..b"]),
        "'a..b' is neither the number nor the name of a field"
      ),
    ] as [(RowQuery, String?)])
  func queries(query: RowQuery, problem: String?) {
    #expect(query.problem == problem)
  }

  // MARK: Recorded answers

  private func fixture(_ name: String, _ query: RowQuery) throws -> RowReader {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appendingPathComponent("Fixtures/http/\(name).json"), encoding: .utf8)
    let reader = try read(text, query)
    #expect(reader.problem == nil)
    return reader
  }

  @Test func netdata() throws {
    let reader = try fixture(
      "netdata",
      RowQuery(rows: ".data", time: "time", values: ["user", "iowait"], names: ".labels"))
    #expect(
      points(reader, Metric("user iowait", labels: ["value": "user"])) == [
        "1763800210: 6.281407", "1763800209: 4.7738693", "1763800208: 5.2763819",
      ])
    #expect(
      points(reader, Metric("user iowait", labels: ["value": "iowait"])) == [
        "1763800210: 0.2512563", "1763800209: nan", "1763800208: 0.0",
      ])
  }

  @Test func graphite() throws {
    let reader = try fixture(
      "graphite", RowQuery(rows: ".[].datapoints", time: "1", values: ["0"], by: ["target"]))
    #expect(
      points(reader, Metric("0", labels: ["target": "servers.web1.load"])) == [
        "1763800200: 1.25", "1763800260: nan", "1763800320: 1.5",
      ])
    #expect(reader.series.count == 2)
  }

  @Test func influxDB() throws {
    let reader = try fixture(
      "influxdb",
      RowQuery(
        rows: ".results[].series[].values", time: "time", values: ["mean"], by: [".tags.host"],
        names: ".columns"))
    #expect(
      points(reader, Metric("mean", labels: ["host": "web1"])) == [
        "1763800200: 12.5", "1763800260: nan", "1763800320: 14.0",
      ])
    #expect(
      points(reader, Metric("mean", labels: ["host": "web2"])) == [
        "1763800200: 3.0", "1763800320: 5.0",
      ])
  }

  /// Rows take names and labels from the innermost value that has them, and none of an earlier series.
  @Test func seriesHaveNamesAndLabelsOfTheirOwn() throws {
    let text = """
      {"c": ["at", "v"], "host": "x", "s": [
        {"r": [[1763800000, 1]]},
        {"c": ["v", "at"], "host": "y", "r": [[2, 1763800000], [3, 1763800001]]},
        {"r": [[1763800002, 4]]}]}
      """
    let query = RowQuery(rows: ".s[].r", time: "at", values: ["v"], by: ["host"], names: ".c")
    let reader = try read(text, query)
    #expect(reader.problem == nil)
    #expect(
      points(reader, Metric("v", labels: ["host": "x"])) == ["1763800000: 1.0", "1763800002: 4.0"])
    #expect(
      points(reader, Metric("v", labels: ["host": "y"])) == ["1763800000: 2.0", "1763800001: 3.0"])
  }

  /// An answer of many rows, which takes many minutes if the names are searched for each row.
  @Test func manyRowsAreReadOnce() throws {
    let count = 20_000
    let rows = (0..<count).map { "[\(1_763_000_000 + $0),5]" }.joined(separator: ",")
    let query = RowQuery(rows: ".d", time: "at", values: ["v"], by: ["host"], names: ".c")
    let reader = try read("{\"host\":\"x\",\"d\":[\(rows)],\"c\":[\"at\",\"v\"]}", query)
    #expect(reader.series[Metric("v", labels: ["host": "x"])]?.values.count == count)
  }

  /// A label has the last name of its path, or the whole path where others have the same last name.
  @Test(
    arguments: [
      (["source.host", ".target.host", "zone"], ["source.host", "target.host", "zone"]),
      (["source.host", "zone"], ["host", "zone"]),
      (["source.host", "source.zone", "zone"], ["host", "source.zone", "zone"]),
    ] as [([String], [String])])
  func pathsWithTheSameLastName(by: [String], labels: [String]) throws {
    func row(_ source: String, _ target: String) -> String {
      "{\"source\": {\"host\": \"\(source)\", \"zone\": \"s\"}, "
        + "\"target\": {\"host\": \"\(target)\"}, \"zone\": \"z\", \"v\": 1}"
    }
    let query = RowQuery(rows: ".", values: ["v"], by: by)
    #expect(Query.rows(query).distinguishingLabels == labels)
    let reader = try read("[\(row("a", "x")), \(row("b", "x"))]", query)
    #expect(reader.series.count == 2)
    let values = ["source.host": "a", "target.host": "x", "zone": "z", "source.zone": "s"]
    let own = zip(labels, by).map { label, path in
      (label, values[path.hasPrefix(".") ? String(path.dropFirst()) : path]!)
    }
    let metric = Metric("v", labels: Labels(Dictionary(uniqueKeysWithValues: own)))
    #expect(reader.series[metric]?.values == [1])
  }

  // MARK: CSV

  private func csv(_ text: String, _ query: RowQuery) throws -> RowReader {
    var reader = try #require(RowReader(query, zone: .utc, now: 1_763_800_000))
    Array(text.utf8).withUnsafeBytes { reader.read(csv: $0) }
    return reader
  }

  /// The answer of InfluxDB 2, whose second table has other columns.
  @Test func annotatedCSV() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let body = [UInt8](
      try Data(contentsOf: folder.appendingPathComponent("Fixtures/http/influxdb2.csv")))
    let query = RowQuery(rows: ".", time: "_time", values: ["_value"], by: ["host"])
    var past = RowPast()
    let answer = try RowAnswer.samples(
      of: [.rows(query)], in: body, .init(stretch: 1_763_800_000...1_763_900_000, step: 1), &past)
    #expect(answer.missing.isEmpty)
    let (old, new) = (
      Metric("_value", labels: ["host": "web2, old"]), Metric("_value", labels: ["host": "web1"])
    )
    let rows = answer.samples.rows.sorted { $0.time < $1.time }
    #expect(rows.compactMap { $0[old] } == [3])
    #expect(rows.compactMap { $0[new] } == [12.5, 14])
    let times = rows.filter { $0.values[new] != nil }.map(\.time)
    #expect(times == [1_763_800_200, 1_763_800_260, 1_763_800_320.5])
  }

  @Test(
    arguments: [
      ("t,v\n1763800000,5\n1763800001,6\n", "t", "v", nil),
      ("t,v\r\n1763800000,5\r\n1763800001,6", "0", "1", nil),
      ("\"a\nb\",t,v\n\"x\ny\",1763800000,5\n\"\",1763800001,6\n", "t", "v", nil),
      // Comments, and a row that starts with `#`.
      ("# of\nt,v,n\n1763800000,5,#1\n# half\n1763800001,6,a\n", "t", "v", nil),
      ("n,t,v\n#1,1763800000,5\n#2,1763800001,6\n", "t", "v", nil),
      (
        "t,vale\n1763800000,5\n", "t", "value",
        "no column 'value' in the rows (did you mean 'vale'?)"
      ),
      (
        "t,v\n1763800000,much\n", "t", "v",
        "'v' is the text 'much' in a row, not a number (see 'mappings')"
      ),
    ] as [(String, String, String, String?)])
  func plainCSV(text: String, time: String, value: String, problem: String?) throws {
    let reader = try csv(text, RowQuery(rows: ".", time: time, values: [value]))
    #expect(reader.problem == problem)
    if problem == nil {
      #expect(points(reader, Metric(value)) == ["1763800000: 5.0", "1763800001: 6.0"])
    }
  }

  /// Fields are numbered from 0.
  @Test(arguments: ["-1", "-9223372036854775808", "2", "9223372036854775807"])
  func aNumberBeyondTheFieldsIsNoValue(number: String) throws {
    let query = RowQuery(rows: ".", time: "t", values: [number], by: [number])
    let reader = try csv("t,v\n1763800000,5\n", query)
    #expect(reader.problem == nil)
    #expect(points(reader, Metric(number)) == ["1763800000: nan"])
  }

  @Test(arguments: [
    ("a,b\n1,2\n", true), ("#group,false\n", true), ("\r\n\"a\",b\n", true), ("[1,2]", false),
    (" {\"a\": 1, \"b\": 2}", false), ("<html>a,b</html>", false), ("null", false), ("", false),
  ])
  func whatCSVIs(text: String, isCSV: Bool) {
    Array(text.utf8).withUnsafeBytes { #expect(RowReader.isCSV($0) == isCSV) }
  }

  @Test func homeAssistant() throws {
    let reader = try fixture(
      "home-assistant-history",
      RowQuery(rows: ".[]", time: "last_changed", values: ["state"], by: ["entity_id"]))
    #expect(
      points(reader, Metric("state", labels: ["entity_id": "sensor.living_room_temperature"]))
        == ["1763800200: 21.4", "1763800512: nan", "1763800890: 21.6"])
    #expect(
      points(reader, Metric("state", labels: ["entity_id": "light.hall"]))
        == ["1763800200: 0.0", "1763800381: 1.0"])
  }

  /// An answer cut off at any place is told, or read as far as it is JSON; nothing worse.
  @Test func everyBeginningOfAnAnswerIsReadOrTold() throws {
    let text = Array("{\"d\": [[1763800000, {\"v\": [\"5\"]}], [1763800001, {}]]}".utf8)
    let query = RowQuery(rows: ".d", time: "0", values: [".[1].v[0]"])
    for end in 0..<text.count {
      #expect(throws: SourceError.self) {
        var past = RowPast()
        _ = try RowAnswer.samples(
          of: [.rows(query)], in: Array(text[..<end]), .init(stretch: 0...1, step: 1), &past)
      }
    }
  }

  /// Numbers of one kind have one unit, which is told.
  @Test(
    arguments: [
      (["1500 ms", "2 s", "3"], [1.5, 2, 3], "s"), (["1 s", "5 %"], [1, 5], nil), (["1"], [1], nil),
    ] as [([String], [Double], String?)])
  func unitsWithoutPanel(texts: [String], numbers: [Double], unit: String?) throws {
    let rows = texts.map { "{\"v\": \"\($0)\"}" }.joined(separator: ",")
    let reader = try read("[\(rows)]", RowQuery(rows: ".", time: "", values: ["v"]))
    #expect(reader.series.values.first?.values == numbers && reader.unit == unit)
  }
}
