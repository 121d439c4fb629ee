import Geometry

/// A colour that a specification gives to a series or to a state.
public enum SeriesColor: Hashable, Sendable {
  /// A signal's colour in its shade for the theme.
  case signal(SignalColor)
  /// One of the theme's colours of series, by its number.
  case series(Int)
  /// A hue by its name, in its shade for the theme.
  case hue(Hue)
  /// The grey of notes.
  case gray
  /// A fixed colour.
  case fixed(Color)

  /// Whether the colour is that of a failure or a warning.
  var isUrgent: Bool { self == .signal(.red) || self == .signal(.orange) }

  /// The hues that are not those of signals.
  public enum Hue: String, CaseIterable, Sendable {
    case teal, violet, pink

    /// The shades on dark and on white panels, whatever the colours of series are.
    fileprivate var shades: (onDark: Color, onWhite: Color) {
      switch self {
      case .teal: (Color(hex: 0x61f7fe), Color(hex: 0x295c6d))
      case .violet: (Color(hex: 0x9960e0), Color(hex: 0x633cbb))
      case .pink: (Color(hex: 0xd583bd), Color(hex: 0xb04a92))
      }
    }
  }
}

extension Theme {
  /// The colour of marks, mixed with the colour of text as far as necessary for a mark to stand out from its panel.
  func mark(_ color: SeriesColor) -> Color {
    switch color {
    case .signal(let signal): mark(signal)
    case .series(let number): seriesColor(number)
    case .hue(let hue): isDark ? hue.shades.onDark : hue.shades.onWhite
    case .gray: secondary
    case .fixed(let color):
      Contrast.mixed(color, with: text, toStandOutFrom: panel, by: Theme.leastLineContrast)
    }
  }

  /// The colour of a word for a value, mixed with the colour of text as far as necessary to stand out.
  /// - Parameter ground: the colour of the panel.
  func word(_ color: SeriesColor, on ground: Color) -> Color {
    if case .signal(let signal) = color { return value(signal, on: ground) }
    return Contrast.mixed(
      mark(color), with: text, toStandOutFrom: ground, by: Theme.leastValueContrast)
  }

  /// The colour of text on a mark: dark or white, whichever has the higher contrast.
  func text(upon color: Color) -> Color {
    let (dark, light) = (Color(hex: 0x0d1117), Color.white)
    return Contrast.ratio(dark, color) >= Contrast.ratio(light, color) ? dark : light
  }
}
