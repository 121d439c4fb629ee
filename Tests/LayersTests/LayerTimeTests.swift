import Geometry
import TestSupport
import Testing

@testable import Layers

/// A layer's own time (SEMANTICS 2.2), groups, springs and cumulative animations.
@Suite struct LayerTimeTests {
  /// A layer with a line width from 0 to 10 in ten seconds, which so shows the layer's time.
  private func clockLayer() -> ShapeLayer {
    let layer = ShapeLayer()
    // The tips of miters move as fast as the width grows.
    layer.strokeStyle.miterLimit = 2
    layer.add(
      BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(10), duration: 10), forKey: "time",
      at: 0)
    return layer
  }

  @Test("2.2: paused at 3 and resumed at 5 the layer is at 4 at 6")
  func pauseAndResume() {
    let layer = clockLayer()
    let root = stage(layer)
    // The time stops at 3.
    let paused = layer.localTime(at: 3)
    layer.speed = 0
    layer.timeOffset = paused
    for time in [3, 4.2, 5] { #expect(isNear(layer.scalar(.lineWidth, at: time), 3)) }
    #expect(root.nextChange(after: 4, scale: 1, interval: 0.02) == nil)
    // The time continues at 5.
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.localTime(at: 5) - paused
    #expect(layer.localTime(at: 6) == 4)
    #expect(isNear(layer.scalar(.lineWidth, at: 6), 4))
    root.completeAnimations(at: 11.9)
    #expect(!layer.animationKeys.isEmpty)
    root.completeAnimations(at: 12)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func timesOfLayersAboveCount() {
    let (root, parent, layer) = (Layer(), Layer(), clockLayer())
    root.addSublayer(parent)
    parent.addSublayer(layer)
    root.speed = 2
    parent.timeOffset = 1
    parent.beginTime = 3
    layer.speed = 0.5
    // ((8 × 2 − 3) + 1) × 0.5
    #expect(layer.localTime(at: 8) == 7)
    #expect(isNear(layer.scalar(.lineWidth, at: 8), 7))
    #expect(root.nextChange(after: 8, scale: 1, interval: 0.1) == 8.1)
    root.completeAnimations(at: 11)
    #expect(layer.animationKeys.isEmpty)
  }

  @Test func anAnimationBeginsAtTheLayersTime() {
    let layer = ShapeLayer()
    layer.speed = 2
    layer.add(
      BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(4), duration: 4), forKey: "w", at: 5)
    #expect(layer.animation(forKey: "w")?.timing.beginTime == 10)
    #expect(layer.scalar(.lineWidth, at: 6) == 2)
  }

  @Test(arguments: [(1.0, Double.nan), (.infinity, 0), (.nan, 0), (0, 0), (-1, 3)])
  func oddTimesDoNotCrash(speed: Double, offset: Double) {
    let layer = clockLayer()
    let root = stage(layer)
    layer.speed = speed
    layer.timeOffset = offset
    _ = root.frame(at: 1)
    #expect((0...10).contains(layer.scalar(.lineWidth, at: 1)))
    let next = root.nextChange(after: 1, scale: 1, interval: 0.02)
    #expect(next ?? .infinity > 1)
    root.completeAnimations(at: 2)
    #expect((0...10).contains(layer.scalar(.lineWidth, at: 2)))
  }

  @Test(arguments: [(0.0, 0.0), (0.5, 5), (1, 0), (1.5, 5), (2, 0), (2.75, 7.5)])
  func repeatingStartsAgain(time: Double, expected: Double) {
    let layer = ShapeLayer()
    var animation = BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(10), duration: 1)
    animation.timing.repeatCount = 3
    layer.add(animation, forKey: nil, at: 0)
    #expect(isNear(layer.scalar(.lineWidth, at: time), expected))
    animation.isCumulative = true
    layer.removeAllAnimations()
    layer.add(animation, forKey: nil, at: 0)
    #expect(isNear(layer.scalar(.lineWidth, at: time), 10 * time))
  }

  @Test func cumulativeTurnsGoOn() {
    let layer = Layer()
    var animation = BasicAnimation(
      .transform, from: .transform(.identity), to: .transform(.rotation(.pi / 2)), duration: 1)
    animation.isCumulative = true
    animation.timing.repeatCount = 4
    layer.add(animation, forKey: nil, at: 0)
    guard case .transform(let t)? = layer.presentationValue(for: .transform, at: 2.5) else {
      Issue.record("no transform")
      return
    }
    let point = Point(1, 0).applying(t)
    #expect(isNear(point, Point(-0.5.squareRoot(), -0.5.squareRoot())))
  }

  // MARK: Groups

  @Test func aGroupsTimeIsThatOfItsAnimations() {
    let layer = ShapeLayer()
    var late = BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 2)
    late.timing.beginTime = 1
    let wide = BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(8))
    var group = AnimationGroup([late, wide], duration: 2)
    group.timing.speed = 0.5
    var ends: [Bool] = []
    layer.add(group, forKey: "g", at: 10) { ends.append($0) }
    // The group lasts four seconds: the first animation begins at 12 and is cut off, the second takes the
    // whole time.
    for (time, opacity, width) in [(10.0, 1.0, 0.0), (11, 1, 2), (12, 0, 4), (13, 0.25, 6)] {
      #expect(isNear(layer.scalar(.opacity, at: time), opacity))
      #expect(isNear(layer.scalar(.lineWidth, at: time), width))
    }
    layer.completeAnimations(at: 13.9)
    #expect(ends == [])
    layer.completeAnimations(at: 14)
    #expect(ends == [true])
    #expect(layer.scalar(.lineWidth, at: 14) == 1)
  }

  @Test func aGroupEasesAndRepeatsAsAWhole() {
    let layer = ShapeLayer()
    let inner = BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(1), duration: 2)
    var group = AnimationGroup([AnimationGroup([inner])], duration: 2, timingFunction: .easeIn)
    group.timing.autoreverses = true
    layer.add(group, forKey: "g", at: 0)
    for (time, expected) in [(0.5, 0.093465), (1, 0.315357), (3, 0.315357), (3.5, 0.093465)] {
      #expect(isNear(layer.scalar(.lineWidth, at: time), expected))
    }
  }

  @Test func aGroupsChangesAreAnnounced() {
    let layer = box(0, 0, 10, 10, .black)
    var late = BasicAnimation(.opacity, from: .scalar(1), to: .scalar(0), duration: 1)
    late.timing.beginTime = 1
    layer.add(AnimationGroup([late], duration: 3), forKey: "g", at: 0)
    let next = layer.nextChange(after: 0, scale: 1, interval: 0.125)
    #expect(next == 1)
  }

  // MARK: Springs

  /// The textbook's solutions: under-damped, critical, over-damped.
  @Test(arguments: [
    // m, k, c, v0, t, the displacement that is left
    (1.0, 100.0, 10.0, 0.0, 0.1, 0.6597001534),
    (1, 100, 20, 0, 0.1, 0.7357588823),
    (1, 100, 20, 5, 0.1, 0.5518191618),
    (2, 100, 0, 0, 0.1, 0.7602445971),
    (1, 100, 25, 0, 0.1, 0.7635957852),
  ])
  func springValues(
    mass: Double, stiffness: Double, damping: Double, velocity: Double, time: Double,
    expected: Double
  ) {
    var spring = SpringAnimation(.opacity)
    (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
    spring.initialVelocity = velocity
    #expect(isNear(spring.displacement(after: time), expected, 1e-9))
    // The displacement solves the equation of motion.
    let h = 1e-4
    let (a, b, c) = (
      spring.displacement(after: time - h), spring.displacement(after: time),
      spring.displacement(after: time + h)
    )
    let force = mass * (a - 2 * b + c) / (h * h) + damping * (c - a) / (2 * h) + stiffness * b
    #expect(abs(force) < 1e-3)
    #expect(isNear((1 - spring.displacement(after: 1e-6)) / 1e-6, velocity, 1e-3))
  }

  @Test(arguments: [5.0, 10, 19.9, 20, 20.1, 60])
  func aSpringHasSettled(damping: Double) {
    var spring = SpringAnimation(.lineWidth, from: .scalar(0), to: .scalar(10))
    spring.damping = damping
    let duration = spring.settlingDuration
    for step in 0..<100 {
      #expect(abs(spring.displacement(after: duration + Double(step) / 50)) <= 0.001)
    }
    #expect(duration < 5)
    let layer = ShapeLayer()
    layer.add(spring, forKey: "s", at: 0)
    #expect(layer.animation(forKey: "s")?.timing.duration == duration)
    #expect(isNear(layer.scalar(.lineWidth, at: 0.1), 10 * (1 - spring.displacement(after: 0.1))))
  }

  @Test func aSpringOvershoots() {
    let layer = ShapeLayer()
    layer.add(
      SpringAnimation(.lineWidth, from: .scalar(0), to: .scalar(10)), forKey: "s", at: 0)
    let greatest = (0..<100).map { layer.scalar(.lineWidth, at: Double($0) / 100) }.max()!
    // 1 + exp(−πζ / √(1 − ζ²)) for ζ = 0.5.
    #expect(isNear(greatest, 11.630335, 0.01))
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func noSpringDoesNotCrash(value: Double) {
    var spring = SpringAnimation(.lineWidth, from: .scalar(0), to: .scalar(10))
    (spring.mass, spring.damping, spring.stiffness) = (value, value, value)
    let layer = ShapeLayer()
    layer.add(spring, forKey: "s", at: 0)
    #expect(layer.scalar(.lineWidth, at: 1).isFinite)
    #expect(spring.settlingDuration == .infinity)
    #expect(layer.animation(forKey: "s")?.timing.duration == SpringAnimation.longestDuration)
  }
}
