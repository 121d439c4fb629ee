import Geometry
import TestSupport
import Testing

@testable import Raster

/// The ground of a panel that hides everything below, so that a frame draws only what lies above
/// the ground.
@Suite struct HiddenGroundTests {
  private static let panel = Path(
    roundedRect: Rect(x: 20, y: 10.5, width: 160, height: 80), cornerRadius: 12)

  private static let border: Path = {
    var ring = panel
    ring.append(Path(roundedRect: Rect(x: 21, y: 11.5, width: 158, height: 78), cornerRadius: 11))
    return ring
  }()

  @Test(arguments: [
    // The whole area; the area beside the corners; up to the edges, on whole pixels.
    (IntRect(minX: 40, minY: 30, maxX: 160, maxY: 70), [40, 30, 160, 70]),
    (IntRect(minX: 0, minY: 23, maxX: 200, maxY: 78), [20, 23, 180, 78]),
    (IntRect(minX: 32, minY: 0, maxX: 168, maxY: 100), [32, 11, 168, 90]),
    // The larger of two.
    (IntRect(minX: 0, minY: 0, maxX: 200, maxY: 100), [32, 11, 168, 90]),
    (IntRect(minX: 20, minY: 0, maxX: 30, maxY: 100), [20, 23, 30, 78]),
  ])
  func itHoldsPixels(of pixels: IntRect, edges: [Int]) {
    let core = IntRect(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
    #expect(Self.panel.core(of: pixels, .identity) == core)
    let transform = AffineTransform.scale(2, 2).concatenating(.translation(7, -3))
    let moved = Self.panel.core(of: pixels.doubled, transform)
    #expect(moved.contains(core.doubled) && pixels.doubled.contains(moved))
    #expect(Self.panel.core(of: pixels, .rotation(0.1)).isEmpty)
    #expect(Self.panel.hole(of: pixels, .identity).isEmpty)
  }

  @Test func aBorderLeavesAHole() {
    let pixels = IntRect(minX: 0, minY: 23, maxX: 200, maxY: 78)
    #expect(Self.border.hole(of: pixels, .identity) == [21, 23, 179, 78].rect)
    #expect(Self.border.core(of: pixels, .identity).isEmpty)
    var apart = Path(roundedRect: Rect(x: 300, y: 10.5, width: 160, height: 80), cornerRadius: 12)
    apart.append(Self.panel)
    #expect(apart.hole(of: pixels, .identity).isEmpty)
  }

  @Test(arguments: [
    // All hidden; a rest on the right, and on the left; on both sides; above; nothing hidden.
    ([0, 0, 100, 100], [0, 0, 0, 0]), ([0, 10, 20, 50], [20, 10, 40, 50]),
    ([12, 0, 90, 60], [10, 10, 12, 50]), ([12, 0, 30, 60], [10, 10, 40, 50]),
    ([0, 11, 60, 60], [10, 10, 40, 50]), ([0, 0, 0, 0], [10, 10, 40, 50]),
    ([0, 0, 5, 90], [10, 10, 40, 50]), ([50, 0, 90, 90], [10, 10, 40, 50]),
  ])
  func whatLiesBesideAHole(hole: [Int], left: [Int]) {
    let result = [10, 10, 40, 50].rect.beside(hole.rect)
    #expect(left == [0, 0, 0, 0] ? result.isEmpty : result == left.rect)
  }

  @Test func otherPathsCoverNothingForSure() {
    var torn = Self.panel
    torn.append(Path(rect: Rect(x: 60, y: 30, width: 5, height: 5)))
    var bent = Path()
    for (i, verb) in Self.panel.verbs.enumerated() {
      switch verb {
      case .move: bent.move(to: Point(180, 22.5))
      case .line: bent.addLine(to: Point(Double(i) * 3, 80))
      case .cubic: bent.addCurve(to: .zero, control1: Point(90, 50), control2: Point(100, 50))
      case .quad, .close: bent.closeSubpath()
      }
    }
    for path in [torn, bent, Path(ellipseIn: Rect(x: 0, y: 0, width: 200, height: 100))] {
      #expect(path.core(of: [90, 40, 100, 50].rect, .identity).isEmpty)
      #expect(path.hole(of: [90, 40, 100, 50].rect, .identity).isEmpty)
    }
  }

  /// Hidden operations are not drawn, and the bytes are those of the whole picture, for any damage.
  @Test(arguments: [UInt64](1...40))
  func anyDamageGivesTheSamePixels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let list = DrawList([
      DrawOperation(.clear(.black)), filled(Self.panel, .nonZero, .identity, .color(.white)),
      filled(Self.border, .evenOdd, .identity, .color(Color(hex: 0x3366cc, alpha: 0.6))),
    ])
    let renderer = Renderer(threads: 1)
    let (whole, part) = (Bitmap(width: 200, height: 100), Bitmap(width: 200, height: 100))
    renderer.draw(list, into: whole)
    let damage = (0..<3).map { _ in
      let (x, y) = (Int.random(in: 0..<190, using: &random), Int.random(in: 0..<90, using: &random))
      return IntRect(
        minX: x, minY: y, maxX: x + Int.random(in: 5...150, using: &random),
        maxY: y + Int.random(in: 5...60, using: &random))
    }
    renderer.draw(list, into: part, damage: damage)
    var differences = 0
    for y in 0..<100 {
      for x in 0..<200 where damage.contains(where: { $0.contains(column: x, row: y) }) {
        differences += part[x, y] == whole[x, y] ? 0 : 1
      }
    }
    #expect(differences == 0)
  }
}

extension IntRect {
  fileprivate var doubled: IntRect {
    IntRect(minX: 2 * minX + 7, minY: 2 * minY - 3, maxX: 2 * maxX + 7, maxY: 2 * maxY - 3)
  }

  fileprivate func contains(column: Int, row: Int) -> Bool {
    minX <= column && column < maxX && minY <= row && row < maxY
  }
}

extension [Int] {
  fileprivate var rect: IntRect {
    IntRect(minX: self[0], minY: self[1], maxX: self[2], maxY: self[3])
  }
}
