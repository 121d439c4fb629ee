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
    ] as [(String, String, [Double])])
  func namesShareTheUnitOfTheFirst(_ text: String, _ unit: String, _ values: [Double]) {
    let result = TextResult(text)
    #expect(result.columns.allSatisfy { $0.unit == unit })
    #expect(result.row(0) == values)
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
