import Geometry

extension Color {
  /// Red, green and blue in proportion to light, without the curve of sRGB.
  var linear: (red: Double, green: Double, blue: Double) {
    func linear(_ c: Double) -> Double {
      c <= 0.04045 ? c / 12.92 : power((c + 0.055) / 1.055, 2.4)
    }
    return (linear(red), linear(green), linear(blue))
  }
}
