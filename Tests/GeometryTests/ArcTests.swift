import Foundation
import Geometry
import TestSupport
import Testing

@testable import Geometry

@Suite struct ArcTests {
  /// Start, end and sweep in units of π.
  static let sweepCases: [(Double, Double, Bool, Double)] = [
    (0, 1, true, 1), (0, 1, false, -1), (1, 1.5, true, 0.5), (1.5, 0.5, true, 1),
    (1.5, 0, true, 0.5), (0.5, 0, true, 1.5), (0.5, 0, false, -0.5), (0, 2, true, 2),
    (0, 2, false, -2), (0, 3, true, 2), (0, 0, true, 0), (-0.5, 0.5, true, 1),
  ]

  @Test("6: the sweeps of arcs", arguments: sweepCases)
  func sweeps(start: Double, end: Double, clockwise: Bool, expected: Double) {
    #expect(
      isNear(
        Path.sweep(from: start * .pi, to: end * .pi, increasing: clockwise) / .pi, expected, 1e-12))
  }

  @Test("6: clockwise is the bottom half")
  func clockwiseHalfCircleIsTheBottomHalf() {
    var path = Path()
    path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: true)
    #expect(isNear(path.bounds.minY, 0) && isNear(path.bounds.maxY, 10, 0.01))
    #expect(isNear(path.currentPoint!, Point(-10, 0)))
  }

  @Test("6: the quarter circle of radius 100")
  func quarterCircleHasItsKnownHandles() {
    var arc = Path()
    arc.addArc(center: .zero, radius: 100, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    let expected = path("M100 0 C100 55.228475 55.228475 100 0 100")
    #expect(isNear(arc, expected))
  }

  /// Degrees, the largest error for radius 1, and the number of curves.
  static let circles: [(Double, Double, Int)] = [
    (30, 3.73e-7, 1), (45, 4.246e-6, 1), (60, 2.386e-5, 1), (90, 2.7253e-4, 1),
    (360, 2.7253e-4, 4), (225, 2.7253e-4, 3),
  ]

  @Test("6: the errors of arcs as cubics", arguments: circles)
  func liesOnItsCircle(angle: Double, error: Double, curves: Int) {
    var arc = Path()
    arc.addArc(center: Point(3, 4), radius: 100, startAngle: 0.3, sweep: angle * .pi / 180)
    #expect(arc.verbs.count == 1 + curves)
    let points = arc.flattened(tolerance: 1e-4).points
    let distances = points.map { $0.distance(to: Point(3, 4)) / 100 - 1 }
    #expect(distances.allSatisfy { $0 > -1e-9 && $0 < error * 1.01 })
  }

  @Test("6: the connecting line")
  func connectsToTheCurrentPoint() {
    var arc = Path()
    arc.move(to: Point(5, 5))
    arc.addArc(
      center: Point(5, 5), radius: 2, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    #expect(arc.verbs == [.move, .line, .cubic, .cubic, .cubic, .cubic])
    #expect(isNear(arc.points[1], Point(7, 5)) && isNear(arc.currentPoint!, Point(7, 5)))
    var joined = path("M7 5")
    joined.addArc(center: Point(5, 5), radius: 2, startAngle: 0, sweep: 1)
    #expect(joined.verbs == [.move, .cubic])
  }

  @Test(
    "6: what is not finite is ignored",
    arguments: [
      (Double.nan, 1.0, 0.0, 1.0), (.infinity, 1, 0, 1), (0, .nan, 0, 1), (0, 1, .infinity, 1),
      (0, 1, 0, .nan), (0, .infinity, 0, 1),
    ])
  func ignoresWhatIsNotFinite(x: Double, radius: Double, start: Double, end: Double) {
    var arc = path("M1 2")
    arc.addArc(
      center: Point(x, 0), radius: radius, startAngle: start, endAngle: end, clockwise: true)
    #expect(arc == path("M1 2"))
  }

  @Test("6: a negative radius")
  func negativeRadiusIsALineToTheCentre() {
    var arc = path("M1 2")
    arc.addArc(center: Point(5, 6), radius: -3, startAngle: 0, endAngle: 1, clockwise: true)
    #expect(arc == path("M1 2 L5 6"))
  }

  /// Corner, end, radius; first and last point and centre of the arc, from (0, 0).
  static let corners: [(Point, Point, Double, Point, Point, Point)] = [
    (Point(100, 0), Point(100, 100), 20.0, Point(80, 0), Point(100, 20), Point(80, 20)),
    (
      Point(50, 50), Point(100, 0), 10, Point(42.928932, 42.928932),
      Point(57.071068, 42.928932), Point(50, 35.857864)
    ),
    (
      Point(100, 0), Point(50, 86.602540), 15, Point(74.019238, 0),
      Point(87.009619, 22.5), Point(74.019238, 15)
    ),
    (Point(10, 0), Point(10, 10), 25, Point(-15, 0), Point(10, 25), Point(-15, 25)),
  ]

  @Test("6: arcs to a point, four cases", arguments: corners)
  func roundsCorners(
    corner: Point, end: Point, radius: Double, first: Point, last: Point,
    center: Point
  ) {
    var rounded = path("M0 0")
    rounded.addArc(corner: corner, end: end, radius: radius)
    #expect(rounded.verbs.prefix(3) == [.move, .line, .cubic])
    #expect(isNear(rounded.points[1], first) && isNear(rounded.currentPoint!, last))
    let points = rounded.flattened(tolerance: 1e-3).points.dropFirst()
    #expect(points.allSatisfy { isNear($0.distance(to: center), radius, radius * 3e-4) })
  }

  static let flatCorners: [(Point, Point, Double)] = [
    (Point(0, 0), Point(5, 5), 3.0), (Point(10, 0), Point(10, 0), 3),
    (Point(10, 0), Point(5, 5), 0),
    (Point(10, 0), Point(20, 0), 3),
  ]

  @Test("6: arcs to a point that are lines", arguments: flatCorners)
  func cornersThatAreNoneBecomeLines(corner: Point, end: Point, radius: Double) {
    var line = path("M0 0")
    line.addArc(corner: corner, end: end, radius: radius)
    #expect(line.verbs == [.move, .line] && line.currentPoint == corner)
    var empty = Path()
    empty.addArc(corner: corner, end: end, radius: radius)
    #expect(empty.verbs == [.move] && empty.currentPoint == corner)
  }

  /// The line of article 000 as its code writes it: with its dots, a line to the start of each circle,
  /// and the next line from there.
  @Test(
    "7 path as written: length 374.094197, pen",
    arguments: [
      (0.1, 44.413564, 109.641602), (0.25, 96.117703, 104.351050), (0.5, 177.919977, 74.734099),
      (0.75, 232.797896, 97.146610), (0.9, 272.375401, 107.474322),
    ])
  func circlesInALine(fraction: Double, x: Double, y: Double) {
    var line = Path()
    let heights = [1.0, 2, 1.5, 2, 4, 1, 2]
    for (i, height) in heights.enumerated() {
      let point = Point(22.5 + 45 * Double(i), 145 - height * 145 / 6)
      if i == 0 { line.move(to: point) } else { line.addLine(to: point) }
      guard i == 0 || i == 6 else { continue }
      line.addArc(center: point, radius: 2, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    }
    // Arcs are curves, 2.8e-4 of the radius off at most.
    #expect(isNear(line.length, 374.094197, 5e-3))
    #expect(isNear(line.trimmed(from: 0, to: fraction).currentPoint!, Point(x, y), 5e-3))
  }
}
