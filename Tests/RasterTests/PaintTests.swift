import Geometry
import Raster
import TestSupport
import Testing

private func rgba(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> Color {
  Color(red: r / 255, green: g / 255, blue: b / 255, alpha: a)
}

/// A gradient over white in a bitmap of the layer's size, with the unit square stretched over the
/// bitmap.
private func layer(
  _ stops: [LinearGradient.Stop], from start: Point, to end: Point, width: Int = 200,
  height: Int = 100
) -> Bitmap {
  let size = AffineTransform.scale(Double(width), Double(height))
  let gradient = LinearGradient(stops: stops, start: start, end: end, transform: size)
  let rect = Path(rect: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
  return draw(
    [filled(rect, .nonZero, .identity, .gradient(gradient))], width: width, height: height)
}

@Suite struct GradientTests {
  private static let left = Point(0, 0.5)
  private static let right = Point(1, 0.5)

  struct Case: Sendable {
    var from: Color
    var to: Color
    /// Parameters and the colours over white.
    var expected: [(Double, [Double])]
  }

  static let cases = [
    Case(
      from: rgba(253, 164, 8), to: rgba(251, 37, 45),
      expected: [
        (0.25, [252.5, 132.25, 17.25]), (0.5, [252, 100.5, 26.5]), (0.75, [251.5, 68.75, 35.75]),
      ]),
    Case(
      from: rgba(66, 142, 218, 0.4), to: rgba(255, 255, 255, 0.1),
      expected: [
        (0.25, [208.93, 227.46, 245.98]), (0.5, [231.375, 240.875, 250.375]),
        (0.75, [246.73, 250.06, 253.38]),
      ]),
    Case(
      from: rgba(0, 205, 209, 0.3), to: rgba(0, 205, 209, 0),
      expected: [
        (0, [178.5, 240, 241.2]), (0.25, [197.625, 243.75, 244.65]), (0.5, [216.75, 247.5, 248.1]),
      ]),
  ]

  @Test("4 a, b and c: colours of gradients", arguments: cases)
  func colors(test: Case) {
    let stops = [LinearGradient.Stop(0, test.from), .init(1, test.to)]
    let columns = layer(stops, from: Self.left, to: Self.right, width: 1000, height: 2)
    let rows = layer(stops, from: Point(0, 0), to: Point(0, 1), width: 2, height: 1000)
    for (t, rgb) in test.expected {
      let i = min(Int(t * 1000), 999)
      #expect(isNear(columns[i, 1], rgb, 1.2) && isNear(rows[1, i], rgb, 1.2))
    }
  }

  @Test("4 d: the unit square is stretched")
  func unitSquareIsStretchedOverTheLayer() {
    let stops = [LinearGradient.Stop(0, .black), .init(1, .white)]
    let bitmap = layer(stops, from: Point(0, 0), to: Point(1, 1))
    let places = [(100, 50, 0.5), (199, 0, 0.5), (50, 0, 0.125), (0, 99, 0.5), (150, 25, 0.5)]
    for (x, y, t) in places {
      #expect(isNear(bitmap[x, y], [t * 255, t * 255, t * 255], 2))
    }
  }

  @Test func clampsBeyondItsEndsAndStops() {
    let stops = [LinearGradient.Stop(0.25, .black), .init(0.75, .white)]
    let bitmap = layer(stops, from: Point(0.25, 0), to: Point(0.75, 0), width: 400)
    for (x, grey) in [(0, 0.0), (100, 0), (140, 0), (200, 127.5), (260, 255), (399, 255)] {
      #expect(isNear(bitmap[x, 50], [grey, grey, grey], 2))
    }
  }

  @Test("4 e: three colours")
  func threeStops() {
    let stops = [LinearGradient.Stop(0, .black), .init(0.2, .white), .init(1, .black)]
    let bitmap = layer(stops, from: Self.left, to: Self.right, width: 1000, height: 2)
    #expect(isNear(bitmap[100, 0], [127.5, 127.5, 127.5], 2))
    #expect(isNear(bitmap[600, 0], [127.5, 127.5, 127.5], 2))
  }

  @Test("4: equal locations are a step")
  func hardStepsTakeTheRightColour() {
    let stops = [LinearGradient.Stop(0.5, .black), .init(0.5, .white)]
    let bitmap = layer(stops, from: Self.left, to: Self.right, width: 1000, height: 2)
    #expect(bitmap[499, 0] == 0xff00_0000 && bitmap[500, 0] == 0xffff_ffff)
  }

  @Test("4: gradients of no extent")
  func degenerateGradients() {
    let red = rgba(255, 0, 0)
    #expect(layer([], from: .zero, to: Self.right)[9, 9] == 0xffff_ffff)
    #expect(layer([.init(0.3, red)], from: .zero, to: Self.right)[9, 9] == 0xffff_0000)
    let point = layer([.init(0, .black), .init(1, red)], from: .zero, to: .zero)
    #expect(point[9, 9] == 0xffff_0000)
    // Locations that fall count as the highest before them.
    let falling = layer(
      [.init(0, .black), .init(0.8, red), .init(0.2, .white)], from: Self.left, to: Self.right)
    #expect(falling[150, 9] != 0xffff_ffff && falling[165, 9] == 0xffff_ffff)
    let invalid = layer(
      [.init(.nan, .black), .init(1, red)], from: Point(.nan, 0), to: Self.right)
    #expect(invalid[9, 9] == 0xffff_ffff)
  }
}

@Suite struct ImageTests {
  private static let image = Image(
    width: 2, height: 2, pixels: [0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xffff_ffff])

  private func drawn(_ transform: AffineTransform, opacity: Double = 1) -> Bitmap {
    let paint = Paint.image(
      ImagePaint(image: Self.image, transform: transform, opacity: opacity))
    return coverage(
      [filled(Path(rect: Rect(x: 0, y: 0, width: 16, height: 16)), .nonZero, .identity, paint)],
      width: 16, height: 16)
  }

  @Test func wholePixelsAreCopied() {
    let bitmap = drawn(.translation(3, 4))
    #expect(
      [bitmap[3, 4], bitmap[4, 4], bitmap[3, 5], bitmap[4, 5]] == Self.image.pixels)
    #expect(bitmap.pixels.filter { $0 != 0 }.count == 4)
    #expect(drawn(.translation(3, 4), opacity: 0.5)[4, 5] == 0x8080_8080)
  }

  @Test func halfPixelsAreMeans() {
    let bitmap = drawn(.translation(3.5, 4))
    #expect(bitmap[3, 4] == 0xffff_0000 && bitmap[5, 4] == 0)
    #expect(isNear(bitmap[4, 4], [127.5, 127.5, 0]) && bitmap[4, 4] >> 24 == 255)
  }

  @Test func scalingInterpolates() {
    let bitmap = drawn(.scale(8, 8))
    #expect(bitmap[3, 3] == 0xffff_0000 && bitmap[15, 15] == 0xffff_ffff)
    // A sixteenth beyond the middle between the four pixels.
    let (a, b) = (7.0 / 16, 9.0 / 16)
    let mean = [a * a + b * b, a * b + b * b, a * b + b * b].map { $0 * 255 }
    #expect(isNear(bitmap[8, 8], mean, 2))
  }

  @Test(arguments: [0.0, .nan, 1e300, 1e-300])
  func hostileTransformsDrawNothingBad(scale: Double) {
    let bitmap = drawn(.scale(scale, scale))
    #expect(bitmap.pixels.allSatisfy { $0 == 0 || scale > 1 })
  }
}
