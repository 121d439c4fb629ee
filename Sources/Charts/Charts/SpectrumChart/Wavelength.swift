import Geometry

/// The conversion of a value into a colour of the spectrum, by way of a wavelength.
public enum Wavelength {
  /// The wavelengths, in nanometres, that have a colour.
  public static let visible = 380...780

  /// The wavelength of a value in whole nanometres: 0 below zero, otherwise from 340 upward, in three stretches of 60,
  /// 200 and the rest. Values from 342 to 3592 have a visible wavelength.
  ///
  /// NaN counts as below zero; a larger value is held at 2³¹.
  public static func of(_ value: Double) -> Int {
    guard value >= 0 else { return 0 }
    let v = min(value, 2_147_483_648)
    if v < 512 { return Int(v / 8.53) + 340 }
    if v < 2048 { return Int((v - 512) / 7.68) + 400 }
    return Int((v - 2048) / 8.53) + 600
  }

  /// The least value that has a wavelength of at least `wavelength`, the inverse of `of`.
  static func leastValue(_ wavelength: Int) -> Double {
    let w = Double(wavelength)
    if wavelength <= 340 { return 0 }
    // Wavelengths below 400 are in the first stretch; a whole nanometre starts at the exact quotient.
    if wavelength < 400 { return (w - 340) * 8.53 }
    if wavelength < 600 { return 512 + (w - 400) * 7.68 }
    return 2048 + (w - 600) * 8.53
  }

  /// The colour of a wavelength in 8-bit steps; black if the wavelength is not visible. The hues are piecewise linear,
  /// and fall off towards both ends of the visible range, with a gamma of 0.5.
  public static func color(_ wavelength: Int) -> Color {
    let w = Double(wavelength)
    let hue: (red: Double, green: Double, blue: Double) =
      switch wavelength {
      case 340...439: ((440 - w) / 100, 0, 1)
      case 440...489: (0, (w - 440) / 50, 1)
      case 490...509: (0, 1, (510 - w) / 20)
      case 510...579: ((w - 510) / 70, 1, 0)
      case 580...644: (1, (645 - w) / 65, 0)
      case 645...780: (1, 0, 0)
      default: (0, 0, 0)
      }
    let factor: Double =
      switch wavelength {
      case 380...419: 0.3 + 0.7 * (w - 380) / 40
      case 420...700: 1
      case 701...780: 0.3 + 0.7 * (780 - w) / 80
      default: 0
      }
    func channel(_ component: Double) -> Double {
      (255 * (component * factor).squareRoot()).rounded() / 255
    }
    return Color(red: channel(hue.red), green: channel(hue.green), blue: channel(hue.blue))
  }

  /// The colour of a value.
  /// - Parameter isClamped: whether a value beyond the spectrum has the colour of the nearer end, so that no value is
  ///   invisible.
  public static func color(of value: Double, isClamped: Bool) -> Color {
    let wavelength = of(value)
    return color(
      isClamped ? min(max(wavelength, visible.lowerBound), visible.upperBound) : wavelength)
  }
}
