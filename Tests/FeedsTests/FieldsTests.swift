import Testing

@testable import Feeds

@Suite struct FieldsTests {
  @Test(
    arguments: [
      ("0", 0), ("  42 7", 42), ("\t18446744073709551615", .max), ("007", 7), ("9\r", 9),
    ] as [(String, UInt64)])
  func counts(_ text: String, _ value: UInt64) throws {
    var fields = Fields(Array(text.utf8)[...])
    let count = try fields.count()
    #expect(count == value)
  }

  @Test(
    arguments: [
      ("", 0, "a whole number"), ("  ", 2, "a whole number"), (" x", 1, "a whole number"),
      ("12x", 0, "a whole number"), ("-1", 0, "a whole number"), ("1.5", 0, "a whole number"),
      (" 18446744073709551616", 1, "a number below 2^64"),
      ("99999999999999999999999", 0, "a number below 2^64"),
    ] as [(String, Int, String)])
  func refusedCounts(_ text: String, _ offset: Int, _ expected: String) {
    var fields = Fields(Array(text.utf8)[...])
    #expect(throws: FieldError(offset: offset, expected: expected)) { try fields.count() }
  }

  @Test(
    arguments: [
      ("0.06", 0.06), ("3542400.12 7", 3_542_400.12), ("1795267508.123456", 1_795_267_508.123456),
      ("5", 5), (".5", 0.5), ("5.", 5), ("0.1", 0.1),
    ] as [(String, Double)])
  func decimals(_ text: String, _ value: Double) throws {
    var fields = Fields(Array(text.utf8)[...])
    let decimal = try fields.decimal()
    #expect(decimal == value)
  }

  @Test(arguments: [
    "", ".", "-1", "1e5", "nan", "inf", "1.2.3", "0,5", String(repeating: "9", count: 41),
  ])
  func refusedDecimals(_ text: String) {
    var fields = Fields(Array(text.utf8)[...])
    #expect(throws: FieldError(offset: 0, expected: "a number")) { try fields.decimal() }
  }
}
