import Geometry

/// The colours of values, as one chart shows them.
struct SpectrumColors {
  let style: SpectrumChart.Style
  /// The colour behind the line.
  let ground: Color

  /// The values between which colours differ.
  let values = Wavelength.leastValue(380)...Wavelength.leastValue(781)

  func color(of value: Double) -> Color {
    let counted = style.truncatesValues ? value.rounded(.towardZero) : value
    return legible(Wavelength.color(of: counted, isClamped: style.clampsWavelengths))
  }

  /// The colours of `values` from the lowest to the highest, and their places between the two, 0...1.
  var gradient: (colors: [Color], locations: [Double]) {
    var stops = Wavelength.visible.map { (location($0), legible(Wavelength.color($0))) }
    if !style.clampsWavelengths {
      let black = legible(.black)
      stops = [(0, black)] + stops + [(1, stops[stops.count - 1].1), (1, black)]
    }
    return (stops.map(\.1), stops.map(\.0))
  }

  private func location(_ wavelength: Int) -> Double {
    (Wavelength.leastValue(wavelength) - values.lowerBound)
      / (values.upperBound - values.lowerBound)
  }

  /// The colour, mixed with white on a dark ground and with black on a light one until the colour has the style's
  /// contrast.
  private func legible(_ color: Color) -> Color {
    Contrast.mixed(
      color, with: Contrast.luminance(ground) < 0.18 ? .white : .black, toStandOutFrom: ground,
      by: style.minimumContrast, steps: 1024)
  }
}
