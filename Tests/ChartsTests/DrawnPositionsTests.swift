import Foundation
import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

@Suite struct DrawnPositionsTests {
  private func series(_ count: Int, seed: UInt64 = 1) -> TimeSeries {
    var random = SeededGenerator(seed: seed)
    var series = TimeSeries(capacity: count)
    for i in 0..<count {
      series.append(time: Double(i + 1), value: .random(in: 0..<100, using: &random))
    }
    return series
  }

  private func map(_ time: ClosedRange<Double>) -> AxisMap {
    AxisMap(epoch: 0, time: time, value: 0...100, size: Size(500, 100))
  }

  @Test func fewSamplesAreAllDrawn() {
    let drawn = DrawnPositions(series(900), from: 1, map: map(1...900), pixel: 1)
    #expect(!drawn.isThinned)
    #expect(drawn.positions == Array(0..<900))
  }

  @Test func aMillionAreAsManyAsPixels() {
    let data = series(1_000_000)
    let drawn = DrawnPositions(data, from: 1, map: map(1...1_000_000), pixel: 1)
    #expect(drawn.isThinned)
    #expect((500...1010).contains(drawn.positions.count))
    #expect(zip(drawn.positions, drawn.positions.dropFirst()).allSatisfy { $0 < $1 })
    let curve = SampledCurve(data, positions: drawn, map: map(1...1_000_000))
    #expect(curve.line.points.count < 2100)
  }

  /// The highest and the lowest of any stretch as wide as two columns are drawn.
  @Test func noPeakIsLost() {
    let data = series(20_000)
    let drawn = DrawnPositions(data, from: 1, map: map(1...20_000), pixel: 1)
    let kept = Set(drawn.positions)
    // Columns are 64 samples wide, and start at multiples.
    for start in stride(from: 64, to: 19_900, by: 64) {
      let column = (start - 1)..<(start + 63)
      let values = column.map { data[$0].value }
      for peak in [values.max()!, values.min()!] {
        #expect(kept.contains { column.contains($0) && data[$0].value == peak })
      }
    }
  }

  /// The definition, for samples at irregular times.
  @Test(arguments: 0..<20)
  func eachColumnHasItsOwn(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var data = TimeSeries(capacity: 9000)
    var time = Double.random(in: -1e6...1e6, using: &random)
    let start = time
    for _ in 0..<9000 {
      let isFar = Int.random(in: 0..<300, using: &random) == 0
      time += .random(in: 0.01...(isFar ? 200 : 1), using: &random)
      let isMissing = Int.random(in: 0..<200, using: &random) == 0
      data.append(time: time, value: isMissing ? .nan : .random(in: 0..<50, using: &random))
    }
    let drawn = DrawnPositions(data, from: start, map: map(start...time), pixel: 1)
    let width = exp2(log2((time - start) / 500).rounded(.up))
    let columns = Dictionary(grouping: 0..<data.count) { (data[$0].time / width).rounded(.down) }
    let expected = columns.values.flatMap { column in
      let valid = column.filter { !data[$0].value.isNaN }
      let missing = column.last { data[$0].value.isNaN }
      return [
        valid.min { data[$0].value < data[$1].value },
        valid.max { data[$0].value < data[$1].value }, missing,
      ].compactMap { $0 }
    }
    #expect(drawn.isThinned && drawn.positions == Set(expected).sorted())
  }

  @Test func theChoiceDoesNotShimmer() {
    let data = series(21_000)
    let before = DrawnPositions(data, from: 1, map: map(1...20_000), pixel: 1).positions
    for shift in [1.0, 17, 333, 900] {
      let after = DrawnPositions(
        data, from: 1 + shift, map: map(1 + shift...20_000 + shift), pixel: 1
      ).positions
      let common = 1000..<19_900
      #expect(before.filter(common.contains) == after.filter(common.contains), "\(shift)")
    }
  }

  /// The edges of a band have as many samples as pixels, the same ones, and all peaks.
  @Test func aDenseBandIsThinned() {
    let (low, high) = (series(20_000), series(20_000, seed: 2))
    let band = PlotBand(low: low, high: high)
    let map = map(1...20_000)
    let mark = BandMark()
    mark.update(
      band, PlotMotion(from: map, to: map, hairline: 1, narrow: 0, unseen: 0),
      PlotTransition(from: map, to: map, begin: 0), progress: 1, size: Size(500, 100),
      limits: -.infinity ... .infinity, least: nil, pixel: 1, at: nil, fade: nil)
    let shown = mark.shown(progress: 1)
    #expect((500...2020).contains(shown.low.knots.count))
    #expect(shown.low.knots.map(\.key) == shown.high.knots.map(\.key))
    let extent = low.extent(in: 0..<20_000)
    #expect(shown.low.knots.map(\.point.y).max() == extent.map { map.y($0.lowerBound) })
  }

  @Test func gapsStay() {
    var data = TimeSeries(capacity: 10_000)
    for i in 0..<10_000 {
      data.append(time: Double(i), value: (4000..<4010).contains(i) ? .nan : 1)
    }
    let map = map(0...9999)
    let curve = SampledCurve(
      data, positions: DrawnPositions(data, from: 0, map: map, pixel: 1), map: map)
    #expect(curve.knots.count { $0.startsRun } == 2)
  }

  /// On a logarithmic axis a value that is not positive has no place, and takes the place of no
  /// other value.
  @Test func theLowestPositiveValueOfAColumnIsKept() {
    var series = TimeSeries(capacity: 10_000)
    for i in 0..<10_000 {
      let value = i % 5 == 0 ? 0 : i % 7 == 3 ? -2 : Double(1 + i % 11)
      series.append(time: Double(i), value: value)
    }
    let map = AxisMap(
      epoch: 0, time: 0...10_000, value: 1...100, size: Size(100, 100), isLogarithmic: true)
    let drawn = DrawnPositions(series, from: 0, map: map, pixel: 1)
    #expect(drawn.isThinned)
    let values = drawn.positions.map { series[$0].value }
    #expect(values.count { $0 == 1 } >= 70 && values.count { $0 == 11 } >= 70)
    let linear = AxisMap(epoch: 0, time: 0...10_000, value: 1...100, size: Size(100, 100))
    let lows = DrawnPositions(series, from: 0, map: linear, pixel: 1).positions
    #expect(lows.count { series[$0].value == -2 } >= 70)
  }
}
