import Geometry

/// A property of a layer that an animation can move.
public enum AnimationKeyPath: String, Sendable, CaseIterable {
  /// `Layer.position`, a point.
  case position
  /// `Layer.anchorPoint`, a point.
  case anchorPoint
  /// `Layer.bounds`, a rectangle.
  case bounds
  /// The size of `Layer.bounds` alone.
  case boundsSize = "bounds.size"
  /// `Layer.transform`.
  case transform
  /// `Layer.opacity`, a number.
  case opacity
  /// `Layer.backgroundColor`; nil counts as clear.
  case backgroundColor
  /// `Layer.borderColor`; nil counts as clear.
  case borderColor
  /// `Layer.borderWidth`, a number.
  case borderWidth
  /// `Layer.cornerRadius`, a number.
  case cornerRadius
  /// `ShapeLayer.path`.
  case path
  /// `ShapeLayer.fillColor`; nil counts as clear.
  case fillColor
  /// `ShapeLayer.strokeColor`; nil counts as clear.
  case strokeColor
  /// The width of `ShapeLayer.strokeStyle`.
  case lineWidth
  /// The dash phase of `ShapeLayer.strokeStyle`.
  case lineDashPhase
  /// The start of `ShapeLayer.strokeStyle`, 0...1.
  case strokeStart
  /// The end of `ShapeLayer.strokeStyle`, 0...1.
  case strokeEnd
  /// `TextLayer.foregroundColor`.
  case foregroundColor
  /// `GradientLayer.startPoint`, a point.
  case startPoint
  /// `GradientLayer.endPoint`, a point.
  case endPoint
  /// `GradientLayer.colors`.
  case colors
  /// `GradientLayer.locations`, numbers.
  case locations
  /// `ReplicatorLayer.instanceColor`.
  case instanceColor
  /// `ReplicatorLayer.instanceDelay`, a number.
  case instanceDelay
  /// `ReplicatorLayer.instanceTransform`.
  case instanceTransform
}

/// A value of an animatable property.
public enum AnimatableValue: Sendable, Equatable {
  /// A number.
  case scalar(Double)
  /// A point.
  case point(Point)
  /// A size.
  case size(Size)
  /// A rectangle.
  case rect(Rect)
  /// A colour.
  case color(Color)
  /// An affine transform.
  case transform(AffineTransform)
  /// A path. The case is indirect because a path is larger than all other values.
  indirect case path(Path)
  /// Several numbers.
  case scalars([Double])
  /// Several colours.
  case colors([Color])

  /// The value at a fraction between `a` and `b`, component by component; nil for values of different kinds, or lists
  /// of different lengths. `PathMorph` has the rules for paths; transforms are interpolated by rotation, scale and
  /// translation.
  public static func interpolate(
    _ a: AnimatableValue, _ b: AnimatableValue, _ u: Double
  ) -> AnimatableValue? {
    switch (a, b) {
    case (.scalar(let p), .scalar(let q)): return .scalar(lerp(p, q, u))
    case (.point(let p), .point(let q)): return .point(lerp(p, q, u))
    case (.size(let p), .size(let q)): return .size(lerp(p, q, u))
    case (.rect(let p), .rect(let q)):
      return .rect(
        Rect(origin: lerp(p.origin, q.origin, u), size: lerp(p.size, q.size, u)))
    case (.color(let p), .color(let q)): return .color(lerp(p, q, u))
    case (.transform(let p), .transform(let q)):
      return .transform(AffineTransform.interpolate(p, q, u))
    case (.path(let p), .path(let q)):
      return .path(PathMorph(from: p, to: q)(u))
    case (.scalars(let p), .scalars(let q)) where p.count == q.count:
      return .scalars(zip(p, q).map { lerp($0, $1, u) })
    case (.colors(let p), .colors(let q)) where p.count == q.count:
      return .colors(zip(p, q).map { lerp($0, $1, u) })
    default: return nil
    }
  }

  /// The sum of two values of one kind, for `isAdditive` and `by`; transforms are concatenated. Nil for paths, and for
  /// values that cannot be interpolated.
  public func adding(_ other: AnimatableValue, times factor: Double = 1) -> AnimatableValue? {
    switch (self, other) {
    case (.scalar(let p), .scalar(let q)): return .scalar(p + q * factor)
    case (.point(let p), .point(let q)): return .point(p + q * factor)
    case (.size(let p), .size(let q)):
      return .size(Size(p.width + q.width * factor, p.height + q.height * factor))
    case (.rect(let p), .rect(let q)):
      return .rect(
        Rect(
          origin: p.origin + q.origin * factor,
          size: Size(p.width + q.width * factor, p.height + q.height * factor)))
    case (.color(let p), .color(let q)): return .color(p.adding(q, times: factor))
    case (.transform(let p), .transform(let q)):
      return q.power(factor).map { .transform($0.concatenating(p)) }
    case (.scalars(let p), .scalars(let q)) where p.count == q.count:
      return .scalars(zip(p, q).map { $0 + $1 * factor })
    case (.colors(let p), .colors(let q)) where p.count == q.count:
      return .colors(zip(p, q).map { $0.adding($1, times: factor) })
    default: return nil
    }
  }
}

extension Color {
  fileprivate func adding(_ other: Color, times factor: Double) -> Color {
    Color(
      red: red + other.red * factor, green: green + other.green * factor,
      blue: blue + other.blue * factor, alpha: alpha + other.alpha * factor)
  }
}

private func lerp(_ a: Size, _ b: Size, _ u: Double) -> Size {
  Size(lerp(a.width, b.width, u), lerp(a.height, b.height, u))
}
