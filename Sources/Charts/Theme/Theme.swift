import Geometry

/// The colours of a dashboard.
public struct Theme: Sendable, Equatable {
  /// Of the page.
  public var background: Color
  /// Of panels, and of what a chart on its own is on.
  public var panel: Color
  /// Of the thin lines around panels.
  public var edge: Color
  /// Of the lines across plots.
  public var grid: Color
  /// Of values and of the page's title.
  public var text: Color
  /// Titles, notes, units and tick labels.
  public var secondary: Color
  /// The gradients of lines, one panel after another.
  public var gradients: [LineGradient]

  /// Light text on a dark ground: the one for screens on a wall.
  public static let dark = Theme(
    background: Color(hex: 0x0d1117), panel: Color(hex: 0x151b23), edge: Color(hex: 0x21262d),
    grid: Color(hex: 0x262c36), text: Color(hex: 0xe6edf3), secondary: Color(hex: 0x8b949e),
    gradients: LineGradient.standard)

  /// Dark text on a light ground.
  public static let light = Theme(
    background: Color(hex: 0xeef1f5), panel: Color(hex: 0xffffff), edge: Color(hex: 0xdfe4ea),
    grid: Color(hex: 0xe8ecf1), text: Color(hex: 0x14181f), secondary: Color(hex: 0x5d6774),
    gradients: LineGradient.onWhite)

  /// The colour of one of several series that share a plot. There are but three, which are told apart
  /// with any kind of colour vision; after them come the same with dashes.
  public func seriesColor(_ number: Int) -> Color {
    [gradients[0], gradients[1], gradients[3]][max(0, number) % Theme.seriesColors].start
  }

  /// How many colours series have.
  static let seriesColors = 3

  /// How many series of a plot are told apart.
  public static let mostSeries = 2 * seriesColors

  /// Whether a series is told from another one of its colour by dashes.
  static func isDashed(series number: Int) -> Bool {
    max(0, number) / seriesColors % 2 == 1
  }

  /// The theme by its name, `dark` or `light`; nil for others.
  public init?(name: String) {
    switch name {
    case "dark": self = .dark
    case "light": self = .light
    default: return nil
    }
  }

  init(
    background: Color, panel: Color, edge: Color, grid: Color, text: Color, secondary: Color,
    gradients: [LineGradient]
  ) {
    self.background = background
    self.panel = panel
    self.edge = edge
    self.grid = grid
    self.text = text
    self.secondary = secondary
    self.gradients = gradients
  }
}

/// The two colours of a line, from the left of the plot to the right.
public struct LineGradient: Sendable, Equatable {
  /// At the left.
  public var start: Color
  /// At the right.
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

  /// The same hues, darkened as far as a line needs to stand out from white with 3 to 1.
  public static let onWhite = [
    LineGradient(0xcc8302, 0xfb252d), LineGradient(0x1ea2a1, 0x2f81f7),
    LineGradient(0x20aa2c, 0x2ea043), LineGradient(0xa371f7, 0xf557a9),
    LineGradient(0x1f96ff, 0x388bfd), LineGradient(0xdb7b00, 0xff5b4f),
  ]

  /// The gradient of a progress ring.
  public static let ring = LineGradient(0x05cff4, 0x80e20e)
}

/// Relative luminance and contrast as WCAG 2.1 defines them.
public enum Contrast {
  /// The relative luminance, 0 for black and 1 for white; opacity is ignored.
  public static func luminance(_ color: Color) -> Double {
    func linear(_ c: Double) -> Double {
      c <= 0.04045 ? c / 12.92 : power((c + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// The contrast of two colours, from 1 to 21.
  public static func ratio(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }
}
