import Geometry
import Testing

@testable import Raster

/// Curves with huge coordinates, which take no longer than others.
@Suite struct HugeCurveTests {
  @Test(arguments: [1e12, 1e150, 1e299, 1.7e308, .infinity, -.infinity, .nan])
  func aCurveOfAnySizeHasAFewThousandPointsAtMost(size: Double) {
    let world = Rect(x: 0, y: 0, width: 500, height: 500)
    for curve in [
      CubicCurve(Point(0, 0), Point(10, size), Point(20, -size), Point(30, 9)),
      CubicCurve(Point(0, -size), Point(10, 0), Point(20, size), Point(30, size)),
      CubicCurve(Point(size, 0), Point(10, size), Point(size, 0), Point(30, -size)),
    ] {
      var count = 0
      curve.forEachPoint(Kernels.best.table, tolerance: 0.1, pieces: 1, world: world) { _ in
        count += 1
      }
      #expect(count >= 1 && count < 100_000)
    }
  }
}
