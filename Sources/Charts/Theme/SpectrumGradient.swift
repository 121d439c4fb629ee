import Geometry

/// The colours of a line that is coloured by its value: those of the spectrum, from violet at the
/// axis' lower end to red at its upper one.
enum SpectrumGradient {
  /// The wavelengths, in nanometres, of the two ends: colours beyond are too dark for a line.
  private static let wavelengths = 415...660
  private static let stops = 33
  /// The contrast that a line needs to stand out from its panel.
  static let leastContrast = 3.0

  /// The colours from the upper end of the axis to the lower one, evenly spaced, and mixed with the colour of text as
  /// far as necessary for all of the line to be visible.
  static func colors(on theme: Theme) -> [Color] {
    let (low, high) = (wavelengths.lowerBound, wavelengths.upperBound)
    return (0..<stops).map { i in
      let color = Wavelength.color(high - (high - low) * i / (stops - 1))
      return Contrast.mixed(
        color, with: theme.text, toStandOutFrom: theme.panel, by: leastContrast)
    }
  }

  /// The colour at a place, 0 at the upper end of the axis and 1 at the lower one; a place beyond the axis has the
  /// colour of the nearer end.
  static func color(at place: Double, of colors: [Color]) -> Color {
    guard place > 0 else { return colors[0] }
    return colors[Int((min(place, 1) * Double(colors.count - 1)).rounded())]
  }
}
