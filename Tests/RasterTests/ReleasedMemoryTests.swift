import Geometry
import TestSupport
import Testing

@testable import Raster

/// Memory that serves later frames, and is given back.
@Suite struct ReleasedMemoryTests {
  private static let size = (width: 300, height: 90)

  /// A line that slides, as far as it has come.
  private func list(offset: Double) -> DrawList {
    var random = SeededGenerator(seed: 4)
    var path = Path()
    path.move(to: Point(0, 40))
    for i in 1..<100 {
      path.addLine(to: Point(Double(5 * i), .random(in: 10...80, using: &random)))
    }
    return DrawList([
      DrawOperation(.clear(.white)),
      DrawOperation(
        .stroke(
          path, StrokeStyle(width: 2), transform: .translation(-offset, 0), .color(.black)),
        clip: Clip(rect: Rect(x: 0, y: 0, width: 300, height: 90)), keepsCoverage: true),
    ])
  }

  private func draw(_ renderer: Renderer, offset: Double) -> Bitmap {
    let bitmap = Bitmap(width: Self.size.width, height: Self.size.height)
    renderer.draw(list(offset: offset), into: bitmap)
    return bitmap
  }

  @Test func aRendererWithoutMemoryDrawsTheSameBytes() {
    let renderer = Renderer()
    for frame in 0..<8 { _ = draw(renderer, offset: Double(frame) / 4) }
    let before = draw(renderer, offset: 2).pixels
    renderer.releaseMemory()
    #expect(renderer.coverage.cost == 0 && renderer.coverage.count == 0)
    #expect(renderer.coverage.pathCount == 0 && renderer.edgeCapacity == 0)
    #expect(draw(renderer, offset: 2).pixels == before)
    #expect(renderer.coverage.cost == renderer.coverage.countedCost)
  }

  /// Equal fragments have equal digests, and all that differ in a coordinate, an order or a kind differ.
  @Test func digestsTellFragmentsApart() {
    var random = SeededGenerator(seed: 9)
    var digests: Set<FragmentDigest> = []
    var count = 0
    for _ in 0..<500 {
      var path = Path()
      path.move(to: random.point(-100...100))
      for _ in 0..<Int.random(in: 1...20, using: &random) { path.addLine(to: random.point(-9...9)) }
      var closed = path
      closed.closeSubpath()
      var moved = path
      moved.addLine(to: Point(0, 0))
      var swapped = path
      swapped.addLine(to: Point(0, 1))
      for variant in [path, closed, moved, swapped] {
        #expect(FragmentDigest(variant) == FragmentDigest(variant))
        digests.insert(FragmentDigest(variant))
        count += 1
      }
    }
    #expect(digests.count == count)
  }
}
