import Geometry
import Raster
import TestSupport
import Testing
import Typography

@testable import Layers

/// A small picture of each kind of layer. In scenes with motion, the tree's text is compared first.
@Suite struct LayerGoldenTests {
  private static let (cyan, amber, red) = (
    Color(hex: 0x00a8c8), Color(hex: 0xfda408), Color(hex: 0xfb252d)
  )
  private static let ink = Color(hex: 0x1c2430)

  private func compare(
    _ root: Layer, _ name: String, at time: Double = 0, width: Int = 160, height: Int = 120,
    scale: Double = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let picture = root.picture(
      at: time, width: Int(Double(width) * scale), height: Int(Double(height) * scale),
      scale: scale)
    expectGolden(picture, named: "layers-\(name)", sourceLocation: sourceLocation)
  }

  private func wave(_ height: Double = 80) -> Path {
    var path = Path()
    path.move(to: Point(10, height))
    for i in 0..<3 {
      let x = 10 + Double(i) * 46
      path.addCurve(
        to: Point(x + 46, i % 2 == 0 ? 30 : height),
        control1: Point(x + 23, i % 2 == 0 ? height : 30),
        control2: Point(x + 23, i % 2 == 0 ? 30 : height))
    }
    return path
  }

  private func star(_ center: Point, _ radius: Double) -> Path {
    var path = Path()
    for i in 0..<5 {
      let point = Point(0, -radius).applying(.rotation(Double(i) * 4 * .pi / 5))
      if i == 0 { path.move(to: center + point) } else { path.addLine(to: center + point) }
    }
    path.closeSubpath()
    return path
  }

  // MARK: Kinds of layers

  @Test func plainLayers() {
    let card = box(20, 15, 120, 90, Self.cyan)
    card.cornerRadius = 16
    (card.borderColor, card.borderWidth) = (Self.ink, 3)
    let inner = box(60, 40, 90, 30, Self.amber)
    card.addSublayer(inner)
    let clipped = box(30, 70, 60, 40, Self.red.opacity(0.5))
    clipped.cornerRadius = 12
    clipped.masksToBounds = true
    clipped.addSublayer(box(40, -20, 40, 40, Self.ink))
    compare(stage(card, clipped), "plain")
  }

  @Test func shapes() {
    let line = ShapeLayer()
    line.path = wave()
    line.fillColor = nil
    line.strokeColor = Self.cyan
    line.strokeStyle = StrokeStyle(width: 6, cap: .round, join: .round, start: 0.1, end: 0.9)
    let dashes = ShapeLayer()
    dashes.path = wave(110)
    dashes.fillColor = nil
    dashes.strokeColor = Self.ink
    dashes.strokeStyle = StrokeStyle(width: 2, dashPattern: [6, 3], dashPhase: 2)
    let (nonZero, evenOdd) = (ShapeLayer(), ShapeLayer())
    nonZero.path = star(Point(40, 35), 28)
    evenOdd.path = star(Point(120, 85), 28)
    evenOdd.fillRule = .evenOdd
    (nonZero.fillColor, evenOdd.fillColor) = (Self.amber, Self.red)
    compare(stage(nonZero, evenOdd, line, dashes), "shapes")
  }

  @Test func gradients() {
    let root = stage()
    let ends = [
      (Point(0.5, 0), Point(0.5, 1)), (Point(0, 0), Point(1, 1)), (Point(0, 0.5), Point(0.4, 0.5)),
    ]
    for (i, (start, end)) in ends.enumerated() {
      let layer = GradientLayer()
      layer.frame = Rect(x: 10, y: 8 + 37 * Double(i), width: 140, height: 30)
      layer.colors = [Self.amber, Self.red, Self.cyan.opacity(0.2)]
      (layer.startPoint, layer.endPoint) = (start, end)
      layer.cornerRadius = Double(i) * 7
      if i == 1 { layer.locations = [0.2, 0.2, 0.9] }
      root.addSublayer(layer)
    }
    compare(root, "gradients")
  }

  private var picture: Image {
    let pixels = (0..<12 * 8).map { i -> UInt32 in
      let (x, y) = (UInt32(i % 12), UInt32(i / 12))
      return 0xff00_0000 | x * 20 << 16 | y * 30 << 8 | ((x / 3 + y / 2) % 2 == 0 ? 255 : 60)
    }
    return Image(width: 12, height: 8, pixels: pixels)
  }

  @Test func images() {
    let root = stage()
    let gravities: [ImageLayer.Gravity] = [
      .resize, .resizeAspect, .resizeAspectFill, .center, .topLeft, .bottomRight,
    ]
    for (i, gravity) in gravities.enumerated() {
      let layer = ImageLayer()
      layer.frame = Rect(
        x: 8 + 50 * Double(i % 3), y: 8 + 56 * Double(i / 3), width: 44, height: 48)
      layer.contents = picture
      layer.contentsGravity = gravity
      layer.contentsScale = 0.5
      layer.masksToBounds = true
      layer.cornerRadius = i == 2 ? 12 : 0
      layer.backgroundColor = Color(hex: 0xd8dce2)
      root.addSublayer(layer)
    }
    compare(root, "images")
  }

  @Test func replicator() {
    let dial = ReplicatorLayer()
    dial.frame = Rect(x: 10, y: 10, width: 100, height: 100)
    dial.instanceCount = 30
    dial.instanceTransform = .rotation(12 * .pi / 180)
    dial.instanceAlphaOffset = -0.03
    dial.instanceRedOffset = -0.03
    let mark = box(47, 2, 6, 18, Self.red)
    mark.cornerRadius = 3
    dial.addSublayer(mark)
    let (rows, columns) = (ReplicatorLayer(), ReplicatorLayer())
    rows.position = Point(122, 10)
    (rows.instanceCount, columns.instanceCount) = (6, 2)
    rows.instanceTransform = .translation(0, 17)
    columns.instanceTransform = .translation(17, 0)
    columns.instanceBlueOffset = -0.8
    rows.addSublayer(columns)
    columns.addSublayer(box(0, 0, 12, 12, Self.cyan))
    compare(stage(dial, rows), "replicator")
  }

  // MARK: Masks and groups

  private func striped(_ frame: Rect) -> GradientLayer {
    let layer = GradientLayer()
    layer.frame = frame
    layer.colors = [Self.amber, Self.red]
    return layer
  }

  @Test func masks() {
    let line = striped(Rect(x: 0, y: 0, width: 160, height: 60))
    let stroke = ShapeLayer()
    stroke.path = wave(50)
    (stroke.fillColor, stroke.strokeColor) = (nil, .black)
    stroke.strokeStyle = StrokeStyle(width: 8, cap: .round)
    line.mask = stroke
    // A mask with a mask: a star with a soft edge.
    let nested = striped(Rect(x: 10, y: 62, width: 140, height: 56))
    let fade = GradientLayer()
    fade.frame = nested.bounds
    fade.colors = [.black, .clear]
    (fade.startPoint, fade.endPoint) = (Point(0, 0.5), Point(1, 0.5))
    let shape = ShapeLayer()
    shape.path = star(Point(30, 28), 27)
    shape.path?.append(star(Point(100, 28), 27))
    fade.mask = shape
    nested.mask = fade
    compare(stage(line, nested), "masks")
  }

  @Test func groupOpacityAndRotation() {
    let group = box(30, 20, 100, 80, Self.cyan)
    group.addSublayer(box(10, 10, 50, 50, Self.ink))
    group.addSublayer(box(40, 30, 50, 40, Self.amber))
    group.opacity = 0.5
    group.transform = .rotation(0.35)
    let clipped = box(5, 80, 60, 30, Self.red)
    clipped.transform = .rotation(-0.3)
    clipped.masksToBounds = true
    clipped.cornerRadius = 10
    clipped.addSublayer(box(0, 15, 90, 30, Self.ink))
    let hidden = box(0, 0, 160, 120, .black)
    hidden.isHidden = true
    compare(stage(group, clipped, hidden), "group-opacity-rotation")
  }

  // MARK: Motion

  @Test func morph() {
    let root = stage()
    var outline = Path()
    for i in 0..<10 {
      let point = Point(0, i % 2 == 0 ? 15 : 7).applying(.rotation(Double(i) * .pi / 5))
      if i == 0 { outline.move(to: point) } else { outline.addLine(to: point) }
    }
    outline.closeSubpath()
    for i in 0..<5 {
      let layer = ShapeLayer()
      layer.position = Point(16 + 32 * Double(i), 60)
      layer.fillColor = Self.cyan
      let rect = Path(roundedRect: Rect(x: -12, y: -40, width: 24, height: 80), cornerRadius: 6)
      var animation = BasicAnimation(
        .path, from: .path(rect), to: .path(outline), duration: 4)
      animation.timing.fillMode = .both
      animation.isRemovedOnCompletion = false
      animation.timing.timeOffset = min(Double(i), 3.999)
      animation.timing.speed = 0
      layer.add(animation, forKey: "path", at: 0)
      root.addSublayer(layer)
    }
    compare(root, "morph")
  }

  @Test func delayedCopies() {
    let replicator = ReplicatorLayer()
    replicator.frame = Rect(x: 0, y: 0, width: 160, height: 120)
    replicator.instanceCount = 8
    replicator.instanceTransform = .translation(18, 0)
    replicator.instanceDelay = 0.1
    let bar = box(10, 40, 12, 40, Self.cyan)
    replicator.addSublayer(bar)
    var grow = BasicAnimation(
      .boundsSize, from: .size(Size(12, 10)), to: .size(Size(12, 90)), duration: 0.5,
      timingFunction: .easeInEaseOut)
    grow.timing.autoreverses = true
    grow.timing.repeatCount = .infinity
    bar.add(grow, forKey: "grow", at: 0)
    let root = stage(replicator)
    #expect(
      root.dump(at: 0.75) == """
        Layer anchor(0 0)
          ReplicatorLayer bounds(0 0 160 120) position(80 60) count(8) \
        instanceTransform(1 0 0 1 18 0) instanceDelay(0.1)
            Layer bounds(0 0 12 50) position(16 60) background(#00a8c8) animations(grow)

        """)
    compare(root, "delayed-copies", at: 0.75)
  }

  // MARK: Text

  @Test(arguments: [1.0, 1.5, 2])
  func textInFourScripts(scale: Double) throws {
    let fonts = try FontLibrary(directory: Program.root.path + "/Tests/Fonts")
    let root = stage()
    let lines = ["Latency 12.5 ms", "温度 42 中文", "سلام", "☂ ↑"]
    for (i, text) in lines.enumerated() {
      let layer = TextLayer()
      layer.line = fonts.line(text, font: FontDescription(family: "Inter", size: 17))
      layer.foregroundColor = i == 1 ? Self.red : Self.ink
      layer.anchorPoint = .zero
      layer.position = Point(8, 4 + 24 * Double(i))
      root.addSublayer(layer)
    }
    let turned = TextLayer()
    turned.line = fonts.line("turned", font: FontDescription(family: "Inter", size: 15))
    turned.transform = .rotation(-.pi / 4)
    turned.position = Point(125, 80)
    turned.foregroundColor = Self.cyan
    root.addSublayer(turned)
    compare(root, "text-at-\(scale)", height: 105, scale: scale)
  }
}
