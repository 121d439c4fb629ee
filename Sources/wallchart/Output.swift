import Files
import Glibc
import Messages
import Metrics
import Synchronization

/// The standard output of the program. Control characters are made visible, so that no escape sequence in a file's
/// name, an argument or a configuration reaches a terminal.
enum Output {
  /// Writes lines to standard output. A closed pipe is not a failure.
  static func print(_ lines: some Sequence<some StringProtocol>) throws(Failure) {
    try check(write(lines, to: STDOUT_FILENO))
  }

  /// Writes the bytes of a picture to standard output, which must not be a terminal.
  static func write(picture bytes: [UInt8]) throws(Failure) {
    guard isatty(STDOUT_FILENO) == 0 else {
      throw Failure(.usage, "the standard output is a terminal: a picture needs a file or a pipe")
    }
    try check(bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) })
  }

  /// Writes a part of a long text to standard output.
  /// - Returns: whether the reader is still there, so that further parts are of use.
  static func pass(_ text: String) throws(Failure) -> Bool {
    let error = write(lines(of: text), to: STDOUT_FILENO)
    try check(error)
    return error == nil
  }

  /// - Parameter error: the system's error number; nil if all bytes are written.
  private static func check(_ error: Int32?) throws(Failure) {
    guard let error, error != EPIPE else { return }
    throw Failure(.cannotCreate, "standard output: \(String(cString: strerror(error)))")
  }

  /// Writes the lines of a text to standard output.
  static func print(text: String) throws(Failure) { try print(lines(of: text)) }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  fileprivate static func write(
    _ lines: some Sequence<some StringProtocol>, to descriptor: Int32
  ) -> Int32? {
    let bytes = lines.flatMap { Array((String($0).visible + "\n").utf8) }
    return bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
  }
}

/// Writes a line to standard error. A failure to write is ignored, because nothing could report it.
func printError(_ line: Message) { ErrorOutput.print(line.text) }

/// Writes a line that has already been composed.
func printError(verbatim line: String) { ErrorOutput.print(line) }

/// The standard error of the program.
///
/// A window does not wait for the reader of standard error, because a pipe that nobody reads would stop all frames.
/// Lines for which there is no room are left out, and the next line that is written reports their number.
enum ErrorOutput {
  /// The time to wait for the reader of standard error.
  enum Patience: Int32 {
    case none = 0
    /// At most a second, at the end of a window.
    case short = 1000
    /// Without limit, before anything runs.
    case endless = -1
  }

  private struct State {
    var patience = Patience.endless
    /// The number of lines that were left out.
    var lost = 0
    /// The lines that wait for the terminal; nil if none wait.
    var held: [String]?
  }

  private static let state = Mutex(State())

  static func setPatience(_ patience: Patience) { state.withLock { $0.patience = patience } }

  /// The largest number of lines that are kept for a terminal.
  private static let mostHeld = 1000

  /// Keeps all lines until `release`, because the terminal shows a page.
  static func hold() { state.withLock { $0.held = [] } }

  /// Writes the kept lines.
  static func release() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    for line in held ?? [] { print(line) }
  }

  fileprivate static func print(_ line: String) {
    state.withLock { state in
      if let held = state.held {
        if held.count < mostHeld { state.held?.append(line) } else { state.lost += 1 }
        return
      }
      let lost = state.lost
      let report = "wallchart: standard error had no room for \(lost) line\(lost == 1 ? "" : "s")"
      if lost > 0, write(report, patience: state.patience.rawValue) { state.lost = 0 }
      if state.lost > 0 || !write(line, patience: state.patience.rawValue) { state.lost += 1 }
    }
  }

  /// - Returns: false if there is no room for the line.
  private static func write(_ line: String, patience: Int32) -> Bool {
    let bytes = Array((line.visible + "\n").utf8)
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        var wait = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        let isReady = poll(&wait, 1, patience)
        if isReady < 0, errno == EINTR { continue }
        guard isReady != 0 else { return false }
        // A ready pipe takes PIPE_BUF bytes at once.
        let part = rest.prefix(Int(PIPE_BUF))
        if Descriptor.write(UnsafeRawBufferPointer(rebasing: part), to: STDERR_FILENO) != nil {
          return true
        }
        rest = rest.dropFirst(part.count)
      }
      return true
    }
  }
}
