import DrawingGenerator
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

/// A polygon around a centre, its corners in the order of their angles: it never crosses itself.
private func star(
  _ random: inout SeededGenerator, corners: Int, radius: Double, grid: Double?
) -> [Point] {
  let center = random.point(8...40)
  let start = Double.random(in: 0...6, using: &random)
  return (0..<corners).map { i in
    let angle = start + 2 * Double.pi * Double(i) / Double(corners)
    let r = radius * Double.random(in: 0.2...1, using: &random)
    let p = Point(center.x + r * cos(angle), center.y + r * sin(angle))
    guard let grid else { return p }
    return Point((p.x * grid).rounded() / grid, (p.y * grid).rounded() / grid)
  }
}

@Suite struct CoverageTests {
  @Test(arguments: [(0.4, 6), (3.0, 3), (3, 9), (20, 3), (20, 5), (20, 40), (500, 5)])
  func areasAreExactOnTheGrid(radius: Double, corners: Int) {
    var random = SeededGenerator(seed: UInt64(corners))
    for _ in 0..<12 {
      let points = star(&random, corners: corners, radius: radius, grid: 256)
      let error = largestAreaError(points, coverage([filled(polygon(points))]))
      #expect(error <= 1)
    }
  }

  @Test(arguments: [(0.4, 6), (3.0, 5), (20, 7), (500, 4)])
  func areasAreExactAnywhere(radius: Double, corners: Int) {
    var random = SeededGenerator(seed: UInt64(100 + corners))
    for _ in 0..<12 {
      let points = star(&random, corners: corners, radius: radius, grid: nil)
      #expect(largestAreaError(points, coverage([filled(polygon(points))])) <= 2)
    }
  }

  @Test(
    "6: a line shares its rows",
    arguments: [
      (145.0, [(144, 128), (145, 128)]), (120.833333, [(120, 170), (121, 85)]),
      (7.5, [(7, 255), (8, 0)]),
    ])
  func horizontalLinesShareTheirRows(y: Double, rows: [(Int, Int)]) {
    let path = line([Point(2, y), Point(30, y)])
    let bitmap = coverage([stroked(path, StrokeStyle(width: 1))], width: 32, height: 200)
    for (row, alpha) in rows {
      #expect((Int(bitmap[10, row] >> 24) - alpha).magnitude <= 1)
    }
  }

  @Test func bothSlopesHave256Levels() {
    let flat = polygon([Point(0, 0), Point(1700, 1), Point(1700, 2), Point(0, 2)])
    let row = coverage([filled(flat)], width: 1700, height: 2)
    #expect(Set((0..<1700).map { row[$0, 0] }).count == 256)
    let steep = polygon([Point(0, 0), Point(2, 0), Point(2, 900), Point(1, 900)])
    let column = coverage([filled(steep)], width: 2, height: 900)
    #expect(Set((0..<900).map { column[0, $0] }).count == 256)
  }

  @Test func windingDirectionDoesNotMatter() {
    var random = SeededGenerator(seed: 5)
    for rule in [FillRule.nonZero, .evenOdd] {
      let points = (0..<12).map { _ in random.point(-10...70) }
      let (a, b) = (polygon(points), polygon(points.reversed()))
      #expect(coverage([filled(a, rule)]).pixels == coverage([filled(b, rule)]).pixels)
    }
  }

  @Test func wholePixelMovesMoveThePicture() {
    var random = SeededGenerator(seed: 6)
    for (dx, dy) in [(3, 5), (11, 0), (-4, 7)] {
      let points = (0..<7).map { _ -> Point in
        let p = random.point(12...50)
        return Point((p.x * 1024).rounded() / 1024, (p.y * 1024).rounded() / 1024)
      }
      let moved = points.map { Point($0.x + Double(dx), $0.y + Double(dy)) }
      let (a, b) = (coverage([filled(polygon(points))]), coverage([filled(polygon(moved))]))
      for y in 8..<48 {
        for x in 8..<48 { #expect(a[x, y] == b[x + dx, y + dy]) }
      }
    }
  }

  @Test func splittingASegmentChangesLittle() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      let points = (0..<3).map { _ in random.point(-20...80) }
      var split: [Point] = []
      for i in points.indices {
        let (a, b) = (points[i], points[(i + 1) % 3])
        split += [a, lerp(a, b, .random(in: 0...1, using: &random))]
      }
      let (a, b) = (coverage([filled(polygon(points))]), coverage([filled(polygon(split))]))
      #expect(largestDifference(a, b) <= 1)
    }
  }

  @Test func abuttingShapesOfOnePathHaveNoSeam() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      let (a, b) = (random.point(20...44), random.point(20...44))
      var path = polygon([Point(0, 0), Point(64, 0), b, a])
      path.append(polygon([a, b, Point(64, 0), Point(64, 64), Point(0, 64), Point(0, 0)]))
      #expect(coverage([filled(path)]).pixels.allSatisfy { $0 >> 24 >= 254 })
    }
  }

  @Test("6: fill rules of two squares")
  func fillRules() {
    let outer = Path(rect: Rect(x: 0, y: 0, width: 100, height: 100))
    let hole = [Point(25, 25), Point(75, 25), Point(75, 75), Point(25, 75)]
    var (same, opposite) = (outer, outer)
    same.append(polygon(hole))
    opposite.append(polygon(hole.reversed()))
    func covered(_ path: Path, _ rule: FillRule) -> Double {
      coveredArea(coverage([filled(path, rule)], width: 110, height: 110))
    }
    #expect(covered(same, .nonZero) == 10_000 && covered(same, .evenOdd) == 7500)
    #expect(covered(opposite, .nonZero) == 7500 && covered(opposite, .evenOdd) == 7500)
  }

  @Test("6: pentagram")
  func pentagram() {
    let points = (0..<5).map { i -> Point in
      let angle = Double(i * 2) * 2 * .pi / 5 - .pi / 2
      return Point(110 + 100 * cos(angle), 110 + 100 * sin(angle))
    }
    func bitmap(_ rule: FillRule) -> Bitmap {
      coverage([filled(polygon(points), rule)], width: 220, height: 220)
    }
    #expect((coveredArea(bitmap(.nonZero)) - 11225.6994).magnitude < 12)
    #expect((coveredArea(bitmap(.evenOdd)) - 7756.7675).magnitude < 12)
    #expect(bitmap(.nonZero)[110, 110] >> 24 == 255 && bitmap(.evenOdd)[110, 110] == 0)
  }

  @Test("6: open subpaths are closed for filling")
  func openSubpathsAreClosedForFilling() {
    let points = [Point(10, 10), Point(50, 12), Point(30, 50)]
    #expect(
      coverage([filled(line(points))]).pixels == coverage([filled(polygon(points))]).pixels)
  }

  /// At 1e100 all corners lie on the diagonal, and the band has no area.
  @Test(
    arguments: [(1.0, 255), (1e3, 255), (1e5, 255), (1e7, 255), (1e12, 255), (1e100, 0)]
      as [(Double, UInt32)])
  func farCornersKeepTheVisiblePart(size: Double, middle: UInt32) {
    // A band along the diagonal, from far above left to far below right.
    let points = [
      Point(-size, -size + 10), Point(size + 64, size + 74), Point(size + 64, size + 54),
      Point(-size, -size - 10),
    ]
    let bitmap = coverage([filled(polygon(points))])
    #expect(bitmap[32, 32] >> 24 == middle)
    #expect(bitmap[60, 2] == 0 && bitmap[2, 60] == 0)
  }

  /// Their height is just more than a signed number of 32 bits holds.
  @Test func edgesAsHighAsTheGrid() {
    let end = 1_048_575.9999
    let bitmap = coverage([
      filled(polygon([Point(10, -end), Point(30, -end), Point(50, end), Point(20, end)]))
    ])
    for y in 0..<64 {
      #expect((0..<64).allSatisfy { bitmap[$0, y] >> 24 == (15..<40 ~= $0 ? 255 : 0) }, "row \(y)")
    }
  }

  /// It leans by less than what places are rounded to, and begins left of the grid.
  @Test(arguments: [0.0, 5, 17])
  func aTallEdgeUprightOnTheBorderOfAColumnIsNotLost(border: Double) {
    let low = 4.201171875
    let bitmap = coverage([
      filled(polygon([Point(border + 82, 0), Point(border - 10, -2e6), Point(border, low)]))
    ])
    for y in 0..<64 {
      for x in 0..<60 where Double(y) > low * (1 - (Double(x) - border) / 82) || x < Int(border) {
        #expect(bitmap[x, y] == 0, "pixel \(x), \(y)")
      }
    }
  }

  @Test(arguments: [100.0, 1e4, 1e6, 1e8])
  func hugeDiscsCoverEverything(radius: Double) {
    let bitmap = coverage([filled(Path(circleCenter: Point(32, 32), radius: radius))])
    #expect(bitmap.pixels.allSatisfy { $0 >> 24 == 255 })
  }

  @Test func tinyShapesAddUp() {
    var path = Path()
    for i in 0..<100 {
      let (x, y) = (10 + Double(i % 10) * 0.1, 10 + Double(i / 10) * 0.1)
      path.append(Path(rect: Rect(x: x, y: y, width: 0.1, height: 0.1)))
    }
    #expect(coverage([filled(path)])[10, 10] >> 24 >= 254)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteIsSkipped(value: Double) {
    let corners = [Point(10, 10), Point(50, 10), Point(50, 50), Point(10, 50)]
    var path = Path()
    path.move(to: corners[0])
    path.addLine(to: corners[1])
    path.addLine(to: Point(value, 20))
    path.addCurve(to: Point(0, 0), control1: Point(value, 0), control2: Point(1, value))
    path.addLine(to: corners[2])
    path.addLine(to: corners[3])
    #expect(
      coverage([filled(path)]).pixels == coverage([filled(polygon(corners))]).pixels)
    var bad = Path()
    bad.move(to: Point(value, value))
    for p in corners { bad.addLine(to: p) }
    #expect(coverage([filled(bad)]).pixels == coverage([filled(polygon(corners))]).pixels)
  }
}
