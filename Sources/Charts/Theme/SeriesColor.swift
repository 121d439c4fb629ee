import Geometry

/// A colour that a specification gives to a series or to a state.
public enum SeriesColor: Hashable, Sendable {
  /// A signal's colour in its shade for the theme.
  case signal(SignalColor)
  /// One of the theme's colours of series, by its number.
  case series(Int)
  /// The grey of notes.
  case gray
  /// A fixed colour.
  case fixed(Color)
}

extension Theme {
  /// The colour of marks, mixed with the colour of text as far as necessary for a mark to stand out from its panel.
  func mark(_ color: SeriesColor) -> Color {
    switch color {
    case .signal(let signal): mark(signal)
    case .series(let number): seriesColor(number)
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
