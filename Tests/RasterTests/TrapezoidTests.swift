import Foundation
import Geometry
import TestSupport
import Testing

@testable import Raster

/// Rows between two edges are drawn without cells. A line there and back adds nothing to a shape
/// but gives its rows two edges more, so that they are drawn through the cells: the bytes must be
/// the same.
@Suite struct TrapezoidTests {
  static let available = Kernels.allCases.filter(\.isAvailable)
  /// Not a multiple of a vector's width.
  private static let (width, height) = (333, 75)

  private struct Drawing {
    var points: [Point]
    var rule: FillRule
    var paint: Paint

    /// - Parameter isCrossed: whether all rows have more edges than those of the polygon.
    func list(isCrossed: Bool) -> DrawList {
      var path = polygon(points)
      if isCrossed {
        path.append(line([Point(40.3, -9), Point(251.8, 99)]))
      }
      return DrawList([filled(path, rule, .identity, paint)])
    }
  }

  /// A triangle or quadrilateral, or a star or a crossing polygon with more corners: small, or far
  /// beyond the picture, or with edges that are nearly level or nearly upright.
  private static func drawing(_ random: inout SeededGenerator) -> Drawing {
    let (across, down) = (
      [4, 40, 300, 3000, 20_000].randomElement(using: &random)! as Double,
      [40, 40, 100, 400, 3000].randomElement(using: &random)! as Double
    )
    let center = Point(
      .random(in: -20...350, using: &random), .random(in: -10...85, using: &random))
    let corners = Int.random(in: 3...8, using: &random)
    let isStar = Bool.random(using: &random)
    let isSnapped = Int.random(in: 0..<4, using: &random) == 0
    let points = (0..<corners).map { i -> Point in
      let turn = (Double(i) + .random(in: 0...0.9, using: &random)) / Double(corners)
      let angle = 2 * Double.pi * turn
      let r = Double.random(in: isStar ? 0.2...1 : 0.9...1, using: &random)
      let p = Point(center.x + across * r * cos(angle), center.y + down * r * sin(angle))
      return isSnapped ? Point(p.x.rounded(), p.y.rounded()) : p
    }
    let color = Color(
      red: .random(in: 0...1, using: &random), green: 0.4, blue: 0.8,
      alpha: Bool.random(using: &random) ? 1 : .random(in: 0.1...1, using: &random))
    let isGradient = Int.random(in: 0..<4, using: &random) == 0
    return Drawing(
      points: points, rule: Bool.random(using: &random) ? .nonZero : .evenOdd,
      paint: isGradient
        ? .gradient(
          LinearGradient(
            stops: [.init(0, color), .init(1, .white)], start: .zero, end: Point(0, 75)))
        : .color(color))
  }

  private static let noise: [UInt32] = {
    var random = SeededGenerator(seed: 1)
    return (0..<width * height).map { _ in 0xff00_0000 | UInt32(random.next() & 0xff_ffff) }
  }()

  /// The pixels of a list over noise.
  private static func draw(
    _ list: DrawList, _ kernels: Kernels, threads: Int = 1, damage: [IntRect]? = nil
  ) -> [UInt32] {
    let bitmap = Bitmap(width: width, height: height)
    bitmap.buffer.base.update(from: noise, count: noise.count)
    Renderer(threads: threads, kernels: kernels).draw(
      list, into: bitmap, damage: damage ?? [IntRect(width: width, height: height)])
    return bitmap.pixels
  }

  /// The number of pixels that differ.
  private static func differing(_ a: [UInt32], _ b: [UInt32]) -> Int {
    a == b ? 0 : zip(a, b).count { $0 != $1 }
  }

  @Test(arguments: available) func drawsWhatCellsDraw(_ kernels: Kernels) {
    for seed in 0..<150 {
      var random = SeededGenerator(seed: UInt64(seed))
      let drawing = Self.drawing(&random)
      let plain = Self.draw(drawing.list(isCrossed: false), kernels)
      let crossed = Self.draw(drawing.list(isCrossed: true), kernels)
      #expect(Self.differing(plain, crossed) == 0, "seed \(seed)")
    }
  }

  @Test(arguments: available.filter { $0 != .base })
  func otherKernelsDrawTheSameBytes(_ kernels: Kernels) {
    for seed in 200..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let list = Self.drawing(&random).list(isCrossed: false)
      let (a, b) = (Self.draw(list, .base), Self.draw(list, kernels))
      #expect(Self.differing(a, b) == 0, "seed \(seed)")
    }
  }

  /// Damage in two rectangles side by side, drawn by two threads: inside of it are the bytes of the
  /// whole picture, and outside nothing has changed.
  @Test(arguments: available) func damageLeavesNoTrace(_ kernels: Kernels) {
    for seed in 300..<400 {
      var random = SeededGenerator(seed: UInt64(seed))
      let list = DrawList(
        (0..<3).flatMap { _ in Self.drawing(&random).list(isCrossed: false).operations })
      let (left, right) = (
        Int.random(in: 0..<150, using: &random), Int.random(in: 200..<333, using: &random)
      )
      let middle = Int.random(in: left + 1..<right, using: &random)
      let (top, low) = (
        Int.random(in: 0..<40, using: &random), Int.random(in: 41..<76, using: &random)
      )
      let damage = [
        IntRect(minX: left, minY: top, maxX: middle, maxY: low),
        IntRect(minX: middle, minY: top, maxX: right, maxY: low),
      ]
      let whole = Self.draw(list, kernels)
      let part = Self.draw(list, kernels, threads: 2, damage: damage)
      var expected = Self.noise
      for y in top..<low {
        let row = y * Self.width + left..<y * Self.width + right
        expected.replaceSubrange(row, with: whole[row])
      }
      #expect(Self.differing(part, expected) == 0, "seed \(seed)")
    }
  }

  /// An upright edge covers its column by the fraction to its right.
  @Test(arguments: [0, 0.25, 0.5, 1.0 / 3, 1] as [Double])
  func uprightEdgesCoverTheirColumns(share: Double) {
    let path = polygon([
      Point(17 - share, -3), Point(150 + share, -3), Point(150 + share, 80), Point(17 - share, 80),
    ])
    let row = coverage([filled(path)], width: 333, height: 64)
    let expected =
      [(15, 0), (16, share), (17, 1), (149, 1), (150, share), (151, 0)] as [(Int, Double)]
    for (x, covered) in expected {
      #expect((Double(row[x, 40] >> 24) - covered * 255).magnitude <= 0.52)
    }
  }
}
