import Geometry

/// The colours of a heatmap, from the lowest to the highest value, in steps that look equal.
struct HeatPalette {
  /// The colours from the lowest step to the highest one.
  let colors: [Color]

  /// The number of steps.
  static let count = 24
  /// The points of the palette's path: lightness, chroma and hue in degrees. The hues avoid the red and the amber of
  /// states.
  private static let onDark = [
    (0.30, 0.055, 275.0), (0.42, 0.105, 265), (0.56, 0.125, 240), (0.70, 0.115, 205),
    (0.83, 0.125, 165), (0.95, 0.125, 120),
  ]
  private static let onLight = [
    (0.93, 0.030, 165.0), (0.82, 0.080, 185), (0.68, 0.105, 215), (0.54, 0.125, 245),
    (0.40, 0.130, 270), (0.26, 0.095, 285),
  ]

  init(theme: Theme) {
    let knots = theme.isDark ? Self.onDark : Self.onLight
    /// A place on the path through the knots, 0...1.
    func point(_ u: Double) -> OKLab {
      let x = u * Double(knots.count - 1)
      let i = min(Int(x), knots.count - 2)
      let (low, high, t) = (knots[i], knots[i + 1], x - Double(i))
      let way = { (a: Double, b: Double) in a + (b - a) * t }
      return OKLab(
        lightness: way(low.0, high.0), chroma: way(low.1, high.1), hue: way(low.2, high.2))
    }
    // Steps of equal length on the path look equal.
    let fine = (0...480).map { point(Double($0) / 480) }
    var lengths = [0.0]
    for (a, b) in zip(fine, fine.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.distance(to: b))
    }
    let whole = lengths[lengths.count - 1]
    colors = (0..<Self.count).map { step in
      let length = whole * Double(step) / Double(Self.count - 1)
      let i = min(lengths.firstIndex { $0 >= length - 1e-12 } ?? fine.count - 1, fine.count - 1)
      return fine[i].color
    }
  }

  /// The step of a share; 0 only for a share of 0.
  static func step(_ share: Double) -> Int {
    guard share > 0 else { return 0 }
    return min(count - 1, 1 + Int(min(share, 1) * Double(count - 1) * 0.999_999))
  }
}
