import Geometry
import Layers
import Raster

/// The conversion of frames into bytes for a terminal.
@MainActor
protocol TerminalGraphics: AnyObject {
  /// The cell in which texts are shown as characters; nil if they are drawn like everything else.
  var textCell: (width: Int, height: Int)? { get }

  /// The size of a frame in pixels.
  func frameSize(_ size: TerminalSize) -> (width: Int, height: Int)

  /// The number of device pixels per point, for a terminal of a size.
  func scale(_ size: TerminalSize) -> Double

  /// Forgets what the terminal shows: it has been cleared, or has another size.
  func restart(_ size: TerminalSize)

  /// The operations of a frame that are drawn into its pixels. Texts that are shown as characters are recorded, and
  /// removed from the operations.
  func drawing(of list: DisplayList, within damage: [IntRect]) -> DrawList

  /// The bytes that make the terminal show a frame.
  /// - Parameter damage: all pixels that differ from the frame before.
  func encode(_ pixels: PixelBuffer, damage: [IntRect]) -> [UInt8]

  /// The bytes that remove everything that would stay in the terminal after the program's end.
  var farewell: String { get }
}

/// The control sequences of all terminals.
enum ControlSequence {
  /// Holds a frame back until it is whole (DEC private mode 2026); a terminal without the mode ignores the
  /// sequence.
  static let beginFrame = Array("\u{1b}[?2026h".utf8)
  static let endFrame = Array("\u{1b}[?2026l".utf8)

  /// Clears the terminal.
  /// - Parameter background: the parameters of its colour.
  static func clear(_ background: String) -> [UInt8] {
    Array("\u{1b}[0;\(background)m\u{1b}[2J".utf8)
  }

  /// The sequence that sets the terminal's title. The terminal saves its former title (`22;2t`), and restores it at
  /// the end (`23;2t`).
  static func title(_ title: String) -> [UInt8] { Array("\u{1b}]2;\(title)\u{1b}\\".utf8) }

  /// Moves the cursor to a cell, counted from 0.
  static func move(column: Int, row: Int) -> String { "\u{1b}[\(row + 1);\(column + 1)H" }
}
