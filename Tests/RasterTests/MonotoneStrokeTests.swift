import Geometry
import Glibc
import TestSupport
import Testing

@testable import Raster

/// The stroke of a path that never turns back covers exactly what a round pen covers along the path.
@Suite struct MonotoneStrokeTests {
  private static let size = 64
  /// The pixels of the reference are so many times smaller.
  private static let fineness = 16

  struct Sketch {
    var points: [Point]
    var style: StrokeStyle
    var transform: AffineTransform

    /// A path from one side of a square of 64 pixels to the other.
    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...60, using: &random)
      let height = Double([2, 10, 60].randomElement(using: &random)!)
      let width = Double.random(in: 0.1...60, using: &random)
      var steps = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
      for i in steps.indices where Int.random(in: 0..<8, using: &random) == 0 { steps[i] = 0 }
      steps[0] = 1
      let scale = width / steps.reduce(0, +)
      var x = 32 - width / 2
      var y = 32.0
      points = [Point(x, y)]
      for step in steps {
        x += step * scale
        y = Double.random(in: 32 - height / 2...32 + height / 2, using: &random)
        points.append(Point(x, y))
      }
      if Bool.random(using: &random) { points.reverse() }
      style = StrokeStyle(
        width: .random(in: 0.5...12, using: &random),
        cap: [.butt, .round, .square].randomElement(using: &random)!, join: .round)
      transform = [
        .identity, AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 64, ty: 0),
        AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 64),
        AffineTransform(a: -1, b: 0.4, c: 0, d: -0.7, tx: 64, ty: 40),
      ].randomElement(using: &random)!
    }

    /// Shapes whose union is the stroke: a rectangle for each line, a disc for each join or the outer part
    /// of a disc, and the caps.
    func parts(_ transform: AffineTransform, hasDiscs: Bool) -> [DrawOperation] {
      let plain = StrokeStyle(width: style.width)
      let dot = StrokeStyle(width: style.width, cap: .round)
      let lines = zip(points, points.dropFirst()).filter { $0 != $1 }
      var parts = lines.map { stroked(line([$0, $1]), plain, transform) }
      for (before, after) in zip(lines, lines.dropFirst()) {
        parts.append(
          hasDiscs
            ? stroked(line([before.1, before.1]), dot, transform)
            : filled(pie(before, after), .nonZero, transform))
      }
      for (end, other) in [lines[0], (lines[lines.count - 1].1, lines[lines.count - 1].0)] {
        let d = end - other
        let beyond = end + d * (style.width / 2 / (d.x * d.x + d.y * d.y).squareRoot())
        switch style.cap {
        case .butt: break
        case .round: parts.append(stroked(line([end, end]), dot, transform))
        case .square: parts.append(stroked(line([end, beyond]), plain, transform))
        }
      }
      return parts
    }

    /// The outer side of a round join.
    private func pie(_ before: (Point, Point), _ after: (Point, Point)) -> Path {
      func angle(_ line: (Point, Point)) -> Double {
        atan2(line.1.y - line.0.y, line.1.x - line.0.x)
      }
      let (first, last) = (angle(before), angle(after))
      let turn = remainder(last - first, 2 * .pi)
      let start = first - (turn < 0 ? -.pi / 2 : .pi / 2)
      let arc = (0...64).map { i in
        let a = start + turn * Double(i) / 64
        return before.1 + Point(cos(a), sin(a)) * (style.width / 2)
      }
      return polygon([before.1] + arc)
    }
  }

  /// The coverage of pixels of the union of a sketch's parts, 0...255, from pixels a sixteenth as large.
  private func union(_ sketch: Sketch, hasDiscs: Bool) -> [Double] {
    let (size, fineness) = (MonotoneStrokeTests.size, MonotoneStrokeTests.fineness)
    let scaled = sketch.transform.concatenating(.scale(Double(fineness), Double(fineness)))
    let fine = coverage(
      sketch.parts(scaled, hasDiscs: hasDiscs), width: size * fineness, height: size * fineness)
    var sums = [Double](repeating: 0, count: size * size)
    for y in 0..<size * fineness {
      for x in 0..<size * fineness {
        sums[y / fineness * size + x / fineness] += Double(fine[x, y] >> 24)
      }
    }
    return sums.map { $0 / Double(fineness * fineness) }
  }

  /// Round ends leave no doubt. At a flat end a join that is nearer than the pen's radius may be seen,
  /// and it may be the whole disc or the outer part of the disc: the stroke is between both.
  @Test(arguments: 0..<150)
  func theStrokeCoversTheUnionOfItsParts(seed: Int) {
    let sketch = Sketch(seed: UInt64(seed))
    let drawn = coverage(
      [stroked(line(sketch.points), sketch.style, sketch.transform)],
      width: MonotoneStrokeTests.size, height: MonotoneStrokeTests.size
    ).pixels.map { Double($0 >> 24) }
    let least = union(sketch, hasDiscs: false)
    let most = sketch.style.cap == .round ? least : union(sketch, hasDiscs: true)
    // Arcs of a few lines are off by up to a thirteenth of a pixel.
    let tolerance = 26.0
    for i in drawn.indices {
      #expect(
        drawn[i] >= least[i] - tolerance && drawn[i] <= most[i] + tolerance,
        "column \(i % 64), row \(i / 64), \(sketch)")
    }
  }

  /// A wide path, most of which no small damage sees, with lines of all lengths and curves.
  private func course(_ random: inout SeededGenerator) -> Path {
    var path = Path()
    var point = Point(.random(in: -300...50, using: &random), 60)
    let direction = Bool.random(using: &random) ? 1.0 : -1
    if direction < 0 { point.x = 250 - point.x }
    path.move(to: point)
    let step = [0.1, 1, 10, 100].randomElement(using: &random)!
    for _ in 0..<200 {
      let width =
        Int.random(in: 0..<6, using: &random) == 0 ? 0 : Double.random(in: 0...step, using: &random)
      let next = Point(point.x + direction * width, .random(in: 0...120, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        let middle = (point.x + next.x) / 2
        path.addCurve(
          to: next, control1: Point(middle, point.y), control2: Point(middle, next.y))
      } else {
        path.addLine(to: next)
      }
      point = next
    }
    return path
  }

  @Test func pixelsDoNotDependOnTheDamage() {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let style = StrokeStyle(
        width: .random(in: 0.5...14, using: &random),
        cap: [.butt, .round, .square].randomElement(using: &random)!, join: .round)
      let turn = AffineTransform(a: -0.8, b: 0.3, c: 0, d: 1.2, tx: 190, ty: -30)
      let list = DrawList([stroked(course(&random), style, seed % 3 == 0 ? turn : .identity)])
      let whole = Bitmap(width: 200, height: 120)
      Renderer().draw(list, into: whole)
      for _ in 0..<4 {
        let (x, y) = (
          Int.random(in: 0..<180, using: &random), Int.random(in: 0..<100, using: &random)
        )
        let damage = IntRect(minX: x, minY: y, maxX: x + 20, maxY: y + 20)
        let part = Bitmap(width: 200, height: 120)
        Renderer().draw(list, into: part, damage: [damage])
        let differing = (y..<y + 20).reduce(0) { count, row in
          count + (x..<x + 20).count { whole[$0, row] != part[$0, row] }
        }
        #expect(differing == 0, "seed \(seed), damage at \(x), \(y)")
      }
    }
  }

  @Test func aMoveByWholePixelsMovesThePicture() {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      var sketch = Sketch(seed: UInt64(seed))
      // Coordinates of few digits keep sums from being rounded.
      sketch.points = sketch.points.map { Point(Grid.rounded($0.x), Grid.rounded($0.y)) }
      let (dx, dy) = (
        Int.random(in: -40...40, using: &random), Int.random(in: -40...40, using: &random)
      )
      func picture(_ x: Int, _ y: Int) -> Bitmap {
        coverage(
          [stroked(line(sketch.points), sketch.style, .translation(Double(x), Double(y)))],
          width: 160,
          height: 160)
      }
      let (still, moved) = (picture(48, 48), picture(48 + dx, 48 + dy))
      let differing = (44..<116).reduce(0) { count, y in
        count + (44..<116).count { still[$0, y] != moved[$0 + dx, y + dy] }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }
}

extension Grid {
  fileprivate static func rounded(_ value: Double) -> Double { (value * 256).rounded() / 256 }
}
