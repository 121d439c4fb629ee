import Geometry
import TestSupport
import Testing

@testable import Charts

/// The curves through points of article 001, and the S of article 002.
@Suite struct CurveRuleTests {
  struct Case: Sendable {
    let number: Int
    let contraction: Double
    let points: [Double]
    /// Three points for a cubic curve, two for the quadratic one at the end.
    let segments: [[Double]]
  }

  private static let chartA = [
    45, 67.566667, 106, 59.516667, 167, 75.233333, 228, 85.583333, 289, 78.683333, 350, 50.7,
  ]

  static let cases = [
    Case(
      number: 1, contraction: 0.7, points: [0, 0, 10, 10, 20, 0],
      segments: [[1.75, 1.75, 6.5, 10, 10, 10], [13.5, 10, 20, 0]]),
    Case(
      number: 2, contraction: 0.7, points: [0, 0, 40, 30, 100, 30, 100, 110],
      segments: [
        [7, 5.25, 22.5, 24.75, 40, 30], [57.5, 35.25, 89.5, 16, 100, 30], [110.5, 44, 100, 110],
      ]),
    Case(
      number: 3, contraction: 0.7, points: [30, 0, 20, 10, 0, 0],
      segments: [[28.25, 1.75, 25.25, 10, 20, 10], [14.75, 10, 0, 0]]),
    // Quirk q3: the published tangent is turned round where x does not change.
    Case(
      number: 4, contraction: 0.7, points: [0, 0, 0, 10, 0, 30],
      segments: [[0, 1.75, 0, 4.75, 0, 10], [0, 15.25, 0, 30]]),
    Case(
      number: 5, contraction: 0.7, points: [0, 0, 10, 10, 0, 20, 5, 40],
      segments: [
        [1.75, 1.75, 10, 6.5, 10, 10], [10, 13.5, 0.875, 14.75, 0, 20], [-0.875, 25.25, 5, 40],
      ]),
    Case(
      number: 6, contraction: 1, points: [0, 0, 10, 10, 20, 0, 30, 5],
      segments: [[2.5, 2.5, 5, 10, 10, 10], [15, 10, 15, 1.25, 20, 0], [25, -1.25, 30, 5]]),
    Case(
      number: 7, contraction: 0.7, points: chartA,
      segments: [
        [55.675, 66.157917, 84.65, 58.175, 106, 59.516667],
        [127.35, 60.858333, 145.65, 70.671667, 167, 75.233333],
        [188.35, 79.795, 206.65, 84.979583, 228, 85.583333],
        [249.35, 86.187083, 267.65, 84.787917, 289, 78.683333],
        [310.35, 72.57875, 350, 50.7],
      ]),
  ]

  private static func points(_ numbers: [Double]) -> [Point] {
    stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }

  private static func curve(_ points: [Point], _ rule: CurveRule) -> SampledCurve {
    SampledCurve(
      points.enumerated().map { KeyedPoint(key: Double($0), point: $1) }, rule: rule)
  }

  @Test(
    "8.4 cases 1-7; 12 row 14: quirks q1 and q3 corrected",
    arguments: cases)
  func curvesThroughPoints(_ case: Case) {
    let points = Self.points(`case`.points)
    let controls = CurveRule.throughPoints(contraction: `case`.contraction).controls(points)
    #expect(controls.count == `case`.segments.count)
    for (i, expected) in `case`.segments.enumerated() {
      let parts = Self.points(expected)
      var (control1, control2) = (parts[0], parts[1])
      if parts.count == 2 {
        control1 = lerp(points[i], parts[0], 2.0 / 3)
        control2 = lerp(parts[1], parts[0], 2.0 / 3)
      }
      #expect(isNear(controls[i].0, control1, 2e-6), "case \(`case`.number), segment \(i)")
      #expect(isNear(controls[i].1, control2, 2e-6), "case \(`case`.number), segment \(i)")
    }
  }

  @Test(
    "8.4 case 7: middles of the curves of chart A",
    arguments: zip(
      0..<5,
      [
        (71.496875, 62.510260), (136.5, 66.1675), (197.5, 81.892552), (258.5, 84.648958),
        (314.925, 68.635208),
      ]))
  func middlesOfChartA(segment: Int, expected: (Double, Double)) {
    let curve = Self.curve(Self.points(Self.chartA), .throughPoints(contraction: 0.7))
    let (before, knot) = (curve.knots[segment], curve.knots[segment + 1])
    let middle = CubicCurve(before.point, knot.control1, knot.control2, knot.point).point(at: 0.5)
    #expect(isNear(middle, Point(expected.0, expected.1), 2e-6))
  }

  @Test("8.4 case 6: f = 0 is straight")
  func noContractionIsStraight() {
    let points = Self.points(Self.chartA)
    let controls = CurveRule.throughPoints(contraction: 0).controls(points)
    for i in 0..<4 {
      #expect(controls[i].0 == points[i] && controls[i].1 == points[i + 1])
    }
  }

  @Test("8.4 f = 2/3 is Catmull-Rom")
  func twoThirdsIsCatmullRom() {
    let points = Self.points([0, 0, 3, 7, 9, 2, 12, 12, 20, 3])
    let controls = CurveRule.throughPoints(contraction: 2.0 / 3).controls(points)
    for i in 1...2 {
      #expect(isNear(controls[i].0, points[i] + (points[i + 1] - points[i - 1]) * (1.0 / 6)))
      #expect(isNear(controls[i].1, points[i + 1] - (points[i + 2] - points[i]) * (1.0 / 6)))
    }
  }

  @Test("8.4 q2 corrected; 12 row 14: two points are a line with an area")
  func twoPointsAreALine() {
    let curve = Self.curve([Point(0, 10), Point(30, 40)], .throughPoints(contraction: 0.7))
    #expect(isNear(curve.line.length, 30 * 2.0.squareRoot()))
    #expect(curve.line.vertices == [Point(0, 10), Point(30, 40)])
    #expect(isNear(curve.area(baseline: 100).enclosedArea, 30 * 75))
  }

  @Test("8.4 q4: one point is a dot")
  func onePointIsADot() {
    let curve = Self.curve([Point(5, 5)], .throughPoints(contraction: 0.7))
    #expect(curve.line.verbs == [.move, .line] && curve.line.length == 0)
  }

  @Test("8.4 case 8: overshoot to 107.777778, and clampToPlot")
  func overshootAndItsClamp() {
    let points = [Point(0, 100), Point(50, 100), Point(100, 0)]
    let rule = CurveRule.throughPoints(contraction: 0.7)
    let free = rule.controls(points)[0]
    #expect(isNear(free.0, Point(8.75, 100)) && isNear(free.1, Point(32.5, 117.5)))
    let deepest = CubicCurve(points[0], free.0, free.1, points[1]).point(at: 2.0 / 3)
    #expect(isNear(deepest.y, 107.777778))
    let held = rule.controls(points, within: 0...100)
    for i in 0..<2 {
      let curve = CubicCurve(points[i], held[i].0, held[i].1, points[i + 1])
      for step in 0...50 { #expect(curve.point(at: Double(step) / 50).y <= 100 + 1e-9) }
    }
  }

  /// The curve goes through every point, with one tangent on both sides.
  @Test(
    "8.4 and 9: one tangent on both sides of each point",
    arguments: [CurveRule.throughPoints(contraction: 0.7), .horizontalTangents])
  func curvesAreSmooth(rule: CurveRule) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let points = (0..<8).map { Point(Double($0) * 10, random.unit() * 100) }
      let controls = rule.controls(points)
      for i in 1..<7 {
        let (a, b) = (points[i] - controls[i - 1].1, controls[i].0 - points[i])
        // The last segment's quadratic curve has the direction, not the length.
        #expect(isNear(a.x * b.y, a.y * b.x, 1e-9 * (1 + abs(a.x * b.y))))
        #expect(a.x * b.x + a.y * b.y >= 0)
      }
    }
  }

  // MARK: The S

  @Test("9 S-curve: length 105.830558")
  func theSHasItsLength() {
    let curve = Self.curve([Point(0, 100), Point(60, 20)], .horizontalTangents)
    #expect(isNear(curve.line.length, 105.830558, 1e-5))
  }

  @Test("12 row 20: the S is C1 at equal distances")
  func theSIsContinuouslyDifferentiable() {
    let points = [Point(0, 3), Point(10, 8), Point(20, 1), Point(30, 1)]
    let controls = CurveRule.horizontalTangents.controls(points)
    for i in 1...2 {
      #expect(isNear(points[i] - controls[i - 1].1, controls[i].0 - points[i]))
    }
  }

  @Test("9 S-curve: closed form, monotone")
  func theSNeverOvershoots() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let (p, q) = (Point(0, random.unit() * 100), Point(7, random.unit() * 100))
      let (c, d) = CurveRule.horizontalTangents.controls([p, q])[0]
      var last = p.y
      for step in 1...20 {
        let t = Double(step) / 20
        let point = CubicCurve(p, c, d, q).point(at: t)
        #expect(isNear(point.x, 7 * (1.5 * t - 1.5 * t * t + t * t * t)))
        #expect(isNear(point.y, p.y + (q.y - p.y) * (3 * t * t - 2 * t * t * t)))
        #expect((point.y - last) * (q.y - p.y) >= -1e-9)
        last = point.y
      }
    }
  }

  @Test func gapsAreGaps() {
    let curve = Self.curve(
      [Point(0, 1), Point(1, .nan), Point(2, 3), Point(3, 4), Point(.infinity, 0)],
      .horizontalTangents)
    #expect(curve.line.verbs == [.move, .line, .move, .cubic])
    #expect(curve.knots.map(\.key) == [0, 2, 3])
  }

  @Test func thePenMovesWithTheLength() {
    let curve = Self.curve(Self.points([0, 0, 30, 40, 60, 0]), .straight)
    #expect(curve.fractions == [0, 0.5, 1])
    for (x, expected) in zip(curve.penXs(count: 4), [0.0, 15, 30, 45, 60]) {
      #expect(isNear(x, expected, 1e-3))
    }
  }
}

extension CurveRule {
  /// The two control points from each point to the next.
  func controls(_ points: [Point], within range: ClosedRange<Double>? = nil) -> [(Point, Point)] {
    segments(points, within: range).map { ($0.p1, $0.p2) }
  }
}

extension Path {
  /// The area inside of one closed subpath of lines and cubic curves, by Green's theorem; exact, as
  /// three nodes integrate the curves' polynomials of fifth degree.
  var enclosedArea: Double {
    var (area, current, start, next) = (0.0, Point.zero, Point.zero, 0)
    let nodes = [
      (0.5 - 0.15.squareRoot(), 5.0 / 18), (0.5, 8.0 / 18), (0.5 + 0.15.squareRoot(), 5.0 / 18),
    ]
    for verb in verbs {
      let p = points[next..<next + verb.pointCount]
      next += verb.pointCount
      let end = p.last ?? start
      if verb == .move {
        start = end
      } else {
        let curve =
          verb == .cubic
          ? CubicCurve(current, p[p.startIndex], p[p.startIndex + 1], end)
          : CubicCurve(lineFrom: current, to: end)
        for (t, weight) in nodes {
          area += weight * curve.point(at: t).x * curve.derivative(at: t).y
        }
      }
      current = end
    }
    return abs(area)
  }
}
