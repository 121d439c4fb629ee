import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// Replicators (SEMANTICS 5).
@Suite struct ReplicatorTests {
  private func replicator(_ count: Int, _ width: Double = 100, _ height: Double = 100)
    -> ReplicatorLayer
  {
    let layer = ReplicatorLayer()
    layer.frame = Rect(x: 0, y: 0, width: width, height: height)
    layer.instanceCount = count
    return layer
  }

  private func place(_ point: Point, copy: Int, of layer: ReplicatorLayer) -> Point {
    point.applying(layer.instances[copy].transform)
  }

  @Test("5: translation by 22.111111, copy 9 at 199")
  func translationIsNotAboutTheCentre() {
    let layer = replicator(10)
    layer.instanceTransform = .translation(0, 22.111111)
    #expect(isNear(place(.zero, copy: 9, of: layer), Point(0, 199), 1e-5))
  }

  @Test(
    "5: rotations by 90, 60 and 12 degrees",
    arguments: [
      (90.0, Point(0, 50), 1, Point(50, 0)), (90, Point(0, 50), 2, Point(100, 50)),
      (90, Point(0, 50), 3, Point(50, 100)), (60, Point(50, 0), 1, Point(93.301270, 25)),
      (60, Point(50, 0), 2, Point(93.301270, 75)), (60, Point(50, 0), 3, Point(50, 100)),
      (12, Point(0, 50), 1, Point(1.092620, 39.604415)),
      (12, Point(0, 50), 2, Point(4.322727, 29.663168)),
    ])
  func rotationIsAboutTheCentre(degrees: Double, point: Point, copy: Int, expected: Point) {
    let layer = replicator(30)
    layer.instanceTransform = .rotation(degrees * .pi / 180)
    #expect(isNear(place(point, copy: copy, of: layer), expected))
  }

  @Test("5: offsets of colour and opacity")
  func offsetsAddUpAndAreHeldWithinTheirRange() {
    let layer = replicator(4)
    (layer.instanceGreenOffset, layer.instanceBlueOffset) = (-0.5, -0.5)
    #expect(layer.instances.map(\.color.green) == [1, 0.5, 0, 0])
    #expect(layer.instances.map(\.color.red) == [1, 1, 1, 1])
    let fading = replicator(6)
    fading.instanceAlphaOffset = -0.15
    let alphas = fading.instances.map(\.color.alpha)
    #expect(zip(alphas, [1, 0.85, 0.7, 0.55, 0.4, 0.25]).allSatisfy { isNear($0, $1) })
  }

  @Test("5: red times grey 0.5")
  func theColourMultipliesWhatIsShown() {
    let layer = replicator(1)
    layer.instanceColor = Color(red: 1, green: 0, blue: 0)
    layer.addSublayer(box(0, 0, 100, 100, Color(red: 0.5, green: 0.5, blue: 0.5)))
    #expect(stage(layer).picture()[50, 50] == 0xff80_0000)
  }

  @Test func imagesAndGradientsAreTintedToo() {
    let layer = replicator(1, 10, 10)
    layer.instanceColor = Color(red: 1, green: 0.5, blue: 0, alpha: 1)
    let image = ImageLayer()
    image.frame = layer.bounds
    image.contents = Image(width: 1, height: 1, pixels: [0xffff_ffff])
    layer.addSublayer(image)
    let root = stage(layer)
    #expect(root.picture(width: 10, height: 10)[5, 5] == 0xffff_8000)
    // An equal colour gives an equal picture, so nothing is drawn again.
    let before = root.frame(at: 0)
    layer.position.x += 0
    #expect(root.frame(at: 0).damage(from: before).isEmpty)
    let gradient = GradientLayer()
    gradient.frame = layer.bounds
    gradient.colors = [.white, .white]
    layer.addSublayer(gradient)
    #expect(root.picture(width: 10, height: 10)[5, 5] == 0xffff_8000)
  }

  /// The opacities of copies, read from the picture: black over white, side by side.
  private func opacities(_ root: Layer, at time: Double, count: Int) -> [Double] {
    let picture = root.picture(at: time, width: 10 * count, height: 10)
    return (0..<count).map { 1 - Double(picture[5 + 10 * $0, 5] & 255) / 255 }
  }

  @Test("5: a delay of 0.2 shows 0.5, 0.7, 0.9")
  func copiesAreDelayed() {
    let layer = replicator(4, 40, 10)
    layer.instanceTransform = .translation(10, 0)
    layer.instanceDelay = 0.2
    let source = box(0, 0, 10, 10, .black)
    layer.addSublayer(source)
    let root = stage(layer)
    var fade = BasicAnimation(.opacity, from: .scalar(1), to: .scalar(0), duration: 1)
    var ends: [Bool] = []
    source.add(fade, forKey: "fade", at: 0) { ends.append($0) }
    for (shown, expected) in zip(opacities(root, at: 0.5, count: 3), [0.5, 0.7, 0.9]) {
      #expect(isNear(shown, expected, 0.005))
    }
    // Before its start a copy shows the model, or the first value of an animation that fills backwards.
    source.opacity = 0.25
    #expect(isNear(opacities(root, at: 0.5, count: 4)[3], 0.25, 0.005))
    fade.timing.fillMode = .backwards
    source.add(fade, forKey: "fade", at: 0)
    #expect(isNear(opacities(root, at: 0.5, count: 4)[3], 1, 0.005))
    // The animation is over when it is over in the last copy.
    #expect(root.nextChange(after: 1.3, scale: 1, interval: 0.02) != nil)
    root.completeAnimations(at: 1.55)
    #expect(!source.animationKeys.isEmpty)
    #expect(root.nextChange(after: 1.59, scale: 1, interval: 0.02) == 1.6)
    root.completeAnimations(at: 1.6)
    #expect(source.animationKeys.isEmpty)
    #expect(ends == [false])
  }

  @Test("5: the first copy is at the bottom")
  func theFirstCopyIsAtTheBottom() {
    let layer = replicator(2, 10, 10)
    layer.instanceRedOffset = -1
    layer.addSublayer(box(0, 0, 10, 10, Color(red: 1, green: 0, blue: 0)))
    #expect(stage(layer).picture(width: 10, height: 10)[5, 5] == 0xff00_0000)
  }

  @Test("5: no copies show nothing", arguments: [0, -3, Int.min])
  func noCopiesShowNothing(count: Int) {
    let layer = replicator(count)
    layer.addSublayer(box(0, 0, 100, 100, .black))
    #expect(stage(layer).frame(at: 0).drawList.operations.isEmpty)
  }

  @Test("5: 3 times 4 copies")
  func nestedReplicatorsMultiply() {
    let (outer, inner) = (replicator(3), replicator(4))
    outer.instanceTransform = .translation(0, 20)
    inner.instanceTransform = .translation(20, 0)
    outer.instanceAlphaOffset = -0.5
    inner.instanceAlphaOffset = -0.25
    outer.addSublayer(inner)
    inner.addSublayer(box(0, 0, 10, 10, .black))
    let root = stage(outer)
    #expect(root.frame(at: 0).drawList.operations.count == 12)
    // The second row and column: half of three quarters.
    let pixel = root.picture()[25, 25] & 255
    #expect(isNear(Double(pixel), 255 * (1 - 0.375), 1))
    #expect(root.frame(at: 0).damage(from: root.frame(at: 0)).isEmpty)
  }

  @Test func aChangeBelowIsDrawnInAllCopies() {
    let layer = replicator(3)
    layer.instanceTransform = .translation(0, 30)
    let (group, dot) = (Layer(), box(0, 0, 10, 10, .black))
    layer.addSublayer(group)
    group.addSublayer(dot)
    let root = stage(layer)
    let before = root.frame(at: 0)
    dot.backgroundColor = .white
    #expect(root.frame(at: 0).damage(from: before).reduce(0) { $0 + $1.area } >= 300)
    #expect(root.picture()[5, 65] == 0xffff_ffff)
  }

  @Test func aGreatCountIsHeldBack() {
    let layer = replicator(.max)
    #expect(layer.instances.count == ReplicatorLayer.greatestCount)
  }
}
