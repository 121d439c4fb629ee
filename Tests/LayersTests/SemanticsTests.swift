import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// Rules of SEMANTICS 2 to 4 that no other suite tests, by their numbers.
@Suite struct SemanticsTests {
  private func shape(lineWidth: Double = 4) -> ShapeLayer {
    let layer = ShapeLayer()
    layer.strokeStyle.width = lineWidth
    return layer
  }

  private func width(
    _ from: Double?, _ to: Double?, by: Double? = nil, duration: Double = 4
  ) -> BasicAnimation {
    BasicAnimation(
      .lineWidth, from: from.map { .scalar($0) }, to: to.map { .scalar($0) },
      by: by.map { .scalar($0) }, duration: duration)
  }

  // MARK: 2.2

  @Test("2.2: what stays after its end without a fill mode holds nothing")
  func retainedWithoutFillMode() {
    let layer = shape()
    var animation = width(0, 8, duration: 1)
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "w", at: 0)
    layer.completeAnimations(at: 2)
    #expect(layer.animationKeys == ["w"])
    #expect(layer.scalar(.lineWidth, at: 2) == 4)
    animation.timing.fillMode = .forwards
    layer.add(animation, forKey: "w", at: 2)
    layer.completeAnimations(at: 9)
    #expect(layer.scalar(.lineWidth, at: 9) == 8)
  }

  @Test("2.2: a repeat count of the greatest float never ends")
  func greatestRepeatCount() {
    let count = Double(Float.greatestFiniteMagnitude)
    #expect(MediaTiming(duration: 2, repeatCount: count).activeDuration == .infinity)
  }

  // MARK: 2.3

  @Test("2.3: with all of from, to and by, by is ignored")
  func allThree() {
    let layer = shape()
    layer.add(width(0, 8, by: 100), forKey: "w", at: 0)
    #expect(layer.scalar(.lineWidth, at: 1) == 2)
  }

  @Test("2.3: additive from -4 to 0 over 4, a quarter of the way, is 1")
  func additive() {
    let layer = shape()
    var animation = width(-4, 0)
    animation.isAdditive = true
    layer.add(animation, forKey: "w", at: 0)
    #expect(layer.scalar(.lineWidth, at: 1) == 1)
  }

  @Test("2.3: a nil from is taken when it is added, a nil to is read live")
  func nilEnds() {
    let (from, to) = (shape(), shape())
    from.add(width(nil, 8), forKey: "w", at: 0)
    to.add(width(0, nil), forKey: "w", at: 0)
    for layer in [from, to] { layer.strokeStyle.width = 100 }
    #expect(from.scalar(.lineWidth, at: 1) == 5)
    #expect(to.scalar(.lineWidth, at: 1) == 25)
  }

  @Test("2.3: every kind of value is blended part by part, colours with their opacity")
  func kinds() {
    typealias Value = AnimatableValue
    let cases: [(Value, Value, Value)] = [
      (.point(Point(0, 4)), .point(Point(8, 8)), .point(Point(2, 5))),
      (.size(Size(0, 4)), .size(Size(8, 8)), .size(Size(2, 5))),
      (
        .rect(Rect(x: 0, y: 0, width: 4, height: 4)),
        .rect(Rect(x: 4, y: 8, width: 8, height: 0)), .rect(Rect(x: 1, y: 2, width: 5, height: 3))
      ),
      (
        .color(Color(red: 1, green: 0, blue: 0.5, alpha: 0)),
        .color(Color(red: 0, green: 1, blue: 0.5, alpha: 1)),
        .color(Color(red: 0.75, green: 0.25, blue: 0.5, alpha: 0.25))
      ),
      (.scalars([0, 4]), .scalars([4, 4]), .scalars([1, 4])),
      (
        .colors([.white, .clear]), .colors([.black, .clear]),
        .colors([Color(red: 0.75, green: 0.75, blue: 0.75), .clear])
      ),
    ]
    for (a, b, expected) in cases {
      #expect(AnimatableValue.interpolate(a, b, 0.25) == expected)
      #expect(AnimatableValue.interpolate(a, .path(Path()), 0.25) == nil)
    }
    #expect(AnimatableValue.interpolate(.scalars([0]), .scalars([0, 1]), 0.5) == nil)
    let sum = AnimatableValue.scalars([1, 2]).adding(.scalars([3, 4]), times: 2)
    #expect(sum == .scalars([7, 10]))
  }

  // MARK: 2.4

  @Test("2.4: a replacement without from starts where the old animation is")
  func replacementFromPresentation() {
    let layer = shape()
    layer.add(width(0, 8), forKey: "w", at: 0)
    layer.add(width(nil, 20), forKey: "w", at: 1)
    #expect(layer.scalar(.lineWidth, at: 1) == 2)
    #expect(isNear(layer.scalar(.lineWidth, at: 2), 6.5))
    #expect(layer.strokeStyle.width == 4)
  }

  // MARK: 3.1

  @Test("3.1: background, fill, stroke, sublayers and border lie above each other in this order")
  func paintOrder() {
    let layer = ShapeLayer()
    layer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    layer.backgroundColor = Color(hex: 0x000011)
    layer.path = Path(rect: Rect(x: 20, y: 20, width: 60, height: 60))
    layer.fillColor = Color(hex: 0x000022)
    layer.strokeColor = Color(hex: 0x000033)
    layer.strokeStyle.width = 20
    layer.addSublayer(box(0, 45, 100, 10, Color(hex: 0x000044)))
    layer.borderColor = Color(hex: 0x000055)
    layer.borderWidth = 5
    let picture = stage(layer).picture()
    let places = [(8, 15), (50, 40), (20, 40), (50, 50), (2, 50)]
    #expect(places.map { picture[$0.0, $0.1] & 255 } == [0x11, 0x22, 0x33, 0x44, 0x55])
  }

  @Test("3.1: the fill has nothing to do with strokeStart and strokeEnd, nor with contentsScale")
  func fillIsWhole() {
    let layer = ShapeLayer()
    layer.path = Path(rect: Rect(x: 20, y: 20, width: 60, height: 60))
    let whole = stage(layer).picture().pixels
    (layer.strokeStyle.start, layer.strokeStyle.end, layer.contentsScale) = (0.4, 0.5, 3)
    let trimmed = stage(layer).picture().pixels
    #expect(zip(whole, trimmed).count { $0 != $1 } == 0)
  }

  @Test("3.2: while the path is on its way its own length counts")
  func fractionsOfAMovingPath() {
    let layer = ShapeLayer()
    func line(_ length: Double) -> Path {
      var path = Path()
      path.move(to: Point(0, 50))
      path.addLine(to: Point(length, 50))
      return path
    }
    layer.fillColor = nil
    layer.strokeColor = .black
    layer.strokeStyle.width = 4
    layer.strokeStyle.end = 0.5
    layer.add(
      BasicAnimation(.path, from: .path(line(40)), to: .path(line(80)), duration: 1),
      forKey: "path", at: 0)
    let picture = stage(layer).picture(at: 0.5)
    // The path is drawn up to a quarter of a pixel beside its place.
    #expect(picture[28, 50] == 0xff00_0000 && picture[30, 50] == 0xffff_ffff)
  }

  @Test("3.5 f: nothing and a path do not morph")
  func pathOutOfNothing() {
    let layer = ShapeLayer()
    let path = Path(rect: Rect(x: 0, y: 0, width: 9, height: 9))
    layer.add(
      BasicAnimation(.path, from: .path(Path()), to: .path(path), duration: 1), forKey: "p", at: 0)
    #expect(layer.presentationValue(for: .path, at: 0.3) == .path(path))
  }

  // MARK: 4

  /// The grey of a layer from black to white, at places of the unit square.
  private func greys(
    _ layer: GradientLayer, _ places: [(Double, Double)], width: Double = 200, height: Double = 100
  ) -> [Double] {
    layer.frame = Rect(x: 0, y: 0, width: width, height: height)
    let picture = stage(layer).picture(width: Int(width), height: Int(height))
    return places.map { x, y in
      let (column, row) = (Int(min(x, width - 1)), Int(min(y, height - 1)))
      return Double(picture[column, row] & 255) / 255
    }
  }

  @Test("4 d: the parameter is that of the unit square, stretched")
  func gradientInTheUnitSquare() {
    let layer = GradientLayer()
    layer.colors = [.black, .white]
    (layer.startPoint, layer.endPoint) = (.zero, Point(1, 1))
    let shown = greys(layer, [(100, 50), (200, 0), (50, 0), (0, 100), (150, 25)])
    let expected = [0.5, 0.5, 0.125, 0.5, 0.5]
    #expect(zip(shown, expected).allSatisfy { isNear($0, $1, 0.01) }, "\(shown)")
  }

  @Test("4 e and f: colours lie at their locations")
  func gradientLocations() {
    let layer = GradientLayer()
    (layer.startPoint, layer.endPoint) = (Point(0, 0.5), Point(1, 0.5))
    layer.colors = [.black, .white, .black]
    layer.locations = [0, 0.2, 1]
    let three = greys(layer, [(20, 50), (120, 50)])
    #expect(three.allSatisfy { isNear($0, 0.5, 0.02) }, "\(three)")
    layer.colors = [.black, .white]
    layer.locations = [0.25, 0.75]
    let two = greys(layer, [(20, 50), (100, 50), (180, 50)])
    #expect(zip(two, [0, 0.5, 1]).allSatisfy { isNear($0, $1, 0.01) }, "\(two)")
  }

  @Test("4: masksToBounds and mask multiply, and a mask lies in the coordinates of its layer")
  func maskAndBounds() {
    let layer = box(20, 20, 40, 40)
    layer.addSublayer(box(0, 0, 80, 80, .black))
    layer.masksToBounds = true
    layer.mask = box(20, 0, 60, 20, .white)
    let picture = stage(layer).picture()
    let shown = [(45, 30), (55, 35), (30, 30), (45, 50), (70, 30)].map {
      picture[$0.0, $0.1] == 0xff00_0000
    }
    #expect(shown == [true, true, false, false, false])
  }
}
