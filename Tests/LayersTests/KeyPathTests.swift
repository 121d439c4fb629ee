import Geometry
import TestSupport
import Testing

@testable import Layers

/// Every animatable property works with every kind of animation.
@Suite struct KeyPathTests {
  /// A layer with the property.
  private func owner(of keyPath: AnimationKeyPath) -> Layer? {
    let (shape, gradient) = (ShapeLayer(), GradientLayer())
    shape.path = Path(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    gradient.colors = [.white, .black]
    let all = [Layer(), shape, gradient, TextLayer(), ReplicatorLayer()]
    return all.first { $0.value(for: keyPath) != nil }
  }

  private func another(_ value: AnimatableValue) -> AnimatableValue {
    switch value {
    case .scalar(let value): .scalar(value > 0 ? value / 2 : value + 1)
    case .point(let value): .point(value + Point(1, 2))
    case .size(let value): .size(Size(value.width + 4, value.height + 2))
    case .rect(let value): .rect(value.insetBy(dx: -2, dy: -4))
    case .color: .color(Color(red: 0.25, green: 0.5, blue: 1, alpha: 0.5))
    case .transform: .transform(.scale(2, 2))
    case .path: .path(Path(rect: Rect(x: 4, y: 4, width: 16, height: 8)))
    case .scalars(let values): .scalars(values.map { 1 - $0 / 2 })
    case .colors(let values): .colors(values.map { _ in Color(red: 1, green: 0.5, blue: 0) })
    }
  }

  @Test(arguments: AnimationKeyPath.allCases)
  func moves(keyPath: AnimationKeyPath) throws {
    let layer = try #require(owner(of: keyPath))
    let start = try #require(layer.value(for: keyPath))
    let end = another(start)
    let half = AnimatableValue.interpolate(start, end, 0.5)
    #expect(half != start && half != end && half != nil)
    let basic = BasicAnimation(keyPath, from: start, to: end, duration: 2)
    layer.add(basic, forKey: "a", at: 0)
    #expect(layer.presentationValue(for: keyPath, at: 1) == half)
    #expect(layer.presentation(at: 1).value(for: keyPath) == half)
    layer.add(KeyframeAnimation(keyPath, values: [start, end], duration: 2), forKey: "a", at: 0)
    #expect(layer.presentationValue(for: keyPath, at: 1) == half)
    layer.add(AnimationGroup([basic], duration: 2), forKey: "a", at: 0)
    #expect(layer.presentationValue(for: keyPath, at: 1) == half)
    let spring = SpringAnimation(keyPath, from: start, to: end)
    layer.add(spring, forKey: "a", at: 0)
    let displacement = spring.displacement(after: 0.125)
    #expect(
      layer.presentationValue(for: keyPath, at: 0.125)
        == AnimatableValue.interpolate(start, end, 1 - displacement))
    // The model has not moved, and is visible without the animation.
    #expect(layer.value(for: keyPath) == start)
    layer.removeAllAnimations()
    #expect(layer.presentationValue(for: keyPath, at: 1) == start)
    Transaction(enablesActions: true).set(end, for: keyPath, of: layer, at: 0)
    #expect(layer.value(for: keyPath) == end)
    #expect(layer.animationKeys == (keyPath == .path ? [] : [keyPath.rawValue]))
  }

  /// A turned and then stretched shape moves without a jump at the start and at the end.
  @Test func aShearedTransformHasNoJumps() throws {
    let start = AffineTransform.rotation(0.5).concatenating(.scale(2, 1))
    let end = AffineTransform.rotation(-1).concatenating(.scale(1, 3))
    for (u, expected) in [(1e-9, start), (1 - 1e-9, end)] {
      guard
        case .transform(let shown)? = AnimatableValue.interpolate(
          .transform(start), .transform(end), u)
      else {
        Issue.record("no transform")
        continue
      }
      let distances = [
        shown.a - expected.a, shown.b - expected.b, shown.c - expected.c, shown.d - expected.d,
      ]
      #expect(distances.allSatisfy { abs($0) < 1e-6 })
    }
  }
}
