import Foundation
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct StrokeTests {
  private func area(_ path: Path, _ style: StrokeStyle) -> Double {
    coveredArea(
      coverage([stroked(path, style, .translation(40, 40))], width: 200, height: 200))
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { (a / b - 1).magnitude <= 0.005 }

  @Test(
    "3.3: areas of caps", arguments: [(LineCap.butt, 1000.0), (.square, 1100), (.round, 1078.5398)])
  func caps(cap: LineCap, expected: Double) {
    let path = line([Point(0, 0), Point(100, 0)])
    #expect(isClose(area(path, StrokeStyle(width: 10, cap: cap)), expected))
  }

  @Test(
    "3.3: areas of joins",
    arguments: [(LineJoin.miter, 1000.0), (.bevel, 987.5), (.round, 994.6350)])
  func joins(join: LineJoin, expected: Double) {
    let path = line([Point(0, 0), Point(60, 0), Point(60, 40)])
    #expect(isClose(area(path, StrokeStyle(width: 10, join: join)), expected))
  }

  @Test("3.3: a closed square of 1600")
  func closedSquareHasFourJoins() {
    let path = Path(rect: Rect(x: 0, y: 0, width: 40, height: 40))
    #expect(isClose(area(path, StrokeStyle(width: 10)), 1600))
  }

  /// A quarter ring that starts and ends on whole pixels: its ends are square to the curve.
  @Test func capsAreSquareToTheCurve() {
    var path = Path()
    path.addArc(center: Point(10, 10), radius: 60, startAngle: 0, sweep: .pi / 2)
    let bitmap = draw(
      [
        DrawOperation(
          .stroke(path, StrokeStyle(width: 26), transform: .identity, .color(.black)))
      ], width: 100, height: 100)
    for i in 58..<82 {
      #expect(bitmap[i, 9] & 255 >= 254 && bitmap[i, 10] & 255 <= 1, "start, column \(i)")
      #expect(bitmap[9, i] & 255 >= 254 && bitmap[10, i] & 255 <= 1, "end, row \(i)")
    }
  }

  @Test("3.3: a circle as thick as a disc")
  func thickCircleIsADisc() {
    for (radius, width) in [(2.0, 4.0), (2, 6), (3, 20), (20, 40)] {
      let path = Path(circleCenter: .zero, radius: radius)
      let expected = Double.pi * (radius + width / 2) * (radius + width / 2)
      #expect(isClose(area(path, StrokeStyle(width: width)), expected))
    }
  }

  @Test(
    "3.3: miter ratios",
    arguments: [
      (90.0, 1.5, true), (90, 1.4, false), (60, 2.01, true), (60, 1.99, false), (45, 2.62, true),
      (45, 2.6, false), (30, 3.87, true), (30, 3.86, false), (15, 7.67, true), (15, 7.65, false),
      (11.5, 10, true), (11.4, 10, false),
    ])
  func miterLimit(degrees: Double, limit: Double, isMitered: Bool) {
    let angle = degrees * .pi / 180
    let path = line([
      Point(80 * cos(angle), 80 * sin(angle)), Point(0, 0), Point(80, 0),
    ])
    let style = StrokeStyle(width: 4, miterLimit: limit)
    let bevel = area(path, StrokeStyle(width: 4, join: .bevel))
    // The tip of a miter reaches far beyond the bevel.
    let tip = 4 * pow(cos(angle / 2), 3) / sin(angle / 2)
    let expected = isMitered ? bevel + tip : bevel
    #expect((area(path, style) - expected).magnitude < tip * 0.1 + 0.1)
  }

  @Test("3.3: points of no length")
  func pointsOfNoLength() {
    var closed = Path()
    closed.move(to: Point(0, 0))
    closed.closeSubpath()
    for path in [line([Point(0, 0), Point(0, 0)]), closed] {
      let disc = area(path, StrokeStyle(width: 10, cap: .round))
      #expect(isClose(disc, 25 * .pi))
      #expect(area(path, StrokeStyle(width: 10, cap: .square)) == 0)
      #expect(area(path, StrokeStyle(width: 10)) == 0)
    }
    #expect(area(line([Point(0, 0)]), StrokeStyle(width: 10, cap: .round)) == 0)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func widthsThatDrawNothing(width: Double) {
    #expect(area(line([Point(0, 0), Point(50, 0)]), StrokeStyle(width: width)) == 0)
  }

  @Test func hairlinesCoverTheirArea() {
    for width in [0.01, 0.1, 0.5] {
      let style = StrokeStyle(width: width)
      let bitmap = coverage(
        [stroked(line([Point(2, 3.5), Point(60, 3.5)]), style)], width: 64, height: 8)
      #expect((Double(bitmap[30, 3] >> 24) - width * 255).magnitude <= 1)
    }
  }

  @Test("3.3: overlaps are one coverage")
  func translucentStrokesDoNotDarkenThemselves() {
    let path = line([Point(5, 5), Point(60, 60), Point(60, 5), Point(5, 60)])
    let paint = Paint.color(Color(hex: 0, alpha: 0.5))
    for join in [LineJoin.miter, .round, .bevel] {
      let style = StrokeStyle(width: 8, cap: .round, join: join)
      let bitmap = coverage([stroked(path, style, .identity, paint)])
      #expect(bitmap.pixels.map { $0 >> 24 }.max()! == 128)
    }
  }

  @Test func strokesHaveNoHoles() {
    // Wiggles much shorter than the width: every inner side folds over.
    var random = SeededGenerator(seed: 2)
    for join in [LineJoin.miter, .round, .bevel] {
      var path = line([Point(10, 32)])
      for i in 1...60 {
        path.addLine(
          to: Point(10 + Double(i) * 0.7, 32 + .random(in: -1...1, using: &random)))
      }
      let style = StrokeStyle(width: 20, cap: .round, join: join)
      let bitmap = coverage([stroked(path, style)])
      for y in 26...37 { for x in 10..<50 { #expect(bitmap[x, y] >> 24 == 255) } }
    }
  }

  /// More vertices than are computed at once, so that each vertex is once among the last of a
  /// batch. The inner sides never meet then. Where both ways lie on each other, pixels at their
  /// edges are covered twice as much.
  @Test(arguments: [0, 30, 45, 90, 107.28, 180, 270])
  func aLineThatTurnsBackIsDrawnOnce(degrees: Double) {
    let angle = degrees * .pi / 180
    let (a, b) = (Point(32, 32), Point(32 + 25 * cos(angle), 32 + 25 * sin(angle)))
    for length in [1, 0.6, 0.0001] {
      let end = Point(b.x + (a.x - b.x) * length, b.y + (a.y - b.y) * length)
      let covered = area(line([a, b, end]), StrokeStyle(width: 4, join: .bevel))
      #expect(covered > 99.5 && covered < 116, "length \(length)")
    }
  }

  @Test(arguments: [1, 63, 64, 65, 130]) func closedPathsMayStartAnywhere(offset: Int) {
    let corners = (0..<200).map { i -> Point in
      let angle = Double(i) * 2 * .pi / 200
      let r = 24 + 4 * sin(angle * 30)
      return Point(32 + r * cos(angle), 32 + r * sin(angle))
    }
    let style = StrokeStyle(width: 1.5)
    let moved = Array(corners[offset...] + corners[..<offset])
    let (a, b) = (
      coverage([stroked(polygon(corners), style)]), coverage([stroked(polygon(moved), style)])
    )
    #expect(largestDifference(a, b) <= 1)
    #expect(coveredArea(a) > 250)
  }

  /// The squares of such distances are near the limits of a double.
  @Test(arguments: [1e-151, 1e151]) func strokesOfAnySizeAreTheSame(size: Double) {
    let points = (0..<90).map { Point(Double($0) * 0.7, 32 + 20 * sin(Double($0))) }
    let scaled = points.map { Point($0.x * size, $0.y * size) }
    let plain = coverage([stroked(line(points), StrokeStyle(width: 2, join: .round))])
    let other = coverage([
      stroked(
        line(scaled), StrokeStyle(width: 2 * size, join: .round), .scale(1 / size, 1 / size))
    ])
    #expect(largestDifference(plain, other) <= 1)
    #expect(coveredArea(plain) > 1000)
  }

  @Test func widthScalesWithTheTransform() {
    let path = line([Point(0, 0), Point(10, 0)])
    let scale = AffineTransform.scale(3, 2).concatenating(.translation(10, 20))
    let horizontal = coverage([stroked(path, StrokeStyle(width: 4), scale)])
    #expect(coveredArea(horizontal) == 240)
    let vertical = coverage(
      [stroked(line([Point(0, 0), Point(0, 10)]), StrokeStyle(width: 4), scale)])
    #expect(coveredArea(vertical) == 240 && vertical[5, 30] >> 24 == 255)
  }

  @Test func mirroringIsTheSame() {
    let path = line([Point(-20, -10), Point(10, 15), Point(18, -12)])
    let style = StrokeStyle(width: 5, cap: .square, join: .round)
    let a = coverage([stroked(path, style, .translation(32, 32))])
    let mirror = AffineTransform.scale(-1, 1).concatenating(.translation(32, 32))
    let b = coverage([stroked(path, style, mirror)])
    for y in 0..<64 {
      for x in 0..<64 {
        #expect((Int(a[x, y] >> 24) - Int(b[63 - x, y] >> 24)).magnitude <= 1)
      }
    }
  }

  /// A curve that turns back and crosses itself, in a few pixels.
  private static let loop = CubicCurve(
    Point(360, 360), Point(420, 368), Point(420, 352), Point(360, 362))

  /// With round caps, the stroke covers every point within half of its width of the path.
  @Test(arguments: [300.0, 600]) func wideStrokesAreRoundAroundAHairpin(width: Double) {
    let curve = Self.loop
    var path = Path()
    path.move(to: curve.p0)
    path.addCurve(to: curve.p3, control1: curve.p1, control2: curve.p2)
    let bitmap = coverage(
      [stroked(path, StrokeStyle(width: width, cap: .round))], width: 780, height: 720)
    let samples = (0...400).map { curve.point(at: Double($0) / 400) }
    for y in stride(from: 0, to: 720, by: 8) {
      for x in stride(from: 0, to: 780, by: 8) {
        let center = Point(Double(x) + 0.5, Double(y) + 0.5)
        let distance = samples.map { hypot($0.x - center.x, $0.y - center.y) }.min()!
        if (distance - width / 2).magnitude < 1 { continue }
        #expect(
          bitmap[x, y] >> 24 == (distance < width / 2 ? 255 : 0),
          "pixel \(x), \(y), \(distance) from the path")
      }
    }
  }

  /// The outer side of a wide stroke is long where its curve is short: the wider the stroke, the
  /// more pieces the curve needs, without a limit.
  @Test func curvesOfWiderStrokesHaveMoreVertices() {
    let (arena, region) = (EdgeArena(kernels: Kernels.base.table), IntRect(width: 9, height: 9))
    arena.reset(bandCount: 1)
    let counts = [100.0, 150, 200, 300, 400, 600, 900, 1300].map { width in
      guard
        var stroker = Stroker(
          style: StrokeStyle(width: width), transform: .identity,
          sink: EdgeSink(lists: arena.lists, kernels: Kernels.base.table, region: region),
          vertices: StrokeVertices())
      else { return 0 }
      stroker.append(StrokeSegment(curve: Self.loop, isLine: false))
      return stroker.vertices.count
    }
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
  }

  @Test func dashesAreDrawnWithCaps() {
    let path = line([Point(0, 0), Point(100, 0)])
    let dashed = StrokeStyle(width: 10, dashPattern: [20, 20])
    #expect(isClose(area(path, dashed), 600))
    let dots = StrokeStyle(width: 10, cap: .round, dashPattern: [0, 20])
    #expect(isClose(area(path, dots), 6 * 25 * .pi))
  }

  @Test func startAndEndTrim() {
    let path = line([Point(0, 0), Point(100, 0)])
    #expect(isClose(area(path, StrokeStyle(width: 10, start: 0.25, end: 0.75)), 500))
    #expect(area(path, StrokeStyle(width: 10, cap: .round, start: 0.5, end: 0.5)) == 0)
  }

  @Test("3.2: a trimmed closed path has caps")
  func trimmedClosedPathHasCaps() {
    let path = Path(rect: Rect(x: 0, y: 0, width: 40, height: 40))
    let round = StrokeStyle(width: 10, cap: .round, end: 0.25)
    #expect(isClose(area(path, round), 400 + 25 * .pi))
  }
}
