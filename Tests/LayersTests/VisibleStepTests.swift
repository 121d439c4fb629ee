import Geometry
import Raster
import Synchronization
import TestSupport
import Testing

@testable import Layers

/// The drawing is at most a quarter of a device pixel beside any animation, or half of one of 255 steps
/// of a colour.
@Suite struct VisibleStepTests {
  /// The corners of a layer's bounds in the superlayer.
  private func corners(_ layer: Layer) -> [Point] {
    let bounds = layer.bounds
    return [
      bounds.origin, Point(bounds.maxX, bounds.minY), Point(bounds.minX, bounds.maxY),
      Point(bounds.maxX, bounds.maxY),
    ].map { $0.applying(layer.geometry) }
  }

  private func colors(_ layer: Layer) -> [Color] {
    let shape = layer as? ShapeLayer
    return [layer.backgroundColor, layer.borderColor, shape?.fillColor, shape?.strokeColor]
      .map { $0 ?? .clear }
      + [(layer as? ReplicatorLayer)?.instanceColor, (layer as? TextLayer)?.foregroundColor]
      .compactMap { $0 } + ((layer as? GradientLayer)?.colors ?? [])
  }

  /// The largest distance, in points, between two presentations of a layer; a step of a colour counts as
  /// half a point.
  private func distance(_ a: Layer, _ b: Layer) -> Double {
    var all = zip(corners(a), corners(b)).map { $0.distance(to: $1) }
    func differ(_ p: Double, _ q: Double, by unit: Double = 1) { all.append(abs(p - q) * unit) }
    for (p, q) in zip(colors(a), colors(b)) {
      for part in [\Color.red, \.green, \.blue, \.alpha] {
        differ(p[keyPath: part], q[keyPath: part], by: 255 / 2)
      }
    }
    differ(a.opacity, b.opacity, by: 255 / 2)
    differ(a.borderWidth, b.borderWidth)
    differ(a.cornerRadius, b.cornerRadius)
    if let a = a as? ShapeLayer, let b = b as? ShapeLayer, let path = a.path, let other = b.path {
      all += zip(path.points, other.points).map { $0.distance(to: $1) }
      differ(a.strokeStyle.reach, b.strokeStyle.reach)
      differ(a.strokeStyle.dashPhase, b.strokeStyle.dashPhase)
      differ(a.strokeStyle.start, b.strokeStyle.start, by: path.length)
      differ(a.strokeStyle.end, b.strokeStyle.end, by: path.length)
    }
    if let a = a as? GradientLayer, let b = b as? GradientLayer {
      let size = max(a.bounds.width, a.bounds.height)
      all.append(a.startPoint.distance(to: b.startPoint) * size)
      all.append(a.endPoint.distance(to: b.endPoint) * size)
      for (p, q) in zip(a.locations, b.locations) { differ(p, q, by: size) }
    }
    if let a = a as? ReplicatorLayer, let b = b as? ReplicatorLayer {
      differ(a.instanceDelay, b.instanceDelay, by: .infinity)
      all += zip(corners(a), corners(b)).map {
        $0.applying(a.instanceTransform).distance(to: $1.applying(b.instanceTransform))
      }
    }
    return all.filter { !$0.isNaN }.max() ?? 0
  }

  /// The largest distance from the exact values at the refreshes of two seconds at 60 Hz.
  private func error(_ layer: Layer, scale: Double) -> Double {
    (0...120).map { refresh in
      let time = Double(refresh) / 60 + 0.003
      return distance(
        layer.shown(atLocal: FrameTime(time), scale: scale),
        layer.shown(atLocal: FrameTime(time), scale: nil)) * scale
    }.max()!
  }

  /// A layer with the property, large enough for fractions to be visible.
  private func layer(for keyPath: AnimationKeyPath) -> Layer {
    let kinds: [Layer] = [
      ShapeLayer(), GradientLayer(), ReplicatorLayer(), TextLayer(),
    ]
    let layer = kinds.first { $0.value(for: keyPath) != nil }!
    layer.frame = Rect(x: 10, y: 20, width: 300, height: 200)
    (layer as? ShapeLayer)?.path = Path(rect: Rect(x: 0, y: 0, width: 400, height: 300))
    (layer as? ShapeLayer)?.strokeStyle.width = 2
    (layer as? GradientLayer)?.colors = [.black, .white]
    (layer as? GradientLayer)?.locations = [0, 1]
    return layer
  }

  private func value(
    like value: AnimatableValue, _ random: inout SeededGenerator
  ) -> AnimatableValue {
    func number(_ range: ClosedRange<Double> = 0...1) -> Double {
      Double.random(in: range, using: &random)
    }
    switch value {
    case .scalar: return .scalar(number())
    case .point: return .point(Point(number(), number()))
    case .size: return .size(Size(number(0...300), number(0...300)))
    case .rect: return .rect(Rect(x: number(), y: number(), width: number(0...99), height: 50))
    case .color: return .color(Color(red: number(), green: number(), blue: number()))
    case .transform: return .transform(.rotation(number(0...3)))
    case .path: return .path(Path(rect: Rect(x: number(0...99), y: 0, width: 400, height: 300)))
    case .scalars(let old): return .scalars(old.map { _ in number() })
    case .colors(let old):
      return .colors(old.map { _ in Color(red: number(), green: number(), blue: number()) })
    }
  }

  @Test(arguments: AnimationKeyPath.allCases)
  func noStepIsFartherThanCanBeSeen(keyPath: AnimationKeyPath) throws {
    var random = SeededGenerator(seed: 15)
    for scale in [1.0, 2] {
      let layer = layer(for: keyPath)
      let model = try #require(layer.value(for: keyPath))
      layer.add(
        BasicAnimation(
          keyPath, from: value(like: model, &random), to: value(like: model, &random), duration: 2,
          timingFunction: .easeInEaseOut),
        forKey: nil, at: 0)
      #expect(error(layer, scale: scale) <= 0.25 + 1e-6)
    }
  }

  @Test func aLineIsDrawnOnSmoothlyWhosePathIsSetLater() {
    let layer = ShapeLayer()
    layer.strokeColor = .black
    layer.add(
      BasicAnimation(.strokeEnd, from: .scalar(0), to: .scalar(1), duration: 2), forKey: nil, at: 0)
    layer.path = Path(rect: Rect(x: 0, y: 0, width: 400, height: 300))
    #expect(error(layer, scale: 1) <= 0.25 + 1e-6)
    #expect(layer.nextChange(after: 0.5, scale: 1, interval: 1.0 / 60) == 0.5 + 1.0 / 60)
  }

  @Test func aWayThatGrowsWhileItIsGoneStaysSmooth() {
    let layer = box(0, 0, 10, 10, .black)
    layer.add(BasicAnimation(.position, from: .point(.zero), duration: 2), forKey: nil, at: 0)
    layer.position = Point(900, 0)
    #expect(error(layer, scale: 1) <= 0.25 + 1e-6)
    #expect(layer.nextChange(after: 0.5, scale: 1, interval: 1.0 / 60) == 0.5 + 1.0 / 60)
  }

  @Test func theTipOfAMiterMovesSmoothly() {
    let layer = ShapeLayer()
    layer.strokeStyle.join = .miter
    layer.strokeStyle.miterLimit = 20
    layer.path = Path(rect: Rect(x: 0, y: 0, width: 400, height: 300))
    layer.add(
      BasicAnimation(.lineWidth, from: .scalar(1), to: .scalar(3), duration: 2), forKey: nil, at: 0)
    #expect(error(layer, scale: 1) <= 0.25 + 1e-6)
  }

  /// A presentation can be drawn after its layer is gone.
  @Test func aPresentationKeepsItsLayer() {
    weak var model: Layer?
    var presentation: Layer?
    do {
      let layer = box(0, 0, 10, 10, .black)
      layer.add(
        BasicAnimation(.position, from: .point(.zero), to: .point(Point(9, 9)), duration: 1),
        forKey: nil, at: 0)
      (model, presentation) = (layer, layer.presentation(at: 0.5))
    }
    #expect(model != nil && presentation?.model === model)
    let items = presentation?.frame(at: 0.5).drawList.operations
    #expect(items?.count == 1)
    presentation = nil
    #expect(model == nil)
  }

  /// The copies of a replicator are examined only up to the earliest change of earlier copies.
  @Test func theSoonestChangeEndsTheSearch() {
    let replicator = ReplicatorLayer()
    replicator.instanceCount = 1000
    replicator.instanceDelay = 0.001
    let layer = box(0, 0, 10, 10, .black)
    let slow = CountedAnimation()
    layer.add(slow, forKey: nil, at: 0)
    replicator.addSublayer(layer)
    let (root, quick) = (Layer(), box(0, 0, 10, 10, .black))
    quick.add(
      BasicAnimation(.position, from: .point(.zero), to: .point(Point(4, 0)), duration: 4),
      forKey: nil, at: 0)
    root.addSublayer(quick)
    root.addSublayer(replicator)
    // The fifth of 8.5 steps is nearest after 2.12 seconds.
    let next = root.nextChange(after: 2, scale: 1, interval: 1.0 / 60)
    #expect(next != nil && abs(next! - (2 + 8.0 / 60)) < 1e-9)
    // Eight refreshes and the current time, for each copy.
    #expect(slow.counter.value.load(ordering: .relaxed) <= 9 * 1000)
  }
}

/// A slow animation of the position that counts the requests for its value.
private struct CountedAnimation: PropertyAnimation {
  final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  let counter = Count()
  let keyPath = AnimationKeyPath.position
  let isAdditive = false
  let isCumulative = false
  let isRemovedOnCompletion = true
  var timing = MediaTiming(duration: 1000)
  let timingFunction = TimingFunction.linear

  func value(progress: Double, underlying: AnimatableValue) -> AnimatableValue? { underlying }
  func span(underlying: AnimatableValue?) -> Double? { 0.5 }
  func resolved(_ shown: (AnimationKeyPath) -> AnimatableValue?) -> Self { self }

  func visibleProgress(_ progress: Double, travel: Double) -> Double {
    counter.value.add(1, ordering: .relaxed)
    return VisibleChange.stepped(progress, travel: travel)
  }
}
