import Geometry
import TestSupport
import Testing

@testable import Raster

/// Glyphs with kept coverage.
@Suite struct GlyphTests {
  /// A letter of ten units: a bar, and a bow with a hole.
  private static let letter = outline { path in
    path.append(Path(rect: Rect(x: 1, y: -10, width: 1.5, height: 10)))
    path.append(Path(circleCenter: Point(5.3, -3.1), radius: 3))
    path.append(Path(circleCenter: Point(5.3, -3.1), radius: 1.7).reversedSubpaths)
  }
  private static let bar = outline { $0 = Path(rect: Rect(x: 0, y: -4, width: 8, height: 2)) }

  private static func outline(_ body: (inout Path) -> Void) -> GlyphOutline {
    var path = Path()
    body(&path)
    return GlyphOutline(path: path, bounds: path.bounds)
  }

  private func run(_ count: Int = 6, size: Double = 1.2, advance: Double = 9.3) -> GlyphRun {
    GlyphRun(
      (0..<count).map {
        GlyphRun.Glyph(
          $0 % 3 == 2 ? Self.bar : Self.letter, scale: size, origin: Point(Double($0) * advance, 0))
      })
  }

  private func glyphs(
    _ run: GlyphRun, _ transform: AffineTransform = .translation(3, 20),
    _ paint: Paint = .color(.black), clip: Clip? = nil
  ) -> DrawOperation {
    DrawOperation(.glyphs(run, transform: transform, paint), clip: clip)
  }

  /// The run as one outline, with each glyph on its quarter of a pixel.
  private func outlines(_ run: GlyphRun, _ transform: AffineTransform) -> DrawOperation {
    var path = Path()
    for glyph in run.glyphs {
      let origin = glyph.origin.applying(transform)
      let scale = glyph.scale * transform.a
      path.append(
        glyph.outline.path.applying(
          AffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: (origin.x * 4).rounded() / 4,
            ty: (origin.y * 4).rounded() / 4)))
    }
    return filled(path)
  }

  private func differing(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).count { $0 != $1 }
  }

  @Test(arguments: [0.0, 0.1, 0.13, 0.5, 0.87, 0.9, -3.4, -100.2])
  func theyCoverWhatTheirOutlinesDoOnQuartersOfAPixel(x: Double) {
    for scale in [0.5, 1, 1.5, 3.7] {
      let transform = AffineTransform.scale(scale, scale).concatenating(.translation(3 + x, 40.2))
      let a = coverage([glyphs(run(), transform)], width: 100, height: 50)
      let b = coverage([outlines(run(), transform)], width: 100, height: 50)
      #expect(largestDifference(a, b) <= 1)
    }
  }

  @Test func turnedMirroredUnevenAndLargeOnesAreDrawnAsOutlines() {
    for transform: AffineTransform in [
      .rotation(0.5), .scale(-1, 1), .scale(1, 2), .scale(7, 7),
      AffineTransform(
        a: 1, b: 0, c: 0.2, d: 1, tx: 0, ty: 0),
    ] {
      let moved = transform.concatenating(.translation(40.3, 40.1))
      let a = coverage([glyphs(run(), moved)], width: 200, height: 100)
      let b = coverage([filled(run().path, .nonZero, moved)], width: 200, height: 100)
      #expect(differing(a, b) == 0)
    }
  }

  /// The bytes are the same with and without kept coverage, in parts, on threads, and with each
  /// build of the kernels.
  @Test(arguments: 0..<30)
  func keptOrNotTheBytesAreTheSame(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let operations = (0..<12).map { _ -> DrawOperation in
      let point = random.point(-20...110)
      let color = Color(
        red: 0.2, green: 0.5, blue: 0.1, alpha: .random(in: 0.2...1, using: &random))
      let paint: Paint =
        Bool.random(using: &random)
        ? .color(color)
        : .gradient(
          LinearGradient(
            stops: [.init(0, color), .init(1, .white)], start: .zero, end: Point(90, 30)))
      let clip = Clip(
        rect: Rect(x: 5, y: 5.5, width: 80, height: 80),
        paths: [ClipPath(path: Path(circleCenter: Point(45, 45), radius: 40))])
      return glyphs(
        run(size: .random(in: 0.5...3, using: &random)), .translation(point.x, point.y), paint,
        clip: Bool.random(using: &random) ? clip : nil)
    }
    let list = DrawList([DrawOperation(.clear(.white))] + operations)
    func fresh(_ renderer: Renderer) -> Bitmap {
      let bitmap = Bitmap(width: 100, height: 100)
      renderer.draw(list, into: bitmap)
      return bitmap
    }
    let warm = Renderer(threads: 1, kernels: .base)
    let expected = fresh(warm)
    #expect(differing(fresh(warm), expected) == 0)
    #expect(differing(fresh(Renderer(threads: 3)), expected) == 0)
    let parts = Bitmap(width: 100, height: 100)
    for _ in 0..<2 {
      for (x, y) in [(0, 0), (50, 0), (0, 37), (50, 37)] {
        let rect = IntRect(minX: x, minY: y, maxX: x + 50, maxY: y == 0 ? 37 : 100)
        warm.draw(list, into: parts, damage: [rect])
      }
    }
    #expect(differing(parts, expected) == 0)
  }

  @Test func whatOverlapsIsNotDarker() {
    let paint = Paint.color(Color(hex: 0, alpha: 0.5))
    let bitmap = coverage([glyphs(run(advance: 2), .translation(3, 20), paint)])
    #expect(bitmap.pixels.map { $0 >> 24 }.max()! == 128)
  }

  @Test func aGlyphIsMadeOnceForEachQuarter() {
    let renderer = Renderer()
    let bitmap = Bitmap(width: 200, height: 40)
    for step in 0..<100 {
      renderer.draw(
        DrawList([glyphs(run(2, advance: 16), .translation(Double(step) * 0.37, 20))]),
        into: bitmap)
    }
    #expect(renderer.glyphs.count == 4)
  }

  @Test func whatIsKeptStaysWithinItsBound() {
    let renderer = Renderer()
    let bitmap = Bitmap(width: 200, height: 80)
    var most = 0
    for step in 0..<3000 {
      let size = 1 + Double(step % 1500) / 300
      renderer.draw(
        DrawList([glyphs(run(2, size: size), .translation(Double(step) * 0.29, 60))]),
        into: bitmap)
      #expect(renderer.glyphs.cost <= GlyphCache.limit)
      most = max(most, renderer.glyphs.cost)
    }
    #expect(most > GlyphCache.limit / 2)
    // Glyphs in use are not forgotten in favour of others.
    let before = Bitmap(width: 200, height: 80)
    renderer.draw(DrawList([glyphs(run())]), into: before)
    let after = Bitmap(width: 200, height: 80)
    Renderer().draw(DrawList([glyphs(run())]), into: after)
    #expect(differing(before, after) == 0)
  }

  @Test func oneFrameMayHaveMoreThanIsKept() {
    var operations: [DrawOperation] = []
    for i in 0..<700 {
      let color = Color(red: Double(i) / 700, green: 0.5, blue: 0, alpha: 0.3)
      let place = AffineTransform.translation(Double(i % 40) * 9, 70)
      operations.append(glyphs(run(1, size: 5 + Double(i) / 700), place, .color(color)))
    }
    let together = Bitmap(width: 400, height: 80)
    Renderer().draw(DrawList(operations), into: together)
    let apart = Bitmap(width: 400, height: 80)
    for operation in operations { Renderer().draw(DrawList([operation]), into: apart) }
    #expect(differing(together, apart) == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 1e9, 0, -1])
  func hostileNumbersDoNotCrash(value: Double) {
    let odd = GlyphOutline(
      path: Self.bar.path, bounds: Rect(x: value, y: 0, width: value, height: 1))
    for outline in [Self.letter, odd] {
      for (scale, x, y) in [(value, 1, 1), (1, value, 1), (1, 1, value)] {
        let run = GlyphRun([GlyphRun.Glyph(outline, scale: scale, origin: Point(x, y))])
        for transform: AffineTransform in [
          .identity, .scale(value, value), .translation(value, 3),
        ] {
          let bitmap = coverage([glyphs(run, transform)])
          #expect(bitmap.pixels.count == 64 * 64)
        }
      }
    }
    #expect(coverage([glyphs(GlyphRun([]))]).pixels.allSatisfy { $0 == 0 })
  }
}

extension Path {
  /// The same closed subpaths of curves, the other way around.
  fileprivate var reversedSubpaths: Path {
    applying(.scale(1, -1).concatenating(.translation(0, -6.2)))
  }
}
