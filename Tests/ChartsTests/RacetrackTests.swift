import Geometry
import Testing

@testable import Charts

/// The cut of a progress ring of 400×200 with a band of 50.
@Suite struct RacetrackTests {
  private let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)

  @Test("11 R 100, l 200")
  func geometry() {
    #expect(track.radius == 100)
    #expect(track.straight == 200)
    let bounds = track.centerLine.controlPointBounds
    #expect(bounds == Rect(x: 25, y: 25, width: 350, height: 150))
  }

  /// A boundary of the outer edge is also a boundary of the centre line.
  @Test(
    "11 boundaries on the centre line",
    arguments: zip([0.152754, 0.347246, 0.5, 0.652754, 0.847246], [1, 2, 0, 3, 4]))
  func boundaries(progress: Double, boundary: Int) {
    let quarter = 75 * Double.pi / 2
    let length = 4 * quarter + 400
    let reached = [length / 2, quarter, quarter + 200, 3 * quarter + 200, 3 * quarter + 400]
    #expect(abs(track.centerFraction(progress) - reached[boundary] / length) < 2e-6)
  }

  @Test("11 symmetry: p .25 is the top centre")
  func theTopCentreIsAQuarter() {
    let length = 4 * 75 * Double.pi / 2 + 400
    #expect(abs(track.centerFraction(0.25) - (75 * Double.pi / 2 + 100) / length) < 1e-9)
  }

  @Test("11 clamp: p > 1, p <= 0, NaN; 12 row 31")
  func outOfRange() {
    #expect(track.centerFraction(.nan) == 0)
    #expect(track.centerFraction(-1) == 0)
    #expect(track.centerFraction(2) == 1)
    #expect(Racetrack(in: .zero, band: 5).centerFraction(0.5) == 0.5)
  }

  @Test("11 w < h: R = w / 2, l = 0")
  func anUprightBoxGivesACircle() {
    let circle = Racetrack(in: Rect(x: 0, y: 0, width: 100, height: 300), band: 10)
    #expect(circle.radius == 50)
    #expect(circle.straight == 0)
  }
}
