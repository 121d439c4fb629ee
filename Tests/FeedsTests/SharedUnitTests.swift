import Testing

@testable import Feeds

/// Values of one quantity whose units have different prefixes.
@Suite struct SharedUnitTests {
  /// A table, the unit of all its columns, and their last values.
  @Test(
    arguments: [
      ("job,elapsed\na,2s\nd,350ms\ne,20us\n", "s", [2, 0.35, 2e-5]),
      ("job,elapsed\na,350ms\nb,45s\n", "ms", [350, 45_000]),
      ("a 350ms\nb 45s\nc 2min\n", "ms", [350, 45_000, 120_000]),
      ("host clock\na 2GHz\nb 350MHz\n", "GHz", [2, 0.35]),
      ("host power\na 1W\nb 1.2kW\n", "W", [1, 1200]),
      ("file size\na 1K\nb 2M\n", "B", [1024, 2_097_152]),
      ("a size\nx 1.5G\ny 2m\n", "B", [1_610_612_736, 2_097_152]),
      ("a size\nx 300m\ny 1.5G\n", "MiB", [300, 1536]),
      ("a v\nx 58m\ny 2h\nz 90s\n", "min", [58, 120, 1.5]),
      ("NAME AGE\nx 59m\ny 5d3h\nz 45d\nw 90s\n", "min", [59, 7380, 64_800, 1.5]),
    ] as [(String, String, [Double])])
  func namesShareTheUnitOfTheFirst(_ text: String, _ unit: String, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.columns.allSatisfy { $0.unit == unit })
    #expect(result.row(0) == values)
  }

  /// The letter `m` is minutes beside other durations, or below the name of one, and otherwise 2²⁰ bytes. Numbers from
  /// before the first other duration are minutes, too.
  @Test(
    arguments: [
      ("age\n1h3m\n58m\n50m\n", "s", [3780, 3480, 3000]),
      ("v\n3h\n57m\n90s\n", "h", [3, 0.95, 0.025]),
      ("lat=1.2s\nlat=2m\n", "s", [1.2, 120]), ("v\n58m\n1h3m\n2m\n", "min", [58, 63, 2]),
      ("uptime=5m\nuptime=1d\n", "min", [5, 1440]), ("v\n5m\n6m\n", "MiB", [5, 6]),
      ("v_ms\n2m\n", "ms", [120_000]), ("age\n2M\n", "B", [2_097_152]),
      ("usage=5m\nusage=1M\n", "MiB", [5, 1]), ("v\n1K\n2m\n", "B", [1024, 2_097_152]),
    ] as [(String, String, [Double])])
  func minutesAndMebibytes(_ text: String, _ unit: String, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.columns.map(\.unit) == [unit])
    #expect(result.values.first?.map { Double(bitPattern: $0) } == values)
  }

  /// A number of another quantity is a gap, which is said.
  @Test(
    arguments: [
      ("lat,b\n850ms,1\n12.5MiB,1\n3 %,1\n4,1\n", "ms", [850, nil, nil, 4]),
      ("a=50°C\na=50°F\n", "°C", [50, 10]), ("v_ms\n850\n1.2s\n", "ms", [850, 1200]),
      ("v\n5kB/s\n3kB\n", "B/s", [5000, 3000]),
    ] as [(String, String, [Double?])])
  func numbersOfOtherQuantitiesAreGaps(_ text: String, _ unit: String, _ values: [Double?]) {
    let result = TextResult(text)
    #expect(result.columns[0].unit == unit)
    let found: [Double?]? = result.column(result.names[0])?.map { $0.isNaN ? nil : $0 }
    #expect(found == values)
    let isSaid = result.notices.contains {
      $0 == "'\(result.names[0])' is in \(unit): its numbers in other units are left out"
    }
    #expect(isSaid == values.contains(nil))
  }

  /// Letters behind the numbers of columns that count things are thousands and millions.
  @Test(
    arguments: [
      ("ops=34\nops=1.2K\nops=3M\n", nil, [34, 1200, 3e6]),
      ("disk requests\nsda 2k\n", nil, [2000]),
      ("ops=2KiB\n", "B", [2048]), ("size=1.2K\n", "B", [1228.8]), ("stops=1K\n", "B", [1024]),
    ] as [(String, String?, [Double])])
  func lettersOfCounts(_ text: String, _ unit: String?, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.columns.map(\.unit) == [unit])
    #expect(result.values.first?.map { Double(bitPattern: $0) } == values)
  }

  /// A number with a unit is no name.
  @Test(
    arguments: [
      (
        "CPU temp: 45.5C fan: 1200 rpm\nCPU temp: 46.5C fan: 1300 rpm\n",
        ["CPU temp °C 45.5 46.5", "fan rpm 1200.0 1300.0"]
      ),
      (
        "p: 1013hPa e: 3.2kWh l: 20lux r: 12req/s\np: 1014hPa e: 3.3kWh l: 21lux r: 13req/s\n",
        [
          "p hPa 1013.0 1014.0", "e kWh 3.2 3.3", "l lux 20.0 21.0", "r req/s 12.0 13.0",
        ]
      ), ("a=45.5F c=0.5pct\na=46.5F c=0.6pct\n", ["a °F 45.5 46.5", "c % 0.5 0.6"]),
    ] as [(String, [String])])
  func numbersWithUnitsAreNoNames(_ text: String, _ columns: [String]) {
    let result = TextResult(text)
    let found = result.columns.map { column in
      let values: [String] = (result.column(column.name) ?? []).map { String($0) }
      return ([column.name, column.unit ?? ""] + values).joined(separator: " ")
    }
    #expect(found == columns)
  }

  /// Different quantities keep their units.
  @Test func otherQuantitiesKeepTheirUnits() {
    let result = TextResult("name wait power\na 2s 1kW\nb 350ms 200W\n")
    #expect(result.columns.map(\.unit) == ["s", "kW", "s", "kW"])
    #expect(result.row(0) == [2, 1, 0.35, 0.2])
    let mixed = TextResult("name value\na 2s\nb 5%\n")
    #expect(mixed.columns.map(\.unit) == ["s", "%"] && mixed.row(0) == [2, 5])
  }
}
