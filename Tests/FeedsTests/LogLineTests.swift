import TestSupport
import Testing

@testable import Feeds

/// Times in front of words, and expressions for the rest.
@Suite struct LogLineTests {
  private func prefix(_ text: String) -> (time: TextTime?, rest: String)? {
    var text = text
    return text.withUTF8 { bytes in
      LogPrefix(bytes, TimeReader(format: nil)).map {
        ($0.time, String(decoding: $0.rest, as: UTF8.self))
      }
    }
  }

  /// 2024-11-22 04:49:11 on the local clock.
  private static let local = TextTime.local(1_732_250_951)

  @Test(
    arguments: [
      ("2024-11-22 04:49:11 INFO a=1", local, "a=1"),
      ("2024-11-22T04:49:11Z worker: 5 items", .date(1_732_250_951), "worker: 5 items"),
      (
        "2024-11-22 04:49:11,500 - app.core - ERROR - took 5 ms", .local(1_732_250_951.5),
        "took 5 ms"
      ),
      ("2024-11-22 04:49:11 INFO [main] c.e.Worker - done 3", local, "done 3"),
      (
        "2024-11-22 04:49:11.000  INFO 1234 --- [main] c.e.App : Started in 2 s", local,
        "Started in 2 s"
      ),
      (
        "Nov 22 04:49:11 orion worker[42]: took 5 ms", .ofYear(month: 11, day: 22, seconds: 17_351),
        "took 5 ms"
      ),
      ("Nov  2 04:49:11 orion kernel: 5 x", .ofYear(month: 11, day: 2, seconds: 17_351), "5 x"),
      ("[04:49:11] load: 0.5", .ofDay(17_351), "load: 0.5"),
      ("[Fri Nov 22 04:49:11 2024] [core:notice] [pid 1] 12 workers", local, "12 workers"),
      ("Nov 22, 2024 4:49:11 AM took 5", local, "took 5"),
      ("Fri Nov 22 04:49:11 UTC 2024 took 5", .date(1_732_250_951), "took 5"),
      ("Fri Nov 22 04:49:11 CET 2024 took 5", local, "took 5"),
      ("Fri, 22 Nov 2024 04:49:11 +0100 took 5", .date(1_732_247_351), "took 5"),
      ("24/11/22 04:49:11 INFO Executor: Finished 5", local, "Executor: Finished 5"),
      ("2024/11/22 04:49:11 [warn] 12#0: 5 open", local, "12#0: 5 open"),
      ("[1732250951.25] took 5", .date(1_732_250_951.25), "took 5"),
      ("progress: 12.0 s, 266.0 tps", nil, "266.0 tps"),
      ("progress: 1732250951.25 s, 266.0 tps", .date(1_732_250_951.25), "266.0 tps"),
      ("[ 12s ] thds: 4", nil, "thds: 4"), ("[   12.345678] usb 1-1: 5", nil, "usb 1-1: 5"),
    ] as [(String, TextTime?, String)])
  func findsTheMessage(_ line: String, _ time: TextTime?, _ rest: String) {
    let found = prefix(line)
    #expect(found?.time == time)
    #expect(found?.rest == rest)
  }

  @Test(arguments: [
    "", "took 5 ms", "progress: 5 %, 7 left", "progress: 5 s", "1234 5", "12:5", "[5] 1 2",
    "May be 5", "2024-13-01 x", "Monday 5",
  ])
  func findsNoTime(_ line: String) { #expect(prefix(line) == nil) }

  /// The first report is a row at once, without a second one that would show that the first is no banner.
  @Test func aReportIsNoBanner() {
    let result = TextResult("progress: 1.0 s, 266.0 tps, lat 3.750 ms stddev 1.128, 0 failed\n")
    #expect(result.names == ["tps", "lat", "stddev", "failed"])
    #expect(result.rowCount == 1 && result.row(0) == [266, 3.75, 1.128, 0])
  }

  /// A log of the last year is not in the future.
  @Test func aDateWithoutAYearIsInThePast() {
    let result = TextResult(
      "Nov 21 04:00:00 h p: took 5 ms\nNov 21 04:00:01 h p: took 6 ms\nDec 24 04:00:00 h p: took 7 ms\n"
    )
    #expect(result.time(0) == 1_795_233_600 && result.time(1) == 1_795_233_601)
    #expect(result.time(2) == 1_766_548_800)
  }

  /// Lines with the seconds since the start of their program make a preamble void, and end with a summary. Other lines
  /// that come again stay.
  @Test(
    arguments: [
      ("Number of threads: 1\nPrime limit: 10000\n", "", "void", 0),
      ("Number of threads: 1\n", "total time: 5.0015s\nmin: 0.27\n", "void", 2),
      ("", "total events: 3138\n", "", 1), ("load: 1\nload: 2\n", "load: 3\n", "", 0),
    ] as [(String, String, String, Int)])
  func periodicLines(_ before: String, _ after: String, _ control: String, _ unreadable: Int) {
    let lines = (1...3).map { "[ \($0)s ] thds: 1 eps: 5\($0).5 lat (ms,95%): 1\($0).25\n" }
      .joined()
    let result = TextResult(before + lines + after)
    #expect(result.controls.allSatisfy { $0.hasSuffix(" void") })
    #expect(result.controls.isEmpty == control.isEmpty && result.unreadable == unreadable)
    let last = result.columns.filter { ["thds", "eps", "lat (ms,95%)"].contains($0.name) }
    #expect(last.map(\.unit) == [nil, nil, "ms"])
    let values = last.map { column in (result.column(column.name) ?? []).filter { !$0.isNaN } }
    #expect(values == [[1, 1, 1], [51.5, 52.5, 53.5], [11.25, 12.25, 13.25]])
  }

  /// A text that ends with a colon, or is above words that end with a colon, has no names.
  @Test(arguments: [
    "General statistics:\n", "Running the test with following options:\n",
    "Initializing random number generator from current time\n", "all four words fit\n",
  ])
  func captions(_ caption: String) {
    let result = TextResult(caption + "Number of threads: 1\n")
    #expect(result.names == ["Number of threads"])
  }

  // MARK: --match

  @Test(
    arguments: [
      ("(?<ms>[0-9.]+) ms", "x 5 ms\ny 6.5 ms\nz\n", "ms", [[5], [6.5]], 1),
      ("(\\d+) of (\\d+)", "1 of 9\n2 of 9\n", "1|2", [[1, 9], [2, 9]], 0),
      (
        "(?<host>\\w+) used (?<used>\\S+)", "a used 5MB\nb used 6MB\na used 7MB\nb used 8MB\n",
        "a|b", [[5e6, 6e6], [7e6, 8e6]], 0
      ),
      ("(?<v>-?\\d+)(?: (?<w>\\d+))?", "1 2\n3\n", "v|w", [[1, 2], [3, .nan]], 0),
    ] as [(String, String, String, [[Double]], Int)])
  func groupsAreColumns(
    _ pattern: String, _ text: String, _ names: String, _ rows: [[Double]], _ unmatched: Int
  ) {
    let options = TextOptions(match: pattern)
    var batch = TextBatch()
    let reader = TextReader(options: options, zone: .utc)
    Array(text.utf8).withUnsafeBytes { reader.feed($0, arrival: 1000, into: &batch) }
    reader.finish(into: &batch)
    #expect(batch.columns.map(\.name).joined(separator: "|") == names)
    #expect(batch.leftOut.unmatched == unmatched)
    let found = (0..<batch.rowCount).map { row in batch.values.map { $0[row] } }
    #expect(found.description == rows.description)
  }

  @Test func aLineWhoseGroupsHaveNoNumberIsUnreadable() {
    let result = TextResult("12\nabc\n", TextOptions(match: "(?<w>[a-z0-9]+)"))
    #expect(result.rowCount == 1 && result.unreadable == 1)
    #expect(
      result.lastUnreadable
        == UnreadableLine(
          line: "abc", lineNumber: 2, reason: "no number in the groups of 'match'"))
  }

  @Test func aGroupCanBeTheTime() {
    let result = TextResult(
      "at 2024-11-22 04:49:11: 5\nat 2024-11-22 04:49:12: 6\n",
      TextOptions(match: "at (?<time>.{19}): (?<v>\\d+)"))
    #expect(result.timeKind == .date && result.time(1) == 1_732_250_952)
    #expect(result.names == ["v"])
  }

  @Test(arguments: [
    ("(", "missing closing parenthesis at character 2"),
    ("[", "missing terminating ] for character class"),
    ("a+", "the expression has no groups"),
  ]) func saysWhatIsWrong(_ pattern: String, _ reason: String) {
    let error = #expect(throws: LineMatcherError.self) { try LineMatcher(pattern) }
    #expect(error?.description.hasPrefix(reason) == true, "\(String(describing: error))")
  }

  /// A match takes a bounded number of steps.
  @Test func anExpressionThatRunsAwayEnds() throws {
    let matcher = try LineMatcher("^(a+)+$")
    let line = Array((String(repeating: "a", count: 5000) + "b").utf8)
    line.withUnsafeBufferPointer { #expect(matcher.match($0) == nil) }
  }
}
