import Testing

@testable import Feeds

/// Lines of commands that have a form of their own.
@Suite struct KnownCommandTests {
  @Test func countersOfPerf() {
    func block(_ time: Int, _ clock: Double, _ cycles: String) -> String {
      """
           \(time).000123000             \(clock) msec task-clock              #    2.000 CPUs utilized
           \(time).000123000       \(cycles)      cycles                  #    3.600 GHz
           \(time).000123000     <not supported>      LLC-loads

      """
    }
    let result = TextResult(
      "#           time             counts unit events\n" + block(1, 2972.75, "7,109,535,602")
        + block(2, 3143.5, "7,603,258,842"))
    #expect(result.names == ["task-clock", "cycles", "LLC-loads"])
    #expect(result.columns.map(\.unit) == ["ms", nil, nil] && result.rowCount == 2)
    #expect(result.row(1).prefix(2) == [3143.5, 7_603_258_842] && result.row(1)[2].isNaN)
    #expect(result.unreadable == 0)
  }

  /// The date above each table of psql's `\watch` is no row.
  @Test func tablesUnderDates() {
    let table = """
                    Thu 26 Nov 2026 05:00:00 PM UTC (every 1s)

       state  | count
      --------+-------
       active |    12
       idle   |    80


      """
    let result = TextResult(table + table.replacing("12", with: "13"))
    #expect(result.names == ["active", "idle"] && result.rowCount == 2)
    #expect(result.row(0) == [12, 80] && result.row(1) == [13, 80])
  }

  /// Other remarks behind a time have numbers.
  @Test func remarksBehindTimes() {
    let result = TextResult("10:00:01 (took 5 ms)\n10:00:02 (took 6 ms)\n")
    #expect(result.names == ["took"] && result.rowCount == 2 && result.row(1) == [6])
  }

  /// A unit behind the only number of a row is no name.
  @Test(
    arguments: [
      ("12 ms\n13 ms\n", "1", "ms", [12, 13]), ("12 s\n1 min\n", "1", "s", [12, 60]),
      ("12 A\n13 A\n", "A", nil, [12, 13]), ("12 days\n13 days\n", "days", nil, [12, 13]),
    ] as [(String, String, String?, [Double])])
  func numbersWithUnits(_ text: String, _ name: String, _ unit: String?, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.names == [name] && result.columns[0].unit == unit)
    #expect(result.column(name) == values)
  }

  @Test(arguments: ["load average: 0.90, 1.33, 1.07", "load averages: 0.90 1.33 1.07"])
  func loadAverages(_ words: String) {
    let result = TextResult(" 04:47:20 up 3 days, 2:10,  1 user,  \(words)\n")
    #expect(
      result.names.suffix(3).map { $0.split(separator: " ").last } == ["1min", "5min", "15min"])
    #expect(result.row(0).suffix(3) == [0.9, 1.33, 1.07])
  }

  @Test(
    arguments: [
      ("r_await", "ms"), ("f_await", "ms"), ("rareq-sz", "kB"), ("rkB/s", "kB/s"), ("await", nil),
    ] as [(String, String?)]) func unitsOfIostat(_ name: String, _ unit: String?)
  {
    #expect(unitHint(inName: name) == unit)
  }
}
