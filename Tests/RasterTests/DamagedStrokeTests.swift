import Geometry
import TestSupport
import Testing

@testable import Raster

/// Strokes are cut to what is damaged before they are outlined; nothing of that may be seen.
@Suite struct DamagedStrokeTests {
  private static let size = (width: 400, height: 200)

  private func path(_ random: inout SeededGenerator) -> Path {
    var path = Path()
    var point = random.point(-50...250)
    let step = Double.random(in: 2...60, using: &random)
    path.move(to: point)
    for _ in 0..<120 {
      func next() -> Point {
        Point(
          point.x + .random(in: -step...step, using: &random) + 1,
          point.y + .random(in: -step...step, using: &random))
      }
      switch Int.random(in: 0..<40, using: &random) {
      case 0: path.closeSubpath()
      case 1: path.move(to: next())
      case 2...10: path.addQuadCurve(to: next(), control: next())
      case 11...20: path.addCurve(to: next(), control1: next(), control2: next())
      default: path.addLine(to: next())
      }
      point = path.currentPoint!
    }
    return path
  }

  private func style(_ random: inout SeededGenerator) -> StrokeStyle {
    var style = StrokeStyle(width: .random(in: 0.5...12, using: &random))
    style.cap = [.butt, .round, .square].randomElement(using: &random)!
    style.join = [.miter, .round, .bevel].randomElement(using: &random)!
    if Int.random(in: 0..<4, using: &random) == 0 { style.dashPattern = [7, 12] }
    if Int.random(in: 0..<4, using: &random) == 0 { style.end = 0.7 }
    return style
  }

  @Test func pixelsDoNotDependOnTheDamage() {
    let (width, height) = DamagedStrokeTests.size
    for seed in 0..<150 {
      var random = SeededGenerator(seed: UInt64(seed))
      let path = path(&random)
      let turn = AffineTransform(a: 0.9, b: 0.3, c: -0.5, d: 1.4, tx: 20, ty: -30)
      let transform = seed % 3 == 0 ? turn : .identity
      let list = DrawList([
        filled(path, .evenOdd, transform, .color(Color(hex: 0x0000ff, alpha: 0.4))),
        stroked(path, style(&random), transform),
      ])
      let whole = Bitmap(width: width, height: height)
      Renderer().draw(list, into: whole.buffer)
      let (x, y) = (
        Int.random(in: 0..<width - 20, using: &random),
        Int.random(in: 0..<height - 20, using: &random)
      )
      let damage = IntRect(minX: x, minY: y, maxX: x + 20, maxY: y + 20)
      let part = Bitmap(width: width, height: height)
      Renderer().draw(list, into: part.buffer, damage: [damage])
      let differing = (y..<damage.maxY).reduce(0) { count, row in
        count + (x..<damage.maxX).count { whole[$0, row] != part[$0, row] }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }

  /// Else all of a huge curve would be flattened as finely as what is seen of it.
  @Test func flatteningIsFineOnlyNearWhatIsSeenHoweverWideTheStroke() throws {
    let region = IntRect(width: 16, height: 16)
    let arena = EdgeArena(kernels: .base)
    arena.reset(bandCount: 1)
    let vertices = StrokeVertices()
    defer { vertices.deallocate() }
    for width in [1, 1e6, 1e299] {
      let stroker = try #require(
        Stroker(
          style: StrokeStyle(width: width), transform: .identity, visible: region.rect,
          isCut: false, sink: EdgeSink(lists: arena.lists, region: region), vertices: vertices,
          kernels: .base))
      #expect(stroker.flattener.visible.width < 1e7, "width \(width)")
    }
  }

  /// What is left of the damage counts for what is inside, and must cancel where it is not drawn.
  @Test func nothingIsLeftOfAStrokeBesideTheDamage() {
    let points = (0..<300).map { Point(Double($0) * 1.2, 100 + 80 * Double($0 % 2)) }
    let list = DrawList([stroked(line(points), StrokeStyle(width: 3, join: .round))])
    let part = Bitmap(width: 600, height: 200)
    Renderer().draw(
      list, into: part.buffer, damage: [IntRect(minX: 380, minY: 120, maxX: 420, maxY: 160)])
    #expect(part.pixels.allSatisfy { $0 == 0 })
  }
}
