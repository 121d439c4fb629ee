import Messages

/// The reason why no window could be opened, in one line with a remedy.
public struct WindowError: Error, Equatable, CustomStringConvertible {
  /// The cause and the remedy in one line.
  public let description: String

  init(_ message: Message) { description = message.text }

  static let wayOut: Message = "use --terminal, --snapshot FILE.png, or xvfb-run wallchart"

  static let noDisplayNamed = WindowError(
    "no X display ($DISPLAY is not set): \(wayOut)")

  static func cannotOpen(_ display: String) -> WindowError {
    WindowError(
      "cannot open X display \"\(display)\" (no server is there, or the server refuses): \(wayOut)")
  }

  /// The reason that no monitor has a name, with the names that there are.
  public static func noMonitor(_ name: String, among names: [String]) -> WindowError {
    WindowError(
      "no monitor is named \"\(name)\""
        + (names.isEmpty ? "" : ": there is \(names.joined(separator: ", "))"))
  }

  static func noVisual(_ display: String) -> WindowError {
    WindowError(
      "X display \"\(display)\" shows no direct colours (no TrueColor visual): "
        + wayOut)
  }
}
