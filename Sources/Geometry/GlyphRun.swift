import Synchronization

/// The shape of a glyph, shared by all places where it is drawn.
public final class GlyphOutline: Sendable {
  /// The outline in units of its font, y down, to be filled with the non-zero rule.
  public let path: Path
  /// The exact box around the path; `null` where nothing is drawn.
  public let bounds: Rect
  /// A number that no other outline has: what is made of this one can be kept by it.
  public let identity: Int

  private static let count = Atomic(0)

  /// An outline with a new identity.
  /// - Parameter bounds: the exact box around `path`; `null` where nothing is drawn.
  public init(path: Path, bounds: Rect) {
    self.path = path
    self.bounds = bounds
    identity = GlyphOutline.count.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension GlyphOutline: Equatable {
  /// Whether they are drawn alike.
  public static func == (a: GlyphOutline, b: GlyphOutline) -> Bool {
    a === b || (a.bounds == b.bounds && a.path == b.path)
  }
}

/// The words of a run of glyphs, for pictures in which text stays text.
public struct GlyphText: Hashable, Sendable {
  /// The words.
  public let text: String
  /// The family of the font that was asked for.
  public let family: String
  /// The size of the font in points.
  public let size: Double
  /// The weight of the font from 100 to 900.
  public let weight: Int
  /// Whether all digits have one width.
  public let hasTabularDigits: Bool
  /// The advance in points. The line begins at the origin.
  public let width: Double

  /// Words in a font, with the advance of their line in points.
  public init(
    _ text: String, family: String, size: Double, weight: Int, hasTabularDigits: Bool,
    width: Double
  ) {
    (self.text, self.family, self.size, self.weight) = (text, family, size, weight)
    (self.hasTabularDigits, self.width) = (hasTabularDigits, width)
  }
}

/// Glyphs that are drawn together, such as those of a line of text.
public struct GlyphRun: Sendable, Equatable {
  /// An outline at a place.
  public struct Glyph: Sendable, Equatable {
    /// The outline, which other glyphs may share.
    public let outline: GlyphOutline
    /// Points a unit of the outline.
    public let scale: Double
    /// The place of the outline's origin, in points.
    public let origin: Point

    /// An outline at a scale, in points a unit, and at a place in points.
    public init(_ outline: GlyphOutline, scale: Double, origin: Point) {
      self.outline = outline
      self.scale = scale
      self.origin = origin
    }

    var transform: AffineTransform {
      AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y)
    }
  }

  /// The glyphs of the run.
  public let glyphs: [Glyph]
  /// The exact box around all glyphs, in points; `null` where nothing is drawn.
  public let bounds: Rect
  /// The words of the glyphs; nil if they are not known.
  public let text: GlyphText?

  /// A run of glyphs. Default without their words.
  public init(_ glyphs: [Glyph], text: GlyphText? = nil) {
    self.glyphs = glyphs
    self.text = text
    bounds = glyphs.reduce(.null) {
      $0.union($1.outline.bounds.applying($1.transform))
    }
  }

  /// The outlines of all glyphs in one path.
  public var path: Path {
    var path = Path()
    path.reserveCapacity(
      verbs: glyphs.reduce(0) { $0 + $1.outline.path.verbs.count },
      points: glyphs.reduce(0) { $0 + $1.outline.path.points.count })
    for glyph in glyphs { path.append(glyph.outline.path.applying(glyph.transform)) }
    return path
  }
}
