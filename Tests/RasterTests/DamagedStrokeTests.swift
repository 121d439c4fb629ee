import Geometry
import TestSupport
import Testing

@testable import Raster

/// Strokes are cut to the damage before they are outlined, without a visible difference.
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
      Renderer().draw(list, into: whole)
      let (x, y) = (
        Int.random(in: 0..<width - 20, using: &random),
        Int.random(in: 0..<height - 20, using: &random)
      )
      let damage = IntRect(minX: x, minY: y, maxX: x + 20, maxY: y + 20)
      let part = Bitmap(width: width, height: height)
      Renderer().draw(list, into: part, damage: [damage])
      let differing = (y..<damage.maxY).reduce(0) { count, row in
        count + (x..<damage.maxX).count { whole[$0, row] != part[$0, row] }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }

  /// A stroke with a pixel that once differed when it was drawn alone.
  struct Scene: CustomTestStringConvertible {
    let testDescription: String
    let width: Double
    let transform: AffineTransform
    let color: Color
    let x: Int
    let y: Int
    let path: Path

    init(
      _ name: String, width: Double, _ t: [Double], _ color: Color = .black, x: Int, y: Int,
      _ build: (inout Path) -> Void
    ) {
      (testDescription, self.width, self.x, self.y) = (name, width, x, y)
      self.color = color
      transform = AffineTransform(a: t[0], b: t[1], c: t[2], d: t[3], tx: t[4], ty: t[5])
      var path = Path()
      build(&path)
      self.path = path
    }
  }

  static let scenes = [
    Scene(
      "a line from the unseen end of a long curve", width: 2.04931640625,
      [1.853515625, 6, 3.5679931640625, 1.4949951171875, -16, 17], x: 6, y: 20
    ) {
      $0.move(to: Point(0, 39))
      $0.addCurve(
        to: Point(4.546875, 24.6796875), control1: Point(0, 76), control2: Point(40, 59))
      $0.addLine(to: Point(-5.515625, -13.833984375))
    },
    Scene(
      "a line from the end of a curve that begins two millions away", width: 4.0224609375,
      [
        -1.417724609375, -0.4022216796875, 2.0203857421875, -1.176025390625, 51.69921875,
        67.818359375,
      ], x: 6, y: 62
    ) {
      $0.move(to: Point(-2e6, 0))
      $0.addQuadCurve(to: Point(94, 27.484375), control: .zero)
      $0.addLine(to: Point(-24.114989318436017, -31.536365433567244))
    },
    Scene(
      "a line from the end of a curve that goes a million away", width: 5.0400390625,
      [1.85302734375, -0.7540283203125, 4.1943359375, 5, 42.58984375, 41.689453125],
      Color(
        red: 20.017578125, green: 0.8470588235294118, blue: 0.49411764705882355,
        alpha: 0.7803921568627451), x: 13, y: 48
    ) {
      $0.move(to: Point(0, -4))
      $0.addCurve(
        to: Point(-28.224609375, -21.798828125), control1: Point(-1_048_576, 0), control2: .zero)
      $0.addLine(to: Point(12.263671875, 26.42578125))
    },
    Scene(
      "a curve that goes two millions away after a line", width: 5.9267578125,
      [
        -1.8138427734375, -0.375244140625, 5.7864990234375, 2.7508544921875, -15.3359375,
        16.720703125,
      ], x: 6, y: 44
    ) {
      $0.move(to: .zero)
      $0.addLine(to: Point(-6.15234375, 30.494140625))
      $0.addLine(to: Point(92.146484375, -15.6953125))
      $0.addCurve(to: .zero, control1: .zero, control2: Point(0, 2e6))
    },
    Scene(
      "a line that ends beyond all numbers of a grid", width: 15,
      [5, 0.10009765625, 0, -0.08349609375, 0, 0], x: 52, y: 30
    ) {
      $0.move(to: .zero)
      $0.addLine(to: Point(1e300, 0))
    },
    Scene(
      "a line to an unseen corner whose point comes three times", width: 17, [1, 0, 0, 1, 0, 0],
      Color(
        red: 0.8352941176470589, green: 0.8784313725490196, blue: 0.1803921568627451,
        alpha: 0.6313725490196078), x: 56, y: 43
    ) {
      $0.move(to: Point(30.458984375, 4.28125))
      for _ in 0..<3 { $0.addLine(to: Point(81.302734375, 57.822265625)) }
      $0.addLine(to: Point(0, 94))
    },
  ]

  @Test(arguments: scenes) func aPixelAloneIsAsAmongAll(scene: Scene) {
    let list = DrawList([
      stroked(
        scene.path, StrokeStyle(width: scene.width, join: .bevel), scene.transform,
        .color(scene.color))
    ])
    let (whole, part) = (Bitmap(width: 64, height: 64), Bitmap(width: 64, height: 64))
    Renderer().draw(list, into: whole)
    let (x, y) = (scene.x, scene.y)
    Renderer().draw(
      list, into: part, damage: [IntRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)])
    #expect(part[x, y] == whole[x, y])
  }

  /// The far end of the curve, where its parameter is coarse, says nothing about the near end.
  @Test(arguments: [1e7, 1e12, 1e300], [false, true])
  func aLineIsStraightHoweverFarItGoes(far: Double, isBackwards: Bool) {
    let ends = [Point(0, 0.5), Point(far, far / 64 + 0.5)]
    let bitmap = coverage([stroked(line(isBackwards ? ends.reversed() : ends), StrokeStyle())])
    for x in 1..<63 {
      let alphas = (0..<64).map { Double(bitmap[x, $0] >> 24) }
      let center = alphas.enumerated().reduce(0) { $0 + $1.element * (Double($1.offset) + 0.5) }
      #expect(abs(alphas.reduce(0, +) - 255) < 4, "column \(x)")
      #expect(
        abs(center / alphas.reduce(0, +) - ((Double(x) + 0.5) / 64 + 0.5)) < 0.02, "column \(x)")
    }
  }

  /// Otherwise a huge curve would be flattened everywhere as finely as its visible part.
  @Test(arguments: [1, 1e6, 1e299])
  func flatteningIsFineOnlyWhereSomethingMayBeSeenHoweverWideTheStroke(width: Double) {
    let region = IntRect(width: 16, height: 16)
    let arena = EdgeArena(kernels: Kernels.base.table)
    arena.reset(bandCount: 1)
    guard
      let stroker = Stroker(
        style: StrokeStyle(width: width), transform: .identity,
        sink: EdgeSink(lists: arena.lists, kernels: Kernels.base.table, region: region),
        vertices: StrokeVertices())
    else {
      Issue.record("nothing to stroke")
      return
    }
    let reach = stroker.world.width
    #expect(reach < 1e7)
  }

  /// Edges left of the damage count for the pixels inside, and must cancel if they are not drawn.
  @Test func nothingIsLeftOfAStrokeBesideTheDamage() {
    let points = (0..<300).map { Point(Double($0) * 1.2, 100 + 80 * Double($0 % 2)) }
    let list = DrawList([stroked(line(points), StrokeStyle(width: 3, join: .round))])
    let part = Bitmap(width: 600, height: 200)
    Renderer().draw(
      list, into: part, damage: [IntRect(minX: 380, minY: 120, maxX: 420, maxY: 160)])
    #expect(part.pixels.allSatisfy { $0 == 0 })
  }
}
