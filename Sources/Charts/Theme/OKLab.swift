import Geometry
import Glibc

/// A colour by its lightness and two opponent axes, in which equal distances look equal.
///
/// Björn Ottosson, "A perceptual color space for image processing" (2020).
struct OKLab: Equatable, Sendable {
  /// The lightness: 0 for black, 1 for white.
  var lightness: Double
  /// The axis from green to red.
  var a: Double
  /// The axis from blue to yellow.
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// A colour by its chroma and its hue in degrees.
  init(lightness: Double, chroma: Double, hue: Double) {
    let angle = hue * .pi / 180
    self.init(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }

  /// A colour of sRGB; its opacity is ignored.
  init(_ color: Color) {
    let (r, g, b) = color.linear
    func root(_ x: Double) -> Double { power(max(0, x), 1.0 / 3) }
    let l = root(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
    let m = root(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
    let s = root(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
    self.init(
      lightness: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }

  /// The components of sRGB before they are held within 0...1.
  private var components: [Double] {
    func cube(_ x: Double) -> Double { x * x * x }
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    let linear = [
      4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
    return linear.map { $0 <= 0.003_130_8 ? 12.92 * $0 : 1.055 * power($0, 1 / 2.4) - 0.055 }
  }

  /// The colour in sRGB; a component beyond 0...1 is held at the nearer end.
  var color: Color {
    let c = components.map { min(max($0, 0), 1) }
    return Color(red: c[0], green: c[1], blue: c[2])
  }

  /// The distance between two colours.
  func distance(to other: OKLab) -> Double {
    let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + a * a + b * b).squareRoot()
  }
}
