import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

/// A line is interrupted where two samples are much further apart than those around them.
@Suite struct LineGapsTests {
  private func times(_ distances: [Double]) -> [Double] {
    distances.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  @Test(
    arguments: [
      // The distances between samples, and the indices before which there is a gap.
      ([1, 1, 1, 36, 1, 1], [4]), ([1, 1, 1, 3, 1, 1], []), ([1, 1, 1, 3.01, 1, 1], [4]),
      ([36, 1, 1, 1], [1]), ([1, 1, 1, 36], [4]), ([36], []), ([], []), ([1, 36], [2]),
      // Two gaps, and a sample alone between them.
      ([1, 1, 36, 36, 1, 1], [3, 4]),
      // A pace that changes is no gap, and each pace has its own gaps.
      ([60, 60, 60, 1, 1, 1], []), ([1, 1, 1, 60, 60, 60], []),
      ([60, 60, 200, 60, 60, 1, 1, 1, 36, 1, 1, 1], [3, 9]),
      // A short pace of its own among faster ones, and a gap in it.
      ([0.1, 0.1, 0.1, 0.1, 0.1, 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1], []),
      ([0.1, 0.1, 0.1, 0.1, 0.1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1], []),
      ([0.1, 0.1, 0.1, 0.1, 0.1, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1], [6, 7]),
      ([0.1, 0.1, 0.1, 0.1, 0.1, 1, 1, 9, 1, 1, 0.1, 0.1, 0.1, 0.1, 0.1], [8]),
      // Samples that came together say nothing about the pace.
      ([0.0001, 0.0001, 5, 0.0001, 0.0001, 5, 0.0001, 0.0001, 5], []),
      ([0.5, 2, 1, 0.7, 1.9, 0.6, 1.2], []),
    ] as [([Double], [Int])])
  func gaps(distances: [Double], gaps: [Int]) {
    #expect(LineGaps.starts(times(distances)) { _ in 0 } == gaps)
  }

  /// Samples at random times within half of their pace have no gap, and a pause of ten has one.
  @Test(arguments: 0..<20)
  func anyPace(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pace = Double.random(in: 0.01...1000, using: &random)
    var distances = (0..<200).map { _ in pace * .random(in: 0.6...1.4, using: &random) }
    #expect(LineGaps.starts(times(distances)) { _ in 0 }.isEmpty)
    let pause = Int.random(in: 0..<200, using: &random)
    distances[pause] = 10 * pace
    #expect(LineGaps.starts(times(distances)) { _ in 0 } == [pause + 1])
  }

  private func curve(_ times: [Double], shortestGap: Double?) -> SampledCurve {
    var samples = TimeSeries()
    for time in times { samples.append(time: time, value: time.truncatingRemainder(dividingBy: 7)) }
    var series = PlotContent.Series(samples, style: .faint)
    series.shortestGap = shortestGap
    let range = times[0]...times[times.count - 1]
    let content = PlotContent(series: [series], time: range, axis: TickScale(covering: 0, 7))
    let map = AxisMap(epoch: 0, time: range, value: 0...7, size: Size(400, 100))
    let drawn = content.drawnSeries
    let positions = DrawnPositions.all(
      of: [.faint], drawn, from: range.lowerBound, through: range.upperBound, map: map, pixel: 1)
    return SampledCurve(drawn[0], positions: positions[0], map: map)
  }

  /// 36 missing seconds of a series with a sample each second, also with so many samples that only the
  /// extremes of columns are drawn.
  @Test(arguments: [120.0, 0.01])
  func aLineOfSeconds(pace: Double) {
    let times = (0..<40_000).map { Double($0) * pace }.filter { $0 <= 300 && !(100..<136 ~= $0) }
    let whole = curve(times, shortestGap: nil)
    #expect(whole.knots.count(where: \.startsRun) == 1)
    let seconds = (0...300).map(Double.init).filter { !(100..<136 ~= $0) }
    for times in pace < 1 ? [times] : [seconds] {
      let curve = curve(times, shortestGap: 0)
      let starts = curve.knots.filter(\.startsRun).map(\.key)
      #expect(starts.count == 2)
      #expect(starts.last.map { (136...137).contains($0) } == true)
    }
  }

  /// A late sample among sixty a second interrupts the line if its delay is longer than the shortest gap.
  @Test(arguments: [(0.1, 0.25, 1), (0.1, 0, 2), (0.4, 0.25, 2)])
  func aShortDelay(delay: Double, shortestGap: Double, runs: Int) {
    let times = (0..<240).map { Double($0) / 60 + ($0 < 120 ? 0 : delay) }
    #expect(curve(times, shortestGap: shortestGap).knots.count(where: \.startsRun) == runs)
  }

  /// A stretch of the past that is kept coarser has no gaps.
  @Test func coarseStretches() {
    var samples = TimeSeries(budget: 1 << 16)
    for i in 0..<200_000 {
      samples.append(time: Double(i), value: Double((i &* 7919) % 1000))
    }
    #expect(samples.bucketWidth(at: 0) > 1 && samples.bucketWidth(at: samples.count - 1) == 0)
    var times: [Double] = []
    samples.forEach(at: 0..<samples.count) { time, _ in times.append(time) }
    #expect(LineGaps.starts(times) { 2 * samples.bucketWidth(at: $0) }.isEmpty)
  }
}
