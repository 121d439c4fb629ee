import Geometry

/// The two colours of a line, from the left of the plot to the right.
public struct LineGradient: Sendable, Equatable {
  /// The colour at the left.
  public var start: Color
  /// The colour at the right.
  public var end: Color

  /// Two colours as 0xRRGGBB.
  public init(_ start: UInt32, _ end: UInt32) {
    self.init(Color(hex: start), Color(hex: end))
  }

  /// Two colours.
  public init(_ start: Color, _ end: Color) {
    self.start = start
    self.end = end
  }

  /// The gradients of series on dark panels, in order: blue, teal, violet, green, pink and slate.
  ///
  /// Each gradient has two neighbours of one hue. The gradients differ as much in lightness as in hue, so that people
  /// with any kind of colour vision can distinguish them from each other and from the colours of signals.
  public static let standard = [
    LineGradient(0x24a1f1, 0x22b4fe), LineGradient(0x56ebfe, 0x61f7fe),
    LineGradient(0x8559d5, 0x9960e0), LineGradient(0xafdabe, 0xc6e9c6),
    LineGradient(0x986e90, 0x966195), LineGradient(0xa1a7ae, 0x868d92),
  ]

  /// The gradients of series on white panels.
  public static let onWhite = [
    LineGradient(0x3e68ef, 0x6b6efd), LineGradient(0x336b76, 0x295c6d),
    LineGradient(0x601d9b, 0x633cbb), LineGradient(0x379982, 0x2b998f),
    LineGradient(0x37013b, 0x3a0f4d), LineGradient(0x3d3d3e, 0x292a2b),
  ]

  /// The warm gradients of the articles.
  public static let sunset = [
    LineGradient(0xfda408, 0xfb252d), LineGradient(0x3ddbd9, 0x2f81f7),
    LineGradient(0x7ee787, 0x2ea043), LineGradient(0xa371f7, 0xf778ba),
    LineGradient(0x79c0ff, 0x388bfd), LineGradient(0xffb454, 0xff7b72),
  ]

  /// The gradients of the articles on white: darkened until a line has a contrast of 3 to 1.
  public static let sunsetOnWhite = [
    LineGradient(0xcc8302, 0xfb252d), LineGradient(0x1ea2a1, 0x2f81f7),
    LineGradient(0x20aa2c, 0x2ea043), LineGradient(0xa371f7, 0xf557a9),
    LineGradient(0x1f96ff, 0x388bfd), LineGradient(0xdb7b00, 0xff5b4f),
  ]

  /// The gradient of a progress ring.
  public static let ring = LineGradient(0x05cff4, 0x80e20e)
}
