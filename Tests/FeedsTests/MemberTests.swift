import Testing

@testable import Feeds

/// Members of JSON objects and of `key=value` lines whose meaning only their rows tell.
@Suite struct MemberTests {
  /// The bytes of lines, as pairs and as JSON objects with strings.
  private static func forms(_ rows: [[(String, String)]]) -> [String] {
    [
      rows.map { $0.map { "\($0)=\($1)" }.joined(separator: " ") }.joined(separator: "\n") + "\n",
      rows.map { row in
        "{" + row.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
      }.joined(separator: "\n") + "\n",
    ]
  }

  private static func result(_ text: String, columns: [String]? = nil) -> (TextResult, TextForm) {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(columns: columns), zone: .utc)
    Array(text.utf8).withUnsafeBytes {
      reader.feed($0, arrival: TextResult.arrival, into: &batch)
    }
    reader.finish(into: &batch)
    return (TextResult(batch, reader), reader.form)
  }

  @Test func aTextStaysAText() {
    let ids = ["9f3a", "1234", "7e12"]
    for text in Self.forms(ids.map { [("dur", "12ms"), ("id", $0)] }) {
      let (result, form) = Self.result(text)
      #expect(result.names == ["dur"])
      #expect(form.leftOut.map(\.name) == ["id"])
      let (chosen, _) = Self.result(text, columns: ["id"])
      #expect(chosen.names == ["id"] && chosen.column("id")?.last == 7e12)
    }
    // Numbers came first.
    for text in Self.forms(["7e12", "1234", "9f3a"].map { [("dur", "12ms"), ("id", $0)] }) {
      let (result, form) = Self.result(text)
      #expect(result.names == ["dur", "id"] && result.columns.map(\.isText) == [false, true])
      #expect(form.leftOut.isEmpty)
    }
  }

  /// A word among numbers is a missing number.
  @Test func numbersMayBeMissing() {
    for text in Self.forms(["5", "timeout", "6"].map { [("rtt", $0), ("n", "1")] }) {
      let (result, form) = Self.result(text)
      #expect(result.columns.map(\.isText) == [false, false] && form.leftOut.isEmpty)
      #expect(result.column("rtt")?.filter { !$0.isNaN } == [5, 6])
    }
    for text in Self.forms(["unavailable", "21.5"].map { [("state", $0), ("n", "1")] }) {
      #expect(Self.result(text).0.column("state")?.last == 21.5)
    }
  }

  @Test func booleansAreNumbers() {
    let result = TextResult("{\"up\":true,\"v\":3}\n{\"up\":false,\"v\":4}\n")
    #expect(result.names == ["up", "v"] && result.row(0) == [1, 3] && result.row(1) == [0, 4])
  }

  /// Whole numbers of InfluxDB's line protocol.
  @Test func wholeNumbersMayBeMarked() {
    let result = TextResult("cpu user=2.5,procs=90i,n=-3i\n")
    #expect(result.names == ["user", "procs", "n"] && result.row(0) == [2.5, 90, -3])
  }

  // MARK: Times

  /// 2026-11-26 17:00:00 UTC.
  private static let time = 1_795_712_400.0

  @Test(arguments: ["t", "start", "eventTime", "when"])
  func aDateAndTimeCountsUnderAnyName(_ name: String) {
    for text in Self.forms([
      [(name, "2026-11-26T17:00:00Z"), ("v", "1")], [(name, "2026-11-26T17:00:05Z"), ("v", "2")],
    ]) {
      let result = TextResult(text)
      #expect(result.names == ["v"] && result.timeKind == .date)
      #expect(result.time(0) == Self.time && result.time(1) == Self.time + 5)
    }
  }

  /// Two such times are no time of the row; a time with a known name is.
  @Test func oneOfSeveralTimes() {
    let first = "2026-11-26T17:00:00Z"
    for text in Self.forms([[("start", first), ("end", "2026-11-26T18:00:00Z"), ("v", "1")]]) {
      #expect(TextResult(text).timeKind == .none)
    }
    for text in Self.forms([[("start", "2026-11-26T18:00:00Z"), ("ts", first), ("v", "1")]]) {
      #expect(TextResult(text).time(0) == Self.time)
    }
    // A date alone is rather a birthday.
    for text in Self.forms([[("born", "2026-11-26"), ("v", "1")]]) {
      #expect(TextResult(text).timeKind == .none)
    }
  }

  /// 2026-11-20 10:00:04 UTC, in the members of a journal and in front of objects.
  @Test(
    arguments: [
      (#"{"__REALTIME_TIMESTAMP":"1795168804000000","rps":"3"}"#, true),
      (#"2026-11-20T10:00:04.000Z {"rps":3}"#, true),
      (#"2026-11-20T10:00:04Z stdout F {"rps": 3}"#, true),
      (#"web-1  | {"rps":3}"#, false), (#"web-1  | 2026-11-20T10:00:04Z {"rps":3}"#, true),
      (#"Nov 20 10:00:04 host app[12]: {"rps":3}"#, true),
      (#"2026-11-20T10:00:05Z {"ts":"2026-11-20T10:00:04Z","rps":3}"#, true),
    ]) func objectsOfLogs(_ line: String, _ hasTime: Bool)
  {
    let result = TextResult(line + "\n")
    #expect(result.names == ["rps"] && result.row(0) == [3])
    #expect(result.timeKind == (hasTime ? .date : .none))
    if hasTime { #expect(abs(result.time(0) - 1_795_168_804) < 0.001) }
  }

  /// Pairs and sentences that end in an object are read as before.
  @Test(arguments: [
    "level=info rps=3 {\"a\":1}\n", "took 5 ms {\"a\":1}\ntook 6 ms {\"a\":1}\n",
    "done: {\"msg\":\"x\"}\n", "5,{\"a\":1}\n", "x {\"a\":1\n",
  ]) func otherLinesWithObjects(_ text: String) {
    #expect(TextResult(text).column("a") == nil)
  }

  // MARK: Web servers

  @Test func pairsBehindARequest() {
    let result = TextResult(
      """
      10.0.0.8 - - [26/Nov/2026:17:00:00 +0000] "GET / HTTP/1.1" 200 83432 "-" "M/5.0" rt=0.208 \
      uct="0.001" urt="-" up="10.0.0.1:80"

      """)
    #expect(result.names == ["status", "bytes", "rt", "uct", "urt"])
    #expect(result.row(0).prefix(4) == [200, 83432, 0.208, 0.001] && result.row(0)[4].isNaN)
  }
}
