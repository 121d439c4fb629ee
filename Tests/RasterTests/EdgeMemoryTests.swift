import Geometry
import TestSupport
import Testing

@testable import Raster

/// The memory for edges and vertices that a renderer keeps from frame to frame.
@Suite struct EdgeMemoryTests {
  private func zigzag(_ count: Int) -> DrawList {
    let points = (0..<count).map { Point(Double($0 % 512) / 4, Double($0 % 3)) }
    return DrawList([stroked(line(points), StrokeStyle(width: 0.5))])
  }

  @Test func oneFrameOfAMillionVerticesDoesNotTakeItsMemoryForEver() {
    let (renderer, bitmap) = (Renderer(), Bitmap(width: 128, height: 128))
    renderer.draw(zigzag(1_000_000), into: bitmap)
    #expect(renderer.edgeCapacity >= 3_000_000)
    for _ in 0..<80 { renderer.draw(zigzag(10), into: bitmap) }
    #expect(renderer.edgeCapacity < 4096)
  }

  @Test func memoryThatIsUsedNowAndThenIsKept() {
    let (renderer, bitmap) = (Renderer(), Bitmap(width: 128, height: 128))
    for frame in 0..<200 { renderer.draw(zigzag(frame % 20 == 0 ? 10_000 : 10), into: bitmap) }
    #expect(renderer.edgeCapacity >= 10_000)
  }

  /// Panels of several heights, or glyphs, change the number of bands all the time.
  @Test func bandsThatAreNotUsedKeepTheirMemory() {
    let arena = EdgeArena(kernels: Kernels.base.table)
    let high = IntRect(width: 64, height: 320)
    func draw(bands: Int, _ region: IntRect) {
      arena.reset(bandCount: bands)
      let path = polygon((0..<400).map { Point(Double($0 % 7), Double($0 * 37 % 320)) })
      _ = arena.shape(
        ShapeSource(
          path: path, rule: .nonZero, style: nil, transform: .identity, region: region, isCut: true)
      )
    }
    draw(bands: 10, high)
    let (capacity, lists) = (arena.capacity, arena.lists)
    for _ in 0..<5 {
      draw(bands: 1, IntRect(width: 64, height: 32))
      #expect(arena.capacity == capacity && arena.lists == lists)
    }
    draw(bands: 10, high)
    #expect(arena.capacity == capacity && arena.lists == lists)
  }

  @Test func aPlaneBeginsWithItsFirstPixelWhereverItLies() {
    for area in [IntRect(minX: 7, minY: 900, maxX: 9, maxY: 903), IntRect(width: 2, height: 3)] {
      let plane = Plane(area)
      let first = plane.target.at(area.minX, area.minY)
      #expect(plane.target.at(area.maxX - 1, area.maxY - 1) == first + (area.area - 1))
      for i in 0..<area.area { #expect(first[i] == 0) }
    }
  }
}
