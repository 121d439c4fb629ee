/// How the program ends, after sysexits.
enum ExitCode: Int32 {
  case done = 0
  case failure = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  /// No display, or no font: what the program stands on is not there.
  case unavailable = 69
  /// The system gives too little of something, such as file descriptors.
  case systemError = 71
  case cannotCreate = 73
  /// A dashboard's file has mistakes.
  case badConfiguration = 78
}

/// Why the program ends early.
struct Failure: Error {
  let code: ExitCode
  /// Why, for a window.
  let message: String
  /// Why, for a terminal.
  let lines: [String]

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
    lines = ["wallchart: " + message]
  }

  /// - Parameter lines: each says itself what it is about, such as a place in a file.
  init(_ code: ExitCode, lines: [String]) {
    self.code = code
    message = lines.joined(separator: "; ")
    self.lines = lines
  }
}
