import Geometry

/// Relative luminance and contrast as WCAG 2.1 defines them.
public enum Contrast {
  /// The relative luminance, 0 for black and 1 for white; opacity is ignored.
  public static func luminance(_ color: Color) -> Double {
    let (red, green, blue) = color.linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The contrast of two colours, from 1 to 21.
  public static func ratio(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// A colour, mixed with another one as little as necessary to stand out from a ground; the other one itself if no
  /// mixture stands out.
  /// - Parameters:
  ///   - least: the contrast with the ground.
  ///   - steps: the number of equal steps from the colour to `pole`, of which the fewest are taken.
  static func mixed(
    _ color: Color, with pole: Color, toStandOutFrom ground: Color, by least: Double,
    steps: Int = 20
  ) -> Color {
    func mix(_ step: Int) -> Color { lerp(color, pole, Double(step) / Double(steps)) }
    var (low, high) = (-1, steps)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      // The unmixed colour is checked first, because most colours need no mixing.
      let step = low < 0 ? 0 : middle
      if ratio(mix(step), ground) >= least { high = step } else { low = step }
    }
    return mix(high)
  }
}
