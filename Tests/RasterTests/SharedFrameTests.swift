import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct SharedFrameTests {
  /// A list of waves, each a stroke of a number of points.
  private func waves(_ count: Int, points: Int) -> DrawList {
    let operations = (0..<count).map { wave in
      var path = Path()
      path.move(to: Point(0, Double(wave)))
      for i in 1..<points {
        let t = Double(i) / Double(points)
        path.addLine(to: Point(200 * t, 50 + 40 * (t * Double(7 + wave)).remainder(dividingBy: 1)))
      }
      return DrawOperation(
        .stroke(path, StrokeStyle(width: 1.5), transform: .identity, .color(.black)))
    }
    return DrawList(operations)
  }

  @Test(arguments: [(20, 1), (990, 1), (1000, 1), (1990, 1), (2000, 2), (3000, 3), (9000, 3)])
  func `a frame is shared by as many threads as its points need`(points: Int, threads: Int) {
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    let (shared, alone) = (Bitmap(width: 200, height: 100), Bitmap(width: 200, height: 100))
    let list = waves(10, points: points / 10)
    renderer.draw(list, into: shared)
    Renderer(threads: 1).draw(list, into: alone)
    #expect(shared.pixels == alone.pixels)
    #expect(renderer.threadCount == threads)
  }
}
