import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

@Suite struct SampledCurveTests {
  private func series(_ values: [Double], firstTime: Double = 1) -> TimeSeries {
    var series = TimeSeries(capacity: 1000)
    for (i, value) in values.enumerated() {
      series.append(time: firstTime + Double(i), value: value)
    }
    return series
  }

  /// The streaming case of the specification: samples 1 to 5 with values 10 to 30 of 30, then 2 to
  /// 6 with a new value 40 of 40, half way.
  @Test func streamingKeepsEverySampleAtItsPlace() {
    let data = series([10, 20, 15, 30, 25, 40])
    let size = Size(400, 120)
    let old = AxisMap(epoch: 0, time: 1...5, value: 0...30, size: size)
    let new = AxisMap(epoch: 0, time: 2...6, value: 0...40, size: size)
    let from = SampledCurve(data, positions: 0..<6, map: old)
    let to = SampledCurve(data, positions: 0..<6, map: new)
    let half = SampledCurve.interpolate(from, to, 0.5)
    let expected = [(-50.0, 85.0), (50, 50), (150, 67.5), (250, 15), (350, 32.5), (450, -20)]
    for (knot, (x, y)) in zip(half.knots, expected) {
      #expect(abs(knot.point.x - x) < 1e-9 && abs(knot.point.y - y) < 1e-9)
    }
    let halfMap = AxisMap.interpolate(old, new, 0.5)
    for (i, (x, y)) in expected.enumerated() {
      let point = halfMap(data[i].time, data[i].value)
      #expect(abs(point.x - x) < 1e-9 && abs(point.y - y) < 1e-9)
    }
  }

  /// A new sample changes the slope at the sample before. The change must not appear on screen at
  /// once.
  @Test func aNewSampleDoesNotMoveWhatIsOnScreen() {
    let size = Size(400, 120)
    let map = AxisMap(epoch: 0, time: 1...5, value: 0...40, size: size)
    let shown = SampledCurve(series([10, 20, 15, 30, 25]), positions: 0..<5, map: map)
    let next = SampledCurve(series([10, 20, 15, 30, 25, 5]), positions: 1..<6, map: map)
      .matching(shown)
    #expect(next.knots.map(\.key) == [2, 3, 4, 5, 6])
    for x in stride(from: 101.0, through: 400, by: 7) {
      let (before, after) = (shown.y(at: x), next.y(at: x))
      #expect(before != nil && after != nil && abs(before! - after!) < 1e-9, "at \(x)")
    }
  }

  @Test func theCurveHasNoPeakThatTheDataHasNot() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let values = (0..<30).map { _ in Double.random(in: 0..<100, using: &random) }
      let map = AxisMap(epoch: 0, time: 1...30, value: 0...100, size: Size(290, 100))
      let curve = SampledCurve(series(values), positions: 0..<30, map: map)
      for x in stride(from: 0.0, through: 290, by: 0.5) {
        let i = min(28, Int(x / 10))
        let (a, b) = (map.y(values[i]), map.y(values[i + 1]))
        let y = curve.y(at: x)!
        #expect(y >= min(a, b) - 1e-6 && y <= max(a, b) + 1e-6)
      }
    }
  }

  @Test func gapsSplitTheLine() {
    let map = AxisMap(epoch: 0, time: 1...6, value: 0...10, size: Size(100, 100))
    let curve = SampledCurve(series([1, 2, .nan, 3, .nan, 4]), positions: 0..<6, map: map)
    // A lone sample is a diamond.
    let dot: [Path.Verb] = [.move, .line, .line, .line, .close]
    #expect(curve.line(loneRadius: 1).verbs == [.move, .cubic] + dot + dot)
    #expect(curve.line.verbs == [.move, .cubic, .move, .line, .move, .line])
    #expect(curve.y(at: map.x(2.5)) == nil)
    #expect(curve.area(baseline: 100).verbs.filter { $0 == .close }.count == 3)
  }

  @Test func scalingTheAxesScalesTheCurve() {
    let data = series([3, 9, 4, 4, 12, 1, 7])
    let small = AxisMap(epoch: 0, time: 1...7, value: 0...12, size: Size(60, 30))
    let large = AxisMap(epoch: 0, time: 1...7, value: 0...12, size: Size(600, 90))
    let a = SampledCurve(data, positions: 0..<7, map: small).line
    let b = SampledCurve(data, positions: 0..<7, map: large).line
    for (p, q) in zip(a.points, b.points) {
      #expect(abs(p.x * 10 - q.x) < 1e-9 && abs(p.y * 3 - q.y) < 1e-9)
    }
  }
}
