import Geometry
import Testing

@testable import Layers

@Suite struct AnimationTests {
  /// The seven ways to set `from`, `to` and `by`, for a property of 4, with the value at a quarter of the
  /// way.
  static let values: [(Double?, Double?, Double?, Double)] = [
    (0, 10, nil, 2.5), (2, nil, 8, 4), (nil, 10, 6, 5.5), (0, nil, nil, 1), (nil, 8, nil, 5),
    (nil, nil, 8, 6), (nil, nil, nil, 4),
  ]

  private func layer(lineWidth: Double) -> ShapeLayer {
    let layer = ShapeLayer()
    layer.strokeStyle.width = lineWidth
    return layer
  }

  private func width(_ layer: Layer, at time: Double) -> Double {
    guard case .scalar(let value)? = layer.presentationValue(for: .lineWidth, at: time) else {
      return .nan
    }
    return value
  }

  @Test("2.3: the seven ways to give from, to and by, with P = 4 at u = 0.25", arguments: values)
  func fromToBy(from: Double?, to: Double?, by: Double?, expected: Double) {
    let layer = layer(lineWidth: 4)
    layer.add(
      BasicAnimation(
        .lineWidth, from: from.map { .scalar($0) }, to: to.map { .scalar($0) },
        by: by.map { .scalar($0) }, duration: 4),
      forKey: "width", at: 10)
    #expect(abs(width(layer, at: 11) - expected) < 1e-9)
    #expect(layer.strokeStyle.width == 4)
  }

  @Test("2.3: two additive animations on 10 make 6")
  func additiveAnimationsAddUp() {
    let layer = layer(lineWidth: 10)
    for (from, duration) in [(-5.0, 2.5), (-2.0, 2.0)] {
      var animation = BasicAnimation(
        .lineWidth, from: .scalar(from), to: .scalar(0), duration: duration)
      animation.isAdditive = true
      layer.add(animation, forKey: nil, at: 0)
    }
    #expect(abs(width(layer, at: 1) - 6) < 1e-9)
  }

  @Test("2.4: strokeEnd retargeted at 1 s, 0.4 to 0.2")
  func retargetingMidFlightDoesNotJump() {
    let layer = ShapeLayer()
    var ends: [Bool] = []
    layer.add(
      BasicAnimation(.strokeEnd, from: .scalar(0), to: .scalar(1), duration: 2.5),
      forKey: "strokeEnd", at: 0
    ) { ends.append($0) }
    let present = layer.presentationValue(for: .strokeEnd, at: 1)
    #expect(present == .scalar(0.4))
    layer.strokeStyle.end = 0.2
    layer.add(
      BasicAnimation(
        .strokeEnd, from: present, to: .scalar(0.2), duration: 1, timingFunction: .easeOut),
      forKey: "strokeEnd", at: 1
    ) { ends.append($0) }
    #expect(ends == [false])
    for (time, expected) in [(1.0, 0.4), (1.25, 0.324372), (1.5, 0.263071), (2.0, 0.2)] {
      guard case .scalar(let end)? = layer.presentationValue(for: .strokeEnd, at: time) else {
        Issue.record("no value at \(time)")
        continue
      }
      #expect(abs(end - expected) < 1e-6)
    }
    layer.completeAnimations(at: 1.99)
    #expect(ends == [false])
    layer.completeAnimations(at: 2)
    layer.completeAnimations(at: 3)
    #expect(ends == [false, true])
    #expect(layer.animationKeys.isEmpty)
  }

  @Test("2.2: forwards holds nothing once removed")
  func fillModeHoldsNothingOnceRemoved() {
    let layer = layer(lineWidth: 4)
    var animation = BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(8), duration: 1)
    animation.timing.fillMode = .forwards
    layer.add(animation, forKey: "width", at: 0)
    #expect(width(layer, at: 2) == 8)
    layer.completeAnimations(at: 2)
    #expect(width(layer, at: 2) == 4)
  }

  @Test("2.1: duration 0.25 and the present time are filled in")
  func durationAndBeginAreFilledIn() {
    let layer = layer(lineWidth: 4)
    layer.add(BasicAnimation(.lineWidth, to: .scalar(8)), forKey: "width", at: 7)
    let timing = layer.animation(forKey: "width")?.timing
    #expect(timing?.duration == 0.25)
    #expect(timing?.beginTime == 7)
  }

  @Test("2.3: values of different kinds have no effect")
  func mismatchedTypesHaveNoEffect() {
    let layer = layer(lineWidth: 4)
    layer.add(
      BasicAnimation(.lineWidth, from: .color(.black), to: .scalar(8), duration: 1),
      forKey: "width", at: 0)
    #expect(width(layer, at: 0.5) == 4)
  }

  @Test func keyframesRunThroughTheirValues() {
    let layer = layer(lineWidth: 4)
    layer.add(
      KeyframeAnimation(
        .lineWidth, values: [0, 10, 20].map { .scalar($0) }, keyTimes: [0, 0.75, 1], duration: 4),
      forKey: "width", at: 0)
    for (time, expected) in [(0.0, 0.0), (1.5, 5), (3, 10), (3.5, 15)] {
      #expect(abs(width(layer, at: time) - expected) < 1e-9)
    }
  }

  @Test func keyframesMorphPaths() {
    let layer = ShapeLayer()
    let rect = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    let round = Path(roundedRect: Rect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 5)
    layer.add(
      KeyframeAnimation(.path, values: [.path(rect), .path(round), .path(rect)], duration: 2),
      forKey: "path", at: 0)
    #expect(layer.presentationValue(for: .path, at: 1) == .path(round))
    let way = PathMorph(from: rect, to: round)
    let expected = way(0.5)
    #expect(layer.presentationValue(for: .path, at: 0.5) == .path(expected))
  }

  @Test func aTimingFunctionThatIsNoNumberDoesNotCrash() {
    let layer = layer(lineWidth: 4)
    layer.add(
      KeyframeAnimation(
        .lineWidth, values: [0, 10].map { .scalar($0) }, duration: 1,
        timingFunction: TimingFunction(0, .nan, 1, .nan)),
      forKey: "width", at: 0)
    #expect(width(layer, at: 0.5) == 0)
    _ = layer.frame(at: 0.5)
    _ = layer.nextChange(after: 0.5, scale: 1, interval: 0.02)
  }

  @Test func presentationIsPureAndInAnyOrder() {
    let layer = layer(lineWidth: 4)
    layer.add(
      BasicAnimation(.lineWidth, from: .scalar(0), to: .scalar(8), duration: 1), forKey: "a", at: 0)
    let forward = (0..<20).map { width(layer, at: Double($0) / 10) }
    let backward = (0..<20).reversed().map { width(layer, at: Double($0) / 10) }
    #expect(forward == backward.reversed())
  }
}
