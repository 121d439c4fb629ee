import Testing

@testable import Feeds

/// Numbers with words around them.
@Suite struct SentenceTests {
  /// The names and the numbers of the last of three lines, in which `N` stands for 1, 2 and 3.
  @Test(
    arguments: [
      ("CPU: 4N% temp 6NC", ["CPU %", "CPU temp °C"], [43, 63]),
      ("GPU 0: N% util, 6N C", ["GPU 0 util %", "GPU 0 °C"], [3, 63]),
      ("Mem: 10N total 5N used 1N free", ["Mem total", "Mem used", "Mem free"], [103, 53, 13]),
      ("Read: N files in 1N ms", ["Read files", "Read files in ms"], [3, 13]),
      ("rx N kB, rx 1N kB", ["rx B", "rx 2 B"], [3000, 13000]),
      ("rx N, tx 1N, rx 2N, rx 3N", ["rx", "tx", "rx 2", "rx 3"], [3, 13, 23, 33]),
      (
        "load average: 0.N, 1.N, 2.N", ["1min", "5min", "15min"].map { "load average " + $0 },
        [0.3, 1.3, 2.3]
      ),
    ] as [(String, [String], [Double])])
  func names(line: String, names: [String], values: [Double]) {
    let result = TextResult(
      (1...3).map { line.replacing("N", with: "\($0)") + "\n" }.joined())
    let columns = result.columns.map { $0.name + ($0.unit.map { " " + $0 } ?? "") }
    #expect(columns == names && result.rowCount == 3)
    #expect(result.rowCount == 3 && result.row(2) == values)
  }

  /// The only line of a text is a row if it has a unit.
  @Test(
    arguments: [
      ("rx 5 kB\n", ["rx"], [5000]), ("took 5 ms to start\n", ["took"], [5]),
      ("using 4 threads\n", [], []), ("rx 5 kB\nusing 4 threads\n", [], []),
    ] as [(String, [String], [Double])])
  func onlyLines(text: String, names: [String], values: [Double]) {
    let result = TextResult(text)
    #expect(result.names == names && result.rowCount == (names.isEmpty ? 0 : 1))
    #expect(names.isEmpty || result.row(0) == values)
  }

  /// The words behind numbers name them, although the last one has a unit of its own.
  @Test(
    arguments: [
      ("Total: 5 files 1.5 MB", ["Total files": 5, "Total": 1_500_000]),
      ("RX: 5 packets 1500 B", ["RX packets": 5, "RX": 1500]),
      ("CPU: 45% temp 60 C", ["CPU": 45, "CPU temp": 60]),
    ] as [(String, [String: Double])]) func unitsBehindWords(
      _ line: String, _ values: [String: Double]
    )
  {
    let result = TextResult(line + "\n" + line + "\n" + line + "\n")
    for (name, value) in values {
      #expect(result.column(name)?.last == value, "\(result.names)")
    }
  }

  /// Numbers behind a colon and between commas without blanks are no sentence.
  @Test func numbersBehindAColon() {
    let result = TextResult("acc: 1,2,3\nacc: 4,5,6\nacc: 7,8,9\n")
    #expect(result.columns.first?.key == "acc: 1" && result.unreadable == 0)
  }

  /// The time of a process that has used a day is no lacking time.
  @Test func aProcessOfADay() {
    let result = TextResult(
      "  PID     TIME %CPU COMMAND\n    1 1-02:03:04  0.5 systemd\n    2 00:00:00  1.5 kthreadd\n")
    #expect(result.columns.contains { $0.key == "systemd" } && result.unreadable == 0)
  }

  /// The stack of a feed's thread is small.
  @Test func aWordOfManyNames() async {
    let text = "a," + String(repeating: "1q,", count: 1364) + "1"
    let thread = FeedThread()
    await withCheckedContinuation { end in
      #expect(
        thread.start(named: "test") {
          _ = TextResult(text)
          end.resume()
        })
    }
  }
}
