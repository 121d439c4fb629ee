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
      wasThinned: wasThinned, isDense: true)
  }

  private func lines(
    _ series: TimeSeries, _ time: ClosedRange<Double>, least: Double = -.infinity,
    shortestGap: Double? = nil, keeping before: DenseColumns? = nil
  ) -> DenseColumns {
    DenseColumns(
      DenseColumns.Source(series, drawn(series, time), least: least, shortestGap: shortestGap),
      keeping: before)
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

  /// Beside a peak, the pointer tells the extremes of the samples at its pixel, among them the peak. Samples that are
  /// drawn one by one, and equal ones, have no extremes. An equal unit is written once.
  @Test(
    arguments: [
      (9000, 4503, .none, "52.0 (50.0 to 99.0)"), (4506, 4503, .none, "52.0"),
      (9000, 4460, .none, "51.0 (50.0 to 56.0)"), (9000, 8800, .none, "50.0"),
      (9000, 4503, .custom("W"), "52.0 W (50.0 to 99.0 W)"),
    ] as [(Int, Double, Metrics.Unit, String)])
  func thePointerTellsThePeakOfItsPixel(
    count: Int, time: Double, unit: Metrics.Unit, text: String
  ) throws {
    let environment = try chartEnvironment()
    var samples = TimeSeries(capacity: count)
    for i in 0..<count {
      let value = i == 4500 ? 99 : 50 + Double(i < 8000 ? i % 7 : 0)
      samples.append(time: Double(i), value: value)
    }
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 500, height: 300), gradient: LineGradient.standard[0],
      showsTicks: false, showsTimes: false, environment: environment)
    var content = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)],
      time: (count == 9000 ? 0 : 4400)...Double(count - 1), axis: TickScale(fixed: 0, 100),
      xAxis: .number)
    content.valueFormat = ValueFormat(unit: unit, decimals: 1)
    plot.update(content, at: nil)
    let reading = try #require(plot.reading(at: time, now: nil))
    #expect(reading.entries.map(\.text) == [text])
  }

  /// 8000 samples in 500 pixels: each 16 share a column, and each 64 a median.
  @Test func medians() {
    let series = noise(8000)
    let dense = lines(series, 0...7999)
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
    let dense = lines(series, 0...999_999)
    #expect(dense.middle.times.count > 100)
    #expect(dense.middle.values.dropLast().allSatisfy { abs($0 - 50) < 5 })
  }

  /// The band reaches from the lowest to the highest sample of each column.
  @Test func everyPeakIsInTheBand() {
    let series = noise(8000, seed: 3)
    let dense = lines(series, 0...7999)
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
    let dense = lines(series, 0...5999)
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

  /// No part of a line lies in a pause, wherever the pause is in its columns.
  @Test(arguments: 0..<40) func noLineCrossesAPause(shift: Int) {
    var random = SeededGenerator(seed: UInt64(shift))
    var series = TimeSeries()
    let pause = Double(4000 + shift)..<Double(4400 + shift)
    for i in 0..<8000 where !pause.contains(Double(i)) {
      series.append(time: Double(i), value: .random(in: 0..<100, using: &random))
    }
    let dense = lines(series, 0...7999, shortestGap: 10)
    for line in [dense.low, dense.high, dense.middle] {
      let after = line.times.firstIndex { $0 > 4200 }
      #expect(line.gaps == [after])
    }
    // A median lies in the middle of its samples.
    #expect(!dense.middle.times.contains { pause.contains($0) })
  }

  /// While the plot slides, what is drawn stays the same.
  @Test func nothingShimmers() {
    let series = noise(12_000, seed: 5)
    func shifted(by shift: Double) -> DenseColumns {
      lines(series, shift...shift + 7999)
    }
    let before = shifted(by: 0)
    for shift in [1.0, 17, 333, 900] {
      let after = shifted(by: shift)
      for (a, b) in [(before.middle, after.middle), (before.low, after.low)] {
        let common = 1000.0..<7900
        func part(_ line: DenseColumns.Line) -> [[Double]] {
          zip(line.times, line.values).filter { common.contains($0.0) }.map { [$0, $1] }
        }
        #expect(part(a) == part(b) && !part(a).isEmpty)
      }
    }
  }

  /// The changes of a series between two updates of its line.
  private enum Change: CaseIterable {
    case append, appendAfterPause, sortIn, setBack, jump, widen
  }

  private func apply(
    _ change: Change, to series: inout TimeSeries, _ random: inout SeededGenerator
  ) {
    let last = series.last!.time
    func value() -> Double {
      Int.random(in: 0..<300, using: &random) == 0 ? .nan : .random(in: 0..<100, using: &random)
    }
    func append(after time: Double, _ count: Int) {
      for i in 1...count { series.append(time: time + Double(i), value: value()) }
    }
    switch change {
    case .append: append(after: last, Int.random(in: 1...40, using: &random))
    case .appendAfterPause:
      // The line is interrupted at a pause that is long beside the distances before and after it.
      for pace in [1.0, 70, 150, 400].shuffled(using: &random).prefix(2) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          series.append(time: series.last!.time + pace, value: value())
        }
      }
      append(after: series.last!.time, 400)
    case .sortIn:
      series.merge(times: [last - .random(in: 1...8000, using: &random)], values: [99])
    case .setBack:
      series.remove(from: last - .random(in: 0...300, using: &random))
      append(after: series.last!.time, 2)
    case .jump, .widen: append(after: last, 1)
    }
  }

  /// The values of a line in a stretch of time, each with whether the line is interrupted before it.
  private func part(_ line: DenseColumns.Line, after start: Double) -> [[Double]] {
    let gaps = Set(line.gaps)
    return line.times.indices.filter { line.times[$0] > start }.map {
      [line.times[$0], line.values[$0], gaps.contains($0) ? 1 : 0]
    }
  }

  /// A line that keeps columns from update to update is the line that is made of all samples anew.
  @Test(arguments: 0..<12) func keptColumns(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var series = TimeSeries(capacity: 12_000)
    for i in 0..<12_000 {
      let isMissing = seed % 3 == 1 && (i % 997 == 0 || (7000..<7100).contains(i))
      series.append(time: Double(i), value: isMissing ? .nan : .random(in: 0..<100, using: &random))
    }
    let gap = seed % 2 == 0 ? nil : 10.0
    var before: DenseColumns?
    var kept = 0
    for round in 0..<60 {
      let change =
        round % 5 == 0
        ? Change.allCases.randomElement(using: &random)!
        : gap != nil && round % 4 == 2 ? .appendAfterPause : .append
      apply(change, to: &series, &random)
      let end = series.last!.time - (change == .jump ? 3000 : 0)
      let time = end - (change == .widen ? 11_000 : 8000)...end
      let anew = lines(series, time, shortestGap: gap)
      let now = lines(series, time, shortestGap: gap, keeping: before)
      if before?.source.seam(to: now.source) != nil { kept += 1 }
      // The first columns may lack samples that have left since, and so distances before a gap.
      let start = anew.middle.times.dropFirst(8).first ?? .infinity
      for line in [\DenseColumns.low, \.high, \.middle] {
        #expect(
          part(now[keyPath: line], after: start) == part(anew[keyPath: line], after: start),
          "\(change) in round \(round)")
      }
      before = now
    }
    #expect(kept > 30, "\(kept)")
  }

  /// The mean of all samples stands for the median if the store has only extremes.
  @Test func coarseStretches() {
    var series = TimeSeries(budget: 400_000)
    for i in 0..<200_000 { series.append(time: Double(i), value: i % 10 == 0 ? 90 : 10) }
    #expect(series.bucketWidth(at: 0) > 0)
    let dense = lines(series, 0...199_999)
    let coarse = dense.middle.values.prefix(8).dropFirst()
    #expect(coarse.allSatisfy { abs($0 - 18) < 6 }, "\(coarse)")
    #expect(dense.middle.values.suffix(3).dropLast().allSatisfy { $0 == 10 })
  }

  /// A sample of a day changes the end of the line and of the band, and leaves the rare peaks.
  @Test func aSampleOfADayChangesOnlyTheEnd() throws {
    let environment = try chartEnvironment()
    let size = IntRect(width: 600, height: 300)
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: size.rect, gradient: LineGradient.standard[0], showsTicks: false, showsTimes: false,
      environment: environment)
    var series = TimeSeries(capacity: 90_000)
    func append(_ i: Int) {
      series.append(time: Double(i), value: i % 20_000 == 10_000 ? 95 : 40 + Double(i % 3))
    }
    func show(at time: Double?) {
      let end = Double(series.count - 1)
      let content = PlotContent(
        series: [PlotContent.Series(series, style: .colored(0))], time: end - 86_400...end,
        axis: TickScale(fixed: 0, 100))
      plot.update(content, at: time)
    }
    for i in 0..<86_401 { append(i) }
    show(at: nil)
    let peaks = plot.lines.marks[0].envelope.peaks
    #expect(peaks.count == 4)
    func frame(_ time: Double) -> DisplayList {
      Compositor.record(plot.layer, at: time, scale: 1, bounds: size)
    }
    var last = frame(0)
    for second in 1...4 {
      append(86_400 + second)
      show(at: Double(second))
      for time in [0, 0.2, 0.6].map({ Double(second) + $0 }) {
        let list = frame(time)
        let change = list.change(from: last)
        #expect(change.scrolls.isEmpty && change.damage.allSatisfy { $0.minX > 560 }, "\(change)")
        last = list
      }
    }
    #expect(plot.lines.marks[0].envelope.peaks == peaks)
  }

  /// An edge of the band of columns that are one point wide, with y up.
  private func edge(_ heights: [Double]) -> SampledCurve {
    let knots = heights.enumerated().map { i, height in
      let point = Point(Double(i), 200 - height)
      return SampledCurve.Knot(
        key: Double(i), startsRun: i == 0, point: point, control1: point, control2: point)
    }
    return SampledCurve(knots: knots, isStraight: true)
  }

  /// The peaks of a band of columns between two heights.
  private func peaks(_ columns: [(low: Double, high: Double)]) -> [Int] {
    func way(_ heights: [Double]) -> CurveMotion.Way { (edge(heights), edge(heights)) }
    let envelope = Envelope()
    envelope.update(
      (way(columns.map(\.low)), way(columns.map(\.high))), peak: 6, offset: (0, 0), at: nil,
      duration: 1, fade: nil)
    let path = envelope.peakPath(isStart: false)
    #expect(path.vertices.map(\.x) == envelope.peaks.flatMap { [Double($0), Double($0)] })
    return envelope.peaks
  }

  /// A rare peak of the band belongs to the line; noise, steps, and what is low do not.
  @Test(
    arguments: [
      ([20: (10, 150)], [20]), ([20: (2, 12), 31: (10, 90)], [20, 31]),
      ([20: (10, 150), 24: (10, 120)], [20, 24]), ([20: (10, 15)], []), ([20: (10, 15.9)], []),
      ([:], []),
      ([0: (10, 150), 39: (10, 150)], []),
    ] as [([Int: (Double, Double)], [Int])])
  func rarePeaks(changed: [Int: (Double, Double)], found: [Int]) {
    #expect(peaks((0..<40).map { changed[$0] ?? (10, 12) }) == found)
  }

  /// A peak stands out from a tall band by more than one and a half heights of the band.
  @Test(arguments: [(105.0, []), (115, [20])] as [(Double, [Int])])
  func peaksOfATallBand(high: Double, found: [Int]) {
    #expect(peaks((0..<40).map { (10, $0 == 20 ? high : 50) }) == found)
  }

  /// Peaks move with the band: at the start of a motion they have the heights from before.
  @Test func peaksMoveWithTheBand() {
    func heights(_ peak: Double) -> [Double] { (0..<40).map { $0 == 20 ? peak : 12 } }
    let low = edge(heights(12).map { $0 - 2 })
    let envelope = Envelope()
    envelope.update(
      ((low, low), (edge(heights(50)), edge(heights(150)))), peak: 6, offset: (0, 0), at: 0,
      duration: 1, fade: nil)
    let tops = [true, false].map { isStart in
      envelope.peakPath(isStart: isStart).vertices.map { 200 - $0.y }
    }
    #expect(tops == [[10, 50], [10, 150]])
  }

  @Test func noiseAndStepsHaveNoPeaks() {
    var random = SeededGenerator(seed: 3)
    let noise = (0..<600).map { _ in
      let values = (0..<16).map { _ in Double.random(in: 20..<120, using: &random) }
      return (values.min() ?? 0, values.max() ?? 0)
    }
    #expect(peaks(noise).isEmpty)
    #expect(peaks((0..<40).map { $0 < 20 ? (10, 20) : (110, 120) }).isEmpty)
    #expect(peaks((0..<40).map { (3 * Double($0), 3 * Double($0) + 8) }).isEmpty)
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
