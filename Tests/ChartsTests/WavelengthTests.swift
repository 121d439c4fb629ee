import Charts
import Geometry
import Testing

/// The mapping of article 003 from a value to a wavelength, and on to a colour.
@Suite struct WavelengthTests {
  private func rgb(_ color: Color) -> [Int] {
    [color.red, color.green, color.blue].map { Int(($0 * 255).rounded()) }
  }

  @Test(
    "10 table: value, wavelength, colour",
    arguments: [
      (-1, 0, [0, 0, 0]), (0, 340, [0, 0, 0]), (341, 379, [0, 0, 0]), (342, 380, [108, 0, 140]),
      (400, 386, [119, 0, 162]), (511, 399, [130, 0, 203]), (512, 400, [130, 0, 206]),
      (600, 411, [126, 0, 234]), (666, 420, [114, 0, 255]), (704, 425, [99, 0, 255]),
      (740, 429, [85, 0, 255]), (820, 440, [0, 0, 255]), (896, 450, [0, 114, 255]),
      (1000, 463, [0, 173, 255]), (1203, 489, [0, 252, 255]), (1204, 490, [0, 255, 255]),
      (1280, 500, [0, 255, 180]), (1357, 510, [0, 255, 0]), (1400, 515, [68, 255, 0]),
      (1600, 541, [170, 255, 0]), (1895, 580, [255, 255, 0]), (2047, 599, [255, 215, 0]),
      (2048, 600, [255, 212, 0]), (2200, 617, [255, 167, 0]), (2431, 644, [255, 32, 0]),
      (2432, 645, [255, 0, 0]), (2909, 700, [255, 0, 0]), (2910, 701, [254, 0, 0]),
      (3000, 711, [242, 0, 0]), (3300, 746, [197, 0, 0]), (3584, 780, [140, 0, 0]),
      (3591, 780, [140, 0, 0]), (3592, 781, [0, 0, 0]),
    ] as [(Double, Int, [Int])])
  func valueToWavelengthToColour(value: Double, wavelength: Int, color: [Int]) {
    #expect(Wavelength.of(value) == wavelength)
    #expect(rgb(Wavelength.color(wavelength)) == color)
    #expect(rgb(Wavelength.color(of: value, isClamped: false)) == color)
  }

  @Test(
    "10 more wavelengths",
    arguments: [
      (390, [124, 0, 176]), (410, [127, 0, 232]), (419, [116, 0, 253]), (630, [255, 122, 0]),
      (720, [232, 0, 0]), (740, [206, 0, 0]), (760, [176, 0, 0]),
    ] as [(Int, [Int])])
  func moreWavelengths(wavelength: Int, color: [Int]) {
    #expect(rgb(Wavelength.color(wavelength)) == color)
  }

  /// Halves may be rounded either way.
  @Test(
    "10 exact halves: 431, 439, 505",
    arguments: [(431, [77, 0, 255]), (439, [26, 0, 255]), (505, [0, 255, 128])] as [(Int, [Int])])
  func exactHalves(wavelength: Int, color: [Int]) {
    for (actual, expected) in zip(rgb(Wavelength.color(wavelength)), color) {
      #expect(abs(actual - expected) <= 1)
    }
  }

  @Test(
    "10 first value of each band",
    arguments: [
      (342, 380), (666, 420), (820, 440), (1204, 490), (1357, 510), (1895, 580), (2432, 645),
      (2910, 701), (3584, 780),
    ])
  func firstWholeValueOfEachBand(value: Int, wavelength: Int) {
    #expect(Wavelength.of(Double(value)) == wavelength)
    #expect(Wavelength.of(Double(value - 1)) == wavelength - 1)
  }

  /// Wavelengths that the article draws in black have the colour of the nearer end of the spectrum.
  @Test(
    "12 row 24: no value is invisible",
    arguments: [
      (-5, 380), (0, 380), (341, 380), (1000, 463), (3592, 780), (1e300, 780), (.infinity, 780),
      (-.infinity, 380), (.nan, 380),
    ])
  func clampedNoValueIsInvisible(value: Double, wavelength: Int) {
    #expect(Wavelength.color(of: value, isClamped: true) == Wavelength.color(wavelength))
  }

  @Test(
    "10 black where nothing is visible",
    arguments: [339, 340, 379, 781, 0, -7, .max, .min])
  func blackWhereNothingIsVisible(wavelength: Int) {
    #expect(Wavelength.color(wavelength) == .black)
  }
}
