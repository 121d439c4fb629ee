import Geometry
import TestSupport
import Testing

@testable import Layers

/// Rectangles of damage are joined if that costs less than another rectangle.
@Suite struct DamageTests {
  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> IntRect {
    IntRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  @Test func plotsSideBySideStayApart() {
    let plots = [rect(112, 232, 812, 261), rect(1044, 223, 822, 265)]
    #expect(Set(Damage.simplified(plots)) == Set(plots))
  }

  @Test func labelsOfAnAxisAreOne() {
    let labels = (0..<12).map { rect(164 + 136 * $0, 530, 27, 12) }
    #expect(Damage.simplified(labels) == [rect(164, 530, 136 * 11 + 27, 12)])
  }

  @Test(arguments: [(0, 1), (64, 1), (65, 2)])
  func aGapCostsAsMuchAsARectangle(gap: Int, count: Int) {
    let rects = [rect(0, 0, 10, 64), rect(10 + gap, 0, 10, 64)]
    #expect(Damage.simplified(rects).count == count)
  }

  @Test(arguments: 0..<12)
  func nothingIsLostAndLittleIsAdded(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rects = (0..<Int.random(in: 1...80, using: &random)).map { _ in
      rect(
        .random(in: 0..<700, using: &random), .random(in: 0..<500, using: &random),
        .random(in: 0...100, using: &random), .random(in: 0...100, using: &random))
    }
    let simplified = Damage.simplified(rects)
    #expect(simplified.count <= Damage.mostRectangles)
    let (before, after) = (pixels(rects), pixels(simplified))
    #expect(zip(before, after).allSatisfy { !$0 || $1 })
    let added = after.count { $0 } - before.count { $0 }
    #expect(added <= (rects.count - simplified.count) * Damage.rectangleCost)
    #expect(Set(Damage.simplified(simplified)) == Set(simplified))
  }

  private func pixels(_ rects: [IntRect]) -> [Bool] {
    var result = [Bool](repeating: false, count: 800 * 600)
    result.withUnsafeMutableBufferPointer { result in
      for rect in rects where !rect.isEmpty {
        for y in rect.minY..<rect.maxY {
          result[(800 * y + rect.minX)..<(800 * y + rect.maxX)].update(repeating: true)
        }
      }
    }
    return result
  }
}
