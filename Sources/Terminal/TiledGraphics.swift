import Geometry
import Layers
import Raster

/// Frames as pictures of blocks of cells. A block is sent again when its pixels have changed.
///
/// A block is a picture of its own, because most terminals cannot change a part of a picture.
@MainActor
final class TiledGraphics: TerminalGraphics {
  /// A format of pictures.
  struct Format {
    /// The picture of a block, at the cursor.
    let encode: @MainActor (_ block: TerminalBlock) -> [UInt8]
    let farewell: String
    /// The rows at the terminal's bottom that stay free, because a picture there would scroll the screen.
    let freeRows: Int
  }

  private let format: Format
  private var size = TerminalSize(columns: 80, rows: 24, cellWidth: 8, cellHeight: 16)
  /// The digests of the pixels that the terminal shows.
  private var shown: [Int: Int] = [:]

  /// The cells of a block. Six rows are whole bands of six pixels, whatever the height of a cell, so that no
  /// sixel picture reaches into the next block.
  private static let columns = 16
  private static let rows = 6

  init(_ format: Format) { self.format = format }

  var textCell: (width: Int, height: Int)? { nil }

  func frameSize(_ size: TerminalSize) -> (width: Int, height: Int) {
    (
      size.columns * size.cellWidth,
      max(1, size.rows - format.freeRows) * size.cellHeight
    )
  }

  /// A cell with a height of 20 pixels is usual on a display with 96 pixels per inch, which has the scale 1.
  func scale(_ size: TerminalSize) -> Double {
    max(1, (Double(size.cellHeight) / 20 * 4).rounded() / 4)
  }

  func restart(_ size: TerminalSize) {
    self.size = size
    shown = [:]
  }

  func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList {
    list.drawList(within: damage)
  }

  var farewell: String { format.farewell }

  func encode(_ pixels: PixelBuffer, damage: [IntRect]) -> [UInt8] {
    var bytes: [UInt8] = []
    let (width, height) = (Self.columns * size.cellWidth, Self.rows * size.cellHeight)
    let across = (pixels.width + width - 1) / width
    for index in 0..<across * ((pixels.height + height - 1) / height) {
      let (x, y) = (index % across * width, index / across * height)
      let rect = IntRect(
        minX: x, minY: y, maxX: min(x + width, pixels.width), maxY: min(y + height, pixels.height))
      guard damage.contains(where: { $0.intersects(rect) }) else { continue }
      let block = TerminalBlock(number: index + 1, pixels: pixels, rect: rect)
      let digest = block.digest
      guard shown[index] != digest else { continue }
      shown[index] = digest
      bytes += ControlSequence.move(column: x / size.cellWidth, row: y / size.cellHeight).utf8
      bytes += format.encode(block)
    }
    return bytes
  }
}

/// The pixels of a block of cells.
struct TerminalBlock {
  /// The number of the block, from 1.
  let number: Int
  let width: Int
  let height: Int
  /// The pixels row after row, as 0xRRGGBB.
  let pixels: [UInt32]

  init(number: Int, pixels: PixelBuffer, rect: IntRect) {
    (self.number, width, height) = (number, rect.width, rect.height)
    self.pixels = [UInt32](unsafeUninitializedCapacity: rect.width * rect.height) { copy, count in
      for y in 0..<rect.height {
        let row = pixels.base + (rect.minY + y) * pixels.stride + rect.minX
        for x in 0..<rect.width {
          copy[count] = row[x] & 0xff_ffff
          count += 1
        }
      }
    }
  }

  /// The components red, green and blue of all pixels.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 3 * pixels.count) { bytes, count in
      for pixel in pixels {
        bytes[count] = UInt8(truncatingIfNeeded: pixel >> 16)
        bytes[count + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        bytes[count + 2] = UInt8(truncatingIfNeeded: pixel)
        count += 3
      }
    }
  }

  var digest: Int {
    var hasher = Hasher()
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
