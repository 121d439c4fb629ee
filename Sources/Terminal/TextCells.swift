import Geometry
import Raster
import Typography

/// The texts of a frame as characters in cells, drawn in the order of the frame's operations: a plate over a
/// text hides the text.
struct TextCells {
  /// A character that stands in a cell.
  struct Letter: Equatable {
    /// The grapheme cluster; empty for the right half of a wide one.
    var text: String
    var color: CellColor
    /// The visible share of the colour, 0 to 1.
    var opacity: Double
    var isBold: Bool
  }

  let columns: Int
  let rows: Int
  /// The letters, row after row; nil for a cell without one.
  private(set) var letters: [Letter?]
  private let cell: CharacterCell

  /// The size of a cell in device pixels.
  private let width: Double
  private let height: Double

  /// - Parameter scale: device pixels a point.
  init(columns: Int, rows: Int, cell: CharacterCell, scale: Double) {
    (self.columns, self.rows, self.cell) = (columns, rows, cell)
    (width, height) = (cell.width * scale, cell.height * scale)
    letters = [Letter?](repeating: nil, count: columns * rows)
  }

  /// Whether glyphs are shown as characters.
  static func takes(_ glyphs: GlyphRun, cell: CharacterCell) -> Bool {
    glyphs.text.map { cell.sets(fontSize: $0.size) } ?? false
  }

  /// The operations without texts that are shown as characters.
  static func removed(from list: DrawList, cell: CharacterCell) -> DrawList {
    DrawList(
      list.operations.compactMap { operation in
        switch operation.content {
        case .glyphs(let glyphs, _, _): return takes(glyphs, cell: cell) ? nil : operation
        case .group(let group):
          var group = group
          group.list = removed(from: group.list, cell: cell)
          return DrawOperation(.group(group), clip: operation.clip)
        case .clear, .fill, .stroke: return operation
        }
      })
  }

  /// Draws the texts of operations.
  mutating func draw(_ list: DrawList, opacity: Double = 1) {
    for operation in list.operations {
      switch operation.content {
      case .clear(let color): cover(operation.clip?.rect ?? all, color, opacity: 1)
      case .fill(let path, _, _, .color(let color)):
        // Only plates and veils hide a text. The area under a curve has many points.
        guard path.verbs.count <= Self.mostPlateVerbs else { break }
        cover(operation.bounds, color, opacity: opacity)
      case .glyphs(let glyphs, let transform, .color(let color)):
        guard let text = glyphs.text, Self.takes(glyphs, cell: cell) else { break }
        var place = operation.placed(transform)
        // The ink of a large value's first digit decides about the column. For a small text the bearing is less than
        // a cell.
        let bearing = glyphs.bounds.isNull ? 0 : glyphs.bounds.minX
        if place.b == 0, bearing > cell.width / 3 { place.tx += bearing * place.a }
        if place.b == 0, place.c == 0 {
          write(
            text, at: Point(place.tx, place.ty), color, opacity: opacity, in: operation.clip?.rect)
        } else {
          writeLevel(text, place, color, opacity: opacity, in: operation.clip?.rect)
        }
      case .group(let group): draw(group.list, opacity: opacity * group.opacity)
      case .fill, .stroke, .glyphs: break
      }
    }
  }

  /// The verbs of a rectangle with round corners.
  private static let mostPlateVerbs = 10
  /// The opacity of a cover at which a text below counts as hidden.
  private static let mostOpacity = 0.95
  private static let leastOpacity = 0.1

  private var all: Rect {
    Rect(x: 0, y: 0, width: Double(columns) * width, height: Double(rows) * height)
  }

  /// Lays a colour over the letters in a rectangle.
  private mutating func cover(_ rect: Rect, _ color: Color, opacity: Double) {
    let share = color.alpha * opacity
    guard share > 0.02, !rect.isNull else { return }
    let seen = rect.intersection(all)
    guard !seen.isNull else { return }
    // A cell is covered if its middle is covered.
    let left = Int((seen.minX / width - 0.5).rounded(.up))
    let right = Int((seen.maxX / width - 0.5).rounded(.up))
    let top = Int((seen.minY / height - 0.5).rounded(.up))
    let bottom = Int((seen.maxY / height - 0.5).rounded(.up))
    for row in max(0, top)..<min(max(0, top, bottom), rows) {
      for column in max(0, left)..<min(max(0, left, right), columns) {
        guard var letter = letters[row * columns + column] else { continue }
        letter.color = letter.color.covered(by: CellColor(color), share: share)
        letters[row * columns + column] = share < Self.mostOpacity ? letter : nil
      }
    }
  }

  /// The column at which a text starts. Two texts with a gap of less than half a cell would be rounded to adjacent
  /// columns, so a free cell is kept between the text and its neighbours.
  private func column(of text: GlyphText, at x: Double, row: Int) -> Int {
    let column = Int((x / width).rounded())
    let end = column + Int((text.width / cell.width).rounded())
    func isFree(_ column: Int) -> Bool {
      guard (0..<columns).contains(column) else { return true }
      return letters[row * columns + column].map { $0.text.first?.isWhitespace == true } ?? true
    }
    guard isFree(column), isFree(end - 1) else { return column }
    if !isFree(column - 1), isFree(end), end < columns { return column + 1 }
    if !isFree(end), isFree(column - 1), column > 0 { return column - 1 }
    return column
  }

  /// Writes a rotated text. A terminal has only upright letters, so the text is written horizontally around its
  /// middle, and omitted if another text is in the way.
  private mutating func writeLevel(
    _ text: GlyphText, _ transform: AffineTransform, _ color: Color, opacity: Double,
    in clip: Rect?
  ) {
    let middle = Point(text.width / 2, 0).applying(transform)
    let count = (text.width / cell.width).rounded()
    let begin = Point(middle.x - count / 2 * width, middle.y)
    let row = row(of: begin)
    guard let column = Int(exactly: (begin.x / width).rounded()), count < Double(columns) else {
      return
    }
    let end = column + Int(count)
    guard (0..<rows).contains(row), column > 0, end < columns,
      letters[row * columns + column - 1...row * columns + end].allSatisfy({ $0 == nil })
    else { return }
    write(text, at: begin, color, opacity: opacity, in: clip)
  }

  /// The row of a point on a baseline.
  private func row(of place: Point) -> Int {
    guard place.y.magnitude < 1e6, place.x.magnitude < 1e6 else { return -1 }
    return Int(((place.y - height * 0.75) / height).rounded())
  }

  /// - Parameter place: the start of the text's baseline, in device pixels.
  private mutating func write(
    _ text: GlyphText, at place: Point, _ color: Color, opacity: Double, in clip: Rect?
  ) {
    let opacity = opacity * color.alpha
    let row = row(of: place)
    guard opacity >= Self.leastOpacity, (0..<rows).contains(row) else { return }
    let middle = (Double(row) + 0.5) * height
    if let clip, middle < clip.minY || middle > clip.maxY { return }
    var column = column(of: text, at: place.x, row: row)
    for cluster in text.text {
      let count = CharacterCell.columns(of: cluster.unicodeScalars)
      defer { column += count }
      let (start, end) = (Double(column) * width, Double(column + count) * width)
      guard count > 0, column >= 0, column + count <= columns,
        clip.map({ start >= $0.minX - width / 2 && end <= $0.maxX + width / 2 }) ?? true
      else { continue }
      for part in 0..<count {
        letters[row * columns + column + part] = Letter(
          text: part == 0 ? String(cluster) : "", color: CellColor(color), opacity: opacity,
          isBold: text.weight >= FontWeight.semibold.rawValue)
      }
    }
  }
}

extension CellColor {
  init(_ color: Color) {
    func byte(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 255).rounded()) }
    self.init(red: byte(color.red), green: byte(color.green), blue: byte(color.blue))
  }
}
