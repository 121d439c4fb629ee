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
}
