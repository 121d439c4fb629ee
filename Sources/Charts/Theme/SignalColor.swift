import Geometry

/// A colour that signals that something is wrong, or right.
public enum SignalColor: String, Sendable, Equatable, CaseIterable {
  /// The hues; the host decides about their meaning, and `mark` and `text` return their shades.
  case red, orange, yellow, green, blue
}

extension Theme {
  /// The colour of lines and edges, with a contrast to a panel of at least 3 to 1.
  public func mark(_ signal: SignalColor) -> Color {
    let (onDark, onLight): (UInt32, UInt32) =
      switch signal {
      case .red: (0xff5c52, 0xd92d20)
      case .orange: (0xff9a3c, 0xd97706)
      case .yellow: (0xf2cc60, 0x9a7500)
      case .green: (0x3fb950, 0x1a8f3c)
      case .blue: (0x58a6ff, 0x1f6fd6)
      }
    return Color(hex: isDark ? onDark : onLight)
  }

  /// The colour of values, with a contrast to a panel of at least 7 to 1.
  public func text(_ signal: SignalColor) -> Color {
    let (onDark, onLight): (UInt32, UInt32) =
      switch signal {
      case .red: (0xff8f87, 0xa0140b)
      case .orange: (0xffa657, 0x7f3c00)
      case .yellow: (0xf2cc60, 0x624a00)
      case .green: (0x56d364, 0x0b5a22)
      case .blue: (0x79b8ff, 0x0b4a9c)
      }
    return Color(hex: isDark ? onDark : onLight)
  }

  /// Whether text is lighter than its panel.
  var isDark: Bool { Contrast.luminance(text) > Contrast.luminance(panel) }
}
