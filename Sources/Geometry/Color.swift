/// A colour in sRGB: encoded components and opacity, each in 0...1, not premultiplied.
@frozen
public struct Color: Hashable, Sendable {
  /// The red, 0...1, as sRGB encodes it.
  public var red: Double
  /// The green, 0...1, as sRGB encodes it.
  public var green: Double
  /// The blue, 0...1, as sRGB encodes it.
  public var blue: Double
  /// The opacity, 0...1.
  public var alpha: Double

  /// A colour of components in 0...1, which are not clamped. Default opaque.
  @inlinable
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour written as in a style sheet, `0xRRGGBB`.
  @inlinable
  public init(hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255,
      blue: Double(hex & 255) / 255, alpha: alpha)
  }

  /// Opaque black.
  public static let black = Color(hex: 0)
  /// Opaque white.
  public static let white = Color(hex: 0xffffff)
  /// Transparent black, which shows nothing.
  public static let clear = Color(hex: 0, alpha: 0)

  /// The colour with its opacity multiplied by `factor`.
  @inlinable
  public func opacity(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }
}

/// The component-wise interpolation, opacity included, on unpremultiplied encoded values.
public func lerp(_ a: Color, _ b: Color, _ t: Double) -> Color {
  Color(
    red: lerp(a.red, b.red, t), green: lerp(a.green, b.green, t),
    blue: lerp(a.blue, b.blue, t), alpha: lerp(a.alpha, b.alpha, t))
}
