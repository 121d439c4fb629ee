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

  /// The sources of a list's shapes in a region.
  private func sources(_ list: DrawList, _ region: IntRect, _ renderer: Renderer) -> [ShapeSource] {
    var planner = Planner(
      damage: [region], region: region, glyphs: renderer.glyphs, coverage: renderer.coverage,
      gradients: renderer.gradients, size: Planner.Size())
    planner.record(list)
    return planner.sources
  }

  private let whole = IntRect(width: 200, height: 100)

  @Test(arguments: [(20, 1), (990, 1), (1000, 1), (1990, 1), (2400, 2), (3600, 3), (9000, 3)])
  func `a frame is shared by as many threads as its points need`(points: Int, expected: Int) {
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    let list = waves(10, points: points / 10)
    #expect(renderer.workers(for: sources(list, whole, renderer)) == expected)
    let (shared, alone) = (Bitmap(width: 200, height: 100), Bitmap(width: 200, height: 100))
    renderer.draw(list, into: shared)
    Renderer(threads: 1).draw(list, into: alone)
    #expect(shared.pixels == alone.pixels)
  }

  /// The end of a long line slides in at each frame, and is no work for two threads.
  @Test func `of a line that is drawn in part the points of the part count`() {
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    let end = IntRect(minX: 180, minY: 0, maxX: 200, maxY: 100)
    let parts = sources(waves(10, points: 300), end, renderer)
    #expect(parts.count == 10 && parts.allSatisfy { (25...40).contains($0.pointCount) })
    #expect(renderer.workers(for: parts) == 1)
    #expect(renderer.workers(for: sources(waves(10, points: 300), whole, renderer)) == 2)
  }

  @Test func `the memory of further threads is given back after a large frame`() {
    let (list, bitmap) = (waves(10, points: 900), Bitmap(width: 200, height: 100))
    let renderer = Renderer(threads: 3, pointsPerThread: 1000)
    #expect(renderer.workers(for: sources(list, whole, renderer)) == 3)
    renderer.draw(list, into: bitmap)
    #expect(renderer.threadCount == 1)
    let all = Renderer(threads: 3)
    all.draw(list, into: bitmap)
    #expect(all.threadCount == 3)
  }
}
