import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct BoundsTests {
  /// The covered pixels of a shape, found without the operation's bounds.
  private func covered(_ path: Path, _ style: StrokeStyle?, _ t: AffineTransform) -> IntRect {
    let region = IntRect(width: 128, height: 128)
    let arena = EdgeArena(kernels: Kernels.base.table)
    arena.reset(bandCount: 4)
    let source = ShapeSource(
      path: path, rule: .nonZero, style: style, transform: t, region: region, isCut: false)
    return arena.shape(source).bounds
  }

  @Test func boundsHoldWhatIsDrawn() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var path = line((0..<4).map { _ in random.point(20...100) })
      path.addCurve(
        to: random.point(20...100), control1: random.point(20...100),
        control2: random.point(20...100))
      var style = StrokeStyle(width: .random(in: 0.5...8, using: &random))
      style.cap = [.butt, .round, .square].randomElement(using: &random)!
      style.join = [.miter, .round, .bevel].randomElement(using: &random)!
      let t = AffineTransform(a: 0.9, b: 0.2, c: -0.3, d: 0.7, tx: 9, ty: 8)
      let stroke = IntRect(covering: stroked(path, style, t).bounds)
      #expect(stroke.contains(covered(path, style, t)))
      let fill = IntRect(covering: filled(path, .nonZero, t).bounds)
      #expect(fill.contains(covered(path, nil, t)))
    }
  }

  @Test func clipsAndGroupsRestrictBounds() {
    let square = Path(rect: Rect(x: 10, y: 10, width: 50, height: 50))
    let clip = Clip(rect: Rect(x: 0, y: 0, width: 30, height: 100))
    let box = filled(square, clip: clip).bounds
    #expect(box.maxX == 30 && box.minX <= 10 && box.minX >= 9 && box.maxY >= 60)
    let mask = DrawList([filled(Path(rect: Rect(x: 0, y: 0, width: 100, height: 20)))])
    let group = DrawOperation(
      .group(DrawGroup(list: DrawList([filled(square)]), mask: mask)))
    #expect(group.bounds.maxY < 21 && group.bounds.maxX >= 60)
  }

  @Test func extremes() {
    let everything = DrawOperation(.clear(.white)).bounds
    #expect(everything.contains(Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)))
    #expect(filled(Path()).bounds.isNull)
    let path = line([Point(0, 0), Point(10, 0)])
    #expect(stroked(path, StrokeStyle(width: 0)).bounds.isNull)
    #expect(stroked(path, StrokeStyle(width: .nan)).bounds.isNull)
    let unlimited = StrokeStyle(width: 1, miterLimit: .infinity)
    #expect(stroked(path, unlimited).bounds.contains(Rect(x: -9, y: -9, width: 30, height: 20)))
  }

  @Test func damageIsSplitIntoRectanglesThatDoNotOverlap() {
    var random = SeededGenerator(seed: 4)
    for count in 0..<40 {
      let rects = (0..<count % 9).map { _ -> IntRect in
        let (x, y) = (
          Int.random(in: -5...30, using: &random), Int.random(in: -5...30, using: &random)
        )
        return IntRect(
          minX: x, minY: y, maxX: x + .random(in: 0...12, using: &random),
          maxY: y + .random(in: 0...12, using: &random))
      }
      let parts = disjoint(rects, within: IntRect(width: 32, height: 32))
      for y in -6..<44 {
        for x in -6..<44 {
          func holds(_ r: IntRect) -> Bool {
            r.minX <= x && x < r.maxX && r.minY <= y && y < r.maxY
          }
          let isInside = x >= 0 && y >= 0 && x < 32 && y < 32 && rects.contains(where: holds)
          #expect(parts.filter(holds).count == (isInside ? 1 : 0))
        }
      }
    }
  }

  @Test(arguments: [-Double.infinity, 0, .nan])
  func aClipWithoutAnEndDoesNoHarm(start: Double) {
    let rect = Rect(minX: start, minY: 0, maxX: .infinity, maxY: 64)
    let clip = Clip(rect: rect)
    let bitmap = coverage([
      DrawOperation(
        .fill(
          Path(rect: Rect(x: 0, y: 0, width: 9, height: 9)), .nonZero, transform: .identity,
          .color(.black)), clip: clip, keepsCoverage: true)
    ])
    #expect(bitmap[4, 4] == (start.isNaN ? 0 : 0xff00_0000))
  }
}
