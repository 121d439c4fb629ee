import Messages

/// The program's exit codes, as in sysexits.h.
enum ExitCode: Int32 {
  case done = 0
  case failure = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  /// There is no display, or no font.
  case unavailable = 69
  /// The system lacks a resource, such as file descriptors.
  case systemError = 71
  case cannotCreate = 73
  /// A dashboard's file has mistakes.
  case badConfiguration = 78
}

struct Failure: Error {
  let code: ExitCode
  /// The reason in one line, for a window.
  let message: String
  /// The reason, for a terminal.
  let lines: [String]

  init(_ code: ExitCode, _ message: Message) {
    self.code = code
    self.message = message.text
    lines = ["wallchart: " + message.text]
  }

  /// - Parameter lines: the lines of the reason, each with its own subject, such as a position in a file.
  init(_ code: ExitCode, lines: [String]) {
    self.code = code
    message = lines.joined(separator: "; ")
    self.lines = lines
  }
}
