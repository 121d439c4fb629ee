import Geometry

/// A property of a layer that an animation can move.
public enum AnimationKeyPath: String, Sendable, CaseIterable {
  case position
  case bounds
  case transform
  case opacity
  case backgroundColor
  case borderColor
  case cornerRadius
  case path
  case fillColor
  case strokeColor
  case lineWidth
  case lineDashPhase
  case strokeStart
  case strokeEnd
  case foregroundColor
}

/// A value of such a property.
public enum AnimatableValue: Sendable, Equatable {
  case scalar(Double)
  case point(Point)
  case rect(Rect)
  case color(Color)
  case transform(AffineTransform)
  case path(Path)

  /// The value a fraction of the way from `a` to `b`, component by component; nil where the two are
  /// of different kinds. Paths of different element types do not blend: the nearer end is shown.
  public static func interpolate(
    _ a: AnimatableValue, _ b: AnimatableValue, _ u: Double
  ) -> AnimatableValue? {
    switch (a, b) {
    case (.scalar(let p), .scalar(let q)): return .scalar(lerp(p, q, u))
    case (.point(let p), .point(let q)): return .point(lerp(p, q, u))
    case (.rect(let p), .rect(let q)):
      let origin = lerp(p.origin, q.origin, u)
      let size = Size(lerp(p.width, q.width, u), lerp(p.height, q.height, u))
      return .rect(Rect(origin: origin, size: size))
    case (.color(let p), .color(let q)): return .color(lerp(p, q, u))
    case (.transform(let p), .transform(let q)): return .transform(lerp(p, q, u))
    case (.path(let p), .path(let q)):
      return .path(Path.interpolate(p, q, u) ?? (u < 0.5 ? p : q))
    default: return nil
    }
  }

  /// The sum of two values of one kind, as `additive` and `byValue` mean it; transforms are
  /// concatenated. Nil for paths and for values of different kinds.
  public func adding(_ other: AnimatableValue, times factor: Double = 1) -> AnimatableValue? {
    switch (self, other) {
    case (.scalar(let p), .scalar(let q)): return .scalar(p + q * factor)
    case (.point(let p), .point(let q)): return .point(p + q * factor)
    case (.rect(let p), .rect(let q)):
      return .rect(
        Rect(
          origin: p.origin + q.origin * factor,
          size: Size(p.width + q.width * factor, p.height + q.height * factor)))
    case (.color(let p), .color(let q)):
      return .color(
        Color(
          red: p.red + q.red * factor, green: p.green + q.green * factor,
          blue: p.blue + q.blue * factor, alpha: p.alpha + q.alpha * factor))
    case (.transform(let p), .transform(let q)):
      return factor < 0
        ? q.inverted.map { .transform($0.concatenating(p)) } : .transform(q.concatenating(p))
    default: return nil
    }
  }
}

private func lerp(_ p: AffineTransform, _ q: AffineTransform, _ u: Double) -> AffineTransform {
  AffineTransform(
    a: lerp(p.a, q.a, u), b: lerp(p.b, q.b, u), c: lerp(p.c, q.c, u), d: lerp(p.d, q.d, u),
    tx: lerp(p.tx, q.tx, u), ty: lerp(p.ty, q.ty, u))
}
