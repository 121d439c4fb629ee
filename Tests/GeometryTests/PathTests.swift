import Geometry
import TestSupport
import Testing

@Suite struct PathTests {
  @Test("6: boxes of a curve, 100 by 100 and 100 by 75")
  func boxesOfACurve() {
    let curve = path("M0 0 C0 100 100 100 100 0")
    #expect(curve.controlPointBounds == Rect(x: 0, y: 0, width: 100, height: 100))
    let box = curve.bounds
    #expect(isNear(box.minX, 0) && isNear(box.maxX, 100))
    #expect(isNear(box.minY, 0) && isNear(box.maxY, 75))
    #expect(Path().bounds.isNull)
  }

  @Test func boxHoldsTheFlattenedPath() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      func point() -> Point {
        Point(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
      }
      var path = Path()
      path.move(to: point())
      path.addCurve(to: point(), control1: point(), control2: point())
      path.addQuadCurve(to: point(), control: point())
      let (box, lines) = (path.bounds, path.flattened(tolerance: 1e-4).controlPointBounds)
      #expect(box.insetBy(dx: -1e-9, dy: -1e-9).contains(lines))
      #expect(isNear(box.width, lines.width, 1e-2) && isNear(box.height, lines.height, 1e-2))
    }
  }

  @Test("6: elements without a current point")
  func elementsWithoutACurrentPointAreIgnored() {
    var path = Path()
    path.addLine(to: Point(1, 1))
    path.addQuadCurve(to: Point(1, 1), control: .zero)
    path.addCurve(to: Point(1, 1), control1: .zero, control2: .zero)
    path.closeSubpath()
    #expect(path.isEmpty)
  }

  @Test("6: a line after close")
  func lineAfterCloseStartsANewSubpath() {
    #expect(path("M1 2 L5 5 Z L9 9") == path("M1 2 L5 5 Z M1 2 L9 9"))
  }

  @Test("6: appending")
  func appendingCopiesElements() {
    var a = path("M0 0 L1 1")
    a.append(path("M5 5 L6 6"))
    #expect(a == path("M0 0 L1 1 M5 5 L6 6") && a.currentPoint == Point(6, 6))
  }

  @Test("3.5 cases 3, 4 and 5: promotions and a split")
  func splitsAndPromotions() {
    let curve = CubicCurve(Point(0, 0), Point(0, 100), Point(100, 100), Point(100, 0))
    let (a, b) = curve.halves
    #expect(a == CubicCurve(Point(0, 0), Point(0, 50), Point(25, 75), Point(50, 75)))
    #expect(b == CubicCurve(Point(50, 75), Point(75, 75), Point(100, 50), Point(100, 0)))
    let line = CubicCurve(lineFrom: .zero, to: Point(30, 0))
    #expect(isNear(line.p1, Point(10, 0)) && isNear(line.p2, Point(20, 0)))
    let quad = CubicCurve(quadFrom: .zero, control: Point(50, 100), to: Point(100, 0))
    #expect(isNear(quad.p1, Point(33.333333, 66.666667)))
    #expect(isNear(quad.p2, Point(66.666667, 66.666667)))
  }

  /// The corners of a rectangle that is lower than twice its radius are circles of half its height.
  @Test func cornersAreCircles() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 4)
    for radius in [2.0, 8, 50, 1000] {
      #expect(
        Path(roundedRect: rect, cornerRadius: radius)
          == Path(roundedRect: rect, cornerWidth: 2, cornerHeight: 2))
    }
  }
}
