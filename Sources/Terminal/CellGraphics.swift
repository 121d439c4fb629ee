import Geometry
import Layers
import Raster
import Typography

/// Frames as characters: each character of a text in a cell, everything else as braille dots and blocks.
@MainActor
final class CellGraphics: TerminalGraphics {
  private let depth: ColorDepth
  private var columns = 0
  private var rows = 0
  /// The texts of the last drawn frame.
  private var texts: TextCells
  /// The pictures of the cells, without texts.
  private var pictures: [TerminalCell] = []
  /// The cells that the terminal shows; nil for unknown ones.
  private var shown: [TerminalCell?] = []
  /// The cell in points. The lines of the smallest type, 11 points, are 14 points apart, so each has a row of cells.
  let cell = CharacterCell(width: 7, height: 14, largestFont: 64)

  init(_ depth: ColorDepth) {
    self.depth = depth
    texts = TextCells(columns: 0, rows: 0, cell: cell, scale: 1)
  }

  var textCell: (width: Int, height: Int)? { (CellPicture.width, CellPicture.height) }

  func frameSize(_ size: TerminalSize) -> (width: Int, height: Int) {
    (size.columns * CellPicture.width, size.rows * CellPicture.height)
  }

  func scale(_ size: TerminalSize) -> Double { scale }

  private var scale: Double { Double(CellPicture.height) / cell.height }

  func restart(_ size: TerminalSize) {
    (columns, rows) = (size.columns, size.rows)
    let blank = CellColor(rgb: 0)
    pictures = [TerminalCell](
      repeating: TerminalCell(text: " ", foreground: blank, background: blank),
      count: columns * rows)
    shown = [TerminalCell?](repeating: nil, count: columns * rows)
  }

  func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList {
    texts = TextCells(columns: columns, rows: rows, cell: cell, scale: scale)
    texts.draw(list.drawList)
    return TextCells.removed(from: list.drawList(within: damage), cell: cell)
  }

  var farewell: String { "" }

  func encode(_ pixels: PixelBuffer, damage: [IntRect]) -> [UInt8] {
    update(from: pixels, damage)
    var writer = CellWriter(depth)
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        let cell = cell(at: index)
        guard shown[index] != cell else { continue }
        shown[index] = cell
        if !cell.text.isEmpty { writer.write(cell, column: column, row: row) }
      }
    }
    return writer.bytes
  }

  /// The picture of a cell, or its letter on the picture's background.
  private func cell(at index: Int) -> TerminalCell {
    let picture = pictures[index]
    guard let letter = texts.letters[index] else { return picture }
    return TerminalCell(
      text: letter.text,
      foreground: picture.background.covered(by: letter.color, share: letter.opacity),
      background: picture.background, isBold: letter.isBold)
  }

  private func update(from pixels: PixelBuffer, _ damage: [IntRect]) {
    let (width, height) = (CellPicture.width, CellPicture.height)
    for rect in damage {
      let bottom = min((rect.maxY + height - 1) / height, rows)
      let right = min((rect.maxX + width - 1) / width, columns)
      for row in max(0, rect.minY / height)..<max(0, rect.minY / height, bottom) {
        for column in max(0, rect.minX / width)..<max(0, rect.minX / width, right) {
          pictures[row * columns + column] = CellPicture.cell(
            pixels.base + row * height * pixels.stride + column * width, stride: pixels.stride)
        }
      }
    }
  }
}

/// Writes cells with as few control sequences as possible.
struct CellWriter {
  private(set) var bytes: [UInt8] = []
  private let depth: ColorDepth
  /// The terminal's cursor; nil if the place is not known.
  private var place: (column: Int, row: Int)?
  private var colors: (foreground: CellColor, background: CellColor, isBold: Bool)?

  init(_ depth: ColorDepth) { self.depth = depth }

  mutating func write(_ cell: TerminalCell, column: Int, row: Int) {
    if place?.row != row || place?.column != column {
      bytes += ControlSequence.move(column: column, row: row).utf8
    }
    var parameters: [String] = []
    if colors?.isBold != cell.isBold { parameters.append(cell.isBold ? "1" : "22") }
    if colors?.foreground != cell.foreground {
      parameters.append(depth.parameters(cell.foreground, ground: 38))
    }
    if colors?.background != cell.background {
      parameters.append(depth.parameters(cell.background, ground: 48))
    }
    if !parameters.isEmpty {
      bytes += "\u{1b}[\(parameters.joined(separator: ";"))m".utf8
      colors = (cell.foreground, cell.background, cell.isBold)
    }
    bytes += cell.text.utf8
    // Terminals disagree about the width of some characters, so the cursor's place is unknown after such a
    // character.
    place = cell.text.utf8.count <= 1 || isDots(cell.text) ? (column + 1, row) : nil
  }

  private func isDots(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    return (0x2800...0x28ff).contains(scalar.value) || (0x2580...0x259f).contains(scalar.value)
  }
}
