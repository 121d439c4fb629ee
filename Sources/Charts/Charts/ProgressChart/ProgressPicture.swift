import Geometry
import Layers

/// The filling of the ring of a progress chart without a picture of its own: water from cyan to green, with bubbles
/// that rise at the bottom. All places and sizes are fractions, so that the picture can have any size.
final class ProgressPicture {
  let layer = Layer()
  private let water = GradientLayer()
  private let bubbles = ShapeLayer()

  /// The place of each bubble along the bottom, its height above the bottom in bands, and its radius in bands.
  private static let places: [(x: Double, rise: Double, radius: Double)] = [
    (0.16, 1.10, 0.07), (0.21, 0.62, 0.13), (0.245, 0.30, 0.08), (0.29, 0.74, 0.06),
    (0.33, 0.44, 0.19), (0.385, 0.78, 0.09), (0.41, 0.24, 0.06), (0.455, 0.55, 0.12),
    (0.51, 0.30, 0.09), (0.545, 0.72, 0.07), (0.59, 0.42, 0.22), (0.645, 0.76, 0.08),
    (0.665, 0.28, 0.06), (0.71, 0.56, 0.14), (0.765, 0.34, 0.08), (0.79, 0.80, 0.10),
    (0.845, 0.92, 0.16), (0.885, 1.32, 0.07), (0.92, 1.72, 0.11), (0.945, 2.25, 0.06),
  ]

  init() {
    water.colors = [Color(hex: 0x05cff4), Color(hex: 0x80e20e)]
    bubbles.fillColor = Color.white.opacity(0.28)
    layer.addSublayer(water)
    layer.addSublayer(bubbles)
  }

  /// - Parameters:
  ///   - band: the width of the ring's band.
  ///   - isPlain: whether the water is a horizontal gradient without bubbles.
  func layOut(size: Size, band: Double, isPlain: Bool) {
    (water.startPoint, water.endPoint) =
      isPlain ? (Point(0, 0.5), Point(1, 0.5)) : (Point(0.1, 0.2), Point(0.85, 0.5))
    bubbles.isHidden = isPlain
    water.frame = Rect(origin: .zero, size: size)
    var path = Path()
    for place in Self.places {
      path.append(
        Path(
          circleCenter: Point(place.x * size.width, size.height - place.rise * band),
          radius: place.radius * band))
    }
    bubbles.path = path
  }
}
