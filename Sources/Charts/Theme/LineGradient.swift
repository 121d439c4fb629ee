import Geometry

/// The two colours of a line, from the left of the plot to the right.
public struct LineGradient: Sendable, Equatable {
  /// The colour at the left.
  public var start: Color
  /// The colour at the right.
  public var end: Color

  /// Two colours as 0xRRGGBB.
  public init(_ start: UInt32, _ end: UInt32) {
    self.start = Color(hex: start)
    self.end = Color(hex: end)
  }

  /// The gradients of panels, in order.
  public static let standard = [
    LineGradient(0xfda408, 0xfb252d), LineGradient(0x3ddbd9, 0x2f81f7),
    LineGradient(0x7ee787, 0x2ea043), LineGradient(0xa371f7, 0xf778ba),
    LineGradient(0x79c0ff, 0x388bfd), LineGradient(0xffb454, 0xff7b72),
  ]

  /// The gradients of panels on white: darkened as far as a line needs to stand out with 3 to 1.
  public static let onWhite = [
    LineGradient(0xcc8302, 0xfb252d), LineGradient(0x1ea2a1, 0x2f81f7),
    LineGradient(0x20aa2c, 0x2ea043), LineGradient(0xa371f7, 0xf557a9),
    LineGradient(0x1f96ff, 0x388bfd), LineGradient(0xdb7b00, 0xff5b4f),
  ]

  /// The gradient of a progress ring.
  public static let ring = LineGradient(0x05cff4, 0x80e20e)
}
