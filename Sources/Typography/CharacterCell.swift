import CFriBidi
import Geometry
import Glibc

/// The cell of a terminal's characters, for texts that a terminal shows as characters: each letter is one or two
/// cells wide, whatever its font and size.
public struct CharacterCell: Hashable, Sendable {
  /// The width of a cell in points.
  public var width: Double
  /// The height of a cell in points.
  public var height: Double
  /// The largest size of a font in points that is shown as characters. Larger texts stay pictures.
  public var largestFont: Double

  /// A cell with its size in points, and the largest size of a font for it.
  public init(width: Double, height: Double, largestFont: Double) {
    (self.width, self.height, self.largestFont) = (width, height, largestFont)
  }

  /// Whether texts of a size are shown as characters.
  public func sets(fontSize: Double) -> Bool { fontSize <= largestFont }

  /// The number of cells of a grapheme cluster: 0 for marks that combine, 2 for wide letters.
  public static func columns(of cluster: some Sequence<Unicode.Scalar>) -> Int {
    let usual = uselocale(unicodeLocale)
    defer { uselocale(usual) }
    // Marks have no width, and an emoji of several signs is as wide as its widest one.
    return cluster.reduce(0) { max($0, Int(wcwidth(wchar_t($1.value)))) }
  }

  /// The locale in which `wcwidth` uses the widths of Unicode, whatever the locale of the process.
  private nonisolated(unsafe) static let unicodeLocale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// The line with its letters moved into cells.
  func setting(_ line: ShapedLine, _ text: ShownText, fontSize: Double) -> ShapedLine {
    guard sets(fontSize: fontSize), fontSize > 0, line.width > 0 else { return line }
    var result = line
    result.advances = [Double](repeating: 0, count: line.advances.count)
    for cluster in 0..<text.clusterCount {
      let range = text.boundaries[cluster]..<text.boundaries[cluster + 1]
      result.advances[range.lowerBound] =
        Double(Self.columns(of: text.scalars[range].compactMap(Unicode.Scalar.init))) * width
        / fontSize
    }
    result.width = result.advances.reduce(0, +)
    let stretch = result.width / line.width
    result.glyphs = line.glyphs.map {
      ShapedLine.Glyph(face: $0.face, id: $0.id, x: $0.x * stretch, y: $0.y)
    }
    return result
  }

  /// The measures of a font whose lines are rows of cells.
  func metrics(_ usual: FontMetrics, fontSize: Double) -> FontMetrics {
    guard sets(fontSize: fontSize) else { return usual }
    return FontMetrics(
      ascent: height * 0.75, descent: height * 0.25, lineGap: 0, capHeight: height * 0.6,
      xHeight: height * 0.45)
  }
}
