import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct ScrollTests {
  /// A bitmap of which each pixel has a value of its own.
  private func numbered(width: Int, height: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    withExtendedLifetime(bitmap) {
      for i in 0..<width * height { bitmap.buffer.base[i] = UInt32(i) }
    }
    return bitmap
  }

  /// Each pixel of the area comes from another pixel of the area, or keeps its value; all others keep theirs.
  @Test(arguments: [0, 1, -1, 3, -7, 11, -12, 12, 13, -1000, .max / 2])
  func pixelsMoveWithinTheArea(distance: Int) {
    let area = IntRect(minX: 4, minY: 2, maxX: 16, maxY: 6)
    let (before, after) = (numbered(width: 20, height: 9), numbered(width: 20, height: 9))
    let scroll = Scroll(area, by: distance)
    withExtendedLifetime(after) { after.buffer.scroll(scroll) }
    for y in 0..<9 {
      for x in 0..<20 {
        let isInside = area.contains(IntRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        let origin = x - distance
        let isMoved = isInside && (area.minX..<area.maxX).contains(origin)
        #expect(after[x, y] == (isMoved ? before[origin, y] : before[x, y]))
        let pixel = IntRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        let isUncovered = scroll.uncovered.contains { $0.intersects(pixel) }
        #expect(isUncovered == (isInside && !isMoved))
      }
    }
  }

  /// Parts that touch each other, and those with gaps, take their colours from all pixels of the area as they were.
  @Test(arguments: [0, 1, -1, 5, -7, 15])
  func partsOfAnArea(distance: Int) {
    let area = IntRect(minX: 2, minY: 1, maxX: 18, maxY: 8)
    let parts = [(2, 2, 6, 5), (6, 1, 11, 3), (6, 4, 11, 7), (11, 3, 13, 8), (15, 1, 18, 4)].map {
      IntRect(minX: $0.0, minY: $0.1, maxX: $0.2, maxY: $0.3)
    }
    let (before, after) = (numbered(width: 20, height: 9), numbered(width: 20, height: 9))
    let scroll = Scroll(area, by: distance, parts: parts)
    withExtendedLifetime(after) { after.buffer.scroll(scroll) }
    for y in 0..<9 {
      for x in 0..<20 {
        let pixel = IntRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        let isInside = parts.contains { $0.intersects(pixel) }
        let isMoved = isInside && (area.minX..<area.maxX).contains(x - distance)
        #expect(after[x, y] == (isMoved ? before[x - distance, y] : before[x, y]))
        let isUncovered = scroll.uncovered.contains { $0.intersects(pixel) }
        #expect(isUncovered == (isInside && !isMoved))
      }
    }
  }

  @Test func anAreaBeyondTheBufferIsCut() {
    let (before, after) = (numbered(width: 8, height: 3), numbered(width: 8, height: 3))
    withExtendedLifetime(after) {
      after.buffer.scroll(Scroll(IntRect(minX: -5, minY: 1, maxX: 90, maxY: 40), by: -2))
      after.buffer.scroll(Scroll(IntRect(minX: 50, minY: 50, maxX: 90, maxY: 90), by: 1))
    }
    #expect(after.pixels.prefix(8) == before.pixels.prefix(8))
    for y in 1..<3 { for x in 0..<6 { #expect(after[x, y] == before[x + 2, y]) } }
  }
}
