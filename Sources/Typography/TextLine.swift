import Geometry

/// One line of text, shaped: how far it reaches, and what is drawn.
///
/// Lengths are in points. The origin is on the baseline, at the line's left end; y grows downward,
/// so what stands above the baseline has a negative y.
public struct TextLine: Sendable, Equatable {
  /// The text that is shown: what was asked for, with line breaks and tabs as spaces, other control
  /// characters removed, and an ellipsis at the end where it was cut.
  public let text: String
  /// The advance: where text set behind this line would begin. It is not the width of the ink.
  public let width: Double
  /// From the baseline up to the top of the tallest font used, positive. `FontLibrary.metrics(of:)`
  /// is the same for all lines of a font, whatever other fonts fill in.
  public let ascent: Double
  /// From the baseline down to the bottom of the deepest font used, positive.
  public let descent: Double
  /// What is drawn: the glyphs that have an outline, from left to right.
  public let glyphs: GlyphRun

  /// The exact box around the outline; `null` where nothing is drawn.
  public var inkBounds: Rect { glyphs.bounds }
  /// The outlines of all glyphs, to be filled with the non-zero rule.
  public var outline: Path { glyphs.path }
}
