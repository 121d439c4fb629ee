import Geometry
import Metrics
import Testing

@testable import Charts

@Suite struct LogarithmicTicksTests {
  /// Values without a place are counted where they are in view.
  @Test(
    arguments: [
      (0...9999, "3334 values ≤ 0 not shown"), (0...0, "1 value ≤ 0 not shown"), (1...2, nil),
      (5000...9999, "1667 values ≤ 0 not shown"),
    ] as [(ClosedRange<Double>, String?)])
  func unshownValues(time: ClosedRange<Double>, note: String?) {
    var samples = TimeSeries(capacity: 10_000)
    for i in 0..<10_000 { samples.append(time: Double(i), value: i % 3 == 0 ? -Double(i) : 5) }
    let content = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)], time: time,
      axis: TickScale(logarithmicCovering: 1, 10))
    #expect(content.noteOfUnshown == note)
  }

  @Test(
    arguments: [
      (1.0, 1000.0, ["1", "10", "100", "1000"]), (1, 100, ["1", "3", "10", "30", "100"]),
      (3, 80, ["3", "10", "30", "100"]), (20, 70, ["20", "50", "100"]),
      (99, 101, ["50", "100", "200"]), (5, 5, ["2", "5", "10"]),
      (0.001, 250, ["0.01", "1", "100"]), (0.02, 4000, ["0.1", "1", "10", "100", "1000"]),
      (0.5, 20_000, ["1", "10", "100", "1000", "10k"]), (1e5, 4e8, ["100k", "1M", "10M", "100M"]),
      (1e-12, 1e12, ["10⁻¹⁰", "10⁻⁵", "1", "100k", "10G"]),
    ] as [(Double, Double, [String])])
  func plain(low: Double, high: Double, labels: [String]) {
    let scale = TickScale(logarithmicCovering: low, high)
    #expect(scale.labels == labels)
    check(scale, low, high)
  }

  @Test(
    arguments: [
      (Unit.bytes, 1.0, 1_048_576, ["1", "100", "10Ki", "1Mi"]),
      (.bytesPerSecond, 1024, 100 * 1024, ["1Ki", "3Ki", "10Ki", "30Ki", "100Ki"]),
      (.bitsPerSecond, 1000, 1_000_000, ["1k", "10k", "100k", "1M"]),
      (.seconds, 0.0001, 0.1, ["100 µs", "1 ms", "10 ms", "100 ms"]),
      (.seconds, 0.01, 10, ["10 ms", "100 ms", "1 s", "10 s"]),
      (.percent, 0.1, 100, ["0.1", "1", "10", "100"]),
    ] as [(Unit, Double, Double, [String])])
  func withUnits(unit: Unit, low: Double, high: Double, labels: [String]) {
    let scale = TickScale(logarithmicCovering: low, high, unit: unit)
    #expect(scale.labels == labels)
    check(scale, low, high)
  }

  /// The data fills most of the axis.
  @Test(arguments: [
    (0.008, 1.3, 0.005, 2.0), (12, 90, 10, 100), (1, 1000, 1, 1000), (0.3, 21_000, 0.2, 50_000),
  ])
  func domains(low: Double, high: Double, lowest: Double, highest: Double) {
    #expect(TickScale(logarithmicCovering: low, high).domain == lowest...highest)
  }

  @Test(arguments: [
    (2.0, 3000.0, ["10", "100", "1000"]), (50, 60, ["50.0", "52.5", "55.0", "57.5", "60.0"]),
    (1, 1, ["0.5", "1", "2"]), (7, 7000, ["10", "100", "1000"]),
  ])
  func fixed(low: Double, high: Double, labels: [String]) {
    let scale = TickScale(logarithmicFixed: low, high)
    #expect(scale.labels == labels)
    if low < high { #expect(scale.domain == low...high) }
    #expect(scale.isLogarithmic)
  }

  /// The area under a line compares values by their heights, which a logarithmic axis does not.
  @Test(arguments: [true, false]) func areas(isLogarithmic: Bool) throws {
    let environment = try chartEnvironment(isAnimated: false)
    var samples = TimeSeries()
    for i in 0..<5 { samples.append(time: Double(i), value: Double(10 + i)) }
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 200), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    plot.update(
      PlotContent(
        series: [PlotContent.Series(samples, style: .primary)], time: 0...4,
        axis: isLogarithmic ? TickScale(logarithmicCovering: 1, 100) : TickScale(fixed: 0, 100)),
      at: nil)
    #expect(plot.lines.marks.map(\.area.isHidden) == [isLogarithmic])
  }

  /// For any data the bounds are positive and hold the data, and a few ticks ascend within the
  /// bounds.
  @Test func anyBounds() {
    let values = [
      0, -1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e-300, 1e-9, 0.3, 1, 7, 99.99,
      1e4, 1e9, 1e300,
      .greatestFiniteMagnitude,
    ]
    for low in values {
      for high in values {
        for unit in [Unit.none, .bytes, .seconds, .custom("x")] {
          check(TickScale(logarithmicCovering: low, high, unit: unit), low, high)
          let fixed = TickScale(logarithmicFixed: low, high, unit: unit)
          #expect(fixed.domain.lowerBound > 0 && fixed.domain.lowerBound < fixed.domain.upperBound)
        }
      }
    }
  }

  private func check(_ scale: TickScale, _ low: Double, _ high: Double) {
    let domain = scale.domain
    #expect(domain.lowerBound > 0 && domain.upperBound.isFinite, "\(low) \(high)")
    #expect(domain.lowerBound < domain.upperBound, "\(low) \(high)")
    #expect((1...5).contains(scale.ticks.count), "\(low) \(high) \(scale.ticks)")
    #expect(scale.ticks.count == scale.labels.count)
    #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0 < $1 })
    for value in [low, high] where value > 1e-280 && value < 1e280 {
      #expect(
        domain.lowerBound <= value * (1 + 1e-9) && domain.upperBound >= value * (1 - 1e-9),
        "\(low) \(high) \(domain)")
    }
  }
}
