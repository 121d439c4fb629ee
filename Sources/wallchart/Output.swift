import Files
import Glibc
import Metrics

/// The two outputs of the program. Every line passes through this type, so that no escape sequence in a
/// file's name, an argument or a configuration reaches a terminal.
enum Output {
  /// Writes lines to standard output. A reader that has gone away is not a failure.
  static func print(_ lines: some Sequence<some StringProtocol>) throws(Failure) {
    let error = write(lines, to: STDOUT_FILENO)
    guard let error, error != EPIPE else { return }
    throw Failure(.cannotCreate, "standard output: \(String(cString: strerror(error)))")
  }

  /// Writes the lines of a text to standard output.
  static func print(text: String) throws(Failure) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    try print(lines)
  }

  fileprivate static func write(
    _ lines: some Sequence<some StringProtocol>, to descriptor: Int32
  ) -> Int32? {
    let bytes = lines.flatMap { Array((String($0).visible + "\n").utf8) }
    return bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
  }
}

/// Writes a line to standard error. A failure to write is ignored, because nothing could report it.
func printError(_ line: String) { _ = Output.write([line], to: STDERR_FILENO) }
