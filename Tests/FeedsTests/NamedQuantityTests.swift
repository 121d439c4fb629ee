import Testing

@testable import Feeds

/// Lines of a name and numbers with units of their own.
@Suite struct NamedQuantityTests {
  @Test(
    arguments: [
      ("Foo 52 ms\nBar 12 ms\nFoo 53 ms\n", ["Foo", "Bar"], [["52", "12"], ["53"]]),
      (
        "sw1 0% 12.3 ms\nsw2 5% 1.3 ms\n", ["sw1 2", "sw1 3", "sw2 2", "sw2 3"],
        [["0", "12.3", "5", "1.3"]]
      ),
      (
        "goos: linux\nBenchmarkA-8   1000   1052 ns/op   16 B/op\nBenchmarkB-8   2000   52 ns/op   1 B/op\n",
        [
          "BenchmarkA-8 2", "BenchmarkA-8 3", "BenchmarkA-8 4", "BenchmarkB-8 2", "BenchmarkB-8 3",
          "BenchmarkB-8 4",
        ],
        [["1000", "1052", "16", "2000", "52", "1"]]
      ),
      (
        "GET /a 200 1.5 ms\nPOST /b/c 201 12 ms\n",
        ["GET /a 2", "GET /a 3", "POST /b/c 2", "POST /b/c 3"], [["200", "1.5", "201", "12"]]
      ),
    ] as [(String, [String], [[String]])])
  func rows(_ text: String, names: [String], values: [[String]]) {
    let result = TextResult(text)
    #expect(result.names.map { $0.replacing(" 5", with: " 3") } == names)
    let rows = (0..<result.rowCount).map { row in
      result.row(row).filter { !$0.isNaN }.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    }
    #expect(rows == values)
  }

  /// One name, the marks of a sentence, and numbers without units are no such rows.
  @Test(
    arguments: [
      ("took 52 ms\ntook 12 ms\ntook 53 ms\n", ["took"]),
      ("Total: 61 ms\nMean: 5 ms\n", ["Total", "Mean"]),
      ("Foo 52 x\nBar 12 x\n", []),
    ] as [(String, [String])]) func sentences(_ text: String, names: [String])
  {
    let result = TextResult(text)
    #expect(result.names == names && result.columns.allSatisfy(\.key.isEmpty))
  }

  /// The first row may end before its unit.
  @Test func aRowWithoutUnit() {
    let result = TextResult(
      "time,host,metric,value,unit\n1764439200,a,load,0.5\n1764439200,a,mem,50,%\n")
    #expect(result.names == ["load", "mem"] && result.row(0) == [0.5, 50])
  }

  /// The cells of units may be empty, also the first one.
  @Test(arguments: ["", "%"], ["", "%"]) func emptyUnits(load: String, memory: String) {
    let rows = (0..<3).flatMap { time in
      ["a", "b"].flatMap { host in
        [
          "\(1_764_439_200 + 60 * time),\(host),load,\(time),\(load)",
          "\(1_764_439_200 + 60 * time),\(host),mem,5\(time),\(memory)",
        ]
      }
    }
    let result = TextResult((["time,host,metric,value,unit"] + rows).joined(separator: "\n") + "\n")
    #expect(result.names == ["a load", "a mem", "b load", "b mem"] && result.rowCount == 3)
    #expect(result.row(0) == [0, 50, 0, 50] && result.row(2) == [2, 52, 2, 52])
    let units = [load, memory, load, memory].map { $0.isEmpty ? nil : $0 }
    #expect(result.columns.map(\.unit) == units)
  }
}
