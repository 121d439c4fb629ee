import Messages

/// The reason why a terminal cannot show a page, in one line with a remedy.
public struct TerminalError: Error, Equatable, CustomStringConvertible {
  /// The cause and the remedy in one line.
  public let description: String

  init(_ message: Message) { description = message.text }

  static func noTerminal(_ reason: String) -> TerminalError {
    TerminalError(
      "--terminal needs a terminal, and there is none (/dev/tty: \(reason)): "
        + "use ssh -t, or --snapshot FILE.png")
  }

  static let noBraille = TerminalError(
    "the locale's characters are not UTF-8, which braille dots need: set LC_ALL=C.UTF-8")

  static let dumb = TerminalError(
    "the terminal cannot place characters (TERM=dumb): use --snapshot FILE.png")

  static let noSixel = TerminalError(
    "sixel pictures need libsixel.so.1, which cannot be loaded: "
      + "install the package libsixel1, or use --graphics braille")
}
