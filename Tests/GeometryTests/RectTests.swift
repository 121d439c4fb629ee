import TestSupport
import Testing

@testable import Geometry

@Suite struct RectTests {
  /// Sums of coordinates and sizes are rounded: edges that are kept as they are given do not depend on it.
  @Test func aRectangleHoldsItselfAndItsParts() {
    #expect(
      Rect(x: 0.1, y: 0.7, width: 0.2, height: 0.1).contains(
        Rect(x: 0.1, y: 0.7, width: 0.2, height: 0.1)))
    var random = SeededGenerator(seed: 3)
    func rect() -> Rect {
      func number() -> Double { .random(in: -1...1, using: &random) * 1000 }
      return Rect(x: number(), y: number(), width: abs(number()), height: abs(number()))
    }
    for _ in 0..<1000 {
      let (a, b) = (rect(), rect())
      #expect(a.contains(a) && a.union(a) == a && a.intersection(a) == a)
      #expect(a.union(b).contains(a) && a.union(b).contains(b))
      let common = a.intersection(b)
      #expect(common.isNull || a.contains(common) && b.contains(common))
    }
  }

  @Test func noRectangleIsTheNeutralElement() {
    let rect = Rect(minX: 1, minY: 2, maxX: 3, maxY: 4)
    #expect(Rect.null.union(rect) == rect && rect.union(.null) == rect)
    #expect(rect.intersection(.null).isNull && rect.insetBy(dx: 2, dy: 0).isNull)
    #expect(Rect.null.isEmpty && Rect.null.offsetBy(dx: 5, dy: 5).isNull)
  }

  /// A clip that ends nowhere.
  @Test func anEndlessRectangleHasAllPoints() {
    let all = Rect(
      minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
    #expect(all.contains(Point(1e300, -1e300)) && !all.isEmpty && !all.isNull)
    #expect(all.intersection(Rect(x: 1, y: 2, width: 3, height: 4)).maxX == 4)
  }

  @Test func aNewOriginMovesAndANewSizeStretches() {
    var rect = Rect(x: 1, y: 2, width: 3, height: 4)
    rect.origin = Point(5, 6)
    #expect(rect == Rect(minX: 5, minY: 6, maxX: 8, maxY: 10))
    rect.size = Size(1, 1)
    #expect(rect == Rect(minX: 5, minY: 6, maxX: 6, maxY: 7))
  }
}
