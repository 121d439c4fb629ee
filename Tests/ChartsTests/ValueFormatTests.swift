import Charts
import Metrics
import Testing

/// The texts of values beside the axis of a plot.
@Suite struct ValueFormatTests {
  private static let mebibytes = UnitScale(divisor: 0x1p20, symbol: "MiB/s")

  /// Three digits of the largest value, and no more than can be seen where all values are small beside the axis.
  @Test(
    arguments: [
      // The largest value, the step between ticks, and the text of a value.
      (42, 25, 42, "42.0"), (4.2, 2, 4.2, "4.20"), (0.42, 0.2, 0.42, "0.420"),
      (24.9, 25, 24.9, "24.9"), (0.42, 25, 0.42, "0.4"), (0.042, 25, 0.042, "0.0"),
      (0.042, 25, 0, "0.0"), (0.42, 250, 0.42, "0.4"), (4.2, 5, 4.2, "4.2"),
      (0.04, 1, 0.04, "0.04"),
      (0.004, 0.5, 0.004, "0.00"), (0.004, 0.1, 0.004, "0.004"), (0.09, 0.1, 0.09, "0.090"),
      (0.000_4, 0.01, 0.000_4, "0.0004"), (420, 500, 420, "420"), (1e-9, 1e-8, 1e-9, "0.000000"),
      // Without ticks, and without values.
      (0.042, 0, 0.042, "0.0420"), (0, 25, 0, "0.0"), (.nan, 25, .nan, "–"),
    ] as [(Double, Double, Double, String)])
  func digits(largest: Double, step: Double, value: Double, text: String) {
    let format = ValueFormat(
      unit: .none, scale: UnitScale(divisor: 1, symbol: ""), largest: largest, tickStep: step)
    #expect(format(value).text == text)
  }

  /// The step counts in the prefix of its axis. A value that is small for it has a prefix of its own.
  @Test(
    arguments: [
      (0.05, 0.5, 0, "0 B/s"), (0.42, 5, 0.42, "0.4 MiB/s"), (0.4, 0.5, 0.4, "0.40 MiB/s"),
      (0.4, 0.5, 0.05, "51.2 KiB/s"), (0.9, 0.5, 0.9, "0.900 MiB/s"),
    ] as [(Double, Double, Double, String)])
  func prefixes(largest: Double, step: Double, value: Double, text: String) {
    let format = ValueFormat(
      unit: .bytesPerSecond, scale: Self.mebibytes, largest: largest * 0x1p20,
      tickStep: step * 0x1p20)
    #expect(format.alone(value * 0x1p20).text == text)
  }

  /// A value below one of a prefix without decimals has a smaller prefix, and is not written as zero.
  @Test(arguments: [
    (0.0, "0 B"), (150e6, "143 MiB"), (1e9, "954 MiB"), (1.2e9, "1 GiB"), (900e9, "838 GiB"),
    (-400e6, "\u{2212}381 MiB"),
  ])
  func belowOneOfThePrefix(value: Double, text: String) {
    let format = ValueFormat(
      unit: .bytes, scale: Unit.bytes.tickScale(forMaximum: 900e9), largest: 900e9)
    #expect(format.decimals == 0 && format.alone(value).text == text)
  }

  /// Zero has no prefix, but keeps a part of a second. Beside a unit it is a plain zero.
  @Test(
    arguments: [
      (.bytes, 3e12, "0 B", "0"), (.bytes, 300, "0 B", "0"), (.none, 3e-6, "0", "0"),
      (.none, 3e6, "0", "0"), (.none, 3, "0.00", "0.00"), (.custom("W"), 3e3, "0 W", "0"),
      (.seconds, 0.012, "0.0 ms", "0.0"), (.seconds, 7200, "0 s", "0"),
    ] as [(Metrics.Unit, Double, String, String)])
  func zeros(unit: Metrics.Unit, largest: Double, alone: String, beside: String) {
    let scale = unit.tickScale(forMaximum: largest)
    let format = ValueFormat(unit: unit, scale: scale, largest: largest)
    #expect(format.alone(0).text == alone)
    #expect(format.text(0, beside: scale.symbol) == beside)
  }

  /// A value that would have nothing but zeros has digits of its own, unless it is a rounding error.
  @Test(
    arguments: [
      // The unit, the largest value, and a value with its text.
      (.none, 1.2345e-9, 1.2345e-9, "1.23 ×10⁻⁹"), (.none, 900.5, 0.3, "0.3"),
      (.none, 900.5, -0.3, "\u{2212}0.3"), (.none, 900.5, 0.6, "1"), (.none, 900.5, 0, "0"),
      (.none, 900.5, 1e-14, "0"), (.none, 0.0005, 0.0005, "0.0005"),
      (.custom("W"), 1.2345e-9, 1.2345e-9, "1.23 nW"), (.percent, 100, 0.04, "0.04 %"),
      (.celsius, 2e-8, 2e-8, "20.0 ×10⁻⁹ °C"), (.bytes, 0.3, 0.3, "0 B"), (.none, 1, .nan, "–"),
    ] as [(Metrics.Unit, Double, Double, String)])
  func nonzeroValues(unit: Metrics.Unit, largest: Double, value: Double, text: String) {
    // The axis of a single small value reaches from −1 to 1.
    let format = ValueFormat(
      unit: unit, scale: UnitScale(divisor: 1, symbol: unit.symbol), largest: largest,
      valueDecimals: largest == 0.0005 ? 4 : ValueFormat.mostDecimals)
    #expect(format.nonzero(value, beside: largest).text == text)
  }

  /// Percentages up to the whole have a decimal, so that a small share does not vanish when the largest one reaches 100 %.
  @Test(
    arguments: [
      (99.9, 6, 6.6, "6.6 %"), (99.97, 6, 6.6, "6.6 %"), (100, 6, 6.6, "6.6 %"),
      (100, 6, 0.4, "0.4 %"),
      (100, 6, 100, "100.0 %"), (100.000_000_1, 6, 6.6, "6.6 %"), (100, 0, 7, "7 %"),
      (100, 0, 100, "100 %"),
      (100.1, 6, 6.6, "7 %"), (400, 6, 6.6, "7 %"),
    ] as [(Double, Int, Double, String)])
  func sharesOfAWhole(largest: Double, decimals: Int, value: Double, text: String) {
    let format = ValueFormat(
      unit: .percent, scale: Unit.percent.tickScale(forMaximum: largest), largest: largest,
      valueDecimals: decimals, tickStep: 25)
    #expect(format.alone(value).text == text)
  }

  /// Below one second, values are in milliseconds. Beside other values in milliseconds, they stay so down to a tenth.
  @Test(
    arguments: [
      (15, 0.9, "900 ms"), (0.015, 0.0009, "0.9 ms"), (0.015, 0.000_1, "0.1 ms"),
      (0.015, 0.000_09, "90.0 µs"), (0.015, 0.002, "2.0 ms"),
    ] as [(Double, Double, String)])
  func smallDurations(largest: Double, value: Double, text: String) {
    let format = ValueFormat(
      unit: .seconds, scale: Unit.seconds.tickScale(forMaximum: largest), largest: largest)
    #expect(format.alone(value).text == text)
  }

  /// The ticks have no more decimals than the values beside them.
  @Test func decimalsOfTicks() {
    let format = ValueFormat(
      unit: .none, scale: UnitScale(divisor: 1, symbol: ""), largest: 0.1, tickDecimals: 3,
      tickStep: 0.125)
    #expect(format(0.1).text == "0.100")
  }
}
