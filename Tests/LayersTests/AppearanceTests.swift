import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// The appearance of layers: images, masks, gradients, shapes, clips (SEMANTICS 3.1, 4).
@Suite struct AppearanceTests {
  // MARK: Images

  /// Two pixels wide, one high: red, blue.
  private static let flag = Image(width: 2, height: 1, pixels: [0xffff_0000, 0xff00_00ff])

  @Test(arguments: [
    (ImageLayer.Gravity.resize, Rect(x: 0, y: 0, width: 40, height: 40)),
    (.resizeAspect, Rect(x: 0, y: 10, width: 40, height: 20)),
    (.resizeAspectFill, Rect(x: -20, y: 0, width: 80, height: 40)),
    (.center, Rect(x: 19.5, y: 19.75, width: 1, height: 0.5)),
    (.top, Rect(x: 19.5, y: 0, width: 1, height: 0.5)),
    (.bottomRight, Rect(x: 39, y: 39.5, width: 1, height: 0.5)),
    (.left, Rect(x: 0, y: 19.75, width: 1, height: 0.5)),
  ])
  func gravity(gravity: ImageLayer.Gravity, expected: Rect) {
    let layer = ImageLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
    layer.contents = Self.flag
    layer.contentsScale = 2
    layer.contentsGravity = gravity
    #expect(layer.contentsRect == expected)
  }

  @Test("6: images are upright")
  func imagesAreUpright() {
    let layer = ImageLayer()
    layer.frame = Rect(x: 0, y: 0, width: 4, height: 40)
    layer.contents = Image(
      width: 1, height: 4, pixels: [0xffff_0000, 0xffff_0000, 0xff00_00ff, 0xff00_00ff])
    let picture = stage(layer).picture(width: 4, height: 40)
    #expect(picture[2, 5] == 0xffff_0000 && picture[2, 35] == 0xff00_00ff)
  }

  @Test func anImageIsCutOffOnlyWithMasksToBounds() {
    let layer = ImageLayer()
    layer.frame = Rect(x: 30, y: 30, width: 40, height: 40)
    layer.contents = Self.flag
    layer.contentsGravity = .resizeAspectFill
    #expect(stage(layer).picture()[15, 50] == 0xffff_0000)
    layer.masksToBounds = true
    #expect(stage(layer).picture()[15, 50] == 0xffff_ffff)
  }

  @Test func withoutImageOrRoomNothingIsDrawn() {
    let layer = ImageLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 40, height: 40)
    #expect(layer.frame(at: 0).drawList.operations.isEmpty)
    layer.contents = Image(width: 0, height: 0, pixels: [])
    #expect(layer.frame(at: 0).drawList.operations.isEmpty)
    layer.contents = Self.flag
    layer.bounds = .zero
    #expect(layer.frame(at: 0).drawList.operations.isEmpty)
  }

  // MARK: Shapes

  @Test("3.1: defaults")
  func shapeDefaults() {
    let shape = ShapeLayer()
    let style = shape.strokeStyle
    #expect(shape.path == nil && shape.fillColor == .black && shape.strokeColor == nil)
    #expect(shape.fillRule == .nonZero && style == StrokeStyle() && shape.contentsScale == 1)
    #expect(style.width == 1 && style.miterLimit == 10 && style.cap == .butt)
    #expect(style.start == 0 && style.end == 1 && style.join == .miter)
    #expect(style.dashPattern.isEmpty && style.dashPhase == 0)
  }

  @Test("3.1: no fill and a clear one, and no width")
  func noFillAndAClearFillLookAlikeAndNoWidthIsNoStroke() {
    let shape = ShapeLayer()
    shape.path = Path(rect: Rect(x: 10, y: 10, width: 50, height: 50))
    shape.strokeColor = .black
    shape.strokeStyle.width = 4
    shape.fillColor = nil
    let without = stage(shape).picture().pixels
    shape.fillColor = .clear
    #expect(stage(shape).picture().pixels == without)
    for width in [0, -1, .nan, .infinity] {
      shape.strokeStyle.width = width
      #expect(stage(shape).picture().pixels.allSatisfy { $0 == 0xffff_ffff })
    }
  }

  @Test("3.1: never clipped but with masksToBounds")
  func aShapeIsNotCutOffAtItsBoundsUnlessItMasksToThem() {
    let shape = ShapeLayer()
    shape.path = Path(rect: Rect(x: 0, y: 0, width: 80, height: 80))
    #expect(stage(shape).picture()[70, 70] == 0xff00_0000)
    shape.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    shape.masksToBounds = true
    #expect(stage(shape).picture()[70, 70] == 0xffff_ffff)
    #expect(stage(shape).picture()[20, 20] == 0xff00_0000)
  }

  // MARK: Masks

  private func pixel(_ layer: Layer) -> [Int] {
    let pixel = stage(layer).picture()[50, 50]
    return [pixel >> 16, pixel >> 8, pixel].map { Int($0 & 255) }
  }

  private func masked(_ alpha: Double, by maskColor: Color) -> Layer {
    let layer = box(
      0, 0, 100, 100, Color(red: 253.0 / 255, green: 164.0 / 255, blue: 8.0 / 255, alpha: alpha))
    layer.mask = box(0, 0, 100, 100, maskColor)
    return layer
  }

  @Test("4 mask: half of (253, 164, 8), and of 0.4 of it")
  func aMaskMultipliesByItsAlphaWhateverItsColour() {
    for color in [Color.white, .black, Color(hex: 0xff0000)] {
      let shown = pixel(masked(1, by: color.opacity(0.5)))
      #expect(zip(shown, [254, 209.5, 131.5]).allSatisfy { abs(Double($0) - $1) <= 1 })
      let pale = pixel(masked(0.4, by: color.opacity(0.5)))
      let expected = [253, 164, 8].map { 255 + ($0 - 255) * 0.2 }
      #expect(zip(pale, expected).allSatisfy { abs(Double($0) - $1) <= 1 })
    }
  }

  @Test("4 mask: a hidden one shows nothing")
  func aHiddenMaskShowsNothingAndNoneShowsAll() {
    let layer = masked(1, by: .black)
    layer.mask?.isHidden = true
    #expect(pixel(layer) == [255, 255, 255])
    layer.mask = nil
    #expect(pixel(layer) == [253, 164, 8])
  }

  @Test("4 mask: nested ones multiply, and so does the opacity")
  func masksMultiplyWhenTheyAreNested() {
    let layer = box(0, 0, 100, 100, .black)
    layer.mask = box(0, 0, 100, 100, Color.black.opacity(0.5))
    layer.mask?.mask = box(0, 0, 100, 100, Color.black.opacity(0.5))
    #expect(pixel(layer).allSatisfy { abs($0 - 191) <= 1 })
    layer.opacity = 0.5
    #expect(pixel(layer).allSatisfy { abs($0 - 223) <= 1 })
  }

  @Test("4 mask: a shape masks by fill and stroke")
  func aShapeMasksByWhatItFillsAndStrokes() {
    let layer = box(0, 0, 100, 100, .black)
    let shape = ShapeLayer()
    shape.path = Path(rect: Rect(x: 20, y: 20, width: 60, height: 60))
    layer.mask = shape
    #expect(pixel(layer) == [0, 0, 0])
    shape.fillColor = .clear
    shape.strokeColor = .white
    #expect(pixel(layer) == [255, 255, 255])
    #expect(stage(layer).picture()[50, 20] != 0xffff_ffff)
  }

  @Test func groupOpacityIsThatOfOnePicture() {
    let layer = box(0, 0, 100, 100)
    layer.addSublayer(box(0, 0, 100, 100, .black))
    layer.addSublayer(box(0, 0, 100, 100, .black))
    layer.opacity = 0.5
    #expect(pixel(layer).allSatisfy { abs($0 - 128) <= 1 })
  }

  // MARK: Gradients

  @Test("4: edge rules of gradients")
  func gradientEdgeCases() {
    let layer = GradientLayer()
    layer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(pixel(layer) == [255, 255, 255])
    layer.colors = [Color(hex: 0x102030)]
    #expect(pixel(layer) == [0x10, 0x20, 0x30])
    layer.colors = [.white, .black, Color(hex: 0xff0000)]
    layer.locations = [0, 1]
    #expect(pixel(layer).allSatisfy { $0 <= 4 }, "locations of another count are ignored")
    layer.locations = [0.8, 0.3, 0.4]
    #expect(pixel(layer) == [255, 255, 255], "locations never descend")
    layer.locations = []
    (layer.startPoint, layer.endPoint) = (Point(0.5, 0.5), Point(0.5, 0.5))
    #expect(pixel(layer) == [255, 0, 0], "without a direction the last colour is everywhere")
  }

  // MARK: Transforms

  @Test func aRotationTurnsAndDoesNotShrinkOnItsWay() {
    let layer = Layer()
    layer.add(
      BasicAnimation(
        .transform, from: .transform(.identity), to: .transform(.rotation(3)), duration: 1),
      forKey: "turn", at: 0)
    guard case .transform(let t)? = layer.presentationValue(for: .transform, at: 0.5) else {
      Issue.record("no transform")
      return
    }
    let expected = AffineTransform.rotation(1.5)
    #expect(isNear(t.a, expected.a) && isNear(t.b, expected.b) && isNear(t.c, expected.c))
  }

  @Test("2.3: additive transforms are concatenated")
  func additiveTransformsAreConcatenated() {
    let layer = Layer()
    layer.transform = .scale(2, 2)
    var move = BasicAnimation(
      .transform, from: .transform(.translation(0, 0)), to: .transform(.translation(10, 0)),
      duration: 1)
    move.isAdditive = true
    layer.add(move, forKey: "move", at: 0)
    #expect(
      layer.presentationValue(for: .transform, at: 0.5)
        == .transform(AffineTransform.translation(5, 0).concatenating(.scale(2, 2))))
  }

  /// `path` from nothing, and between other elements, in a layer (SEMANTICS 3.5).
  @Test("3.5 case 2: in a layer")
  func pathsOfOtherElementsMorphInALayer() {
    let layer = ShapeLayer()
    func path(_ points: [Point]) -> Path {
      var path = Path()
      path.move(to: points[0])
      for point in points.dropFirst() { path.addLine(to: point) }
      return path
    }
    let (a, b) = (
      path([.zero, Point(10, 0), Point(10, 10)]), path([.zero, Point(30, 0)])
    )
    layer.add(
      BasicAnimation(.path, from: .path(a), to: .path(b), duration: 1), forKey: "path", at: 0)
    #expect(
      layer.presentationValue(for: .path, at: 0.5)
        == .path(path([.zero, Point(12.5, 0), Point(20, 5)])))
  }
}
