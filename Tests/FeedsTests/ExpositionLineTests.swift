import Testing

@testable import Feeds

/// The text format of Prometheus in a pipe or a file, and other lines that begin with `#`.
@Suite struct ExpositionLineTests {
  @Test func commentsTellTheFormat() {
    let result = TextResult(
      """
      # HELP http_requests_total Requests by 5 codes.
      # TYPE http_requests_total counter
      http_requests_total{method="post",code="200"} 1027 1395066363000
      http_requests_total{method="post",code="400"}    3 1395066363000
      # TYPE load gauge
      load 0.42
      # TYPE d_seconds histogram
      d_seconds_bucket{le="0.1"} 24
      d_seconds_bucket{le="+Inf"} 33 # {trace_id="x"} 0.67
      d_seconds_sum 5.5e1
      # EOF

      """)
    #expect(
      result.names == [
        #"http_requests_total{method="post",code="200"}"#,
        #"http_requests_total{method="post",code="400"}"#, "load",
        #"d_seconds_bucket{le="0.1"}"#, #"d_seconds_bucket{le="+Inf"}"#, "d_seconds_sum",
      ])
    #expect(result.columns[0].quantity == "http_requests_total")
    #expect(result.columns[0].key == #"method="post",code="200""#)
    #expect(result.rowCount == 1 && result.row(0) == [1027, 3, 0.42, 24, 33, 55])
    #expect(result.timeKind == .none && result.unreadable == 0)
  }

  /// Labels tell the format without comments, too. A series that comes again begins a row.
  @Test func labelsTellTheFormat() {
    let scrape = "up{job=\"a b\"} 1\nup{job=\"b, 2\",} NaN\ntemp_celsius 20.5\n"
    let result = TextResult(scrape + scrape.replacing("20.5", with: "21"))
    #expect(result.names == [#"up{job="a b"}"#, #"up{job="b, 2"}"#, "temp_celsius"])
    #expect(result.rowCount == 2)
    #expect(result.row(1)[0] == 1 && result.row(1)[1].isNaN && result.row(1)[2] == 21)
  }

  @Test(
    arguments: [
      ("process_cpu_seconds_total", "s"), ("node_memory_MemFree_bytes", "B"),
      ("go_goroutines", nil),
    ] as [(String, String?)]) func namesHaveUnits(_ name: String, _ unit: String?)
  {
    #expect(TextResult("# TYPE x gauge\n\(name) 5\n").columns.map(\.unit) == [unit])
  }

  /// Lines that are not samples of the format.
  @Test(arguments: ["a{b=\"c\" 5", "a{b} 5", "5{b=\"c\"} 5", "a{b=\"c\"} five", "a{b=\"c\"} 1 2 3"])
  func otherLines(_ line: String) {
    let bytes = Array(line.utf8)
    bytes.withUnsafeBufferPointer { #expect(Exposition.sample($0) == nil) }
  }

  // MARK: Comments in tables

  /// Comments below a header are no rows, and no headers.
  @Test(
    arguments: [
      "host v\na 5\n# 12m later restarted\nb 6\n", "host v\na 5\n\n# restarted now\nb 6\n",
      "host,v\na,5\n# 12m later, restarted\n#b,7\nb,6\n",
    ]) func commentsAreNoRows(_ text: String)
  {
    let result = TextResult(text)
    #expect(result.names == ["a", "b"] && result.columns.map(\.unit) == [nil, nil])
    #expect(result.rowCount == 1 && result.row(0) == [5, 6] && result.unreadable == 0)
  }

  /// Headers that begin with `#` may be repeated, and others may follow.
  @Test func headersMayBeComments() {
    let repeated = TextResult("# a b\n1 2\n# a b\n3 4\n")
    #expect(repeated.names == ["a", "b"] && repeated.rowCount == 2 && repeated.row(1) == [3, 4])
    let blocks = TextResult("# t v\n1 2\n\n\n# t w\n3 4\n")
    #expect(blocks.names == ["t", "v", "w"])
  }
}
