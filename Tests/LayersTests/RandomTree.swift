import Geometry
import Raster
import TestSupport

@testable import Layers

/// A tree of random layers of all kinds, and random changes to it.
struct RandomTree {
  let root = stage()
  private var random: SeededGenerator
  private var layers: [Layer] = []

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    layers = [root]
    for _ in 0..<12 { insertLayer(at: 0) }
    for _ in 0..<6 { animate(at: 0) }
    for _ in 0..<2 { insertSlidingLine(at: 0) }
  }

  /// One change of a property, the tree, or the animations.
  mutating func change(at time: Double) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: insertLayer(at: time)
    case 11: insertSlidingLine(at: time)
    case 1: if layers.count > 4 { layers.remove(at: index(from: 1)).removeFromSuperlayer() }
    case 2: any().isHidden.toggle()
    case 3: any().mask = Bool.random(using: &random) ? nil : layer()
    case 4: any().removeAllAnimations()
    case 7: any().insertSublayer(any(), at: Int.random(in: 0...3, using: &random))
    case 5, 6: animate(at: time)
    default: set()
    }
    layers.removeAll { $0.root !== root }
  }

  // MARK: Random things

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  private mutating func point() -> Point { Point(number(-10...90), number(-10...90)) }

  private mutating func color() -> Color {
    Color(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: Bool.random(using: &random) ? 1 : number(0...1))
  }

  private mutating func path() -> Path {
    if Bool.random(using: &random) {
      return Path(
        roundedRect: Rect(
          x: number(0...20), y: number(0...20), width: number(1...40), height: number(1...40)),
        cornerRadius: number(0...9))
    }
    var path = Path()
    path.move(to: point())
    for _ in 0..<Int.random(in: 1...4, using: &random) { path.addLine(to: point()) }
    return path
  }

  private mutating func transform() -> AffineTransform {
    Bool.random(using: &random)
      ? .rotation(number(-3...3)) : .scale(number(0.3...2), number(0.3...2))
  }

  private mutating func index(from first: Int = 0) -> Int {
    Int.random(in: first..<layers.count, using: &random)
  }

  private mutating func any() -> Layer { layers[index()] }

  private mutating func layer() -> Layer {
    let result: Layer
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let shape = ShapeLayer()
      shape.path = path()
      shape.fillColor = Bool.random(using: &random) ? nil : color()
      shape.strokeColor = color()
      shape.strokeStyle.width = number(0...6)
      shape.keepsCoverage = Bool.random(using: &random)
      result = shape
    case 1:
      let gradient = GradientLayer()
      gradient.colors = [color(), color()]
      result = gradient
    case 2:
      let image = ImageLayer()
      image.contents = Image(
        width: 2, height: 2, pixels: [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0x8080_8080])
      result = image
    case 3:
      let replicator = ReplicatorLayer()
      replicator.instanceCount = Int.random(in: 0...3, using: &random)
      replicator.instanceTransform = .translation(number(-20...20), number(-20...20))
      replicator.instanceDelay = number(0...0.3)
      replicator.instanceAlphaOffset = -0.2
      replicator.instanceBlueOffset = -0.3
      result = replicator
    default: result = Layer()
    }
    result.frame = Rect(
      x: number(0...60), y: number(0...60), width: number(1...50), height: number(1...50))
    if Bool.random(using: &random) { result.backgroundColor = color() }
    if Int.random(in: 0..<4, using: &random) == 0 { result.opacity = number(0...1) }
    if Int.random(in: 0..<4, using: &random) == 0 { result.masksToBounds = true }
    if Int.random(in: 0..<3, using: &random) == 0 { result.cornerRadius = number(0...10) }
    if Int.random(in: 0..<5, using: &random) == 0 { result.transform = transform() }
    if Int.random(in: 0..<6, using: &random) == 0 { result.snapsToColumns = true }
    if Int.random(in: 0..<8, using: &random) == 0 { result.speed = number(-1...2) }
    return result
  }

  private mutating func insertLayer(at time: Double) {
    let (parent, child) = (any(), layer())
    parent.insertSublayer(child, at: Int.random(in: 0...3, using: &random))
    layers.append(child)
  }

  /// A rectangle seen through a moving shape.
  private mutating func insertSlidingLine(at time: Double) {
    let (line, shape) = (GradientLayer(), ShapeLayer())
    line.frame = Rect(x: number(0...20), y: number(0...20), width: 50, height: 50)
    line.colors = [color(), color()]
    if Bool.random(using: &random) { (line.startPoint, line.endPoint) = (.zero, Point(1, 0)) }
    shape.path = path()
    if Bool.random(using: &random) {
      shape.fillColor = nil
      shape.strokeColor = .black
      shape.strokeStyle.width = number(1...6)
    }
    shape.keepsCoverage = Bool.random(using: &random)
    line.mask = shape
    any().insertSublayer(line, at: Int.random(in: 0...3, using: &random))
    layers += [line, shape]
    shape.add(
      BasicAnimation(
        .position, from: .point(point()), to: .point(Point(number(-50...50), shape.position.y)),
        duration: number(0.2...2)),
      forKey: "position", at: time)
  }

  private mutating func set() {
    let layer = any()
    switch Int.random(in: 0..<7, using: &random) {
    case 5: layer.speed = number(-1...2)
    case 6: (layer as? ReplicatorLayer)?.instanceDelay = number(0...0.3)
    case 0: layer.backgroundColor = color()
    case 1: layer.position = point()
    case 2: layer.opacity = number(0...1)
    case 3: layer.transform = transform()
    default: (layer as? ShapeLayer)?.path = path()
    }
  }

  private mutating func animate(at time: Double) {
    let layer = any()
    let values: (AnimationKeyPath, AnimatableValue, AnimatableValue) =
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 6: (.position, .point(point()), .point(point()))
      case 7: (.position, .point(layer.position), .point(Point(number(-10...90), layer.position.y)))
      case 1: (.opacity, .scalar(number(0...1)), .scalar(number(0...1)))
      case 2: (.backgroundColor, .color(color()), .color(color()))
      case 3: (.transform, .transform(transform()), .transform(transform()))
      case 4: (.path, .path(path()), .path(path()))
      default: (.strokeEnd, .scalar(number(0...1)), .scalar(number(0...1)))
      }
    var animation = BasicAnimation(
      values.0, from: values.1, to: values.2, duration: number(0.2...2),
      timingFunction: .easeInEaseOut)
    animation.timing.autoreverses = Bool.random(using: &random)
    animation.isRemovedOnCompletion = Bool.random(using: &random)
    animation.timing.fillMode = Bool.random(using: &random) ? .removed : .both
    let key = Bool.random(using: &random) ? values.0.rawValue : nil
    if Int.random(in: 0..<4, using: &random) == 0 {
      layer.add(AnimationGroup([animation], duration: 1), forKey: key, at: time)
    } else {
      layer.add(animation, forKey: key, at: time)
    }
  }
}
