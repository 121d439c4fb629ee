import Glibc

/// The graphics of a terminal.
public enum TerminalGraphicsKind: String, CaseIterable, Sendable {
  /// Pictures in kitty's graphics protocol.
  case kitty
  /// Pictures in the sixel format of DEC's terminals.
  case sixel
  /// Braille dots, two by four in a character cell, and texts as characters.
  case braille
}

/// The abilities of a terminal, as it reports them itself.
struct TerminalTraits {
  var graphics = TerminalGraphicsKind.braille
  /// The number of colours that a sixel picture can have, 8 to 256.
  var colors = 256
  /// The size of a cell in pixels; nil if the terminal does not report it.
  var cell: (width: Int, height: Int)?
  /// The size of the text area in pixels; nil if the terminal does not report it.
  var area: (width: Int, height: Int)?
  /// Whether the terminal has answered the last question.
  private(set) var isComplete = false

  /// The questions. All terminals answer the last one, so no further answer follows the answer to it.
  static let questions =
    "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\" + "\u{1b}[?1;1;0S" + "\u{1b}[16t"
    + "\u{1b}[14t" + "\u{1b}[c"

  /// Takes an answer.
  /// - Returns: false if the message is no answer.
  mutating func take(_ message: TerminalMessage) -> Bool {
    switch message {
    case .graphics(let isUnderstood): if isUnderstood { graphics = .kitty }
    case .attributes(let attributes):
      if graphics == .braille, attributes.dropFirst().contains(4) { graphics = .sixel }
      isComplete = true
    case .colorRegisters(let count): colors = min(max(count, 8), 256)
    case .cell(let width, let height): if width > 0, height > 0 { cell = (width, height) }
    case .area(let width, let height): if width > 0, height > 0 { area = (width, height) }
    case .key, .pointer, .unfocused: return false
    }
    return true
  }

  /// The size of a cell, for a terminal of some columns and rows.
  func cell(columns: Int, rows: Int) -> (width: Int, height: Int)? {
    cell ?? area.map { ($0.width / max(1, columns), $0.height / max(1, rows)) }
  }
}
