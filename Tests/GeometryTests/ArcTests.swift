import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct ArcTests {
  @Test("6: clockwise is the bottom half")
  func clockwiseHalfCircleIsTheBottomHalf() {
    var path = Path()
    path.addArc(center: .zero, radius: 10, startAngle: 0, sweep: .pi)
    #expect(isNear(path.bounds.minY, 0) && isNear(path.bounds.maxY, 10, 0.01))
    #expect(isNear(path.currentPoint!, Point(-10, 0)))
  }

  @Test("6: the quarter circle of radius 100")
  func quarterCircleHasItsKnownHandles() {
    var arc = Path()
    arc.addArc(center: .zero, radius: 100, startAngle: 0, sweep: .pi / 2)
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
    arc.addArc(center: Point(5, 5), radius: 2, startAngle: 0, sweep: 7)
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
  func ignoresWhatIsNotFinite(x: Double, radius: Double, start: Double, sweep: Double) {
    var arc = path("M1 2")
    arc.addArc(center: Point(x, 0), radius: radius, startAngle: start, sweep: sweep)
    #expect(arc == path("M1 2"))
  }

  @Test("6: a negative radius")
  func negativeRadiusIsALineToTheCentre() {
    var arc = path("M1 2")
    arc.addArc(center: Point(5, 6), radius: -3, startAngle: 0, sweep: 1)
    #expect(arc == path("M1 2 L5 6"))
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
      line.addArc(center: point, radius: 2, startAngle: 0, sweep: 2 * .pi)
    }
    // Arcs are curves, 2.8e-4 of the radius off at most.
    #expect(isNear(line.length, 374.094197, 5e-3))
    #expect(isNear(line.trimmed(from: 0, to: fraction).currentPoint!, Point(x, y), 5e-3))
  }
}
