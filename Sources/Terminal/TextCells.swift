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
    /// The share of the colour that is seen, 0 to 1.
    var opacity: Double
    var isBold: Bool
  }

  let columns: Int
  let rows: Int
  /// The letters, row after row; nil for a cell without one.
  private(set) var letters: [Letter?]
  private let cell: CharacterCell

  /// - Parameter cell: the cell in device pixels.
  init(columns: Int, rows: Int, cell: CharacterCell) {
    (self.columns, self.rows, self.cell) = (columns, rows, cell)
    letters = [Letter?](repeating: nil, count: columns * rows)
  }

  /// Whether glyphs are shown as characters.
  static func takes(
    _ glyphs: GlyphRun, _ transform: AffineTransform, cell: CharacterCell
  ) -> Bool {
    guard let text = glyphs.text, transform.b == 0, transform.c == 0, transform.a > 0 else {
      return false
    }
    return cell.sets(fontSize: text.size)
  }

  /// The operations without texts that are shown as characters.
  static func removed(from list: DrawList, cell: CharacterCell) -> DrawList {
    DrawList(
      list.operations.compactMap { operation in
        switch operation.content {
        case .glyphs(let glyphs, let transform, _):
          return takes(glyphs, transform, cell: cell) ? nil : operation
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
        guard let text = glyphs.text, Self.takes(glyphs, transform, cell: cell) else { break }
        let place = operation.placed(transform)
        write(
          text, at: Point(place.tx, place.ty), color, opacity: opacity, in: operation.clip?.rect)
      case .group(let group): draw(group.list, opacity: opacity * group.opacity)
      case .fill, .stroke, .glyphs: break
      }
    }
  }

  /// The verbs of a rectangle with round corners.
  private static let mostPlateVerbs = 10
  /// The opacity from which on a text is taken as hidden, or as seen at all.
  private static let mostOpacity = 0.95
  private static let leastOpacity = 0.1

  private var all: Rect {
    Rect(x: 0, y: 0, width: Double(columns) * cell.width, height: Double(rows) * cell.height)
  }

  /// Lays a colour over the letters in a rectangle.
  private mutating func cover(_ rect: Rect, _ color: Color, opacity: Double) {
    let share = color.alpha * opacity
    guard share > 0.02, !rect.isNull else { return }
    let seen = rect.intersection(all)
    guard !seen.isNull else { return }
    // A cell is covered if its middle is.
    let left = Int((seen.minX / cell.width - 0.5).rounded(.up))
    let right = Int((seen.maxX / cell.width - 0.5).rounded(.up))
    let top = Int((seen.minY / cell.height - 0.5).rounded(.up))
    let bottom = Int((seen.maxY / cell.height - 0.5).rounded(.up))
    for row in max(0, top)..<min(max(0, top, bottom), rows) {
      for column in max(0, left)..<min(max(0, left, right), columns) {
        guard var letter = letters[row * columns + column] else { continue }
        letter.color = letter.color.covered(by: CellColor(color), share: share)
        letters[row * columns + column] = share < Self.mostOpacity ? letter : nil
      }
    }
  }

  /// - Parameter place: the begin of the text's baseline, in device pixels.
  private mutating func write(
    _ text: GlyphText, at place: Point, _ color: Color, opacity: Double, in clip: Rect?
  ) {
    let opacity = opacity * color.alpha
    let row = Int(((place.y - cell.height * 0.75) / cell.height).rounded())
    guard opacity >= Self.leastOpacity, place.y.magnitude < 1e6, place.x.magnitude < 1e6,
      (0..<rows).contains(row)
    else { return }
    let middle = (Double(row) + 0.5) * cell.height
    if let clip, middle < clip.minY || middle > clip.maxY { return }
    var column = Int((place.x / cell.width).rounded())
    for cluster in text.text {
      let width = CharacterCell.columns(of: cluster.unicodeScalars)
      defer { column += width }
      let (start, end) = (Double(column) * cell.width, Double(column + width) * cell.width)
      guard width > 0, column >= 0, column + width <= columns,
        clip.map({ start >= $0.minX - cell.width / 2 && end <= $0.maxX + cell.width / 2 }) ?? true
      else { continue }
      for part in 0..<width {
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
