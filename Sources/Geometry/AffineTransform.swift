#if canImport(Glibc)
  import Glibc
#endif

/// The affine map `x' = a x + c y + tx`, `y' = b x + d y + ty`, as in Core Graphics.
@frozen
public struct AffineTransform: Hashable, Sendable {
  /// The factor of x in x'.
  public var a: Double
  /// The factor of x in y'.
  public var b: Double
  /// The factor of y in x'.
  public var c: Double
  /// The factor of y in y'.
  public var d: Double
  /// The distance by which the map moves the origin to the right.
  public var tx: Double
  /// The distance by which the map moves the origin down.
  public var ty: Double

  /// The map with the given coefficients.
  @inlinable
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that leaves every point at its place.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A map that moves points by `x` to the right and by `y` down.
  @inlinable
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A map that multiplies x by one factor and y by another; the origin stays.
  @inlinable
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation about the origin; with y down a positive angle (radians) turns clockwise on screen.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (s, c) = (sin(angle), cos(angle))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// First this map, then `next`.
  @inlinable
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The factor by which the map multiplies areas; negative if the map mirrors.
  @inlinable
  public var determinant: Double { a * d - b * c }

  /// The inverse map, or nil where there is none.
  public var inverted: AffineTransform? {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
    let (ia, ib, ic, id) = (
      d / determinant, -b / determinant, -c / determinant, a / determinant
    )
    return AffineTransform(
      a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
  }

  /// Whether axis-aligned rectangles stay axis-aligned and upright.
  @inlinable
  public var isScaleAndTranslation: Bool { b == 0 && c == 0 }
}

extension Point {
  /// The place to which a map moves the point.
  @inlinable
  public func applying(_ t: AffineTransform) -> Point {
    Point(t.a * x + t.c * y + t.tx, t.b * x + t.d * y + t.ty)
  }
}

extension Rect {
  /// The bounding box of the mapped rectangle.
  public func applying(_ t: AffineTransform) -> Rect {
    if isNull { return self }
    let (a, b) = (Point(minX, minY).applying(t), Point(maxX, minY).applying(t))
    let (c, d) = (Point(minX, maxY).applying(t), Point(maxX, maxY).applying(t))
    return Rect(
      minX: min(min(min(a.x, b.x), c.x), d.x), minY: min(min(min(a.y, b.y), c.y), d.y),
      maxX: max(max(max(a.x, b.x), c.x), d.x), maxY: max(max(max(a.y, b.y), c.y), d.y))
  }
}
