import Metrics
import Testing

@testable import Feeds

private func time(_ text: String, dayFirst: Bool = false) -> TextTime? {
  let reader = TimeReader(format: nil)
  var text = text
  return text.withUTF8 { reader.read($0, dayFirst: dayFirst)?.alone }
}

@Suite struct TextTimeTests {
  @Test(
    arguments: [
      ("2026-11-21T04:47:20Z", 1795236440.0), ("2026-11-21 04:47:20", 1_795_236_440),
      ("2026-11-21T05:47:20+01:00", 1_795_236_440), ("2026-11-20T23:17:20-0530", 1_795_236_440),
      ("2026-11-21 04:47:20,250", 1795236440.25), ("2026-11-21T04:47:20.5 UTC", 1795236440.5),
      ("2026/11/21 04:47", 1_795_236_420), ("2026-11-21", 1_795_219_200),
      ("21.11.2026 04:47:20", 1_795_236_440), ("21.11.26 04:47", 1_795_236_420),
      ("Nov 21, 2026 04:47:20 AM", 1_795_236_440), ("Nov 21, 2026", 1_795_219_200),
      ("Sat, 21 Nov 2026 05:47:20 +0100", 1_795_236_440), ("21-Nov-2026", 1_795_219_200),
      ("11/21/2026 4:47:20 AM", 1_795_236_440), ("21/11/2026 16:47:20", 1_795_279_640),
      ("20261121T044720Z", 1_795_236_440), ("20261121T054720.5+0100", 1795236440.5),
      ("20261121T0447", 1_795_236_420), ("1970-01-01T00:00:00Z", 0),
      ("2000-02-29T00:00:00Z", 951_782_400),
    ] as [(String, Double)]) func readsDates(_ text: String, _ seconds: Double)
  {
    let hasZone = ["Z", "+01:00", "+0100", "-0530", "UTC"].contains { text.hasSuffix($0) }
    #expect(time(text) == (hasZone ? .date(seconds) : .local(seconds)))
  }

  @Test(
    arguments: [
      ("04:47:20", 17240.0), ("04:47:20 PM", 60440), ("12:00:00 AM", 0), ("23:59:59.5", 86399.5),
    ] as [(String, Double)]) func readsTimesOfDay(_ text: String, _ seconds: Double)
  {
    #expect(time(text) == .ofDay(seconds))
  }

  @Test(arguments: [
    "", "12", "192.168.1.1", "6.18.44", "2026-13-01", "2026-11-21T25", "99:99:99", "1/2", "1:2:3:4",
    "2026-11-21T04:47:20 MEZ", "1-2-3-4-5-6", "20261121", "20261121 044720", "20261321T044720",
    "2026-02-29", "2026-04-31", "31 Jun 2026 10:00:00", "Feb 30, 2026", "24:00:01", "24:30",
    "20260230T1000", "30/02/2026 10:00", "20261121T04472", "21.11.26", "1.2.26 10:00", "Monday 5",
    "Mon 10:00:00", "May 5 items",
  ]) func refuses(_ text: String) {
    #expect(time(text) == nil)
  }

  /// Dates that are words of a row, and names of columns.
  @Test func datesWithWordsInRows() {
    let line = TextResult("21.11.26 04:47:20 5\n")
    #expect(line.time(0) == 1_795_236_440 && line.row(0) == [5])
    let cell = TextResult("v,at\n5,\"Sat, 21 Nov 2026 04:47:20 +0000\"\n")
    #expect(cell.names == ["v"] && cell.time(0) == 1_795_236_440)
    let names = TextResult("host,21 Nov 2026,22 Nov 2026\na,5,6\n")
    #expect(names.names == ["21 Nov 2026", "22 Nov 2026"] && names.row(0) == [5, 6])
  }

  @Test func takesTheDayNearestToTheArrival() {
    var reader = LocalClock(zone: .utc)
    let midnight = 1795219200.0
    #expect(reader.instant(ofDay: 86399, near: midnight + 1) == midnight - 1)
    #expect(reader.instant(ofDay: 5, near: midnight - 1) == midnight + 5)
    #expect(reader.instant(ofDay: 5, near: .nan).isNaN)
    #expect(reader.instant(ofDay: 5, near: 1e300).isNaN)
  }

  /// A row without its time would get the time of the row before.
  @Test func aRowWithoutItsTimeIsNotRead() {
    let result = TextResult(
      "time,v\n2026-11-21T04:47:20Z,1\ngarbage,2\n2026-11-21T04:47:22Z,3\n,4\n")
    #expect(result.column("v") == [1, 3])
    #expect([result.time(0), result.time(1)] == [1_795_236_440, 1_795_236_442])
    #expect(result.unreadable == 2)
    #expect(result.lastUnreadable?.lineNumber == 5)
    #expect(result.lastUnreadable?.reason == "its time cannot be read")
  }

  @Test func anEmptyCellRepeatsTheTimeAboveItInATableWithNames() {
    let result = TextResult(
      "time,host,v\n2026-11-21T04:47:20Z,a,1\n,b,2\n2026-11-21T04:47:22Z,a,3\n,b,4\n")
    #expect([result.row(0), result.row(1)] == [[1, 2], [3, 4]])
    #expect([result.time(0), result.time(1)] == [1_795_236_440, 1_795_236_442])
    #expect(result.unreadable == 0)
  }

  /// `ps -eo pid,time,pcpu,comm`: the time is the one that a process has used.
  @Test func aListOfProcessesHasNoTimesBehindTheIdentifiers() {
    let result = TextResult(
      "PID TIME %CPU COMMAND\n1 00:00:07 0.5 init\n2 1-02:03:04 0.75 top\n")
    #expect(result.timeKind == .none)
    #expect(result.rowCount == 1 && result.unreadable == 0)
    #expect(result.row(0) == [0.5, 0.75])
  }

  @Test func readsTheUsersFormat() {
    let options = TextOptions(timeFormat: "%d/%b/%Y:%H:%M:%S %z")
    let result = TextResult(
      "21/Nov/2026:04:47:20 +0000 5 6\n21/Nov/2026:05:47:21 +0100 7 8\n", options)
    #expect(result.rowCount == 2)
    #expect([result.time(0), result.time(1)] == [1_795_236_440, 1_795_236_441])
    #expect(result.row(1) == [7, 8])
    let csv = TextResult(
      "when,v\n21|11|2026,5\n22|11|2026,6\n", TextOptions(timeFormat: "%d|%m|%Y"))
    #expect(csv.names == ["v"])
    #expect([csv.time(0), csv.time(1)] == [1_795_219_200, 1_795_305_600])
  }

  /// Columns that are called so hold durations, never times of day.
  @Test(
    arguments: [
      ("job,elapsed\na,1-02:03:04\nb,05:15\nc,00:12:30\n", "a|b|c", [93_784, 315, 750]),
      ("job,elapsed\na,02:03:04\nb,00:05:15\n", "a|b", [7384, 315]),
      ("JOBID NAME TIME NODES\n1 x 1-02:03:00 1\n2 y 1:03 2\n", "TIME|NODES", [63, 2]),
      (
        "JOBID|TIME|TIME_LEFT|CPUS\n7|5:15|1-00:00:00|8\n7|0:00|30:00|9\n", "TIME|TIME_LEFT|CPUS",
        [0, 1800, 9]
      ),
      ("host,walltime,n\na,100:00,1\na,90:30.5,2\n", "walltime|n", [5430.5, 2]),
      ("run,duration,n\na,12.5,1\na,13.5,2\n", "duration|n", [13.5, 2]),
    ] as [(String, String, [Double])])
  func durations(_ text: String, _ names: String, _ last: [Double]) {
    let result = TextResult(text)
    let shown = result.columns.indices.filter { result.names[$0] != "JOBID" }
    #expect(shown.map { result.names[$0] }.joined(separator: "|") == names, "\(text)")
    #expect(shown.map { result.row(result.rowCount - 1)[$0] } == last, "\(text)")
    #expect(result.timeKind == .none && result.unreadable == 0, "\(text)")
  }

  /// Times as TensorBoard, Weights & Biases, dool and glog write them.
  @Test(
    arguments: [
      ("Wall time,Step,Value\n1764480000.5,0,2.5\n1764480003.5,50,2.25\n", 1_764_480_003.5),
      (
        "{\"_step\":0,\"_timestamp\":1764480000.5,\"a\":1}\n"
          + "{\"_step\":1,\"_timestamp\":1764480003.5,\"a\":2}\n", 1_764_480_003.5
      ),
      ("time,a,b\nNov-20 07:00:00,1,2\nNov-20 07:00:05,1,2\n", 1_795_158_005),
      (
        "I1120 07:00:00.5 140 a.py:5] a 1 b 2\nI1120 07:00:05.5 140 a.py:5] a 1 b 2\n",
        1_795_158_005.5
      ),
    ] as [(String, Double)])
  func timesOfTools(_ text: String, _ last: Double) {
    let result = TextResult(text)
    #expect(result.timeKind == .date && result.rowCount == 2, "\(text)")
    #expect(result.time(1) == last && result.columns.count == 2, "\(text)")
  }
}
