import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

@Suite struct TickScaleTests {
  @Test(
    arguments: [
      (0.0, 100.0, ["0", "25", "50", "75", "100"]),
      (0, 53, ["0", "20", "40", "60"]),
      (0, 1.78, ["0.0", "0.5", "1.0", "1.5", "2.0"]),
      (0, 0.94, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
      (0, 3, ["0", "1", "2", "3"]), (0, 0.3, ["0.0", "0.1", "0.2", "0.3"]),
      (-20, 30, ["\u{2212}20", "0", "20", "40"]),
      (-7, -2, ["\u{2212}8", "\u{2212}6", "\u{2212}4", "\u{2212}2"]),
      (995, 1005, ["995.0", "997.5", "1000.0", "1002.5", "1005.0"]),
      (0, 12_000, ["0", "5000", "10,000", "15,000"]),
      (0.3, 0.7, ["0.3", "0.4", "0.5", "0.6", "0.7"]),
      (0, 0.000_03, ["0", "10", "20", "30"]),
    ] as [(Double, Double, [String])])
  func plain(_ low: Double, _ high: Double, _ labels: [String]) {
    #expect(TickScale(covering: low, high).labels == labels)
  }

  @Test(
    arguments: [
      (Unit.bitsPerSecond, 0.0, 89e6, ["0", "25", "50", "75", "100"], "Mbit/s", 100e6),
      (.bytes, 0, 6.5 * 0x1p30, ["0", "2", "4", "6", "8"], "GiB", 8 * 0x1p30),
      (.bytesPerSecond, 0, 33.1 * 0x1p20, ["0", "10", "20", "30", "40"], "MiB/s", 40 * 0x1p20),
      (.bytesPerSecond, 0, 990 * 1024, ["0", "250", "500", "750", "1000"], "KiB/s", 1_024_000),
      (.seconds, 0, 0.0042, ["0", "2", "4", "6"], "ms", 0.006),
      (.percent, 0, 100, ["0", "25", "50", "75", "100"], "%", 100),
    ] as [(Unit, Double, Double, [String], String, Double)])
  func withUnits(
    _ unit: Unit, _ low: Double, _ high: Double, _ labels: [String], _ symbol: String, _ top: Double
  ) {
    let scale = TickScale(covering: low, high, unit: unit)
    #expect(scale.labels == labels)
    #expect(scale.scale.symbol == symbol)
    #expect(abs(scale.domain.upperBound / top - 1) < 1e-12)
  }

  @Test(
    arguments: [
      (0.0, 0.0, 0.0...1.0), (.nan, .nan, 0...1), (.infinity, -.infinity, 0...1), (5, 5, 0...6),
      (-5, -5, -6...0), (10, 0, 0...10), (.nan, 8, 0...8),
      (0, .infinity, 0...Double.greatestFiniteMagnitude),
      (1e-300, 1e-300, 0...1), (1, 1.000_000_000_000_1, 0...1.5),
      // A single value is not the end of the axis.
      (8, 8, 0...10), (-100, -100, -150...0),
      (
        -1.7e308, 1.7e308,
        -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
      ),
    ] as [(Double, Double, ClosedRange<Double>)])
  func degenerateDomains(_ low: Double, _ high: Double, _ domain: ClosedRange<Double>) {
    #expect(TickScale(covering: low, high).domain == domain)
  }

  @Test func aSinglePercentageEndsAtAHundred() {
    for value in [97.0, 98, 100] {
      #expect(TickScale(covering: value, value, unit: .percent).domain == 0...100)
    }
  }

  /// The largest numbers lie within the plot, from edge to edge.
  @Test(arguments: [false, true])
  func theLargestNumbersAreOnTheAxis(isLogarithmic: Bool) {
    let most = Double.greatestFiniteMagnitude
    let scale =
      isLogarithmic
      ? TickScale(logarithmicCovering: 1e-300, most) : TickScale(covering: -most, most)
    #expect(scale.ticks.count >= 3 && scale.ticks.allSatisfy(\.isFinite))
    let map = AxisMap(
      epoch: 0, time: 0...1, value: scale.domain, size: Size(100, 300), isLogarithmic: isLogarithmic
    )
    #expect(isNear(map.y(most), 0) && isNear(map.y(isLogarithmic ? 1e-300 : -most), 300))
    if !isLogarithmic { #expect(isNear(map.y(0), 150)) }
  }

  @Test(
    arguments: [
      (0.0, 100.0, [0.0, 25, 50, 75, 100]), (0, 90, [0, 20, 40, 60, 80]),
      (3, 17, [5, 7.5, 10, 12.5, 15]),
      (0.5, 0.9, [0.5, 0.6, 0.7, 0.8, 0.9]), (-1, 1, [-1, -0.5, 0, 0.5, 1]),
    ] as [(Double, Double, [Double])])
  func aFixedDomainStays(_ low: Double, _ high: Double, _ ticks: [Double]) {
    let scale = TickScale(fixed: low, high)
    #expect(scale.domain == low...high)
    #expect(scale.ticks == ticks)
  }

  /// A prefix with which the labels would need many decimals is left out, or is a smaller one.
  @Test(
    arguments: [
      (
        Unit.none, 1e6, 1_000_001.6, ["1,000,000.0", "1,000,000.5", "1,000,001.0", "1,000,001.5"],
        ""
      ),
      (
        .none, 2e6, 2_010_000, ["2,000,000", "2,002,500", "2,005,000", "2,007,500", "2,010,000"], ""
      ),
      (.none, 2e6, 2.1e6, ["2.000", "2.025", "2.050", "2.075", "2.100"], "M"),
      (
        .decimalBytes, 17e9, 17_001_600_000, ["17,000.0", "17,000.5", "17,001.0", "17,001.5"], "MB"
      ),
      (.percent, 99.99, 99.9916, ["99.9900", "99.9905", "99.9910", "99.9915"], "%"),
    ] as [(Unit, Double, Double, [String], String)])
  func prefixesThatTellTicksApart(
    _ unit: Unit, _ low: Double, _ high: Double, _ labels: [String], _ symbol: String
  ) {
    let scale = TickScale(fixed: low, high, unit: unit)
    #expect(scale.labels == labels && scale.scale.symbol == symbol)
    let largest = unit.tickScale(forMaximum: high)
    #expect(TickScale(fixed: low, high, unit: unit, isLabelled: false).scale == largest)
  }

  @Test(
    arguments: [
      (1e6, 1_000_400, ["1,000,000", "1,000,100", "1,000,200", "1,000,300", "1,000,400"]),
      (1e6, 1_004_000, ["1.000", "1.001", "1.002", "1.003", "1.004"]),
    ] as [(Double, Double, [String])])
  func prefixesOfAnAxisWithFreeEnds(_ low: Double, _ high: Double, _ labels: [String]) {
    #expect(TickScale(covering: low, high).labels == labels)
  }

  private func check(_ scale: TickScale, most: Int) {
    let ticks = scale.ticks
    #expect(scale.domain.lowerBound < scale.domain.upperBound)
    #expect(scale.labels.count == ticks.count)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Set(scale.labels).count == ticks.count, "\(scale)")
    #expect(scale.step > 0)
    let steps = scale.step / scale.scale.divisor
    let mantissa = steps / power(10, log10Floor(steps))
    #expect([1, 2, 2.5, 5, 10].contains { abs(mantissa / $0 - 1) < 1e-9 }, "\(steps)")
    #expect(ticks.count <= most + 1)
    #expect(Set(scale.labels.map { $0.drop { $0 != "." }.count }).count == 1)
  }

  private func log10Floor(_ value: Double) -> Double {
    var exponent = 0.0
    var value = value
    while value >= 10 * (1 - 1e-12) {
      value /= 10
      exponent += 1
    }
    while value < 1 - 1e-12 {
      value *= 10
      exponent -= 1
    }
    return exponent
  }

  private static let units: [Metrics.Unit] = [
    .none, .percent, .bytes, .decimalBytes, .bytesPerSecond, .bitsPerSecond, .celsius, .seconds,
    .custom("widgets"),
  ]

  /// Any two numbers give an axis that covers them with two to four round intervals.
  @Test(arguments: units)
  func covers(_ unit: Unit) {
    var random = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      let low = round % 3 == 0 ? 0 : random.spread(round % 2 == 0 ? 4 : 40)
      let high = round % 5 == 0 ? low + abs(low) * 0.01 : random.spread(round % 2 == 0 ? 4 : 40)
      let scale = TickScale(covering: low, high, unit: unit)
      check(scale, most: 4)
      #expect(scale.ticks.count >= 3, "\(low) \(high)")
      #expect(scale.domain.lowerBound == scale.ticks.first)
      #expect(scale.domain.upperBound == scale.ticks.last)
      let slack = scale.step * 1e-6
      #expect(scale.domain.lowerBound <= min(low, high) + slack, "\(low) \(high)")
      #expect(scale.domain.upperBound >= max(low, high) - slack, "\(low) \(high)")
    }
  }

  @Test(arguments: [2, 3, 6, 10])
  func keepsToTheMaximum(_ most: Int) {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let low = random.spread(3)
      let scale = TickScale(covering: low, low + abs(random.spread(3)), maximumIntervals: most)
      check(scale, most: most)
      let fixed = TickScale(fixed: low, low + abs(random.spread(3)), maximumIntervals: most)
      #expect(fixed.ticks.count <= most + 1)
      #expect(fixed.ticks.allSatisfy { fixed.domain.contains($0) }, "\(fixed)")
    }
  }

  @Test func survivesAnything() {
    var random = SeededGenerator(seed: 5)
    let odd = [
      0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    for round in 0..<3000 {
      let low = round % 4 == 0 ? odd.randomElement(using: &random)! : random.anyDouble()
      let high = round % 3 == 0 ? odd.randomElement(using: &random)! : random.anyDouble()
      for unit in [Unit.none, .bytes, .seconds] {
        let most = Int.random(in: -2...200, using: &random)
        let covering = TickScale(covering: low, high, unit: unit, maximumIntervals: most)
        #expect(covering.domain.lowerBound < covering.domain.upperBound)
        #expect(zip(covering.ticks, covering.ticks.dropFirst()).allSatisfy { $0 < $1 })
        let fixed = TickScale(fixed: low, high, unit: unit, maximumIntervals: most)
        #expect(fixed.domain.lowerBound < fixed.domain.upperBound)
      }
    }
  }
}
