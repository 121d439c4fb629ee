import Metrics
import TestSupport
import Testing

@testable import Feeds

@Suite struct JSONPathTests {
  @Test(
    arguments: [
      (".queues.mail.depth", [.key("queues"), .key("mail"), .key("depth")]),
      ("queues.mail", [.key("queues"), .key("mail")]),
      (".disks[0].free", [.key("disks"), .index(0), .key("free")]),
      (".[\"a key\"].b", [.key("a key"), .key("b")]), ("[\"a.b\"][-1]", [.key("a.b"), .index(-1)]),
      (".\"a \\\"key\\\"\"", [.key("a \"key\"")]), ("[0][1]", [.index(0), .index(1)]),
      (".größe", [.key("größe")]), (".", []), (".0", [.key("0")]),
    ] as [(String, [JSONPath.Step])])
  func reads(_ text: String, _ steps: [JSONPath.Step]) throws {
    let path = try #require(JSONPath(text))
    #expect(path.steps == steps)
    // The description of a path is the same path.
    if !steps.isEmpty { #expect(JSONPath("\(path)") == path) }
  }

  @Test(arguments: [
    "", "..", ".a..b", ".a.", "[", "[]", "[x]", "[0", "[\"a\"", "[\"a", ".a]", "[99999999999]",
    "a[0]b",
  ])
  func refuses(_ text: String) { #expect(JSONPath(text) == nil) }
}

@Suite struct JSONDocumentTests {
  private func number(_ text: String, _ path: String) -> Result<Double, SourceError> {
    Array(text.utf8).withUnsafeBytes { bytes in
      Result { () throws(SourceError) in
        try JSONDocument(bytes).numbers(at: [JSONPath(path)!])[0].get().value
      }
    }
  }

  private static let text = """
    {"queues": {"mail": {"depth": 12, "rate": 1.5e2}}, "disks": [{"free": 7}, {"free": 8}],
     "a key": -3, "ok": true, "off": false, "text": "12.5", "word": "x", "none": null,
     "big": 1267650600228229401496703205376, "größe": 4}
    """

  @Test(
    arguments: [
      (".queues.mail.depth", 12), (".queues.mail.rate", 150), (".disks[0].free", 7),
      (".disks[-1].free", 8), (".[\"a key\"]", -3), (".ok", 1), (".off", 0), (".text", 12.5),
      (".big", 0x1p100), (".größe", 4),
    ] as [(String, Double)])
  func finds(_ path: String, _ expected: Double) throws {
    #expect(try number(Self.text, path).get() == expected)
  }

  @Test func nullIsMissing() throws { #expect(try number(Self.text, ".none").get().isNaN) }

  @Test(arguments: [("5", 5), ("[1]", nil), (" \n7\n", 7)] as [(String, Double?)])
  func aNumberAlone(_ text: String, _ expected: Double?) {
    #expect((try? number(text, ".").get()) == expected)
  }

  @Test(
    arguments: [
      (
        ".queues.mail.dpth",
        "no 'queues.mail.dpth' in the answer (did you mean 'queues.mail.depth'?)"
      ),
      (
        ".queus.mail.depth",
        "no 'queus.mail.depth' in the answer (did you mean 'queues.mail.depth'?)"
      ),
      (".a_key", "no 'a_key' in the answer (did you mean '.[\"a key\"]'?)"),
      (".nothing.of.it", "no 'nothing.of.it' in the answer"),
      (".disks[2].free", "no 'disks[2]' in the answer: there are 2 elements"),
      (".disks[-3]", "no 'disks[-3]' in the answer: there are 2 elements"),
      (".disks.free", "no 'disks.free' in the answer: 'disks' is not an object"),
      (".queues[0]", "no 'queues[0]' in the answer: 'queues' is not an array"),
      ("[0]", "no '[0]' in the answer: the answer is not an array"),
      (".word", "'word' is the text 'x', not a number (see 'mappings')"),
      (".disks", "'disks' is an array, not a number"),
      (".queues", "'queues' is an object, not a number"),
    ])
  func saysWhatIsWrong(_ path: String, _ reason: String) {
    let error = #expect(throws: SourceError.self) { try number(Self.text, path).get() }
    #expect(error?.description == reason)
  }

  @Test(
    arguments: [
      ("", "the answer is empty"), ("{\"a\": 1", "the answer is not JSON (line 1, column 7)"),
      ("<html>", "the answer is a web page, not JSON"),
      ("{\n\"a\": x}", "the answer is not JSON (line 2, column 6)"),
      ("\u{0}", "the answer is not JSON (line 1, column 1)"),
    ])
  func isNotJSON(_ text: String, _ reason: String) {
    let error = #expect(throws: SourceError.self) { try number(text, ".a").get() }
    #expect(error?.description == reason)
  }

  @Test func isNotTooDeep() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect((try? number(text, ".a").get()) == nil)
  }
}

@Suite struct ExpositionTests {
  private static let text = """
    # HELP http_requests_total The total number of HTTP requests.
    # TYPE http_requests_total counter
    http_requests_total{method="post",code="200"} 1027 1395066363000
    http_requests_total{method="post",code="400"}    3 1395066363000

    # Escaping in label values:
    msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9
    metric_without_timestamp_and_labels 12.47
    something_weird{problem="division by zero"} +Inf 3982045
    http_request_duration_seconds_bucket{le="0.05"} 24054
    http_request_duration_seconds_bucket{le="+Inf"} 144320
    http_request_duration_seconds_sum 53423
    rpc_duration_seconds{quantile="0.01"} NaN
      spaced { a = "x" , b="{}" , } 5
    tabbed{a="y"}\t6\t
    with_exemplar_total 17 # {trace_id="x"} 0.5
    hex 0x10
    # EOF
    """

  private func sum(_ name: String, _ labels: Labels = .none) -> Double? {
    let exposition = Array(Self.text.utf8).withUnsafeBytes {
      Exposition($0, queries: [.init(name: name, labels: labels)])
    }
    return exposition.results[0].sums[.none]
  }

  @Test(
    arguments: [
      ("http_requests_total", [:], 1030), ("http_requests_total", ["code": "400"], 3),
      ("http_requests_total", ["code": "200", "method": "post"], 1027),
      ("http_requests_total", ["code": "500"], nil), ("http_requests_total", ["x": "500"], nil),
      ("http_requests", [:], nil), ("metric_without_timestamp_and_labels", [:], 12.47),
      ("something_weird", [:], .infinity), ("spaced", ["a": "x", "b": "{}"], 5),
      ("tabbed", ["a": "y"], 6), ("with_exemplar_total", [:], 17),
      ("http_request_duration_seconds_bucket", ["le": "+Inf"], 144_320),
      (
        "msdos_file_access_time_seconds",
        ["path": "C:\\DIR\\FILE.TXT", "error": "Cannot find file:\n\"FILE.TXT\""], 1_458_255_915
      ), ("rpc_duration_seconds", ["quantile": "0.5"], nil),
    ] as [(String, Labels, Double?)])
  func reads(_ name: String, _ labels: Labels, _ expected: Double?) {
    #expect(sum(name, labels) == expected)
  }

  @Test func notANumberStaysOne() { #expect(sum("rpc_duration_seconds")?.isNaN == true) }

  @Test func namesAreThoseOfSamples() {
    let names = Array(Self.text.utf8).withUnsafeBytes { Exposition.names(in: $0) }
    #expect(names.count == 11)
    #expect(names.contains("spaced") && !names.contains("HELP"))
  }

  @Test(arguments: [
    ("<html>\n<body>", 1), ("\n\na{ 5", 3), ("a{b=\"x} 5", 1), ("a{b=x} 5", 1), ("a x", 1),
    ("a", 1), ("1a 5", 1), ("a{b=\"x\\", 1), ("a 5\r\nb\r\n", 2),
  ])
  func tellsTheFirstLineThatIsNone(_ text: String, _ line: Int) {
    let queries = [Exposition.Query(name: "a", labels: [:])]
    let exposition = Array(text.utf8).withUnsafeBytes { Exposition($0, queries: queries) }
    #expect(exposition.firstBadLine == line)
  }

  @Test func reasons() throws {
    let misspelled = Query.sample(name: "spacd", labels: .none)
    let others = Query.sample(name: "tabbed", labels: ["a": "z"])
    let queries: Set<Query> = [
      misspelled, others, .path(".x"), .sample(name: "something_weird", labels: .none),
    ]
    let (samples, missing) = try HTTPAnswer.freshSamples(
      of: queries, in: Array(Self.text.utf8), format: .exposition, at: 7)
    #expect(missing[misspelled] == "no 'spacd' in the answer (did you mean 'spaced'?)")
    #expect(
      missing[others] == "no 'tabbed{a=\"z\"}' in the answer, only samples with other labels")
    #expect(missing[.path(".x")] == "'.x' is not a sample")
    // A chart has no place for the value.
    #expect(samples.rows.map(\.time) == [7])
    #expect(samples.rows[0].values["something_weird"]?.isNaN == true)
  }

  @Test(
    arguments: [
      ("x 0x1p3\n", [:], "the value of 'x' is not a number"),
      ("x{a=\"b\"} -\nx{a=\"c\"} 1\n", ["a": "b"], "the value of 'x{a=\"b\"}' is not a number"),
      (
        "x{a=\"b\"} -\n", ["a": "c"],
        "no 'x{a=\"c\"}' in the answer, only samples with other labels"
      ),
      ("x{a=b} 1\n", [:], "no 'x' in the answer"), ("x -\nx{a=\"b\"} 1\n", [:], nil),
    ] as [(String, Labels, String?)])
  func valuesThatAreNoNumbers(_ text: String, _ labels: Labels, _ reason: String?) throws {
    let query = Query.sample(name: "x", labels: labels)
    let (_, missing) = try HTTPAnswer.freshSamples(
      of: [query], in: Array(text.utf8), format: .exposition, at: 7)
    #expect(missing[query] == reason)
  }

  /// The sums of samples by the values of labels: `sum by (code) (http_requests_total)` in PromQL.
  @Test(
    arguments: [
      ("http_requests_total", [:], ["code"], [["code": "200"]: 1027, ["code": "400"]: 3]),
      ("http_requests_total", [:], ["method"], [["method": "post"]: 1030]),
      (
        "http_requests_total", ["code": "400"], ["method", "code"],
        [["method": "post", "code": "400"]: 3]
      ),
      // A sample without the label belongs to the sum without labels.
      ("http_requests_total", [:], ["path"], [[:]: 1030]),
      ("tabbed", ["a": "z"], ["a"], [:]),
      (
        "http_request_duration_seconds_bucket", [:], ["le"],
        [["le": "0.05"]: 24_054, ["le": "+Inf"]: 144_320]
      ),
    ] as [(String, Labels, [String], [Labels: Double])])
  func sumsByLabels(
    _ name: String, _ labels: Labels, _ by: [String], _ expected: [Labels: Double]
  ) throws {
    let exposition = Array(Self.text.utf8).withUnsafeBytes {
      Exposition($0, queries: [.init(name: name, labels: labels, by: by)])
    }
    #expect(exposition.results[0].sums == expected)
    let query = Query.sample(name: name, labels: labels, by: by)
    let (samples, missing) = try HTTPAnswer.freshSamples(
      of: [query], in: Array(Self.text.utf8), format: .exposition, at: 7)
    #expect(missing.isEmpty == !expected.isEmpty)
    #expect(samples.count == (expected.isEmpty ? 0 : 1))
    for (labels, sum) in expected {
      #expect(samples.rows[0].values[Metric(name, labels: labels)] == sum)
    }
  }

  /// The sums of the first thousand labels are whole, and the others are told.
  @Test(arguments: [(1000, nil), (1001, "more than 1000 series: the others are left out")])
  func aThousandSeriesAreTheMost(count: Int, reason: String?) throws {
    let lines = (0..<count).map { "a{b=\"\($0)\"} 1\n" } + ["a{b=\"0\"} 2\n"]
    let query = Query.sample(name: "a", labels: .none, by: ["b"])
    let (samples, missing) = try HTTPAnswer.freshSamples(
      of: [query], in: Array(lines.joined().utf8), format: .exposition, at: 7)
    #expect(samples.first?.batch.columns.count == 1000)
    #expect(samples.rows.first?[Metric("a", labels: ["b": "0"])] == 3)
    #expect(missing[query] == reason)
  }

  /// A sample with a time of its own holds for five minutes, as in Prometheus. Times are milliseconds, and in
  /// OpenMetrics seconds.
  @Test(
    arguments: [
      ("a{b=\"x\"} 1 999700000\na{b=\"y\"} 2 1000000000", 3), ("a 1 999699999\na 2", 2),
      ("a 1 2000000000", 1), ("a 1 999699999", nil), ("a 1 0\na 2 -5", nil), ("a 1 x", 1),
      ("a 1 999700\n# EOF\n", 1), ("a 1 999699.9\n# EOF", nil), ("a 1 999700\n#EOF", nil),
      ("a 1 # {t=\"x\"} 0.5 999\n# EOF", 1), ("a 1 999699 # {t=\"x\"} 0.5 999\n# EOF", nil),
    ] as [(String, Double?)])
  func ages(text: String, sum: Double?) throws {
    let query = Query.sample(name: "a", labels: .none)
    let (samples, missing) = try HTTPAnswer.freshSamples(
      of: [query], in: Array(text.utf8), format: .exposition, at: 1_000_000)
    #expect(samples.rows.map { $0.values["a"] } == (sum.map { [$0] } ?? []))
    #expect(samples.rows.allSatisfy { $0.time == 1_000_000 })
    #expect(
      missing == (sum == nil ? [query: "the samples of 'a' are older than 5 minutes"] : [:]))
  }

  @Test func survivesDamage() {
    var random = SeededGenerator(seed: 3)
    let whole = Array(Self.text.utf8)
    let queries = ["spaced", "tabbed", "http_requests_total", "msdos_file_access_time_seconds"]
      .map { Exposition.Query(name: $0, labels: ["a": "x"]) }
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1..<8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.removeSubrange(place..<min(place + 9, bytes.count))
        }
      }
      let exposition = bytes.withUnsafeBytes { Exposition($0, queries: queries) }
      #expect(exposition.samples <= 15)
    }
  }
}
