import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

@Suite struct StackingTests {
  private func series(_ samples: [(Double, Double)]) -> TimeSeries {
    var series = TimeSeries(capacity: 100)
    for (time, value) in samples { series.append(time: time, value: value) }
    return series
  }

  /// The values of the topmost sum, NaN as nil.
  private func top(_ parts: [[(Double, Double)]]) -> [Double?] {
    let sum = Stacking.sums(parts.map { series($0) }).last!
    return (0..<sum.count).map { sum[$0].value.isNaN ? nil : sum[$0].value }
  }

  @Test(
    arguments: [
      ([[(1, 1), (2, 2), (3, 3)]], [1, 2, 3]),
      ([[(1, 1), (2, 2)], [(1, 10), (2, 20)], [(1, 100), (2, 200)]], [111, 222]),
      // What is missing in one is missing from there on up.
      ([[(1, 1), (2, .nan), (3, 3)], [(1, 10), (2, 20), (3, 30)]], [11, nil, 33]),
      ([[(1, 1), (2, 2), (3, 3)], [(1, 10), (2, .nan), (3, 30)]], [11, nil, 33]),
      // At other times: the value before, for three of the first one's intervals.
      ([[(1, 1), (2, 2), (3, 3)], [(0.5, 10), (2.5, 20)]], [11, 12, 23]),
      (
        [[(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)], [(2, 10)]],
        [nil, 12, 13, 14, 15, nil]
      ),
      ([[(1, 1)], [(1, 5)]], [6]),
    ] as [([[(Double, Double)]], [Double?])])
  func sums(parts: [[(Double, Double)]], expected: [Double?]) {
    #expect(top(parts) == expected)
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
    #expect(content(parts).stackedSum == 222)
    #expect(content(parts, hidden: [1]).extent == 1...202)
    #expect(content(parts, hidden: [0, 3]).stackedSum == 20)
    #expect(content(parts, hidden: [0, 1, 3]).extent == nil)
  }

  /// Sums keep the numbers by which samples are known while old ones are dropped.
  @Test func samplesKeepTheirKeys() {
    var (a, b) = (series([(1, 1), (2, 2), (3, 3)]), series([(1, 10), (2, 20), (3, 30)]))
    a.removeFirst(2)
    b.removeFirst(2)
    let drawn = content([a, b]).drawnSeries
    #expect(drawn.map(\.firstKey) == [2, 2])
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
    // The samples of a curve are those of the one below, or there is no band.
    #expect(curve(upper).band(above: SampledCurve()).isEmpty)
  }

  /// Of more samples than there are pixels the same ones are drawn of all layers, and no band is lost.
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
      SampledCurve($0.samples, positions: $1, map: map, firstKey: $0.firstKey)
    }
    let runs = curves[2].knots.count { $0.startsRun }
    #expect(runs > 3)
    #expect(curves[2].band(above: curves[1]).verbs.count { $0 == .close } == runs)
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
