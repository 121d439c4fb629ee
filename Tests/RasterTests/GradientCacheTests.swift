import Geometry
import TestSupport
import Testing

@testable import Raster

/// Colours of gradients are kept from frame to frame, without a visible difference.
@Suite struct GradientCacheTests {
  private static let (width, height) = (150, 140)

  private func gradient(_ random: inout SeededGenerator, to end: Point? = nil) -> LinearGradient {
    func color() -> Color {
      func unit() -> Double { .random(in: 0...1, using: &random) }
      return Color(red: unit(), green: unit(), blue: unit(), alpha: unit())
    }
    let ends = [Point(0, 130), Point(140, 0), Point(90, 70), .zero]
    return LinearGradient(
      stops: [.init(0, color()), .init(0.4, color()), .init(1, color())],
      start: .zero, end: end ?? ends.randomElement(using: &random)!)
  }

  private func list(
    _ gradients: [LinearGradient], _ random: inout SeededGenerator
  ) -> DrawList {
    func number() -> Double { .random(in: -20...140, using: &random) }
    let operations = gradients.map { gradient in
      filled(
        polygon([Point(number(), number()), Point(number(), number()), Point(number(), number())]),
        .nonZero, .identity, .gradient(gradient))
    }
    return DrawList([DrawOperation(.clear(.white))] + operations)
  }

  @Test func whatWasDrawnBeforeDoesNotShow() {
    let (width, height) = (Self.width, Self.height)
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let gradients = (0..<4).map { _ in gradient(&random) }
      let renderer = Renderer(threads: 1 + seed % 2)
      let bitmap = Bitmap(width: width, height: height)
      for frame in 0..<8 {
        let list = list(gradients, &random)
        renderer.draw(list, into: bitmap)
        // A part of the gradient is drawn again, with only the colours that the part needs.
        let (x, y) = (
          Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
        )
        let part = IntRect(minX: x, minY: y, maxX: x + 30, maxY: y + 50)
        let partial = Bitmap(width: width, height: height)
        let other = Renderer(threads: 1)
        other.draw(list, into: partial, damage: [part])
        other.draw(list, into: partial)
        let exact = Bitmap(width: width, height: height)
        Renderer(threads: 1).draw(list, into: exact)
        #expect(zip(bitmap.pixels, exact.pixels).count { $0 != $1 } == 0, "\(seed), \(frame)")
        #expect(zip(partial.pixels, exact.pixels).count { $0 != $1 } == 0, "\(seed), \(frame)")
      }
    }
  }

  @Test func theSameGradientIsMadeOnce() throws {
    var random = SeededGenerator(seed: 1)
    let down = gradient(&random, to: Point(0, 130))
    let (right, other) = (gradient(&random, to: Point(140, 0)), gradient(&random))
    let cache = GradientCache()
    let pixels = IntRect(width: 30, height: 20)
    cache.beginFrame()
    let first = try #require(cache.shader(down, .identity, for: pixels))
    #expect(cache.shader(other, .identity, for: pixels) !== first)
    // The gradient is vertical, and so the same at any horizontal place.
    #expect(cache.shader(down, .translation(1, 0), for: pixels) === first)
    #expect(cache.shader(down, .translation(0, 1), for: pixels) !== first)
    let second = try #require(cache.shader(right, .identity, for: pixels))
    #expect(cache.shader(right, .translation(0, 1), for: pixels) === second)
    #expect(cache.shader(right, .translation(1, 0), for: pixels) !== second)
    for _ in 0..<20 {
      cache.beginFrame()
      #expect(cache.shader(down, .identity, for: pixels) === first)
    }
    #expect(cache.count == 5)
    for _ in 0..<80 { cache.beginFrame() }
    #expect(cache.count == 0)
  }

  @Test func noMoreAreKeptThanSome() throws {
    var random = SeededGenerator(seed: 2)
    let some = gradient(&random, to: Point(90, 70))
    let cache = GradientCache()
    for frame in 0..<50 {
      cache.beginFrame()
      for i in 0..<(frame % 10 == 0 ? 100 : 7) {
        let moved = AffineTransform.translation(Double(100 * frame + i), 0)
        #expect(cache.shader(some, moved, for: IntRect(width: 9, height: 9)) != nil)
      }
      #expect(cache.count <= GradientCache.mostKept)
      #expect(cache.count >= 7)
    }
  }

  @Test func valuesOfRowsAreComputedOnceForAll() {
    var stretch = Stretch<Int>()
    var computed: [Range<Int>] = []
    for wanted in [8..<12, 9..<11, 20..<24, 8..<24, 3..<3, 2..<9] {
      stretch.extend(to: wanted) { range, output in
        computed.append(range)
        for i in range { (output + (i - range.lowerBound)).initialize(to: i * i) }
      }
    }
    #expect(computed == [8..<12, 8..<24, 2..<24])
    for row in 2..<24 { #expect(stretch.values(of: row..<24).pointee == row * row) }
  }
}
