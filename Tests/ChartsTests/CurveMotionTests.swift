import Geometry
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The chart-level morph of section 3.5, as the lines of the article charts do it.
@Suite struct CurveMotionTests {
  private static let look = LineMark.Look(
    stroke: .init(width: 2), lineColors: [.black],
    lineFrame: Rect(x: 0, y: 0, width: 400, height: 120), areaColors: [],
    areaFrame: Rect(x: 0, y: 0, width: 400, height: 120), baseline: 120)

  /// Values with keys, evenly spaced.
  private func data(_ keys: [Int], _ values: [Double]) -> [KeyedValue] {
    zip(keys, values).enumerated().map {
      KeyedValue(key: Double($1.0), place: Double($0), value: $1.1)
    }
  }

  /// A plot of 120 points' height.
  private func map(_ spacing: Double, maximum: Double = 30) -> AxisMap {
    AxisMap(xScale: spacing, xOffset: 0, yScale: -120 / maximum, yOffset: 120)
  }

  private func line(_ rule: CurveRule) -> KeyedLine {
    let line = KeyedLine()
    line.layOut(Self.look, rule: rule)
    return line
  }

  /// Expects a place for each key at a part of the way, on the line and for marks that move
  /// with it.
  private func expect(
    _ line: KeyedLine, _ motion: KeyedMotion, at progress: Double,
    _ expected: [(key: Int, x: Double, y: Double)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let knots = line.mark.shown(progress: progress).knots
    #expect(knots.map(\.key) == expected.map { Double($0.key) }, sourceLocation: sourceLocation)
    for (knot, (key, x, y)) in zip(knots, expected) {
      #expect(isNear(knot.point, Point(x, y)), "key \(key)", sourceLocation: sourceLocation)
      let moved = motion.from[Double(key)].flatMap { from in
        motion.to[Double(key)].map { lerp(from, $0, progress) }
      }
      #expect(isNear(moved ?? .zero, Point(x, y)), "key \(key)", sourceLocation: sourceLocation)
    }
  }

  private static let rules = [
    CurveRule.straight, .horizontalTangents, .throughPoints(contraction: 0.7),
  ]

  @Test("3.5 streaming case: keys 1-5 to 2-6, at u = .5 k1 (-50, 85) … k6 (450, -20)")
  func streaming() {
    for rule in Self.rules {
      let line = line(rule)
      line.update(data([1, 2, 3, 4, 5], [10, 20, 15, 30, 25]), map: map(100), at: nil)
      let motion = line.update(
        data([2, 3, 4, 5, 6], [20, 15, 30, 25, 40]), map: map(100, maximum: 40), at: 1)
      expect(
        line, motion, at: 0.5,
        [
          (1, -50, 85), (2, 50, 50), (3, 150, 67.5), (4, 250, 15), (5, 350, 32.5), (6, 450, -20),
        ])
      #expect(line.mark.stroke.path?.vertices.count == 5)
    }
  }

  @Test("A line that slides has the segments of the curve through all data, also at both ends")
  func slidingSegments() {
    for rule in Self.rules {
      let line = line(rule)
      let (values, keys) = ([10.0, 20, 15, 30, 25, 5], [1, 2, 3, 4, 5, 6])
      func curve(offset: Double) -> SampledCurve {
        SampledCurve(
          data(keys, values).map { KeyedPoint(key: $0.key, point: map(100)($0.place, $0.value)) }
            .map { KeyedPoint(key: $0.key, point: $0.point + Point(offset, 0)) }, rule: rule)
      }
      line.update(data([1, 2, 3, 4, 5], Array(values.dropLast())), map: map(100), at: nil)
      let before = line.curve
      line.update(data([2, 3, 4, 5, 6], Array(values.dropFirst())), map: map(100), at: 1)
      let (start, end) = (line.mark.shown(progress: 0), line.mark.shown(progress: 1 - 1e-12))
      #expect(start.knots.dropLast() == before.knots[...])
      #expect(end.knots.count == 6)
      expectSame(start.knots[5], curve(offset: 0).knots[5])
      expectSame(end.knots[1], curve(offset: -100).knots[1])
      for (a, b) in zip(end.knots.dropFirst(2), line.curve.knots.dropFirst()) { expectSame(a, b) }
    }
  }

  private func expectSame(
    _ a: SampledCurve.Knot, _ b: SampledCurve.Knot,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (p, q) in [(a.point, b.point), (a.control1, b.control1), (a.control2, b.control2)] {
      #expect(isNear(p, q, 1e-6), sourceLocation: sourceLocation)
    }
    #expect(a.startsRun == b.startsRun, sourceLocation: sourceLocation)
  }

  @Test("A segment that slides in leaves the last datum where it is shown, also on its way")
  func slidingFromADatumOnItsWay() {
    let line = line(.horizontalTangents)
    line.update(data([1, 2, 3], [10, 20, 0]), map: map(100), at: nil)
    line.update(data([1, 2, 3], [10, 20, 30]), map: map(100), at: 1)
    let last = line.mark.shown(progress: 0).knots[2].point
    #expect(last == Point(200, 120))
    line.update(data([2, 3, 4], [20, 30, 15]), map: map(100), at: 1)
    let knots = line.mark.shown(progress: 0).knots
    #expect(knots.map(\.key) == [1, 2, 3, 4])
    #expect(isNear(knots[2].point, last))
    #expect(isNear(knots[3].control1, Point(250, 120)))
    #expect(isNear(knots[3].point, Point(300, 60)))
  }

  @Test("3.5 append case: 5 points to 6, at u = .5 k5 (360, 20), k6 (400, 10)")
  func append() {
    for rule in Self.rules {
      let line = line(rule)
      line.update(data([1, 2, 3, 4, 5], [10, 20, 15, 30, 25]), map: map(100), at: nil)
      let motion = line.update(
        data([1, 2, 3, 4, 5, 6], [10, 20, 15, 30, 25, 30]), map: map(80), at: 1)
      // The new point starts on the last old point.
      #expect(isNear(motion.from[6]!, Point(400, 20)))
      expect(
        line, motion, at: 0.5,
        [(1, 0, 80), (2, 90, 40), (3, 180, 60), (4, 270, 0), (5, 360, 20), (6, 400, 10)])
      expect(
        line, motion, at: 1,
        [(1, 0, 80), (2, 80, 40), (3, 160, 60), (4, 240, 0), (5, 320, 20), (6, 400, 0)])
    }
  }

  @Test("3.5 insert between: on the old chord at (key - k₋) / (k₊ - k₋)")
  func insertBetween() {
    let line = line(.straight)
    line.update(data([1, 2, 6], [30, 0, 24]), map: map(200), at: nil)
    let motion = line.update(data([1, 2, 3, 5, 6], [30, 0, 9, 30, 24]), map: map(100), at: 1)
    // The old chord from (200, 120) to (400, 24), at 1/4 and at 3/4.
    #expect(isNear(motion.from[3]!, Point(250, 96)))
    #expect(isNear(motion.from[5]!, Point(350, 48)))
    expect(
      line, motion, at: 0.5,
      [(1, 0, 0), (2, 150, 120), (3, 225, 90), (5, 325, 24), (6, 400, 24)])
  }

  @Test("3.5 insert between: of a curve on the curve itself, which looks as before")
  func insertBetweenOnACurve() {
    for rule in Self.rules {
      let line = line(rule)
      line.update(data([1, 2, 6, 7], [30, 0, 24, 3]), map: map(100), at: nil)
      let old = line.curve
      line.update(data([1, 2, 3, 6, 7], [30, 0, 9, 24, 3]), map: map(80), at: 1)
      let start = line.mark.shown(progress: 0)
      let (p, q) = (old.knots[1], old.knots[2])
      let place = CubicCurve(p.point, q.control1, q.control2, q.point).point(at: 0.25)
      #expect(isNear(start.knots[2].point, place))
      #expect(isNear(start.line.length, old.line.length, 1e-6))
    }
  }

  @Test("3.5 remove: ends on the new chord, or at the nearest end that stays; dropped at u = 1")
  func remove() {
    let line = line(.straight)
    line.update(data([1, 2, 3, 7, 9], [3, 30, 0, 24, 15]), map: map(100), at: nil)
    let motion = line.update(data([2, 7], [30, 24]), map: map(400), at: 1)
    // The new chord from (0, 0) to (400, 24), at 1/5.
    #expect(isNear(motion.to[3]!, Point(80, 4.8)))
    #expect(isNear(motion.to[1]!, Point(0, 0)) && isNear(motion.to[9]!, Point(400, 24)))
    expect(
      line, motion, at: 0.5,
      [(1, 0, 54), (2, 50, 0), (3, 140, 62.4), (7, 350, 24), (9, 400, 42)])
    #expect(line.mark.shown(progress: 1).knots.map(\.key) == [2, 7])
    #expect(line.mark.stroke.path?.vertices == [Point(0, 0), Point(400, 24)])
  }

  @Test("A gap that is filled closes as one straight line, with the new data on it by their keys")
  func closingAGap() {
    for rule in Self.rules {
      let line = line(rule)
      line.update(data([1, 2, 3, 6, 7], [30, 0, .nan, 24, 3]), map: map(100), at: nil)
      let motion = line.update(
        data([1, 2, 3, 5, 6, 7], [30, 0, 9, 30, 24, 3]), map: map(80), at: 1)
      let start = line.mark.shown(progress: 0)
      #expect(start.knots.map(\.startsRun) == [true, false, false, false, false, false])
      // The line from (100, 120) to (300, 24), at 1/4 and at 3/4.
      #expect(isNear(motion.from[3]!, Point(150, 96)))
      #expect(isNear(motion.from[5]!, Point(250, 48)))
      for knot in start.knots[2...4] {
        for control in [knot.control1, knot.control2] {
          #expect(isNear(control.y, 120 - (control.x - 100) * 0.48))
        }
      }
    }
  }

  @Test("New data in a gap that stays open starts on the datum that it is joined with")
  func narrowingAGap() {
    let line = line(.straight)
    line.update(data([1, 2, 4, 7, 8], [30, 0, .nan, 24, 3]), map: map(100), at: nil)
    let motion = line.update(
      data([1, 2, 3, 4, 5, 6, 7, 8], [30, 0, 9, .nan, 30, 30, 24, 3]), map: map(50), at: 1)
    #expect(isNear(motion.from[3]!, Point(100, 120)))
    #expect(isNear(motion.from[5]!, Point(300, 24)))
    #expect(isNear(motion.from[6]!, Point(300, 24)))
    let start = line.mark.shown(progress: 0)
    #expect(start.knots.filter(\.startsRun).map(\.key) == [1, 5])
    #expect(
      start.line.length == Point(0, 0).distance(to: Point(100, 120))
        + Point(300, 24).distance(to: Point(400, 108)))
  }

  @Test("3.5 first data: points rise from the baseline")
  func firstData() {
    for rule in Self.rules {
      let line = line(rule)
      line.update([], map: map(100), at: nil)
      let motion = line.update(data([1, 2, 3], [30, 0, 15]), map: map(100), at: 1)
      expect(line, motion, at: 0, [(1, 0, 120), (2, 100, 120), (3, 200, 120)])
      expect(line, motion, at: 0.25, [(1, 0, 90), (2, 100, 120), (3, 200, 105)])
      expect(line, motion, at: 1, [(1, 0, 0), (2, 100, 120), (3, 200, 60)])
    }
  }

  @Test func aCurveWithoutAStartIsAtItsPlaceAtOnce() {
    let target = SampledCurve(
      [KeyedPoint(key: 1, point: Point(0, 50)), KeyedPoint(key: 2, point: Point(100, 20))],
      rule: .straight)
    let way = CurveMotion().way(from: SampledCurve(), to: target, start: SampledCurve())
    #expect(way.from == target && way.to == target)
  }

  @Test("3.5 retarget case: at .2 s the next way starts from 0.570880 of this one")
  func retarget() {
    let line = line(.horizontalTangents)
    line.update(data([1, 2], [30, 0]), map: map(100), at: nil)
    line.update(data([1, 2], [0, 15]), map: map(100), at: 1)
    let motion = line.update(data([1, 2], [15, 15]), map: map(100), at: 1.2)
    #expect(isNear(motion.from[1]!, Point(0, 120 * 0.570880), 1e-4))
    #expect(isNear(motion.from[2]!, Point(100, 120 - 60 * 0.570880), 1e-4))
  }

  @Test("3.5 invariants: at u = 0 and 1 both lines as they are; there and back is the same way")
  func invariants() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      func curve() -> SampledCurve {
        var keys = Set<Int>()
        for _ in 0..<1 + Int(random.unit() * 8) { keys.insert(Int(random.unit() * 12)) }
        let rule = Self.rules[1 + Int(random.unit() * 2)]
        let points = keys.sorted().map {
          KeyedPoint(key: Double($0), point: Point(Double($0) * 10, random.unit() * 100))
        }
        return SampledCurve(points, rule: rule)
      }
      let (a, b) = (curve(), curve())
      let (there, back) = (
        CurveMotion(baseline: 100).way(from: a, to: b),
        CurveMotion(baseline: 100).way(from: b, to: a)
      )
      #expect(isNear(there.from.line.length, a.line.length, 1e-5))
      #expect(isNear(there.to.line.length, b.line.length, 1e-5))
      for u in [0.0, 0.3, 1] {
        let p = SampledCurve.interpolate(there.from, there.to, u)
        let q = SampledCurve.interpolate(back.from, back.to, 1 - u)
        #expect(p.knots.map(\.key) == q.knots.map(\.key))
        for (k, l) in zip(p.knots, q.knots) { #expect(isNear(k.point, l.point, 1e-9)) }
      }
    }
  }

  /// Zeros have no place on a logarithmic axis, but on the linear axis that replaces it.
  @Test func aCurveWithoutAPlaceBeforeIsThereAtOnce() {
    var samples = TimeSeries()
    for time in 0..<3 { samples.append(time: Double(time), value: 0) }
    let series = PlotContent.DrawnSeries(samples: samples, firstNumber: 0)
    let target = SampledCurve(
      series, positions: 0..<3,
      map: AxisMap(epoch: 0, time: 0...2, value: 0...1, size: Size(100, 100)))
    let way = CurveMotion().way(from: SampledCurve(), to: target, start: SampledCurve())
    #expect(way.from.knots.count == 3 && way.to.knots.count == 3)
  }
}
