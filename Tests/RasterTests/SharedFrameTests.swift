import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct SharedFrameTests {
  /// A list of waves, each a stroke of a number of points.
  private func waves(_ count: Int, points: Int, keepsCoverage: Bool = false) -> DrawList {
    let operations = (0..<count).map { wave in
      var path = Path()
      path.move(to: Point(0, Double(wave)))
      for i in 1..<points {
        let t = Double(i) / Double(points)
        path.addLine(to: Point(200 * t, 50 + 40 * (t * Double(7 + wave)).remainder(dividingBy: 1)))
      }
      return DrawOperation(
        .stroke(path, StrokeStyle(width: 1.5), transform: .identity, .color(.black)),
        keepsCoverage: keepsCoverage)
    }
    return DrawList(operations)
  }

  /// The threads of frames in one region, for a renderer with a thread for each thousand points and at most three.
  private func threads(_ list: DrawList, damage: IntRect, in bitmap: Bitmap) -> Int {
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    let alone = Bitmap(width: bitmap.width, height: bitmap.height)
    renderer.draw(list, into: bitmap, damage: [damage])
    Renderer(threads: 1).draw(list, into: alone, damage: [damage])
    #expect(bitmap.pixels == alone.pixels)
    return renderer.lastWorkers
  }

  @Test(arguments: [(20, 1), (990, 1), (1000, 1), (1990, 1), (2400, 2), (3600, 3), (9000, 3)])
  func `a frame is shared by as many threads as its points need`(points: Int, expected: Int) {
    let bitmap = Bitmap(width: 200, height: 100)
    let list = waves(10, points: points / 10)
    #expect(threads(list, damage: IntRect(width: 200, height: 100), in: bitmap) == expected)
  }

  /// The end of a long line slides in at each frame, and is no work for two threads.
  @Test func `of a line that is drawn in part the points of the part count`() {
    let list = waves(10, points: 300, keepsCoverage: true)
    let bitmap = Bitmap(width: 200, height: 100)
    let end = IntRect(minX: 180, minY: 0, maxX: 200, maxY: 100)
    #expect(threads(list, damage: end, in: bitmap) == 1)
  }

  @Test func `the memory of further threads is given back after a large frame`() {
    let bitmap = Bitmap(width: 200, height: 100)
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    renderer.draw(waves(10, points: 900), into: bitmap)
    #expect(renderer.lastWorkers == 3)
    #expect(renderer.threadCount == 1)
    let all = Renderer(threads: 3)
    all.draw(waves(10, points: 900), into: bitmap)
    #expect(all.threadCount == 3)
  }
}
