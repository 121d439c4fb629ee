import Foundation
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Charts

/// Lines of more samples than pixels: a band of extremes, and a line through medians.
@Suite struct DenseColumnsTests {
  private func map(_ time: ClosedRange<Double>) -> AxisMap {
    AxisMap(epoch: 0, time: time, value: 0...100, size: Size(500, 100))
  }

  private func drawn(_ series: TimeSeries, _ time: ClosedRange<Double>, wasThinned: Bool = false)
    -> DrawnPositions
  {
    DrawnPositions(
      series, from: time.lowerBound, through: time.upperBound, map: map(time), pixel: 1,
      wasThinned: wasThinned)
  }

  private func noise(_ count: Int, seed: UInt64 = 1, missing: Int = .max) -> TimeSeries {
    var random = SeededGenerator(seed: seed)
    var series = TimeSeries(capacity: count)
    for i in 0..<count {
      let isMissing = missing < .max && Int.random(in: 0..<missing, using: &random) == 0
      series.append(
        time: Double(i), value: isMissing ? .nan : .random(in: 0..<100, using: &random))
    }
    return series
  }

  /// 8000 samples in 500 pixels: each 16 share a column, and each 64 a median.
  @Test func medians() {
    let series = noise(8000)
    let dense = DenseColumns(series, drawn(series, 0...7999), least: -.infinity)
    #expect(dense.width == 16)
    #expect(dense.middle.gaps.isEmpty && dense.middle.times.count == 125)
    for (i, value) in dense.middle.values.dropLast().enumerated() {
      let values = (64 * i..<64 * (i + 1)).map { series[$0].value }.sorted()
      #expect(value == values[32] && dense.middle.times[i] == Double(64 * i) + 31.5)
    }
    // The line ends at the latest sample.
    #expect(dense.middle.times.last == 7999 && dense.middle.values.last == series[7999].value)
  }

  /// The upper median, of numbers some of which are equal.
  @Test func upperMedians() {
    var random = SeededGenerator(seed: 5)
    for count in Array(1...64) + [3, 64, 64] {
      let values = (0..<count).map { _ in Double(Int.random(in: 0...count, using: &random)) }
      for numbers in [values, values.sorted(), values.sorted(by: >)] {
        var numbers = numbers
        let found = numbers.withUnsafeMutableBufferPointer { $0.upperMedian() }
        #expect(found == values.sorted()[count / 2])
        #expect(numbers.sorted() == values.sorted())
      }
    }
  }

  /// A line of a million samples is near the median of each column, although it is taken of some samples.
  @Test func mediansOfMany() {
    var random = SeededGenerator(seed: 8)
    var series = TimeSeries()
    for i in 0..<1_000_000 {
      let noise = (0..<4).reduce(0.0) { sum, _ in sum + .random(in: -5...5, using: &random) }
      series.append(time: Double(i), value: 50 + noise)
    }
    let dense = DenseColumns(series, drawn(series, 0...999_999), least: -.infinity)
    #expect(dense.middle.times.count > 100)
    #expect(dense.middle.values.dropLast().allSatisfy { abs($0 - 50) < 5 })
  }

  /// The band reaches from the lowest to the highest sample of each column.
  @Test func everyPeakIsInTheBand() {
    let series = noise(8000, seed: 3)
    let dense = DenseColumns(series, drawn(series, 0...7999), least: -.infinity)
    #expect(dense.low.times.count == 500 && dense.high.times == dense.low.times)
    for (i, time) in dense.low.times.enumerated() {
      let values = (16 * i..<16 * (i + 1)).map { series[$0].value }
      #expect(time == 16 * Double(i) + 8)
      #expect(dense.low.values[i] == values.min() && dense.high.values[i] == values.max())
    }
  }

  /// A missing sample interrupts the band and the line; nothing is missed, and times ascend.
  @Test(arguments: 0..<10) func missingSamples(seed: Int) {
    let series = noise(6000, seed: UInt64(seed), missing: [50, 400, 3][seed % 3])
    let dense = DenseColumns(series, drawn(series, 0...5999), least: -.infinity)
    let columns = Dictionary(grouping: 0..<6000) { $0 / 16 }
    #expect(
      dense.low.times.count == columns.values.count { $0.contains { series[$0].value.isFinite } })
    for line in [dense.low, dense.high, dense.middle] {
      #expect(zip(line.times, line.times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(line.values.allSatisfy { (0..<100).contains($0) })
    }
    // Between two parts that are joined nothing that the columns know of is missing.
    let lastMissing = columns.values.compactMap { $0.last { series[$0].value.isNaN } }
    let joined = dense.middle.times.indices.dropFirst().filter { !dense.middle.gaps.contains($0) }
    for i in joined {
      let between = dense.middle.times[i - 1]...dense.middle.times[i]
      let isLast = i == dense.middle.times.count - 1
      #expect(isLast || !lastMissing.contains { between.contains(Double($0)) })
    }
  }

  /// While the plot slides, what is drawn stays the same.
  @Test func nothingShimmers() {
    let series = noise(12_000, seed: 5)
    func lines(_ shift: Double) -> DenseColumns {
      DenseColumns(series, drawn(series, shift...shift + 7999), least: -.infinity)
    }
    let before = lines(0)
    for shift in [1.0, 17, 333, 900] {
      let after = lines(shift)
      for (a, b) in [(before.middle, after.middle), (before.low, after.low)] {
        let common = 1000.0..<7900
        func part(_ line: DenseColumns.Line) -> [[Double]] {
          zip(line.times, line.values).filter { common.contains($0.0) }.map { [$0, $1] }
        }
        #expect(part(a) == part(b) && !part(a).isEmpty)
      }
    }
  }

  /// The mean of all samples stands for the median if the store has only extremes.
  @Test func coarseStretches() {
    var series = TimeSeries(budget: 400_000)
    for i in 0..<200_000 { series.append(time: Double(i), value: i % 10 == 0 ? 90 : 10) }
    #expect(series.bucketWidth(at: 0) > 0)
    let dense = DenseColumns(series, drawn(series, 0...199_999), least: -.infinity)
    let coarse = dense.middle.values.prefix(8).dropFirst()
    #expect(coarse.allSatisfy { abs($0 - 18) < 6 }, "\(coarse)")
    #expect(dense.middle.values.suffix(3).dropLast().allSatisfy { $0 == 10 })
  }

  /// A line whose samples come unevenly does not change its look to and fro.
  @Test func theLookStays() {
    let series = noise(1100)
    #expect(!drawn(series, 0...1099).isThinned)
    #expect(drawn(series, 0...1099, wasThinned: true).isThinned)
    #expect(drawn(noise(1210), 0...1209).isThinned)
    #expect(!drawn(noise(880), 0...879, wasThinned: true).isThinned)
  }

  @Test(arguments: ["dark", "light"]) func pictures(theme name: String) throws {
    let theme = try #require(Theme(name: name))
    let environment = try chartEnvironment(theme: theme, isAnimated: false)
    var random = SeededGenerator(seed: 12)
    var samples = TimeSeries()
    var level = 40.0
    for i in 0..<9000 {
      level += .random(in: -0.5...0.5, using: &random) + (40 - level) * 0.001
      let noise = Double.random(in: -8...8, using: &random) + .random(in: -8...8, using: &random)
      samples.append(
        time: Double(i),
        value: (5000..<5400).contains(i) ? .nan : i % 2100 == 1000 ? 95 : level + noise)
    }
    let panel = Panel(title: "Noise", kind: .line, index: 0, environment: environment)
    panel.layOut(
      frame: Rect(x: 0, y: 0, width: 640, height: 320), labelColumn: 32, environment: environment)
    var content = PanelContent()
    content.state = .fresh
    content.value = FormattedValue(digits: "41.2", unit: "%")
    content.body = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)], time: 0...8999,
      axis: TickScale(fixed: 0, 100), xAxis: .number)
    panel.update(content, at: nil)
    let list = Compositor.record(
      panel.layer, at: 0, scale: 1, bounds: IntRect(width: 640, height: 320))
    expectGolden(
      draw(list.drawList.operations, width: 640, height: 320, over: theme.background),
      named: "panel-dense-\(name)")
  }
}
