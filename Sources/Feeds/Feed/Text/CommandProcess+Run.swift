import Glibc
import Messages

extension CommandProcess {
  /// The limit of bytes of a reason from the first line of a command's errors.
  private static let longestReason = 200

  /// Runs a command to its end, and drops its output.
  /// - Parameters:
  ///   - folder: the command's current folder; nil for that of this program.
  ///   - variables: the environment variables of the command in addition to those of this program.
  ///   - seconds: the time after which the command is ended.
  /// - Returns: the reason of a failure in one line; nil for a success.
  package static func run(
    _ command: String, in folder: String?, variables: [String: String], atMost seconds: Double
  ) -> String? {
    do throws(SourceError) {
      let process = try CommandProcess(command, in: folder, variables: variables)
      defer { process.end() }
      let clock = FeedClock.system.monotonic
      let end = clock() + seconds
      var errors: [UInt8] = []
      while process.ending == nil {
        guard clock() < end else {
          return String(localized: "the command has run for more than \(secondsText(seconds))")
        }
        process.drain(into: &errors)
      }
      process.drain(into: &errors)
      guard let reason = process.ending?.reason else { return nil }
      let line = errors.prefix { $0 != UInt8(ascii: "\n") }.prefix(longestReason)
      return line.isEmpty ? reason : reason + ": " + String(decoding: line, as: UTF8.self)
    } catch {
      return error.description
    }
  }

  /// Reads the output for a moment, and keeps the start of the errors.
  private func drain(into errors: inout [UInt8]) {
    var waits = [output, self.errors].map {
      pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
    }
    // The status is checked again after a moment, because a child of the command may keep the outputs open.
    guard poll(&waits, 2, 50) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isOpen = false
    for (index, wait) in waits.enumerated() where wait.revents != 0 {
      let count = read(wait.fd, &buffer, buffer.count)
      isOpen = isOpen || count > 0
      if index == 1, count > 0, errors.count < Self.longestReason { errors += buffer[..<count] }
    }
    // Closed outputs of a running command would always be ready.
    if !isOpen { usleep(20_000) }
  }
}
