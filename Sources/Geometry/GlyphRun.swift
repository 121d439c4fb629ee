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
  /// The family of the font that was asked for, its size in points, and its weight from 100 to 900.
  public let family: String
  public let size: Double
  public let weight: Int
  /// Whether all digits have one width.
  public let hasTabularDigits: Bool
  /// The advance in points. The line begins at the origin.
  public let width: Double

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
  public struct Glyph: Sendable, Equatable {
    public let outline: GlyphOutline
    /// Points a unit of the outline.
    public let scale: Double
    /// The place of the outline's origin, in points.
    public let origin: Point

    public init(_ outline: GlyphOutline, scale: Double, origin: Point) {
      self.outline = outline
      self.scale = scale
      self.origin = origin
    }

    var transform: AffineTransform {
      AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: origin.x, ty: origin.y)
    }
  }

  public let glyphs: [Glyph]
  /// The exact box around all glyphs, in points; `null` where nothing is drawn.
  public let bounds: Rect
  /// The words of the glyphs; nil if they are not known.
  public let text: GlyphText?

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
