import Glibc
import TestSupport
import Testing

@testable import Metrics

@Suite struct UnitTests {
  @Test(
    arguments: [
      (37.2, "37.2 %"), (0, "0.0 %"), (0.04, "0.0 %"), (99.94, "99.9 %"), (99.95, "99.95 %"),
      (99.96, "99.96 %"), (99.99, "99.99 %"), (99.999, "99.999 %"), (99.999_998, "99.999998 %"),
      (99.999_999_9, "100 %"),
      (100, "100 %"), (-3.25, "\u{2212}3.3 %"), (-0.01, "0.0 %"), (1234.5, "1235 %"),
    ] as [(Double, String)])
  func percent(_ value: Double, _ text: String) { #expect(Unit.percent.format(value).text == text) }

  @Test(
    arguments: [
      (1.24, "1.24"), (0.88, "0.88"), (0, "0.00"), (-0.0, "0.00"), (9.994, "9.99"), (9.996, "10.0"),
      (12.34, "12.3"), (99.96, "100"), (123.4, "123"), (1284, "1284"), (9999.4, "9999"),
      (9999.6, "10,000"), (12_345, "12,345"), (999_400, "999,400"), (999_999.6, "1.00 M"),
      (2_500_000_000, "2.50 G"), (-12_345, "\u{2212}12,345"), (0.05, "0.050"), (0.001, "0.0010"),
      (0.0012, "0.0012"),
      (0.000_012, "12.0 ×10⁻⁶"), (1e-7, "100 ×10⁻⁹"), (1e30, "1.00 ×10³⁰"), (1e29, "100,000 Y"),
    ] as [(Double, String)])
  func plain(_ value: Double, _ text: String) { #expect(Unit.none.format(value).text == text) }

  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (999.6, "1.0 KiB"), (1000, "1.0 KiB"),
      (1024, "1.0 KiB"), (6.4 * 0x1p30, "6.4 GiB"), (23.5 * 0x1p30, "23.5 GiB"),
      (99.96 * 0x1p20, "100 MiB"), (999.4 * 0x1p20, "999 MiB"), (1010 * 0x1p20, "1.0 GiB"),
      (-0x1p21, "\u{2212}2.0 MiB"), (0x1p80, "1.0 YiB"),
    ] as [(Double, String)])
  func bytes(_ value: Double, _ text: String) { #expect(Unit.bytes.format(value).text == text) }

  @Test(
    arguments: [
      (Unit.bitsPerSecond, 48.6e6, "48.6 Mbit/s"), (.bitsPerSecond, 3.1e6, "3.1 Mbit/s"),
      (.bitsPerSecond, 0, "0 bit/s"), (.bitsPerSecond, 950, "950 bit/s"),
      (.bitsPerSecond, 1000, "1.0 kbit/s"), (.bitsPerSecond, 12e9, "12.0 Gbit/s"),
      (.bitsPerSecond, 0.000_02, "0 bit/s"),
      (.bytesPerSecond, 12.8 * 0x1p20, "12.8 MiB/s"), (.bytesPerSecond, 512, "512 B/s"),
      (.decimalBytes, 252e9, "252 GB"), (.decimalBytes, 156e9, "156 GB"),
      (.decimalBytes, 4e3, "4.0 kB"),
      (.celsius, 47.25, "47.3 °C"), (.celsius, -12, "\u{2212}12.0 °C"), (.celsius, 104, "104 °C"),
      (.seconds, 0.0043, "4.3 ms"), (.seconds, 0.000_043, "43.0 µs"), (.seconds, 2.5e-8, "25.0 ns"),
      (.seconds, 0.9996, "1.0 s"), (.seconds, 12.5, "12.5 s"), (.seconds, 90, "90.0 s"),
      (.seconds, 120, "2.0 min"), (.seconds, 7200, "2.0 h"), (.seconds, 41.2 * 86_400, "41.2 d"),
      (.custom("req/s"), 3.456, "3.46 req/s"), (.custom("req/s"), 34_560, "34,560 req/s"),
      (.custom(""), 34_560, "34,560"), (.custom("W"), 240, "240 W"),
      (.custom("W"), 12_340, "12.3 kW"), (.custom("Hz"), 3.4e9, "3.40 GHz"),
      (.custom("Hz"), 999, "999 Hz"), (.custom("Pa"), 101_325, "101 kPa"),
      (.custom("W/m²"), 1361, "1.36 kW/m²"), (.custom("rpm"), 12_340, "12,340 rpm"),
      (.decimalBytesPerSecond, 1_500_000, "1.5 MB/s"), (.decimalBytesPerSecond, 999, "999 B/s"),
      (.custom("MB/s"), 2_340_000, "2.34 ×10⁶ MB/s"), (.custom("req/s"), 3_456_000, "3.46 M req/s"),
      (.custom("A"), 1.04e-7, "104 nA"), (.custom("W/m²"), -2.5e-5, "\u{2212}25.0 µW/m²"),
      (.custom("A"), 0.0123, "0.012 A"), (.custom("F"), 4.7e-12, "4.70 pF"),
      (.custom("req/s"), 1.04e-7, "104 ×10⁻⁹ req/s"), (.custom("V"), 1e-20, "10.0 ×10⁻²¹ V"),
      (.custom("kW"), 12_340, "12,340 kW"), (.custom("/s"), 34_560, "34,560 /s"),
    ] as [(Unit, Double, String)])
  func others(_ unit: Unit, _ value: Double, _ text: String) {
    #expect(unit.format(value).text == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsADash(_ value: Double) {
    #expect(Unit.bytes.format(value) == FormattedValue(digits: "–", unit: "B"))
    #expect(Unit.none.format(value).text == "–")
    #expect(Unit.none.tickScale(forMaximum: value) == UnitScale(divisor: 1, symbol: ""))
  }

  @Test func onePrefixForSeveralNumbers() {
    let scale = Unit.bytesPerSecond.tickScale(forMaximum: 40 * 0x1p20)
    #expect(scale == UnitScale(divisor: 0x1p20, symbol: "MiB/s"))
    #expect(Unit.bytesPerSecond.format(0.4 * 0x1p20, scale: scale).text == "0.4 MiB/s")
    #expect(Unit.bytesPerSecond.format(0, scale: scale).text == "0.0 MiB/s")
    #expect(Unit.bytesPerSecond.format(.nan, scale: scale).text == "–")
    #expect(Unit.seconds.format(41.2 * 86_400, decimals: 0).text == "41 d")
  }

  /// Percents without decimals are rounded to the nearest one, but none below the whole becomes the whole.
  @Test(arguments: [
    (61.9, "62 %"), (98.4, "98 %"), (98.7, "99 %"), (99.4, "99 %"), (99.7, "99 %"),
    (99.999, "99 %"), (100, "100 %"), (100.4, "100 %"), (-0.4, "0 %"),
  ])
  func percentsWithoutDecimals(_ value: Double, _ text: String) {
    #expect(Unit.percent.format(value, decimals: 0).text == text)
  }

  @Test(
    arguments: [
      (0.0, 0, "0"), (0.5, 0, "1"), (1.5, 0, "2"), (-0.4, 0, "0"), (0.05, 1, "0.1"),
      (12.345, 2, "12.35"),
      (0.001, 3, "0.001"), (-7, 2, "\u{2212}7.00"), (1e14, 0, "100000000000000"),
      (1e15, 0, "1.00×10¹⁵"), (-2.5e20, 3, "\u{2212}2.50×10²⁰"),
      (123_456_789, 12, "123456789.0000000000"),
      (9.999e15, 0, "1.00×10¹⁶"), (.greatestFiniteMagnitude, 2, "1.80×10³⁰⁸"),
    ] as [(Double, Int, String)])
  func fixedDecimals(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.fixed(value, decimals: decimals) == text)
  }

  static let units: [Unit] = [
    .none, .percent, .bytes, .decimalBytes, .bytesPerSecond, .decimalBytesPerSecond,
    .bitsPerSecond, .celsius, .seconds,
    .custom("widgets"),
  ]

  /// For any number, the text is short, has digits, and is within 6 % of the number (or is
  /// zero if the unit cannot resolve the number).
  @Test(arguments: units)
  func anyNumberReadsWell(_ unit: Unit) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let value = Bool.random(using: &random) ? random.anyDouble() : random.spread(12)
      let formatted = unit.format(value)
      #expect(!formatted.digits.isEmpty && formatted.digits.count <= 8, "\(value)")
      #expect(formatted.digits != "–")
      let scale = unit.tickScale(forMaximum: value)
      #expect(scale.divisor > 0 && scale.divisor.isFinite)
      if let number = Double(
        formatted.digits.replacing("\u{2212}", with: "-").replacing(",", with: "")), number != 0,
        formatted.unit == scale.symbol
      {
        let error = abs(number * scale.divisor - value)
        let least = unit.ladder[0].scale.divisor
        #expect(
          error <= abs(value) * 0.06 || (scale.divisor == least && error <= least / 2), "\(value)")
      }
    }
  }

  /// A larger number never reads smaller.
  @Test(arguments: units)
  func ordersArePreserved(_ unit: Unit) {
    var last = -1.0
    for exponent in stride(from: 0.0, to: 24, by: 0.003) {
      let value = pow(10, exponent)
      let scale = unit.tickScale(forMaximum: value)
      guard let number = Double(unit.format(value).digits.replacing(",", with: "")) else {
        Issue.record("\(value)")
        return
      }
      // Rounding up to 99.95 → 100 shows up to 2.5 % too much in a binary prefix's last digit.
      #expect(number * scale.divisor >= last * 0.974, "\(value)")
      last = max(last, number * scale.divisor)
    }
  }
}
