/// The horizontal places, in device pixels, on which a path is drawn whose coverage is kept.
public enum CoverageGrid: Sendable {
  /// Halves of a pixel, for a path that is seen to slide. The nearest one is at most a quarter of a pixel away.
  case halfPixel
  /// Whole pixels, for a path that slides more slowly than anybody sees: one coverage serves all of its places.
  case wholePixel

  /// The distance of two places in device pixels.
  package var step: Double {
    switch self {
    case .halfPixel: 0.5
    case .wholePixel: 1
    }
  }
}
