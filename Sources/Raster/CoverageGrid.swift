/// The horizontal positions, in device pixels, at which a path with kept coverage is drawn.
public enum CoverageGrid: Sendable {
  /// Halves of a pixel, for a path that visibly slides. The nearest position is at most a quarter of a pixel away.
  case halfPixel
  /// Whole pixels, for a path that slides imperceptibly slowly: one coverage suffices for all positions.
  case wholePixel

  /// The distance between two positions in device pixels.
  package var step: Double {
    switch self {
    case .halfPixel: 0.5
    case .wholePixel: 1
    }
  }
}
