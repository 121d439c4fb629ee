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

  /// A comma before three digits has one meaning in all rows of a file.
  @Test(
    arguments: [
      ("t;v\n1;12,345\n2;12,5\n", [12.345, 12.5]), ("t;v\n1;12,345\n2;13,456\n", [12.345, 13.456]),
      ("t;v\n1;7\n2;12,345\n", [7, 12.345]), ("t;v\n1;0.25\n2;1,5\n", [0.25, 1.5]),
      ("t;v\n1;12,345\n2;1,234.5\n", [12345, 1234.5]),
      ("t;v\n1;12,345\n2;1,234,567\n", [12345, 1_234_567]),
      ("t\tv\n1\t12,345\n2\t12,75\n", [12.345, 12.75]), ("t\tv\n1\t1,234\n2\t0.5\n", [1234, 0.5]),
      ("t\tv\n1\t1,234\n2\t2,345\n", [1.234, 2.345]),
      ("t v\n1 12,345\n2 12,5\n", [12.345, 12.5]), ("t v\n1 1,234\n2 2,345\n", [1234, 2345]),
      ("t;v\n1;1.234\n2;2.345\n", [1.234, 2.345]),
    ] as [(String, [Double])]) func readsCommasAlike(_ text: String, _ values: [Double])
  {
    var options = TextOptions()
    options.isFile = true
    let result = TextResult(text, options)
    #expect(result.column("v") == values)
    #expect(result.controls.isEmpty && result.notices.isEmpty)
  }

  /// The rows of a pipe that have been read otherwise are void.
  @Test(
    arguments: [
      ("t v\n1 12,345\n2 12,5\n3 12,345\n", [12.5, 12.345]),
      ("t;v\n1;12,345\n2;1,234.5\n3;12,345\n", [1234.5, 12345]),
    ]) func leavesOutRowsThatWereReadOtherwise(_ text: String, _ values: [Double])
  {
    let result = TextResult(text)
    #expect(result.controls == ["1 void"])
    #expect(result.column("v").map { Array($0.dropFirst()) } == values)
    #expect(
      result.notices == [
        "line 3 shows what commas in numbers mean: earlier rows are left out"
      ])
  }

  /// A comma between the digits of a word is part of the number.
  @Test(
    arguments: [
      ("a t=12,3 ms b=2\n", "t", [12.3]), ("val=1,234 b=2\nval=2,5 b=3\n", "val", [1.234, 2.5]),
      ("val=1.234,5,b=2\n", "val", [1234.5]), ("l=0.5,0.6,0.7 b=2\n", "l", [0.5]),
      ("a=1,b=2\n", "a", [1]), ("Temp: 21,375 C\nTemp: 21,5 C\n", "Temp", [21.375, 21.5]),
      ("x 1,234\nx 2,5\n", "x", [1.234, 2.5]), ("21,4 °C\n21,5 °C\n", "1", [21.4, 21.5]),
      ("n,v\na 1,5\na 1,6\n", "v", [5, 6]), ("1,2\n3,4\n", "2", [2, 4]),
      ("of 5, at 2.345, ok\nof 6, at 3.456, ok\n", "of at", [2.345, 3.456]),
    ] as [(String, String, [Double])])
  func readsCommasInWords(_ text: String, _ name: String, _ values: [Double]) {
    var options = TextOptions()
    options.isFile = true
    #expect(TextResult(text, options).column(name) == values)
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
      ("45C", 45, "°C"), ("20lux", 20, "lux"), ("3µg/m³", 3, "µg/m³"), ("12req/s", 12, "req/s"),
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
    "3h5d", "1K-blocks", "12cd", "5J", "2nd", "5xx",
  ])
  func knowsText(_ text: String) {
    #expect(field(text) == .text)
  }
}
