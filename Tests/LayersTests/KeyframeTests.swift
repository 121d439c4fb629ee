import Geometry
import TestSupport
import Testing

@testable import Layers

/// Animations through several values.
@Suite struct KeyframeTests {
  private func animation(_ values: [Double], keyTimes: [Double]? = nil) -> KeyframeAnimation {
    KeyframeAnimation(
      .lineWidth, values: values.map { .scalar($0) }, keyTimes: keyTimes, duration: 1)
  }

  private func shown(_ animation: KeyframeAnimation, _ times: [Double]) -> [Double] {
    let layer = ShapeLayer()
    layer.add(animation, forKey: "w", at: 0)
    return times.map { layer.scalar(.lineWidth, at: $0) }
  }

  private func isClose(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { isNear($0, $1, 2e-5) }
  }

  /// The fastest part, and not the longest part in the shortest time, makes the steps of an animation visible.
  @Test func theSpanIsTheSpeedOfTheFastestPart() {
    #expect(animation([0, 10, 12], keyTimes: [0, 0.875, 1]).span(underlying: nil) == 16)
    #expect(animation([0, 10, 12]).span(underlying: nil) == 20)
    let halves = [0, 0.5, 0.5, 1]
    #expect(animation([0, 5, 5, 9], keyTimes: halves).span(underlying: nil) == 10)
    #expect(animation([0, 5, 6, 9], keyTimes: halves).span(underlying: nil) == .infinity)
    #expect(animation([3]).span(underlying: nil) == 0)
  }

  @Test func eachPartHasItsOwnPace() {
    var animation = animation([0, 10, 30])
    animation.timingFunctions = [.easeOut, .easeIn]
    // Times at a quarter and half of the first part, and half and three quarters of the second.
    let values = shown(animation, [0, 0.125, 0.25, 0.5, 0.75, 0.875])
    #expect(isClose(values, [0, 3.78138, 6.84643, 10, 16.30714, 22.43724]))
    // Missing timing functions are linear.
    animation.timingFunctions = [.easeOut]
    #expect(isClose(shown(animation, [0.25, 0.75]), [6.84643, 20]))
  }

  @Test func theWholeHasAPaceToo() {
    var animation = animation([0, 10, 20])
    animation.timingFunction = .easeIn
    animation.timingFunctions = [.easeOut, .linear]
    // easeIn(0.5) = 0.315357: 0.630714 of the first part.
    let expected = 10 * TimingFunction.easeOut(2 * TimingFunction.easeIn(0.5))
    #expect(isClose(shown(animation, [0.5]), [expected]))
  }

  @Test func aPartMayOvershoot() {
    var animation = animation([0, 10, 10])
    animation.timingFunctions = [TimingFunction(0.5, -0.5, 0.5, 1.5)]
    #expect(isClose(shown(animation, [0.05, 0.45]), [-0.70756, 10.70756]))
  }

  @Test(
    arguments: [
      (nil, [0.0, 0.3, 0.34, 0.6, 0.7, 0.99], [1.0, 1, 2, 2, 3, 3]),
      ([0, 0.5, 0.6], [0, 0.49, 0.5, 0.59, 0.6], [1, 1, 2, 2, 3]),
      ([0, 0.5, 0.6, 1], [0, 0.49, 0.5, 0.59, 0.6], [1, 1, 2, 2, 3]),
    ] as [([Double]?, [Double], [Double])])
  func discreteValuesJump(keyTimes: [Double]?, times: [Double], expected: [Double]) {
    var animation = animation([1, 2, 3], keyTimes: keyTimes)
    animation.calculationMode = .discrete
    #expect(shown(animation, times) == expected)
  }

  @Test func onlyTheJumpsOfDiscreteValuesAreFrames() {
    let layer = box(0, 0, 10, 10, .black)
    var animation = KeyframeAnimation(
      .position, values: [5, 25, 65].map { .point(Point($0, 5)) }, keyTimes: [0, 0.25, 0.75],
      duration: 4)
    animation.calculationMode = .discrete
    layer.add(animation, forKey: "p", at: 0)
    let root = stage(layer)
    var (time, changes) = (0.0, [Double]())
    while let next = root.nextChange(after: time, scale: 1, interval: 0.25), next > time {
      let isDifferent = !root.frame(at: next).damage(from: root.frame(at: time)).isEmpty
      if isDifferent { changes.append(next) }
      time = next
    }
    #expect(changes == [1, 3, 4])
  }

  @Test(arguments: [
    [], [0.5], [0, 0], [1, 0, 0.5], [.nan, .nan, .nan], [0.2, 0.2, 0.2], [-3, 9, .infinity],
  ])
  func oddKeyTimesDoNotCrash(keyTimes: [Double]) {
    for mode in [KeyframeAnimation.CalculationMode.linear, .discrete] {
      for values in [[], [1.0], [1, 2, 3]] {
        var animation = animation(values, keyTimes: keyTimes)
        animation.calculationMode = mode
        animation.timingFunctions = [.easeIn, TimingFunction(.nan, .nan, 0, .infinity)]
        let layer = ShapeLayer()
        layer.add(animation, forKey: "w", at: 0)
        for time in [0, 0.2, 0.5, 1] {
          #expect(layer.scalar(.lineWidth, at: time).isFinite, "\(mode), \(values), at \(time)")
          _ = layer.nextChange(after: time, scale: 1, interval: 0.02)
        }
      }
    }
  }
}

/// Gradients whose colours and places move.
@Suite struct GradientAnimationTests {
  private func layer(_ animation: BasicAnimation, colors: [Color] = [.black, .white]) -> Layer {
    let layer = GradientLayer()
    layer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    (layer.startPoint, layer.endPoint) = (Point(0, 0.5), Point(1, 0.5))
    layer.colors = colors
    layer.add(animation, forKey: "g", at: 0)
    return stage(layer)
  }

  private func grey(_ root: Layer, _ x: Int, at time: Double) -> Double {
    Double(root.picture(at: time)[x, 50] & 255) / 255
  }

  @Test func coloursMove() {
    let root = layer(
      BasicAnimation(
        .colors, from: .colors([.black, .black]), to: .colors([.white, .black]), duration: 1))
    #expect(isNear(grey(root, 0, at: 0.5), 0.5, 0.01))
    #expect(isNear(grey(root, 50, at: 0.5), 0.25, 0.01))
    #expect(isNear(grey(root, 0, at: 1.5), 0, 0.01))
  }

  @Test func coloursAreNotPremultipliedOnTheirWay() {
    let root = layer(
      BasicAnimation(
        .colors, from: .colors([.white, .white]), to: .colors([.clear, .clear]), duration: 1))
    // Clear is black without opacity: half of it is a grey at half opacity.
    #expect(isNear(grey(root, 50, at: 0.5), 0.75, 0.01))
  }

  @Test func locationsMoveAlsoFromAnEvenSpacing() {
    let root = layer(
      BasicAnimation(.locations, to: .scalars([0.5, 1]), duration: 1))
    // The first colour is at a quarter.
    for (x, expected) in [(10, 0.0), (25, 0), (62, 0.5), (99, 1)] {
      #expect(isNear(grey(root, x, at: 0.5), expected, 0.015), "\(x)")
    }
  }

  @Test(arguments: [
    (AnimationKeyPath.startPoint, AnimatableValue.point(Point(1, 0.5)), 75, 0.5),
    (.endPoint, .point(Point(0.0001, 0.5)), 25, 0.5),
  ])
  func pointsMove(keyPath: AnimationKeyPath, to: AnimatableValue, x: Int, expected: Double) {
    let root = layer(BasicAnimation(keyPath, to: to, duration: 1))
    #expect(isNear(grey(root, x, at: 0.5), expected, 0.02))
  }

  @Test func listsOfOtherLengthsHaveNoEffect() {
    let root = layer(
      BasicAnimation(
        .colors, from: .colors([.white]), to: .colors([.black, .white, .black]), duration: 1))
    #expect(isNear(grey(root, 50, at: 0.5), 0.5, 0.01))
  }

  /// The damage is the whole layer, and a frame is due for each step of a colour.
  @Test func changesAreDrawnAndAnnounced() {
    let few = BasicAnimation(
      .colors, from: .colors([.black, .black]),
      to: .colors([.black, Color(red: 4.0 / 255, green: 0, blue: 0)]), duration: 4)
    let root = layer(few)
    #expect(root.nextChange(after: 0, scale: 1, interval: 0.125) == 0.5)
    let before = root.frame(at: 0)
    #expect(root.frame(at: 0.375).damage(from: before).isEmpty)
    #expect(
      root.frame(at: 0.5).damage(from: before).contains {
        $0.contains(IntRect(width: 100, height: 100))
      })
    let places = layer(BasicAnimation(.locations, to: .scalars([0.5, 1]), duration: 4))
    #expect(places.nextChange(after: 0, scale: 1, interval: 0.125) == 0.125)
  }
}
