import Geometry
import Typography

/// The places of equal rows in a box, in one column or in several, and the size of their type.
struct ListLayout {
  /// The places of the rows that have room.
  let frames: [Rect]
  /// The place of the text about the rows without room; nil if all rows have room, or the text has none.
  let rest: Rect?
  /// The font of the rows.
  let font: FontDescription
  /// The number of rows that have no room.
  let restCount: Int

  /// The smallest distance between two rows of one line, and the largest one between any two, in multiples of their
  /// font's size.
  private static let pitch = (least: 1.75, most: 4.5)
  /// The least width of one of several columns, in multiples of the smallest font size.
  private static let narrowest = 24.0

  /// - Parameters:
  ///   - count: the number of rows.
  ///   - size: the room for all of them.
  ///   - hasColumns: whether rows without room may continue in another column.
  ///   - letters: the number of wide letters that must fit into one line of a row.
  ///   - lines: the number of lines of text in a row.
  ///   - enlargement: the factor of the largest height of a row, and of the largest font size.
  init(
    count: Int, in size: Size, hasColumns: Bool = false, letters: Double = 15, lines: Double = 1,
    enlargement: Double = 1, environment: ChartEnvironment
  ) {
    let type = environment.type
    let smallest = type.tick.size
    let height = Self.height(ofLines: lines)
    let (leastPitch, mostPitch) = (Self.pitch.least * height, Self.pitch.most * enlargement)
    let least = leastPitch * smallest
    var columns = 1
    if hasColumns, Double(count) * least > size.height {
      let needed = (Double(count) * least / max(size.height, least)).rounded(.up)
      columns = max(1, min(Int(needed), Self.mostColumns(in: size.width, type)))
    }
    let perColumn = max(1, (count + columns - 1) / columns)
    font = Self.font(
      type, widthLimit: size.width / Double(columns) / letters,
      heightLimit: size.height / Double(perColumn) / leastPitch, enlargement)
    let rows = max(1, min(perColumn, Int(size.height / least)))
    let places = rows * columns
    // The number of the other rows takes one line, which often fits below rows of several lines.
    let line = Self.pitch.least * type.note.size
    let hasLine = count > places && columns == 1 && (size.height - line) / Double(rows) >= least
    let pitch = min((size.height - (hasLine ? line : 0)) / Double(rows), mostPitch * font.size)
    // Otherwise, the number replaces the last row.
    let shown = count > places && !hasLine ? max(1, places - 1) : min(count, places)
    let inColumn = count > places ? max(1, places / columns) : perColumn
    let gap = columns > 1 ? type.gap * 1.5 : 0
    let width = max(0, (size.width - gap * Double(columns - 1)) / Double(columns))
    func frame(_ i: Int) -> Rect {
      let left = Double(i / inColumn) * (width + gap)
      let (top, bottom) = (Double(i % inColumn) * pitch, Double(i % inColumn + 1) * pitch)
      return environment.snapped(
        Rect(minX: left, minY: top, maxX: left + width, maxY: bottom))
    }
    frames = (0..<shown).map(frame)
    restCount = count - shown
    if hasLine {
      let top = pitch * Double(rows)
      rest = environment.snapped(Rect(minX: 0, minY: top, maxX: width, maxY: top + line))
    } else {
      rest = restCount > 0 && places > 1 ? frame(shown) : nil
    }
  }

  /// The least height in which several rows are a list: the height of two rows, because a single row does not stand for
  /// the others; 0 for a single row.
  /// - Parameter lines: the number of lines of text in a row.
  static func leastHeight(of count: Int, lines: Double = 1, _ type: TypeScale) -> Double {
    count > 1 ? 2 * pitch.least * height(ofLines: lines) * type.tick.size : 0
  }

  /// The number of columns that have room beside each other.
  static func mostColumns(in width: Double, _ type: TypeScale) -> Int {
    Int(width / (narrowest * type.tick.size))
  }

  /// The height of a row, in multiples of the height with one line: further lines are smaller, and nearer to the first
  /// one.
  private static func height(ofLines lines: Double) -> Double { 1 + 0.8 * (lines - 1) }

  /// The font of rows.
  /// - Parameters:
  ///   - widthLimit: the largest font size that the width of a column allows.
  ///   - heightLimit: the largest font size that the height of the rows allows.
  ///   - enlargement: the factor of the largest font size.
  private static func font(
    _ type: TypeScale, widthLimit: Double, heightLimit: Double, _ enlargement: Double
  ) -> FontDescription {
    // Large type has to leave room for more than a few letters of a name.
    let most = type.unit.size * (type.isDistant || type.hasFewPanels ? 1.5 : 1) * enlargement
    let largest = max(type.tick.size, min(most, widthLimit))
    var font = type.note
    font.size = max(type.tick.size, min(largest, heightLimit / 1.15))
    font.size = (font.size * 2).rounded(.down) / 2
    return font
  }
}
