import Geometry
import TestSupport
import Testing

@testable import Raster

/// The ground of a panel, of which a frame draws only what lies before it.
@Suite struct HiddenGroundTests {
  private static let panel = Path(
    roundedRect: Rect(x: 20, y: 10.5, width: 160, height: 80), cornerRadius: 12)

  @Test(arguments: [
    (IntRect(minX: 40, minY: 30, maxX: 160, maxY: 70), true),
    // Beside the corners, and up to the edges on whole pixels.
    (IntRect(minX: 20, minY: 23, maxX: 180, maxY: 78), true),
    (IntRect(minX: 32, minY: 11, maxX: 168, maxY: 90), true),
    (IntRect(minX: 32, minY: 10, maxX: 168, maxY: 90), false),
    (IntRect(minX: 19, minY: 23, maxX: 180, maxY: 78), false),
    (IntRect(minX: 20, minY: 11, maxX: 40, maxY: 40), false),
    (IntRect(minX: 40, minY: 30, maxX: 181, maxY: 70), false),
  ])
  func itCoversPixels(_ pixels: IntRect, isCovered: Bool) {
    #expect(Self.panel.covers(pixels, .identity) == isCovered)
    let moved = IntRect(
      minX: 2 * pixels.minX + 7, minY: 2 * pixels.minY - 3, maxX: 2 * pixels.maxX + 7,
      maxY: 2 * pixels.maxY - 3)
    let transform = AffineTransform.scale(2, 2).concatenating(.translation(7, -3))
    #expect(Self.panel.covers(moved, transform) == isCovered)
    #expect(!Self.panel.covers(pixels, .rotation(0.1)))
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
      #expect(!path.covers(IntRect(minX: 90, minY: 40, maxX: 100, maxY: 50), .identity))
    }
  }

  /// What is below is not drawn, and the bytes are those of the whole picture.
  @Test func whatLiesBelowIsHidden() {
    let list = DrawList([
      DrawOperation(.clear(.black)), filled(Self.panel, .nonZero, .identity, .color(.white)),
    ])
    let damage = IntRect(minX: 40, minY: 30, maxX: 160, maxY: 70)
    let renderer = Renderer(threads: 1)
    var planner = Planner(
      damage: [damage], region: damage, glyphs: renderer.glyphs, coverage: renderer.coverage)
    planner.record(list)
    guard case .fill(let shape, _) = planner.plan.operations[1].content else {
      Issue.record("no fill")
      return
    }
    #expect(planner.sources[shape].path == Path(rect: damage.rect))
    let (whole, part) = (Bitmap(width: 200, height: 100), Bitmap(width: 200, height: 100))
    renderer.draw(list, into: whole.buffer)
    renderer.draw(list, into: part.buffer, damage: [damage])
    for y in damage.minY..<damage.maxY {
      #expect((damage.minX..<damage.maxX).allSatisfy { part[$0, y] == whole[$0, y] })
    }
  }
}
