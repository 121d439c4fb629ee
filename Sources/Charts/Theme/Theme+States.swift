import Geometry

extension Theme {
  /// The colour of values that recede: as near to that of notes as the contrast of a value allows.
  var quietText: Color {
    Contrast.mixed(secondary, with: text, toStandOutFrom: panel, by: Theme.leastValueContrast)
  }

  /// The colour of a value beyond a threshold, on a panel that may be tinted.
  func value(_ signal: SignalColor, on ground: Color) -> Color {
    Contrast.mixed(
      text(signal), with: text, toStandOutFrom: ground, by: Theme.leastValueContrast)
  }

  /// The contrast of a value with its panel.
  static let leastValueContrast = 7.0
  /// The contrast of a line with its panel.
  static let leastLineContrast = 3.0
  /// The contrast of a line of earlier values with its panel: such a line is quieter than that of the present.
  static let leastFaintContrast = 2.5

  /// The smallest opacity, at least that of late data, with which all given colours still have the contrast of lines
  /// with a panel; 1 if not even the opaque colours have it.
  func lateStrength(of colors: [Color]) -> Double {
    strength(of: colors, from: Plot.lateStrength, contrast: Theme.leastLineContrast)
  }

  /// The smallest opacity of a line of earlier values with which all given colours still have the contrast of such
  /// lines with a panel.
  func faintStrength(of colors: [Color]) -> Double {
    strength(of: colors, from: 0.35, contrast: Theme.leastFaintContrast)
  }

  /// The colour of a faint line in a colour, on a panel.
  func faint(_ color: Color) -> Color { lerp(panel, color, faintStrength(of: [color])) }

  /// The smallest opacity from a least one on with which all given colours have a contrast with a panel; 1 if not even
  /// the opaque colours have it.
  private func strength(of colors: [Color], from least: Double, contrast: Double) -> Double {
    stride(from: least, to: 1, by: 0.05).first { strength in
      colors.allSatisfy {
        Contrast.ratio(lerp(panel, $0.opacity(1), strength), panel) >= contrast
      }
    } ?? 1
  }
}
