import Geometry

/// One shaped line of text: its extent and its glyphs.
///
/// Lengths are in points. The origin is on the baseline, at the line's left end; y grows downwards, so y
/// is negative above the baseline.
public struct TextLine: Sendable, Equatable {
  /// The displayed text: the requested text, with line breaks and tabs as spaces, without other control
  /// characters, and with an ellipsis at the end, or at the beginning of a path, if it was cut.
  public let text: String
  /// The advance: the start of a text set after this line. The ink may be wider or narrower.
  public let width: Double
  /// The distance from the baseline up to the top of the tallest font in the line, positive.
  /// `FontLibrary.metrics(of:)` is the same for all lines of a font, whatever other fonts the line uses.
  public let ascent: Double
  /// The distance from the baseline down to the bottom of the deepest font in the line, positive.
  public let descent: Double
  /// The glyphs with an outline, from left to right.
  public let glyphs: GlyphRun

  /// The exact box around the outline; `null` without an outline.
  public var inkBounds: Rect { glyphs.bounds }
  /// The outlines of all glyphs, for filling with the non-zero rule.
  public var outline: Path { glyphs.path }
}
