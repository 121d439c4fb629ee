import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

@Suite struct StackTests {
  private func series(_ samples: [(Double, Double)]) -> TimeSeries {
    var series = TimeSeries(capacity: 100)
    for (time, value) in samples { series.append(time: time, value: value) }
    return series
  }

  /// The values of the topmost line at the times of the samples, NaN as nil.
  private func top(_ parts: [[(Double, Double)]]) -> [Double?] {
    let line = Stack(parts.map { series($0) }).layers.last!.boundary
    return Set(parts.joined().map(\.0)).sorted().map { time in
      line.sample(at: time).flatMap { $0.value.isNaN ? nil : $0.value }
    }
  }

  @Test(
    arguments: [
      ([[(1, 1), (2, 2), (3, 3)]], [1, 2, 3]),
      ([[(1, 1), (2, 2)], [(1, 10), (2, 20)], [(1, 100), (2, 200)]], [111, 222]),
      // A missing value counts for nothing in the layers above.
      ([[(1, 1), (2, .nan), (3, 3)], [(1, 10), (2, 20), (3, 30)]], [11, 20, 33]),
      ([[(1, 1), (2, 2), (3, 3)], [(1, 10), (2, .nan), (3, 30)]], [11, 2, 33]),
      ([[(1, 1), (2, .nan), (3, 3)], [(1, 10), (2, .nan), (3, 30)]], [11, nil, 33]),
      // A sum has a value at every layer's times; between two samples, a layer is interpolated.
      ([[(1, 1), (2, 2), (3, 3)], [(0.5, 10), (2.5, 20)]], [10, 13.5, 19.5, 22.5, 23]),
      ([[(1, 1), (2, .nan)], [(1, 10), (1.5, 10), (2, 10), (2.5, 10)]], [11, 11, 10, 10]),
      // A layer that has not begun, or has ended for three intervals, counts for nothing.
      (
        [[(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)], [(2, 10)]],
        [1, 12, 13, 14, 15, 6]
      ),
      ([[(1, 1)], [(1, 5)]], [6]),
    ] as [([[(Double, Double)]], [Double?])])
  func sums(parts: [[(Double, Double)]], expected: [Double?]) {
    #expect(top(parts) == expected)
  }

  /// The sums go on if any layer goes on.
  @Test(arguments: [0, 1])
  func aLayerThatStopsLeavesTheOthers(stopped: Int) {
    var parts = [10.0, 1].map { value in (1...9).map { (Double($0), value) } }
    parts[stopped].removeLast(7)
    // Two samples, three intervals for which the last sample holds, and then none.
    let rest = stopped == 0 ? 1.0 : 10
    #expect(top(parts) == [11, 11, 11, 11, 11, rest, rest, rest, rest])
  }

  /// A layer whose values come only when they change stays until its next value, and so does the sum.
  @Test func aLayerWithoutAPaceStays() {
    var parts = [[(0, 1), (10, 1), (20, 1), (900, 1)], [(0, 5), (10, 6)]].map {
      series($0.map { (Double($0), Double($1)) })
    }
    #expect(TimeSeries.sum(of: parts).last?.value == 1)
    parts[1].period = .infinity
    let sum = TimeSeries.sum(of: parts)
    #expect(sum.last?.value == 7 && sum.heldValue(at: 1500) == 7)
  }

  /// A series that is gone ends at once, where a missing sample is reported; those that take its place go on.
  @Test(
    arguments: [
      ([[(1, 1), (2, 1), (3, .nan)], [(1, 10), (2, 10), (3, 10), (4, 10)]], [11, 11, 10, 10]),
      // A gap before the end is a gap, without a sum.
      (
        [[(1, 1), (2, .nan), (3, 1), (4, .nan)], [(1, 10), (2, 10), (3, 10), (4, 10)]],
        [11, nil, 11, 10]
      ),
      // A series without any value never was.
      ([[(1, .nan), (2, .nan)], [(1, 10), (2, 10)]], [10, 10]),
    ] as [([[(Double, Double)]], [Double?])])
  func aSeriesThatIsGoneCountsForNothing(parts: [[(Double, Double)]], expected: [Double?]) {
    #expect(top(parts) == expected.map { $0 ?? 10 })
    let sum = TimeSeries.sum(of: parts.map { series($0) }, gone: [0])
    #expect((0..<sum.count).map { sum[$0].value.isNaN ? nil : sum[$0].value } == expected)
    var content = PlotContent(
      series: parts.enumerated().map { PlotContent.Series(series($1), style: .stacked($0)) },
      time: 0...4, axis: TickScale(fixed: 0, 20))
    content.series[0].isGone = true
    #expect(content.stackedSum?.last?.value == expected.last)
    #expect(content.drawnSeries[1].samples.last?.value == expected.last)
  }

  /// The sum of layers that have all ended is missing, and not zero. The last sum before stays while the sources fail.
  @Test func nothingIsLeftOfAStack() {
    let parts = [[(1.0, 1.0), (2, .nan)], [(1, 10), (2, .nan)]]
    #expect(top(parts) == [11, nil])
    var content = PlotContent(
      series: parts.enumerated().map { PlotContent.Series(series($1), style: .stacked($0)) },
      time: 0...4, axis: TickScale(fixed: 0, 20))
    for isGone in [false, true] {
      for i in 0...1 { content.series[i].isGone = isGone }
      #expect(content.stackedSum?.last?.value.isNaN == true)
      #expect(content.stackedSum?.lastValid?.value == 11)
    }
    let all = TimeSeries.mean(of: parts.map { series($0) }, gone: [0, 1])
    #expect(all.count == 2 && all[0].value == 5.5 && all[1].value.isNaN)
  }

  /// The sum of series is the top of their stack where no value is missing.
  @Test func sumsAreThoseOfStacks() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let parts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        var time = Double.random(in: 0...9, using: &random).rounded()
        return series(
          (0..<Int.random(in: 0...8, using: &random)).map { _ in
            time += Double.random(in: 1...5, using: &random).rounded()
            return (time, Bool.random(using: &random) ? time : .nan)
          })
      }
      let (sum, top) = (
        TimeSeries.sum(of: parts).columns, Stack(parts).layers.last!.boundary.columns
      )
      let places = sum.times.map { time in top.times.firstIndex(of: time) }
      #expect(!places.contains(nil))
      #expect(
        zip(sum.values, places.compactMap(\.self)).allSatisfy { $0.isNaN || $0 == top.values[$1] })
    }
  }

  /// The mean of series is that of those that count at a time.
  @Test func meansAreOfWhatCounts() {
    let parts = [series([(1, 4), (2, 4), (3, 4)]), series([(2, 8), (3, .nan)])]
    let mean = TimeSeries.mean(of: parts).columns
    #expect(mean.times == [1, 2, 3] && mean.values[..<2] == [4, 6] && mean.values[2].isNaN)
    #expect(TimeSeries.mean(of: [parts[0]]).columns.values == [4, 4, 4])
    // The sum of the largest numbers exceeds all numbers, their mean does not.
    let huge = [1.7e308, 1.7e308, 1.1e308].map { series([(1, $0)]) }
    #expect(TimeSeries.mean(of: huge).columns.values == [1.5e308])
    #expect(TimeSeries.sum(of: huge).columns.values[0].isNaN)
  }

  /// Thousands of series that come and go, as those of a cluster's pods, are summed in the time that they take, and
  /// not in that of all pairs.
  @Test func manyShortSeriesAreSummed() {
    let parts = (0..<20_000).map { number in
      series((0..<4).map { (Double(number) + Double($0) / 10, 1) })
    }
    var sum = TimeSeries()
    let seconds = processorSeconds { sum = TimeSeries.sum(of: parts) }
    #expect(seconds < 60)
    #expect(sum.count == 80_000)
    #expect((0..<sum.count).allSatisfy { sum[$0].value == 1 })
  }

  private func content(_ parts: [TimeSeries], hidden: Set<Int> = []) -> PlotContent {
    PlotContent(
      series: parts.enumerated().map {
        PlotContent.Series($1, style: .stacked($0), isHidden: hidden.contains($0))
      }, time: 0...10, axis: TickScale(covering: 0, 100))
  }

  /// A layer that is hidden, or has nothing yet, is not under those above it.
  @Test func layersThatAreLeftOut() {
    let parts = [
      series([(1, 1), (2, 2)]), series([(1, 10), (2, 20)]), series([]),
      series([(1, 100), (2, 200)]),
    ]
    #expect(content(parts).extent == 1...222)
    #expect(content(parts).stackedSum?.last?.value == 222)
    #expect(content(parts, hidden: [1]).extent == 1...202)
    #expect(content(parts, hidden: [0, 3]).stackedSum?.last?.value == 20)
    #expect(content(parts, hidden: [0, 1, 3]).extent == nil)
  }

  // MARK: Negative values

  /// Positive values are stacked up from zero and negative ones down.
  @Test(
    arguments: [
      ([[10, 10], [-4, -5], [3, 4]], [[10, 10], [-4, -5], [13, 14]], [.up, .down, .up]),
      ([[8, 8], [-7, -7], [-2, -1]], [[8, 8], [-7, -7], [-9, -8]], [.up, .down, .down]),
      ([[5, 5], [-2, -2], [0, -1]], [[5, 5], [-2, -2], [-2, -3]], [.up, .down, .down]),
      ([[-1, -1], [0, 0]], [[-1, -1], [0, 0]], [.down, .up]),
    ] as [([[Double]], [[Double]], [Stack.Pile])])
  func layersLieOnTheirSideOfZero(parts: [[Double]], edges: [[Double]], piles: [Stack.Pile]) {
    let drawn = content(
      parts.map { values in
        series(values.enumerated().map { (Double($0), $1) })
      }
    ).drawnSeries
    #expect(drawn.map(\.samples.columns.values) == edges)
    #expect(drawn.map(\.pile) == piles && drawn.allSatisfy { $0.floor == nil })
    #expect(drawn.allSatisfy { $0.curve == .smooth })
  }

  /// A layer with values of both signs changes its pile where it is nothing, and is interrupted there, with the others
  /// unmoved. A zero stays on its side.
  @Test(
    arguments: [
      (
        [[5, 5], [-2, -4], [2, -2], [1, 1]], [[0, 0], [0, 0], [5, -4], [7, 5]],
        [[5, 5], [-2, -4], [7, -6], [8, 6]], 0.5, ["5 5 5", "-3 -3 -3", "5 nan -3", "6 6 6"]
      ),
      (
        [[5, 5, 5, 5], [-1, -2, -2, 6]], [[0, 0, 0, 0], [0, 0, 0, 5]],
        [[5, 5, 5, 5], [-1, -2, -2, 11]], 2.25, ["5 5 5", "0 nan 5"]
      ),
      (
        [[5, 5, 5], [6, 0, -3]], [[0, 0, 0], [5, 5, 0]], [[5, 5, 5], [11, 5, -3]], 1,
        ["5 5 5", "5 nan 0"]
      ),
      (
        [[5, 5, 5], [2, .nan, -2]], [[0, 0, 0], [5, 5, 0]], [[5, 5, 5], [7, 5, -2]], nil,
        ["", ""]
      ),
    ] as [([[Double]], [[Double]], [[Double]], Double?, [String])])
  func layersChangeTheirSideWhereTheyAreNothing(
    parts: [[Double]], floors: [[Double]], edges: [[Double]], crossing: Double?, there: [String]
  ) throws {
    let drawn = content(
      parts.map { values in
        series(values.enumerated().map { (Double($0), $1) })
      }
    ).drawnSeries
    func text(_ values: [Double]) -> String {
      values.map { $0.isNaN ? "nan" : "\(Int(($0 * 1e4).rounded()) / 10_000)" }
        .joined(separator: " ")
    }
    for (i, layer) in drawn.enumerated() {
      let floor = try #require(layer.floor)
      #expect(layer.pile == nil && layer.curve == .straight)
      let samples = parts[i].indices.map { Double($0) }
      func values(_ series: TimeSeries) -> [Double] {
        samples.map { series.sample(at: $0)?.value ?? .infinity }
      }
      #expect(text(values(floor)) == text(floors[i]))
      #expect(text(values(layer.samples)) == text(edges[i]))
      let (times, all) = layer.samples.columns
      let near = times.indices.filter { i in
        crossing.map { abs(times[i] - $0) < 1e-6 } ?? false
      }
      #expect(text(near.map { all[$0] }) == there[i])
    }
  }

  /// A missing value interrupts the layers on its side only.
  @Test func gapsOfOneSide() {
    let parts = [
      series([(1, 5), (2, 5)]), series([(1, -2), (2, .nan)]), series([(1, 1), (2, 1)]),
      series([(1, -1), (2, -1)]),
    ]
    let drawn = content(parts).drawnSeries
    #expect(text(drawn[0].samples) == "5 5 5 5" && text(drawn[2].samples) == "6 6 6 6")
    #expect(text(drawn[1].samples) == "-2 nan 0 0" && text(drawn[3].samples) == "-3 nan -1 -1")
    #expect(drawn.map(\.pile) == [.up, .down, .up, .down])
    #expect(drawn[1].isAbsent == [false, true, true, true] && drawn[3].isAbsent.isEmpty)
  }

  private func text(_ series: TimeSeries) -> String {
    series.columns.values.map { $0.isNaN ? "nan" : "\(Int($0))" }.joined(separator: " ")
  }

  // MARK: Missing values

  /// A missing value is a gap of its layer alone. The layers above stand on the rest, and step down and up again where
  /// the gap begins and ends. Their sum is missing, because the rest is not the whole.
  @Test(arguments: [[10.0, 5, 20], [10, -5, 20, -7, 3]])
  func aMissingValueIsAGapOfItsLayer(values: [Double]) throws {
    let parts = values.enumerated().map { i, value in
      series((0...4).map { (Double($0), i == 1 && $0 == 2 ? .nan : value) })
    }
    var content = content(parts)
    content.axis = TickScale(fixed: -50, 50)
    let drawn = content.drawnSeries
    let map = AxisMap(epoch: 0, time: 0...10, value: -50...50, size: Size(100, 100))
    let curves = drawn.map { SampledCurve($0, positions: 0..<$0.samples.count, map: map) }
    let isSameSide = values.map { ($0 < 0) == (values[1] < 0) }
    let runs = values.indices.map { $0 > 0 && isSameSide[$0] ? 3 : 1 }
    #expect(curves.map { $0.knots.count(where: \.startsRun) } == runs)
    #expect(curves[1].line.verbs == [.move, .cubic, .move, .cubic])
    // The bands have the heights of their values throughout, without the one of the gap.
    var last: [Bool: SampledCurve] = [:]
    for (i, curve) in curves.enumerated() {
      if let below = last[values[i] < 0] {
        let seconds = i == 1 ? 2.0 : 4
        #expect(abs(area(curve.band(above: below)) - 10 * seconds * abs(values[i])) < 1e-3)
      }
      last[values[i] < 0] = curve
    }
    #expect(drawn[1].value(at: 2) == nil)
    #expect(drawn[2].value(at: 2) == values[0] + values[2])
    #expect(
      content.stackedSum?.heldValue(at: 2).isNaN == true
        && content.stackedSum?.last?.value == values.reduce(0, +))
    let plot = try plot()
    plot.update(content, at: nil)
    let texts = try #require(plot.reading(at: 2, now: nil)).entries.map(\.value.text)
    #expect(texts.count { $0 == "–" } == 2 && texts.last == "–")
  }

  /// A layer whose latest value is missing ends, and the others go on.
  @Test func theLatestValueIsMissing() {
    let stack = content([series([(1, 1), (2, .nan)]), series([(1, 10), (2, 10)])])
    #expect(text(stack.drawnSeries[0].samples) == "1 nan 0 0")
    #expect(text(stack.drawnSeries[1].samples) == "11 nan 10 10")
    #expect(stack.stackedSum?.last?.value.isNaN == true)
  }

  /// Times may be as near to each other as numbers allow, and values may be missing by turns.
  @Test func gapsOfNeighbouringTimes() {
    var time = 1e9
    let times = (0..<9).map { _ in
      defer { time = time.nextUp }
      return time
    }
    let parts = [1.0, 10].map { value in
      series(times.enumerated().map { ($1, value == 1 && $0 % 2 == 1 ? .nan : value) })
    }
    let line = content(parts).drawnSeries[1].samples.columns
    #expect(line.times == times && zip(line.times, line.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(line.values == times.indices.map { $0 % 2 == 1 ? 10 : 11 })
  }

  /// Without negative values a layer lies on the line of the one below.
  @Test func floorsAreForNegativeValues() {
    let flow = series([(1, 1), (2, 0)])
    #expect(content([flow, flow]).drawnSeries.allSatisfy { $0.floor == nil })
    #expect(content([series([(1, -1), (2, 0)])]).drawnSeries[0].floor == nil)
  }

  /// The axis, the value, the labels and the crosshair of a stack with negative values agree.
  @Test func allAgreeOnNegativeValues() throws {
    let plot = try plot()
    var content = content([
      series([(0, 8), (10, 8)]), series([(0, -6), (10, -6)]), series([(0, 4), (10, 4)]),
    ])
    content.axis = TickScale(covering: -20, 20)
    for (i, name) in ["grid", "solar", "battery"].enumerated() { content.series[i].name = name }
    plot.update(content, at: nil)
    #expect(content.extent == -6...12 && content.stackedSum?.last?.value == 6)
    let map = try #require(plot.transition?.to)
    let ends = (0..<3).compactMap { plot.lines.end(of: $0, in: content, map)?.y }
    #expect(zip(ends, [4, -3, 10]).allSatisfy { abs($0 - map.y($1)) < 1e-9 } && ends.count == 3)
    let reading = try #require(plot.reading(at: 10, now: nil))
    #expect(reading.entries.map(\.name) == ["battery", "grid", "solar", "sum"])
    #expect(reading.entries.map(\.value.text) == ["4.00", "8.00", "−6.00", "6.00"])
  }

  /// Bands of a stack with negative values share no area, at rest and on the way from one content to another.
  @Test func bandsOfBothSidesShareNothing() throws {
    let plot = try plot()
    func content(_ solar: Double, through end: Double) -> PlotContent {
      let times = stride(from: 0, through: end, by: 1)
      var content = self.content([
        series(times.map { ($0, 20) }),
        series(times.map { ($0, solar - $0.truncatingRemainder(dividingBy: 3)) }),
        series(times.map { ($0, 10) }), series(times.map { ($0, -5) }),
      ])
      (content.time, content.axis) = (max(0, end - 10)...end, TickScale(covering: -60, 60))
      return content
    }
    plot.update(content(-10, through: 10), at: nil)
    plot.update(content(-10, through: 11), at: 1)
    for time in [1, 1.2, 5] {
      let fills = plot.lines.marks.map { $0.fill.shownPath(at: time).flattened(tolerance: 0.1) }
      let boxes = fills.map { path in
        let ys = path.points.map(\.y)
        return (top: ys.min()!, bottom: ys.max()!)
      }
      let zero = boxes[0].bottom
      #expect(abs(boxes[2].bottom - boxes[0].top) < 1e-6 && boxes[1].top >= zero - 1e-6)
      #expect(boxes[3].bottom > boxes[1].bottom && boxes[3].top > zero)
    }
  }

  /// A layer that counts for nothing is not drawn, and has no dot; the layers above lie on what is
  /// below it.
  @Test func whatIsAbsentIsNotDrawn() {
    let flow = (1...9).map { (Double($0), 10.0) }
    let drawn = content([series(flow), series([(3, 5), (4, 5)]), series(flow)]).drawnSeries
    #expect(drawn[1].isAbsent == [true, true, false, false, false, false, false, true, true])
    #expect(drawn[2].isAbsent.isEmpty && drawn[0].isAbsent.isEmpty)
    #expect(drawn[1].value(at: 2) == nil && drawn[1].value(at: 3) == 15)
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    let curves = drawn.map { SampledCurve($0, positions: 0..<9, map: map) }
    #expect(curves[1].line.verbs == [.move, .cubic, .cubic, .cubic, .cubic])
    #expect(curves[1].line.vertices.first == Point(30, 85))
    #expect(curves[2].line.verbs.count == 9)
    #expect(curves[2].band(above: curves[1]).verbs.count { $0 == .close } == 1)
    #expect(curves[2].knots[0].point.y == 80 && curves[1].knots[0].point.y == 90)
  }

  /// Drawn series are made once for a content and its copies, and anew after a change of what they are made of.
  @Test func aChangedContentIsSummedAgain() {
    let flow = (1...9).map { (Double($0), 10.0) }
    let stack = content([series(flow), series(flow)])
    #expect(stack.extent == 10...20)
    var hidden = stack
    hidden.series[1].isHidden = true
    #expect(hidden.extent == 10...10 && stack.extent == 10...20)
    var higher = stack
    higher.series[0].samples = series(flow.map { ($0, 2 * $1) })
    #expect(higher.extent == 20...30 && stack.extent == 10...20)
    var held = stack
    held.limits = 0...15
    #expect(held.drawnSeries.map(\.limits) == [0...15, 0...15])
    #expect(stack.drawnSeries[0].limits.upperBound == .infinity)
    stack.forgetDrawnSeries()
    #expect(stack.extent == 10...20)
  }

  /// Samples of sources that are asked at different moments keep their identity while old ones go.
  @Test func samplesOfDifferentTimesAreKnownByThem() {
    var parts = [
      series((0..<9).map { (Double($0), 1.0) }), series((0..<9).map { (Double($0) + 0.4, 2.0) }),
    ]
    let before = content(parts).drawnSeries[1]
    parts[0].removeFirst(2)
    parts[1].removeFirst(1)
    let after = content(parts).drawnSeries[1]
    #expect(before.firstNumber == nil && after.firstNumber == nil)
    let times = before.samples.columns.times
    #expect(after.samples.columns.times == times.filter { $0 >= 1.4 })
    // A layer that comes a sample later than the first changes nothing of that.
    let late = content([series([(1, 1), (2, 1)]), series([(1, 1)])]).drawnSeries
    #expect(late.map(\.firstNumber) == [0, 0])
    let ended = content([series([(1, 1), (2, 1)]), series([(1, 1), (2, 1), (3, 1)])]).drawnSeries
    #expect(ended.map(\.firstNumber) == [0, 0])
  }

  // MARK: Boundaries in a plot

  private func plot() throws -> Plot {
    let environment = try chartEnvironment()
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 300), gradient: LineGradient.standard[0],
      showsTicks: false, showsTimes: false, environment: environment)
    return plot
  }

  /// The lines of a plot's layers at a time, from the lowest up; the first layer lies over the
  /// others.
  private func boundaries(_ plot: Plot, at time: Double) -> [Path] {
    plot.layer.sublayers[2].sublayers.reversed().compactMap { mark in
      mark.sublayers.compactMap { $0.mask as? ShapeLayer }.first { $0.strokeColor != nil }?
        .shownPath(at: time)
    }
  }

  /// The points by which an upper line dips below a lower one.
  private func dip(_ upper: Path, below lower: Path) -> Double {
    #expect(upper.verbs == lower.verbs)
    var deepest = 0.0
    for start in stride(from: 0, to: upper.points.count - 3, by: 3) {
      func curve(_ path: Path) -> CubicCurve {
        let p = path.points[start...start + 3]
        return CubicCurve(p[start], p[start + 1], p[start + 2], p[start + 3])
      }
      for step in 0...40 {
        let t = Double(step) / 40
        deepest = max(deepest, curve(upper).point(at: t).y - curve(lower).point(at: t).y)
      }
    }
    return deepest
  }

  /// 0, 5, 10, 15 under 0, 5, 10, 65: each line is monotone by itself.
  @Test func noBoundaryFallsBelowTheOneUnderIt() throws {
    let plot = try plot()
    var content = content([
      series([(0, 0), (1, 5), (2, 10), (3, 15)]), series([(0, 0), (1, 0), (2, 0), (3, 50)]),
    ])
    content.time = 0...3
    plot.update(content, at: nil)
    let lines = boundaries(plot, at: 0)
    #expect(lines.count == 2 && lines[0].verbs == [.move, .cubic, .cubic, .cubic])
    #expect(dip(lines[1], below: lines[0]) < 1e-9)
  }

  /// No bands cross, at rest and on the way from one content to another, and neither do those of negative values.
  @Test(arguments: 0..<40)
  func noBoundaryEverFallsBelowTheOneUnderIt(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let plot = try plot()
    var parts = (0..<4).map { _ in series([]) }
    let sign = seed % 4 < 2 ? 1.0 : -1
    func append() {
      for i in parts.indices {
        let isQuiet = Int.random(in: 0..<3, using: &random) == 0
        parts[i].append(
          time: Double(parts[i].count),
          value: isQuiet ? 0 : sign * .random(in: 0...25, using: &random))
      }
    }
    for _ in 0..<20 { append() }
    for step in 0..<12 {
      append()
      let end = parts[0].last!.time
      var content = content(parts)
      content.time = end - (seed % 2 == 0 ? 15 : Double(8 + step))...end
      content.axis = sign > 0 ? TickScale(covering: 0, 100) : TickScale(covering: -100, 0)
      let time = Double(step) * 0.3
      plot.update(content, at: step == 0 ? nil : time)
      for later in [0, 0.1, 0.29] {
        let lines = boundaries(plot, at: time + later)
        #expect(lines.count == 4 && lines[0].verbs.count > 8)
        for (inner, outer) in zip(lines, lines.dropFirst()) {
          let (upper, lower) = sign > 0 ? (outer, inner) : (inner, outer)
          #expect(dip(upper, below: lower) < 1e-6, "\(step) \(later)")
        }
      }
    }
  }

  /// A raised line stays monotone, with no peak beside those of its samples.
  @Test func whatIsRaisedDoesNotOvershoot() {
    var random = SeededGenerator(seed: 4)
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    for _ in 0..<200 {
      let lower = series((0...10).map { (Double($0), .random(in: 0...40, using: &random)) })
      let upper = series(
        (0...10).map { i in
          (Double(i), lower[i].value + max(0, .random(in: -30...40, using: &random)))
        })
      let below = SampledCurve(lower, positions: 0...10, map: map)
      let curve = SampledCurve(upper, positions: 0...10, map: map).held(upon: below, .up)
      for (a, b) in zip(curve.knots, curve.knots.dropFirst()) {
        let piece = CubicCurve(a.point, b.control1, b.control2, b.point)
        let heights = (0...40).map { piece.point(at: Double($0) / 40).y }
        let turns = zip(heights, heights.dropFirst()).map { ($1 - $0) * (b.point.y - a.point.y) }
        #expect(turns.allSatisfy { $0 >= -1e-9 })
      }
    }
  }

  /// Sums keep the numbers of samples while old ones are dropped.
  @Test func samplesKeepTheirKeys() {
    var (a, b) = (series([(1, 1), (2, 2), (3, 3)]), series([(1, 10), (2, 20), (3, 30)]))
    a.removeFirst(2)
    b.removeFirst(2)
    let drawn = content([a, b]).drawnSeries
    #expect(drawn.map(\.firstNumber) == [2, 2])
    #expect(drawn[1].samples[0].value == 33)
  }

  /// A band is as large as the area between its curves.
  @Test func bandsFillWhatIsBetween() {
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    let lower = series([(0, 10), (5, 20), (6, .nan), (7, 10), (10, 10)])
    let upper = series([(0, 30), (5, 40), (6, .nan), (7, 40), (10, 40)])
    func curve(_ series: TimeSeries) -> SampledCurve {
      SampledCurve(series, positions: 0..<series.count, map: map)
    }
    let band = curve(upper).band(above: curve(lower))
    #expect(abs(area(band) - (50 * 20 + 30 * 30)) < 1e-6)
    // There is a band only if a curve has the same samples as the curve below.
    #expect(curve(upper).band(above: SampledCurve()).isEmpty)
  }

  /// All layers draw the same samples where there are more samples than pixels, and no band is
  /// lost.
  @Test func layersOfMoreSamplesThanPixels() {
    var random = SeededGenerator(seed: 3)
    var parts = [TimeSeries](repeating: TimeSeries(capacity: 20_000), count: 3)
    for i in 0..<20_000 {
      for k in parts.indices {
        let value = i / 500 % 7 == 3 ? Double.nan : Double.random(in: 0...30, using: &random)
        parts[k].append(time: Double(i) / 2000, value: value)
      }
    }
    let content = content(parts)
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    let drawn = content.drawnSeries
    let positions = DrawnPositions.all(
      of: content.series.map(\.style), drawn, from: 0, through: 10, map: map, pixel: 1)
    #expect(positions.allSatisfy { $0.isThinned && $0.positions == positions[0].positions })
    let curves = zip(drawn, positions).map {
      SampledCurve($0, positions: $1, map: map)
    }
    let runs = curves[2].knots.count { $0.startsRun }
    #expect(runs > 3)
    #expect(curves[2].band(above: curves[1]).verbs.count { $0 == .close } == runs)
  }

  /// The layers of a stack have the shape of their series' lines, and the area between two steps closes.
  @Test(arguments: PlotContent.Series.Curve.allCases)
  func shapesOfLayers(curve: PlotContent.Series.Curve) {
    // The upper layer begins later than the lower one.
    var content = content([
      series([(0, 10), (1, 30), (2, 20), (3, 10)]), series([(1, 5), (2, 15), (3, 5)]),
    ])
    for i in content.series.indices { content.series[i].curve = curve }
    let map = AxisMap(epoch: 0, time: 0...3, value: 0...100, size: Size(300, 100))
    let curves = content.drawnSeries.map {
      SampledCurve($0, positions: DrawnPositions(0..<4), map: map)
    }
    #expect(curves.allSatisfy { $0.isStraight == (curve != .smooth) })
    let isStep = curve == .step
    #expect(curves.allSatisfy { $0.knots.count { $0.isCorner } == (isStep ? 3 : 0) })
    let present = [Bool](repeating: false, count: isStep ? 6 : 3)
    #expect(curves[1].knots.map(\.isAbsent) == [true] + present)
    #expect(curves[0].knots.map(\.key) == curves[1].knots.map(\.key))
    #expect(isStep ? isNear(area(curves[1].band(above: curves[0])), 2000, 0.01) : true)
  }

  /// The shown layers draw the same samples, whatever is hidden or has nothing yet.
  @Test(arguments: [0, 1, 2], [false, true])
  func denseLayersWithoutOne(left: Int, isHidden: Bool) {
    let parts = (0..<3).map { k in
      // The layer left out has other samples than the rest.
      series(
        (0..<(k == left ? (isHidden ? 7 : 0) : 4000)).map {
          (Double($0) / 400, Double(($0 + k) * (7919 + k) % 97))
        })
    }
    let content = content(parts, hidden: isHidden ? [left] : [])
    let map = AxisMap(epoch: 0, time: 0...10, value: 0...100, size: Size(100, 100))
    let drawn = content.drawnSeries
    let positions = DrawnPositions.all(
      of: content.series.map(\.style), drawn, from: 0, through: 10, map: map, pixel: 1)
    let shown = (0..<3).filter { $0 != left }
    #expect(shown.allSatisfy { positions[$0].isThinned })
    let curves = shown.map { SampledCurve(drawn[$0], positions: positions[$0], map: map) }
    #expect(curves[0].knots.map(\.key) == curves[1].knots.map(\.key))
    #expect(!curves[1].band(above: curves[0]).isEmpty)
  }

  /// The area within a path, by the shoelace formula on fine steps.
  private func area(_ path: Path) -> Double {
    var sum = 0.0
    var (start, last) = (Point.zero, Point.zero)
    func go(to point: Point) {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    let flat = path.flattened(tolerance: 0.001)
    var points = flat.points.makeIterator()
    for verb in flat.verbs {
      switch verb {
      case .move:
        start = points.next()!
        last = start
      case .close: go(to: start)
      default: go(to: points.next()!)
      }
    }
    return abs(sum) / 2
  }
}
