import Geometry
import TestSupport
import Testing

/// The rules of path animation (SEMANTICS 3.5), each with its cases, and what holds for all of them.
@Suite struct PathMorphTests {
  // MARK: a–f

  @Test("3.5 a, case 1: the same elements")
  func ruleASameElementsAreBlendedPointByPoint() {
    let morph = PathMorph(
      from: path("M0 0 C10 0 10 20 20 20"), to: path("M0 10 C20 10 20 0 40 0"))
    #expect(isNear(morph(0.25), path("M0 2.5 C12.5 2.5 12.5 15 25 15")))
  }

  @Test("3.5 b, cases 3 and 4: lines and quadratic curves become cubic")
  func ruleBLinesAndQuadsBecomeCubics() {
    let line = PathMorph(from: path("M0 0 L30 0"), to: path("M0 0 C10 30 20 30 30 0"))
    #expect(isNear(line(1e-12), path("M0 0 C10 0 20 0 30 0")))
    let quad = PathMorph(
      from: path("M0 0 Q50 100 100 0"), to: path("M0 0 C0 0 100 0 100 0"))
    #expect(
      isNear(quad(1e-12), path("M0 0 C33.333333 66.666667 66.666667 66.666667 100 0")))
    #expect(isNear(quad(0.5), path("M0 0 C16.666667 33.333333 83.333333 33.333333 100 0")))
  }

  @Test("3.5 b: a closing line")
  func ruleBAClosingLineIsALine() {
    let morph = PathMorph(
      from: path("M0 0 L10 0 L10 10 Z"), to: path("M0 0 L20 0 L20 20 L0 0 Z"))
    #expect(isNear(morph(0.5), path("M0 0 L15 0 L15 15 L0 0 Z")))
  }

  @Test("3.5 c, case 2: cut at the vertices of both")
  func ruleCBothAreCutAtEachOthersVertices() {
    let morph = PathMorph(from: path("M0 0 L10 0 L10 10"), to: path("M0 0 L30 0"))
    #expect(isNear(morph(0.5), path("M0 0 L12.5 0 L20 5")))
    #expect(isNear(morph(1e-12), path("M0 0 L10 0 L10 10")))
    #expect(isNear(morph(1 - 1e-12), path("M0 0 L15 0 L30 0")))
  }

  @Test("3.5 c, case 5: cut by de Casteljau")
  func ruleCCurvesAreCutByDeCasteljau() {
    let morph = PathMorph(
      from: path("M0 0 C0 100 100 100 100 0"), to: path("M0 0 L50 0 L100 0"))
    #expect(
      isNear(morph(1e-12), path("M0 0 C0 50 25 75 50 75 C75 75 100 50 100 0")))
  }

  @Test("3.5 d: surplus subpaths")
  func ruleDSurplusSubpathsGrowOutOfTheirFirstPoint() {
    let one = path("M0 0 L10 0")
    let two = path("M0 0 L10 0 M100 100 L120 100 L120 140")
    let grown = path("M0 0 L10 0 M100 100 L105 100 L105 110")
    #expect(isNear(blend(one, two, 0.25), grown))
    #expect(isNear(blend(two, one, 0.75), grown))
  }

  @Test("3.5 e: closed paths are turned")
  func ruleEClosedPathsAreTurnedTowardsEachOther() {
    // The same square: from another corner, the other way around, and with one side in two pieces.
    let square = path("M0 0 L40 0 L40 40 L0 40 Z")
    for other in [
      "M40 40 L0 40 L0 0 L20 0 L40 0 Z", "M40 40 L40 0 L20 0 L0 0 L0 40 Z",
      "M20 0 L0 0 L0 40 L40 40 L40 0 Z",
    ] {
      let shown = blend(square, path(other), 0.5)
      #expect(isNear(shown.length, 160), "\(other)")
      for point in shown.points {
        let isOnSquare =
          [0, 40].contains { isNear(point.x, $0) } || [0, 40].contains { isNear(point.y, $0) }
        #expect(isOnSquare, "\(other): \(point)")
      }
    }
  }

  @Test("3.5 f: an empty path")
  func ruleFAnEmptyPathShowsTheOther() {
    let line = path("M0 0 L10 0")
    for progress in [0, 0.3, 1] {
      #expect(blend(Path(), line, progress) == line)
      #expect(blend(line, Path(), progress) == line)
    }
  }

  // MARK: What always holds

  private static func random(_ generator: inout SeededGenerator) -> Path {
    var path = Path()
    func point() -> Point {
      Point(.random(in: -100...100, using: &generator), .random(in: -100...100, using: &generator))
    }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      path.move(to: point())
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: path.addQuadCurve(to: point(), control: point())
        case 1: path.addCurve(to: point(), control1: point(), control2: point())
        case 2: path.addLine(to: path.currentPoint!)
        default: path.addLine(to: point())
        }
      }
      if Bool.random(using: &generator) { path.closeSubpath() }
    }
    return path
  }

  @Test("3.5: invariants of random paths", arguments: 0..<200)
  func invariants(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (a, b) = (Self.random(&generator), Self.random(&generator))
    let u = Double.random(in: 0.01...0.99, using: &generator)
    let morph = PathMorph(from: a, to: b)
    let ends = (morph(0), morph(1))
    #expect(ends.0 == a && ends.1 == b)
    #expect(isNear(blend(a, a, u), a))
    let shown = morph(u)
    #expect(shown.points.allSatisfy { $0.isFinite })
    #expect(isNear(shown, blend(b, a, 1 - u), 1e-6))
    // Just beside the ends nothing has jumped: the geometry is that of the ends, and the first points
    // out of which surplus subpaths grow.
    for (near, end, other) in [(morph(1e-9), a, b), (morph(1 - 1e-9), b, a)] {
      let surplus = other.subpathStarts.dropFirst(end.subpathStarts.count)
      let expected = surplus.reduce(end.bounds) { box, start in
        box.union(Rect(origin: start, size: .zero))
      }
      let p = near.bounds
      #expect(isNear(Point(p.minX, p.minY), Point(expected.minX, expected.minY), 1e-4))
      #expect(isNear(Point(p.maxX, p.maxY), Point(expected.maxX, expected.maxY), 1e-4))
    }
  }

  @Test(arguments: 0..<100)
  func similaritiesMoveTheWholeWay(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) + 1000)
    let (a, b) = (Self.random(&generator), Self.random(&generator))
    let transform = AffineTransform.rotation(.random(in: -3...3, using: &generator))
      .concatenating(.scale(1.7, 1.7)).concatenating(.translation(31, -12))
    let moved = blend(a.applying(transform), b.applying(transform), 0.4)
    let expected = blend(a, b, 0.4).applying(transform)
    let furthest = zip(moved.points, expected.points).map { $0.distance(to: $1) }.max() ?? 0
    #expect(moved.verbs == expected.verbs)
    #expect(furthest < 1e-4)
  }

  @Test func anyAffineMapMovesTheWayBetweenPathsOfTheSameElements() {
    let (a, b) = (path("M0 0 C10 0 10 20 20 20 L5 5"), path("M0 10 C20 10 20 0 40 0 L1 2"))
    let transform = AffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)
    let moved = blend(a.applying(transform), b.applying(transform), 0.3)
    let expected = blend(a, b, 0.3).applying(transform)
    #expect(isNear(moved, expected))
  }

  @Test func pointsThatAreNotFiniteDoNotCrash() {
    let bad = path("M0 0 L10 0").applying(.scale(.infinity, .nan))
    let good = path("M0 0 L10 0 L10 10")
    #expect(blend(good, bad, 0.25) == good)
    let morph = PathMorph(from: good, to: bad)
    #expect(morph.travel == .infinity)
  }

  @Test func travelIsTheFurthestWayOfAPoint() {
    let line = path("M0 0 L10 0")
    let lifted = PathMorph(from: line, to: path("M0 0 L10 7"))
    #expect(lifted.travel == 7)
    let divided = PathMorph(from: line, to: path("M0 0 L5 0 L10 0"))
    #expect(isNear(divided.travel, 0, 1e-9))
  }
}

private func blend(_ a: Path, _ b: Path, _ u: Double) -> Path { PathMorph(from: a, to: b)(u) }

extension Path {
  /// The first point of each subpath.
  fileprivate var subpathStarts: [Point] {
    var (starts, next): ([Point], Int) = ([], 0)
    for verb in verbs {
      if verb == .move { starts.append(points[next]) }
      next += verb.pointCount
    }
    return starts
  }
}
