import Geometry
import Testing

@testable import Charts

/// The smoothing of article 003, and the way from one curve to another.
@Suite struct CatmullRomCurveTests {
  private static let points = [Point(0, 0), Point(10, 20), Point(20, 10), Point(30, 40)]

  private func curve(_ points: [Point], _ rule: CurveRule = .catmullRom) -> SampledCurve {
    SampledCurve(points.map { KeyedPoint(key: $0.x, point: $0) }, rule: rule)
  }

  private func vertices(_ points: [Point]) -> [Point] {
    curve(points).divided(into: 10).line.vertices
  }

  private func expectNear(
    _ a: Point, _ b: Point, _ tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(a.distance(to: b) < tolerance, "\(a) \(b)", sourceLocation: sourceLocation)
  }

  @Test(
    "10 smoothing: vertices of granularity 10; 12 row 21: of the whole line",
    arguments: [
      (1, 0.595, 1.325), (2, 1.36, 3.2), (5, 4.375, 10.625), (9, 8.955, 19.125), (10, 10, 20),
      (11, 11, 20.035), (15, 15, 14.375), (19, 19, 9.515), (20, 20, 10), (25, 25.625, 24.375),
      (29, 29.405, 38.035), (30, 30, 40),
    ])
  func verticesOfGranularityTen(index: Int, x: Double, y: Double) {
    expectNear(vertices(Self.points)[index], Point(x, y), 1e-5)
  }

  /// The article's own count is 1 + g(n - 1) + 1: its last vertex is doubled.
  @Test(
    "10 smoothing: vertex counts; 12 row 25: the last is not doubled",
    arguments: [(4, 31), (5, 41)])
  func vertexCount(points: Int, vertices: Int) {
    let line = (0..<points).map { Point(Double($0), Double($0 * $0)) }
    #expect(self.vertices(line).count == vertices)
  }

  @Test("10 smoothing: as cubics")
  func equivalentCubics() {
    let expected = [
      CubicCurve(
        Point(0, 0), Point(1.666667, 3.333333), Point(6.666667, 18.333333), Point(10, 20)),
      CubicCurve(
        Point(10, 20), Point(13.333333, 21.666667), Point(16.666667, 6.666667), Point(20, 10)),
      CubicCurve(Point(20, 10), Point(23.333333, 13.333333), Point(28.333333, 35), Point(30, 40)),
    ]
    let segments = CurveRule.catmullRom.segments(Self.points)
    #expect(segments.count == 3)
    for (a, b) in zip(segments, expected) {
      for (p, q) in [(a.p0, b.p0), (a.p1, b.p1), (a.p2, b.p2), (a.p3, b.p3)] {
        expectNear(p, q, 1e-5)
      }
    }
  }

  @Test(
    "10 smoothing: fewer than four points are unchanged",
    arguments: [0, 1, 2, 3])
  func fewerThanFourPointsStayStraight(count: Int) {
    let points = Array(Self.points.prefix(count))
    for vertex in vertices(points) where count > 1 {
      let onLine = zip(points, points.dropFirst()).contains { p, q in
        let cross = (q.x - p.x) * (vertex.y - p.y) - (q.y - p.y) * (vertex.x - p.x)
        return abs(cross) < 1e-9
      }
      #expect(onLine)
    }
    #expect(curve(points).knots == curve(points, .straight).knots)
  }

  @Test func aSinglePointIsADot() {
    let path = curve([Point(3, 4)]).divided(into: 10).line
    #expect(path.verbs == [.move, .line])
    #expect(path.points == [Point(3, 4), Point(3, 4)])
    #expect(curve([]).divided(into: 10).line.isEmpty)
  }

  @Test func theAreaEndsAtTheBaseline() {
    let area = curve(Self.points, .straight).divided(into: 1).area(baseline: 50)
    #expect(area.points.suffix(2) == [Point(30, 50), Point(0, 50)])
    #expect(area.verbs.last == .close)
  }

  // MARK: Motion

  /// A curve with the keys of another curve added keeps its shape, piece by piece.
  @Test func bothEndsOfAMotionLookAsTheyAre() {
    let a = curve(Self.points)
    let b = curve([
      Point(-5, 3), Point(4, 9), Point(10, 1), Point(17, 30), Point(25, 2), Point(44, 8),
    ])
    let morph = CurveMotion(baseline: 0).way(from: a, to: b)
    #expect(morph.from.knots.map(\.key) == [-5, 0, 4, 10, 17, 20, 25, 30, 44])
    #expect(morph.to.knots.map(\.key) == morph.from.knots.map(\.key))
    for (aligned, original) in [(morph.from, a), (morph.to, b)] {
      #expect(abs(aligned.line.length / original.line.length - 1) < 1e-6)
      for knot in original.knots {
        #expect(aligned.knots.first { $0.key == knot.key }?.point == knot.point)
      }
    }
  }

  /// A new key after the last old one starts on the last old point; one in between starts on the
  /// curve, in proportion to the keys, which may be any numbers.
  @Test("3.5 append and insert between, of smooth curves", arguments: [1, 1e300, 1e-300])
  func appendedAndInsertedPoints(scale: Double) {
    let old = SampledCurve(
      zip([0, 10 * scale], [Point(0, 10), Point(10, 20)]).map { KeyedPoint(key: $0, point: $1) },
      rule: .straight)
    let new = SampledCurve(
      zip(
        [0, 4 * scale, 10 * scale, 20 * scale],
        [Point(0, 1), Point(3, 2), Point(5, 3), Point(10, 4)]
      )
      .map { KeyedPoint(key: $0, point: $1) }, rule: .straight)
    let morph = CurveMotion(baseline: 0).way(from: old, to: new)
    for (knot, expected) in zip(
      morph.from.knots, [Point(0, 10), Point(4, 14), Point(10, 20), Point(10, 20)])
    {
      expectNear(knot.point, expected, 1e-9)
    }
    #expect(morph.to == new)
    let half = SampledCurve.interpolate(morph.from, morph.to, 0.5)
    expectNear(half.knots[1].point, Point(3.5, 8), 1e-9)
    expectNear(half.knots[3].point, Point(10, 12), 1e-9)
  }
}
