import Geometry
import TestSupport
import Testing

@testable import Charts

/// The cut of a progress ring of 400×200 with a band of 50.
@Suite struct RacetrackTests {
  private let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)

  @Test("11 R 100, l 200")
  func geometry() {
    #expect(track.radius == 100)
    #expect(track.straight == 200)
    let bounds = track.region(1, share: 0).controlPointBounds
    #expect(isNear(bounds, Rect(x: 25, y: 25, width: 350, height: 150)))
  }

  @Test("11 clamp: p > 1, p <= 0, NaN; 12 row 31")
  func outOfRange() {
    #expect(track.region(.nan) == track.region(0))
    #expect(isNear(track.region(0).enclosedArea, 0))
    #expect(track.region(-1) == track.region(0))
    #expect(track.region(2) == track.region(1) && track.region(1) != track.region(0.99))
    #expect(isNear(Racetrack(in: .zero, band: 5).region(0.5).enclosedArea, 0))
  }

  /// A narrower region lies in the middle of the band, and ends at the same cut.
  @Test(arguments: [0.1, 0.25, 0.4, 0.9])
  func aRegionWithAShareOfTheBand(progress: Double) {
    let whole = track.region(progress).vertices
    let narrow = track.region(progress, share: 0.2).vertices
    #expect(isNear(narrow[6], lerp(whole[6], whole[7], 0.4), 1e-9))
    #expect(isNear(narrow[7], lerp(whole[6], whole[7], 0.6), 1e-9))
  }

  @Test("11 w < h: R = w / 2, l = 0")
  func anUprightBoxGivesACircle() {
    let circle = Racetrack(in: Rect(x: 0, y: 0, width: 100, height: 300), band: 10)
    #expect(circle.radius == 50)
    #expect(circle.straight == 0)
  }
}
