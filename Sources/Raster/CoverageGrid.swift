/// The horizontal places, in device pixels, on which a path is drawn whose coverage is kept.
public enum CoverageGrid: Sendable {
  /// Quarters of a pixel, for a path that is seen to slide.
  case quarterPixel
  /// Whole pixels, for a path that slides more slowly than anybody sees: one coverage serves all of its places.
  case wholePixel

  /// The distance of two places in device pixels.
  var step: Double {
    switch self {
    case .quarterPixel: 0.25
    case .wholePixel: 1
    }
  }
}
