import Geometry
import Raster
import Testing

@testable import Layers

@Suite struct LayerDumpTests {
  @Test func everyKindOfLayer() {
    let root = stage()
    root.bounds = Rect(x: 0, y: 0, width: 100, height: 50)
    let shape = ShapeLayer()
    shape.path = Path(rect: Rect(x: 1, y: 2, width: 3, height: 4.5))
    shape.fillColor = nil
    shape.strokeColor = Color(hex: 0x00cdd1, alpha: 0.5)
    shape.strokeStyle = StrokeStyle(width: 2, cap: .round, dashPattern: [3, 1], end: 0.75)
    shape.transform = .rotation(.pi / 2)
    root.addSublayer(shape)
    let gradient = GradientLayer()
    gradient.colors = [.black, .white]
    gradient.endPoint = Point(1, 1)
    gradient.mask = box(0, 0, 10, 10, .black)
    root.addSublayer(gradient)
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.1
    root.addSublayer(replicator)
    let image = ImageLayer()
    image.contents = Image(width: 2, height: 1, pixels: [0, 0])
    image.contentsGravity = .center
    image.isHidden = true
    replicator.addSublayer(image)
    #expect(
      root.dump(at: 0) == """
        Layer bounds(0 0 100 50) anchor(0 0)
          ShapeLayer transform(0 1 -1 0 0 0) path(5: 1 2 3 4.5) fill(none) stroke(#00cdd1/0.5) \
        lineWidth(2) cap(round) dash(3 1) strokeEnd(0.75)
          GradientLayer colors(#000000 #ffffff) end(1 1)
            mask Layer bounds(0 0 10 10) position(5 5) background(#000000)
          ReplicatorLayer count(3) instanceDelay(0.1)
            ImageLayer hidden image(2x1) gravity(center)

        """)
  }

  @Test func itShowsWhatIsShownAtTheTime() {
    let layer = Layer()
    layer.add(
      BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 1), forKey: "fade",
      at: 0)
    layer.add(BasicAnimation(.cornerRadius, duration: 1), forKey: nil, at: 0)
    #expect(layer.dump(at: 0.25) == "Layer opacity(0.25) animations(fade -)\n")
    #expect(layer.dump(at: 1) == "Layer animations(fade -)\n")
  }

  @Test func oddNumbers() {
    let layer = Layer()
    layer.position = Point(-0.0001, 1.9996)
    layer.cornerRadius = .nan
    layer.borderWidth = .infinity
    layer.backgroundColor = Color(red: .nan, green: 9, blue: -1)
    #expect(
      layer.dump(at: 0)
        == "Layer position(0 2) background(#00ff00) borderWidth(inf) cornerRadius(nan)\n")
  }
}
