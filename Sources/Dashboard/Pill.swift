import Charts
import Geometry
import Layers
import Typography

/// A short text on a rounded ground.
final class Pill {
  let layer = Layer()
  private var rows: [TextLayer] = []
  private let dot = Layer()

  init() { layer.addSublayer(dot) }

  /// The height of a pill with a number of rows in a font.
  static func height(of rows: Int, _ font: FontDescription) -> Double {
    (font.size * 2.2).rounded() + (font.size * lineHeight).rounded() * Double(rows - 1)
  }

  /// The number of rows in a font for which there is room in a height.
  static func rows(in height: Double, _ font: FontDescription) -> Int {
    max(1, Int((height - self.height(of: 1, font)) / (font.size * lineHeight).rounded()) + 1)
  }

  /// The distance between the baselines of two rows, in multiples of the font's size.
  private static let lineHeight = 1.5

  /// The room on each side of the text.
  private static func padding(_ font: FontDescription) -> Double { 1.5 * font.size }

  /// - Parameters:
  ///   - mark: the colour of a dot before the text; nil for no dot.
  ///   - mostRows: the largest number of rows; the last row is shortened.
  ///   - tallest: the largest height in which larger letters than those of notes are chosen.
  ///   - largest: the font of a text that fits in these rows; a longer one is smaller, but no smaller than notes.
  ///     Nil, the default, for the font of notes.
  func show(
    _ string: String, width: Double, tallest: Double = .infinity, mark: Color? = nil,
    mostRows: Int = 1, font largest: FontDescription? = nil, environment: ChartEnvironment
  ) {
    let fonts = environment.fonts
    let font =
      largest.map {
        fitting(string, $0, within: Size(width, tallest), mostRows: mostRows, environment)
      }
      ?? environment.type.note
    let padding = Self.padding(font)
    let diameter = mark == nil ? 0 : (font.size * 0.6).rounded()
    let indent = mark == nil ? 0 : diameter + font.size * 0.6
    let room = width - 2 * padding - indent
    // One row more reveals a text that does not fit.
    let texts = string.rows(in: room, breaksWords: true, atMost: mostRows + 1) {
      fonts.line($0, font: font)
    }
    let shown = mostRows == 1 ? [string] : Self.rows(texts, atMost: mostRows)
    let lines = shown.filter { !$0.isEmpty }.map { fonts.line($0, font: font, fitting: room) }
    let height = Self.height(of: max(1, lines.count), font)
    let widest = lines.map(\.width).max() ?? 0
    layer.bounds = Rect(
      x: 0, y: 0, width: (widest + indent + 2 * padding).rounded(), height: height)
    dot.isHidden = mark == nil
    dot.backgroundColor = mark
    dot.cornerRadius = diameter / 2
    dot.frame = environment.snapped(
      Rect(x: padding, y: (height - diameter) / 2, width: diameter, height: diameter))
    layer.cornerRadius = Self.height(of: 1, font) / 2
    layer.backgroundColor = environment.theme.panel
    layer.borderColor = environment.theme.edge
    layer.borderWidth = environment.hairline
    place(lines, font, indent: indent, environment)
  }

  /// The first rows, of which the last ends with "…" if there are more.
  private static func rows(_ rows: [String], atMost most: Int) -> [String] {
    guard rows.count > most else { return rows }
    return rows.prefix(most - 1) + [rows[most - 1] + "…"]
  }

  /// The largest font, from the given one down to that of notes, in which a text fits in a number of rows. Words are
  /// broken only if whole words would need a font of less than half the size.
  private func fitting(
    _ string: String, _ largest: FontDescription, within size: Size, mostRows: Int,
    _ environment: ChartEnvironment
  ) -> FontDescription {
    let fonts = environment.fonts
    func largestFont(downTo least: Double, breaksWords: Bool) -> FontDescription? {
      var font = largest
      while font.size > least {
        let room = size.width - 2 * Self.padding(font)
        let rows = string.rows(in: room, breaksWords: breaksWords, atMost: mostRows + 1) {
          fonts.line($0, font: font)
        }
        if rows.count <= mostRows, Self.height(of: rows.count, font) <= size.height,
          rows.allSatisfy({ fonts.line($0, font: font).width <= room })
        {
          return font
        }
        font.size = (font.size * Self.shrinking * 2).rounded(.down) / 2
      }
      return nil
    }
    let note = environment.type.note
    return largestFont(downTo: max(note.size, largest.size / 2), breaksWords: false)
      ?? largestFont(downTo: note.size, breaksWords: true) ?? note
  }

  /// The ratio of the next smaller font size to the current one.
  private static let shrinking = 0.85

  /// Places the rows, each centred.
  private func place(
    _ lines: [TextLine], _ font: FontDescription, indent: Double, _ environment: ChartEnvironment
  ) {
    for row in rows { row.removeFromSuperlayer() }
    let first = Self.height(of: 1, font)
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let step = (font.size * Self.lineHeight).rounded()
    rows = lines.enumerated().map { i, line in
      let row = TextLayer()
      row.line = line
      row.foregroundColor = environment.theme.text
      row.placeBaseline(
        at: Point(
          (layer.bounds.width - line.width + indent) / 2,
          (first + capHeight) / 2 + step * Double(i)))
      layer.addSublayer(row)
      return row
    }
  }
}
