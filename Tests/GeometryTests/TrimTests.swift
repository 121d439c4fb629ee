import Geometry
import TestSupport
import Testing

@Suite struct TrimTests {
  static let curve = "M0 0 C0 100 100 100 100 0"

  static let lengthCases: [(String, Double)] = [
    ("M0 0 L30 0 L30 40", 70.0), ("M0 0 L30 0 M0 10 L70 10", 100),
    ("M0 0 L40 0 L40 20 L0 20 Z", 120), (curve, 200), ("M0 0 Q50 100 100 0", 147.894286),
    ("M100 0 C100 55.2284749831 55.2284749831 100 0 100", 157.101670),
    ("M0 0 L10 0 L10 0 L20 0", 20), ("M0 0", 0), ("", 0), ("M0 0 L10 0 Z", 20),
    ("M0 0 L10 0 Z L0 10", 30),
  ]

  @Test("3.2 cases 1-7: lengths", arguments: lengthCases)
  func lengths(text: String, expected: Double) {
    #expect(isNear(path(text).length, expected, 1e-6 * max(expected, 1)))
  }

  static let cases: [(String, Double, Double, String)] = [
    ("M0 0 L30 0 L30 40", 0.0, 0.5, "M0 0 L30 0 L30 5"),
    ("M0 0 L30 0 L30 40", 0.25, 0.5, "M17.5 0 L30 0 L30 5"),
    ("M0 0 L30 0 M0 10 L70 10", 0, 0.5, "M0 0 L30 0 M0 10 L20 10"),
    ("M0 0 L30 0 M0 10 L70 10", 0.4, 1, "M10 10 L70 10"),
    ("M0 0 L40 0 L40 20 L0 20 Z", 0, 0.25, "M0 0 L30 0"),
    ("M0 0 L40 0 L40 20 L0 20 Z", 0, 0.5, "M0 0 L40 0 L40 20"),
    ("M0 0 L40 0 L40 20 L0 20 Z", 0, 0.75, "M0 0 L40 0 L40 20 L10 20"),
    ("M0 0 L40 0 L40 20 L0 20 Z", 0, 0.9, "M0 0 L40 0 L40 20 L0 20 L0 12"),
    ("M0 0 L40 0 L40 20 L0 20 Z", 0, 1, "M0 0 L40 0 L40 20 L0 20 Z"),
    ("M0 0 L10 0 L10 0 L20 0", 0, 0.5, "M0 0 L10 0"),
    ("M0 0 L10 0 L0 0 Z M0 5 L20 5", 0.5, 1, "M0 5 L20 5"),
    (curve, 0.5, 1, "M50 75 C75 75 100 50 100 0"),
    ("M0 0 L10 0", -1, 2, "M0 0 L10 0"), ("M0 0 L10 0", .nan, .nan, "M0 0 L10 0"),
    ("M0 0 L10 0", 0.5, 0.5, ""), ("M0 0 L10 0", 0.7, 0.3, ""), ("M0 0", 0, 0.5, "M0 0"),
  ]

  @Test("3.2 cases 1, 2, 3 and 7: trimmed paths", arguments: cases)
  func trims(text: String, from: Double, to: Double, expected: String) {
    #expect(isNear(path(text).trimmed(from: from, to: to), path(expected)))
  }

  @Test(
    "3.2 case 4: cubic of length 200",
    arguments: [
      (0.1, Point(1.462189, 19.926770)), (0.25, Point(10.589254, 48.352395)),
      (0.296875, Point(15.625, 56.25)), (0.5, Point(50, 75)), (0.75, Point(89.410746, 48.352395)),
    ])
  func cutsTheCurveWhereItsLengthIs(fraction: Double, tip: Point) {
    let part = path(Self.curve).trimmed(from: 0, to: fraction)
    #expect(isNear(part.currentPoint!, tip, 2e-6))
    #expect(isNear(part.length, 200 * fraction, 1e-5))
  }

  @Test("3.2 case 5: quadratic curve of length 147.894286")
  func cutsQuadraticCurvesExactly() {
    let tip = path("M0 0 Q50 100 100 0").trimmed(from: 0, to: 0.25).currentPoint!
    #expect(isNear(tip, Point(19.463066, 31.349913), 2e-6))
  }

  @Test func partsAddUpToTheWhole() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      var path = Path()
      func point() -> Point {
        Point(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
      }
      path.move(to: point())
      for _ in 0..<6 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: path.addLine(to: point())
        case 1: path.addQuadCurve(to: point(), control: point())
        case 2: path.addCurve(to: point(), control1: point(), control2: point())
        default: path.closeSubpath()
        }
      }
      let cut = Double.random(in: 0...1, using: &random)
      let (a, b) = (path.trimmed(from: 0, to: cut), path.trimmed(from: cut, to: 1))
      #expect(isNear(a.length, path.length * cut, path.length * 1e-6))
      #expect(isNear(a.length + b.length, path.length, path.length * 1e-6))
    }
  }

  @Test(arguments: [1e300, 1e-300, Double.nan, .infinity])
  func hostileNumbersEnd(value: Double) {
    let path = path("M0 0 L\(value) 0 C\(value) \(value) 0 \(value) 10 10 Z")
    let part = path.trimmed(from: 0.2, to: 0.7)
    #expect(part.verbs.count <= path.verbs.count + 1)
    #expect(part.points.allSatisfy(\.isFinite) || !path.length.isFinite)
  }
}

@Suite struct DashTests {
  static let cases: [([Double], Double, [Double])] = [
    ([5.0, 3.0], 0.0, [0.0, 5, 8, 13, 16, 20]), ([5, 3], 2, [0, 3, 6, 11, 14, 19]),
    ([5, 3], -2, [2, 7, 10, 15, 18, 20]), ([4], 0, [0, 4, 8, 12, 16, 20]),
    ([5, 2, 3, 2], 6, [1, 4, 6, 11, 13, 16, 18, 20]),
    ([1, 2, 3], 0, [0, 1, 3, 6, 7, 9, 12, 13, 15, 18, 19, 20]),
  ]

  @Test("3.4: intervals of a line of length 20", arguments: cases)
  func dashes(pattern: [Double], phase: Double, expected: [Double]) {
    let dashes = path("M0 0 L20 0").dashed(pattern: pattern, phase: phase)
    #expect(dashes.points.count == expected.count)
    #expect(zip(dashes.points, expected).allSatisfy { isNear($0, Point($1, 0)) })
  }

  @Test("3.4: with strokeStart 0.25")
  func trimmingDoesNotMoveDashes() {
    let dashes = path("M0 0 L20 0").dashed(pattern: [5, 3], phase: 0, from: 0.25)
    #expect(isNear(dashes, path("M8 0 L13 0 M16 0 L20 0")))
  }

  @Test func restartsWithEverySubpath() {
    let dashes = path("M0 0 L7 0 M0 9 L7 9").dashed(pattern: [5, 3], phase: 0)
    #expect(isNear(dashes, path("M0 0 L5 0 M0 9 L5 9")))
  }

  @Test func bendsAroundCorners() {
    let dashes = path("M0 0 L10 0 L10 10").dashed(pattern: [6, 2], phase: 0)
    #expect(isNear(dashes, path("M0 0 L6 0 M8 0 L10 0 L10 4 M10 6 L10 10")))
  }

  @Test func dashesOfNoLengthAreDots() {
    let dashes = path("M0 0 L10 0").dashed(pattern: [0, 5], phase: 0)
    #expect(isNear(dashes, path("M0 0 L0 0 M5 0 L5 0 M10 0 L10 0")))
  }

  @Test(
    "3.4: patterns that are solid",
    arguments: [
      [], [0.0], [0, 0], [-1, 2], [.nan, 1], [.infinity, 1], [1e-9, 1e-9], [1e-300, 1e-300],
    ])
  func solidPatterns(pattern: [Double]) {
    let line = path("M0 0 L20 0")
    #expect(line.dashed(pattern: pattern, phase: 1) == line)
  }
}
