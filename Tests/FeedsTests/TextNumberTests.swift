import Foundation
import TestSupport
import Testing

@testable import Feeds

/// - Parameter tail: bytes behind the number that do not belong to it.
private func decimal(_ text: String, before tail: String = "") -> (Double, Int)? {
  var text = text + tail
  return text.withUTF8 { bytes in
    guard let start = bytes.baseAddress else { return nil }
    return parseDecimal(start, start + bytes.count, point: 0x2E).map { ($0.value, $0.next - start) }
  }
}

private func field(_ text: String, commaIsDecimal: Bool = false) -> FieldValue {
  var text = text
  return text.withUTF8 { FieldValue($0, commaIsDecimal: commaIsDecimal) }
}

@Suite struct TextNumberTests {
  /// Random numbers of all lengths and exponents are equal to those of `strtod`, whatever follows them.
  @Test(arguments: ["", "\n12345678", ";.5555555", "e\n1234567", "\u{E9} 12345678", ":0000000/"])
  func agreesWithStrtod(_ tail: String) {
    var random = SeededGenerator(seed: 3 + UInt64(tail.utf8.count))
    var text = ""
    for _ in 0..<170_000 {
      text.removeAll(keepingCapacity: true)
      if Bool.random(using: &random) { text += "-" }
      let bits = random.next()
      let digits = UInt64(1) << (bits % 64)
      text += String(random.next() % digits)
      if bits & 0x100 != 0 { text += "." + String(random.next() % digits) }
      if bits & 0x600 == 0 { text += "e" + String(Int(random.next() % 700) - 350) }
      let expected = strtod(text, nil)
      let read = decimal(text, before: tail)
      guard read?.0.bitPattern == expected.bitPattern, read?.1 == text.utf8.count else {
        Issue.record("\(text): \(String(describing: read)) instead of \(expected)")
        return
      }
    }
  }

  @Test(
    arguments: [
      ("9007199254740993", 9007199254740992.0), ("0.1", 0.1), ("1e400", .infinity),
      ("4.9406564584124654e-324", Double.leastNonzeroMagnitude),
      ("123456789012345678901234567890", 1.2345678901234568e29), (".5", 0.5), ("5.", 5), ("+7", 7),
      ("-0", -0.0), ("1e23", 1e23), ("1e999999999999", .infinity),
    ] as [(String, Double)]) func readsEdges(_ text: String, _ value: Double)
  {
    #expect(decimal(text)?.0.bitPattern == value.bitPattern)
    #expect(decimal(text)?.1 == text.utf8.count)
    #expect(decimal(text, before: " 12345678")?.0.bitPattern == value.bitPattern)
    #expect(decimal(text, before: " 12345678")?.1 == text.utf8.count)
  }

  @Test(arguments: ["", "-", ".", "+.", "e5", "x1", "-x"]) func findsNone(_ text: String) {
    #expect(decimal(text) == nil)
    #expect(decimal(text, before: " 12345678") == nil)
  }

  @Test(
    arguments: [
      ("1,234", 1234.0), ("1,234,567.5", 1234567.5), ("1.234.567,5", 1234567.5), ("0,5", 0.5),
      ("12,75", 12.75), ("0,123", 0.123), ("1'234.5", 1234.5), ("1_000_000", 1e6), ("0x1F", 31),
      ("1\u{202F}234,5", 1234.5), ("1\u{A0}234", 1234), ("$1,234.50", 1234.5), ("-$5", -5),
      ("€12", 12), ("200,50 €", 200.5), ("5 EUR", 5), ("5EUR", 5), ("5$", 5),
      ("1\u{A0}234\u{A0}€", 1234), ("1.234", 1.234),
      ("inf", .infinity), ("-inf", -.infinity), ("1,5e3", 1500),
    ] as [(String, Double)]) func readsWrittenNumbers(_ text: String, _ value: Double)
  {
    #expect(field(text) == .number(value))
  }

  /// Blanks separate thousands in cells that are not between blanks.
  @Test(
    arguments: [
      ("t;v\n1;1 234,5\n2;12 345 678,5\n", [1234.5, 12_345_678.5]),
      ("t\tv\n1\t1 234\n2\t-12 345\n", [1234, -12345]),
      ("t,v\n1,\"1 234,5\"\n2,7\n", [1234.5, 7]), ("t;v\n1;1 234 ms\n", [1234]),
      ("t;v\n1;030 123\n", nil), ("t;v\n1;12 34\n", nil), ("t;v\n1;1 2345\n", nil),
      ("t;v\n1;1234 567\n", nil), ("t;v\n1;1 234 x\n", nil),
    ] as [(String, [Double]?)]) func readsBlankGroups(_ text: String, _ values: [Double]?)
  {
    #expect(TextResult(text).column("v") == values)
  }

  @Test func blanksBetweenFieldsSeparate() {
    #expect(TextResult("5 123 7\n6 124 8\n").row(1) == [6, 124, 8])
  }

  @Test(arguments: [("1,234", 1.234), ("1.234", 1234.0), ("0.5", 0.5), ("1.234,5", 1234.5)])
  func readsDecimalCommas(_ text: String, _ value: Double) {
    #expect(field(text, commaIsDecimal: true) == .number(value))
  }

  @Test(
    arguments: [
      ("1.5G", 1.5 * 1_073_741_824, "B"), ("300M", 314_572_800, "B"), ("4K", 4096, "B"),
      ("2Ki", 2048, "B"),
      ("3kB", 3000, "B"), ("98B", 98, "B"), ("5.5MB/s", 5.5e6, "B/s"), ("17%", 17, "%"),
      ("12ms", 12, "ms"), ("980us", 980, "us"), ("1m2.5s", 62.5, "s"), ("45.5°C", 45.5, "°C"),
      ("45d", 45, "d"), ("5d3h", 442_800, "s"), ("2y45d", 66_960_000, "s"), ("58m", 58, "MiB"),
      ("9.41Gbits/sec", 9.41e9, "bit/s"), ("45/s", 45, "/s"), ("1.5/min", 1.5, "/min"),
    ] as [(String, Double, String)]) func readsUnits(
      _ text: String, _ value: Double, _ unit: String
    )
  {
    guard case .quantity(let read, let found) = field(text) else {
      Issue.record("\(text) is no quantity")
      return
    }
    #expect(read == value)
    #expect(found.symbol == unit)
  }

  @Test(arguments: ["", "-", "n/a", "N/A", "NaN", "nan", "null", "--", "?"])
  func knowsMissing(_ text: String) {
    #expect(field(text) == .missing)
  }

  @Test(arguments: [
    "x", "1.2.3.4", "12abc", "1,23,4", "6.18.44", "0xZZ", "1-2", "'5", "5x", "5 EURO", "(5)",
    "3h5d",
  ])
  func knowsText(_ text: String) {
    #expect(field(text) == .text)
  }
}
