import CLanes
import DrawingGenerator
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct KernelTests {
  /// Builds that the processor cannot run are not compared.
  static let others = Kernels.allCases.filter { $0 != .base && $0.isAvailable }

  private func differing(
    _ list: DrawList, width: Int, height: Int, _ kernels: Kernels,
    damage: [IntRect]? = nil
  ) -> Int {
    let (a, b) = (Bitmap(width: width, height: height), Bitmap(width: width, height: height))
    let damage = damage ?? [IntRect(width: width, height: height)]
    Renderer(threads: 1, kernels: .base).draw(list, into: a, damage: damage)
    Renderer(threads: 1, kernels: kernels).draw(list, into: b, damage: damage)
    return zip(a.pixels, b.pixels).count { $0 != $1 }
  }

  @Test(arguments: others) func otherKernelsDrawTheSameBytes(_ kernels: Kernels) {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      var generator = DrawingGenerator(
        (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) })
      #expect(differing(generator.list(), width: 61, height: 40, kernels) == 0, "seed \(seed)")
    }
  }

  /// Edges of every slope, over more than one word of touched cells, whole and cut.
  @Test(arguments: others) func otherKernelsDrawTheSameBytesInWideTiles(_ kernels: Kernels) {
    let (width, height) = (1300, 100)
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      func path(_ reach: Double) -> Path {
        polygon(
          (0..<5).map { _ in
            Point(
              .random(in: -200...1500, using: &random),
              50 + .random(in: -reach...reach, using: &random))
          })
      }
      func paint() -> Paint {
        let color = Color(
          red: .random(in: 0...1, using: &random), green: 0.4, blue: 0.8,
          alpha: .random(in: 0.2...1, using: &random))
        return .color(color)
      }
      let across = Paint.gradient(
        LinearGradient(
          stops: [.init(0, .black), .init(1, .white)], start: .zero, end: Point(1300, 0)))
      let list = DrawList([
        filled(path(80), .evenOdd, .identity, paint()),
        filled(path(3), .nonZero, .identity, across),
        stroked(path(40), StrokeStyle(width: 3), .identity, paint()),
        filled(path(800), .nonZero, .identity, paint()),
      ])
      #expect(differing(list, width: width, height: height, kernels) == 0, "seed \(seed)")
      let left = Int.random(in: 0..<1200, using: &random)
      let damage = [IntRect(minX: left, minY: 10, maxX: left + 77, maxY: 71)]
      #expect(
        differing(list, width: width, height: height, kernels, damage: damage) == 0,
        "damaged, seed \(seed)")
    }
  }

  /// Strokes along more vertices than are computed at once, with corners, curves and folds.
  @Test(arguments: others) func otherKernelsDrawTheSameStrokes(_ kernels: Kernels) {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let step = Double.random(in: 0.3...6, using: &random)
      var path = Path()
      path.move(to: Point(-20, 50))
      for i in 1...200 {
        let last = path.currentPoint!
        let next = Point(Double(i) * step - 20, 50 + .random(in: -20...20, using: &random))
        if seed % 2 == 0 {
          path.addLine(to: next)
        } else {
          let middle = (last.x + next.x) / 2
          path.addCurve(to: next, control1: Point(middle, last.y), control2: Point(middle, next.y))
        }
      }
      if seed % 3 == 0 { path.closeSubpath() }
      let style = StrokeStyle(
        width: .random(in: 0.4...9, using: &random), cap: .round,
        join: seed % 5 == 0 ? .miter : .round)
      let turn = AffineTransform.scale(1, 0.6).concatenating(.rotation(0.1))
      let list = DrawList([stroked(path, style, turn)])
      #expect(differing(list, width: 300, height: 100, kernels) == 0, "seed \(seed)")
    }
  }

  /// Entries of tables at steps of up to an entry in both directions, up to both ends of the table.
  @Test(arguments: Kernels.allCases.filter(\.isAvailable))
  func entriesAreThoseAtTheirPositions(_ kernels: Kernels) {
    var random = SeededGenerator(seed: 7)
    let entries = (0..<1024 + Int(TABLE_PADDING)).map { _ in
      UInt32.random(in: 0...(.max), using: &random)
    }
    let one = 1 << 24
    for _ in 0..<2000 {
      let count = Int.random(in: 1...70, using: &random)
      let step = [0, one, -one, .random(in: -one...one, using: &random)].randomElement(
        using: &random)!
      let way = step * (count - 1)
      let places = max(0, -way)...min(1024 * one - 1, 1024 * one - 1 - way)
      let ends = [places.lowerBound, places.upperBound, .random(in: places, using: &random)]
      let position = ends.randomElement(using: &random)!
      var output = [UInt32](repeating: 0, count: count)
      kernels.table.pointee.readEntries(entries, Int64(position), Int32(step), count, &output)
      let expected = (0..<count).map { entries[(position + $0 * step) >> 24] }
      #expect(output == expected, "\(count) from \(position) by \(step)")
    }
  }

  @Test func damageCutsWideEdgesWithoutATrace() {
    let (width, height) = (1300, 100)
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let corners = (0..<6).map { _ in
        Point(
          .random(in: -300...1600, using: &random), .random(in: -40...140, using: &random))
      }
      let list = DrawList([
        filled(polygon(corners), .evenOdd, .identity, .color(Color(hex: 0x336699, alpha: 0.5)))
      ])
      let (whole, part) = (
        Bitmap(width: width, height: height), Bitmap(width: width, height: height)
      )
      Renderer().draw(list, into: whole)
      let (x, y) = (
        Int.random(in: 0..<1200, using: &random), Int.random(in: 0..<60, using: &random)
      )
      let damage = IntRect(minX: x, minY: y, maxX: x + 90, maxY: y + 40)
      Renderer().draw(list, into: part, damage: [damage])
      let differing = (damage.minY..<damage.maxY).reduce(0) { count, y in
        count + (damage.minX..<damage.maxX).count { whole[$0, y] != part[$0, y] }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }
}
