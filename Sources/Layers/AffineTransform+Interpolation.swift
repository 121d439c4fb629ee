import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A transform as scale, then shear, then rotation, then translation. CSS Transforms 1 (section 13)
/// interpolates two-dimensional transforms by this decomposition.
private struct TransformParts {
  var translation: Point
  var scaleX: Double
  var scaleY: Double
  var shear: Double
  var angle: Double

  /// Fails for a transform without an inverse.
  init?(_ t: AffineTransform) {
    let scaleX = (t.a * t.a + t.b * t.b).squareRoot()
    guard scaleX > 0, t.determinant != 0, t.determinant.isFinite else { return nil }
    self.scaleX = scaleX
    angle = atan2(t.b, t.a)
    scaleY = t.determinant / scaleX
    shear = (t.a * t.c + t.b * t.d) / t.determinant
    translation = Point(t.tx, t.ty)
  }

  var transform: AffineTransform {
    AffineTransform.scale(scaleX, scaleY)
      .concatenating(AffineTransform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
      .concatenating(.rotation(angle))
      .concatenating(.translation(translation.x, translation.y))
  }
}

extension AffineTransform {
  /// The transform at a fraction between two transforms: angles turn in the shorter direction, and scales are
  /// interpolated separately, so that nothing shrinks during a rotation. If a transform cannot be decomposed, the
  /// coefficients are interpolated.
  static func interpolate(
    _ a: AffineTransform, _ b: AffineTransform, _ u: Double
  ) -> AffineTransform {
    if u == 0 { return a }
    if u == 1 { return b }
    let isUpright = a.isScaleAndTranslation && b.isScaleAndTranslation && a.a * b.a > 0
    guard !isUpright, var p = TransformParts(a), let q = TransformParts(b),
      p.scaleY * q.scaleY > 0
    else { return interpolateCoefficients(a, b, u) }
    let turn = (q.angle - p.angle).remainder(dividingBy: 2 * .pi)
    p.angle += turn * u
    p.translation = lerp(p.translation, q.translation, u)
    p.scaleX = lerp(p.scaleX, q.scaleX, u)
    p.scaleY = lerp(p.scaleY, q.scaleY, u)
    p.shear = lerp(p.shear, q.shear, u)
    return p.transform
  }

  private static func interpolateCoefficients(
    _ p: AffineTransform, _ q: AffineTransform, _ u: Double
  ) -> AffineTransform {
    AffineTransform(
      a: lerp(p.a, q.a, u), b: lerp(p.b, q.b, u), c: lerp(p.c, q.c, u), d: lerp(p.d, q.d, u),
      tx: lerp(p.tx, q.tx, u), ty: lerp(p.ty, q.ty, u))
  }

  /// The transform to the power of the whole part of an exponent; nil for a negative exponent without an inverse, and
  /// for exponents of 10⁹ or more.
  func power(_ exponent: Double) -> AffineTransform? {
    guard exponent.magnitude < 1e9, var base = exponent < 0 ? inverted : self else { return nil }
    var rest = Int(exponent.magnitude)
    var result = AffineTransform.identity
    while rest > 0 {
      if rest & 1 == 1 { result = result.concatenating(base) }
      base = base.concatenating(base)
      rest >>= 1
    }
    return result
  }

  /// The largest factor by which a length grows.
  var greatestScale: Double {
    if isScaleAndTranslation { return max(abs(a), abs(d)) }
    let (sum, determinant) = (a * a + b * b + c * c + d * d, self.determinant)
    let root = max(0, sum * sum - 4 * determinant * determinant).squareRoot()
    return ((sum + root) / 2).squareRoot()
  }
}
