import Foundation

extension Process {
  /// Waits for the end. A process that does not end for a long time is killed, and a failure.
  public func waitForEnd(seconds: Double = 600) throws {
    guard eventually(seconds: seconds, { !isRunning }) else { throw endInVain() }
    waitUntilExit()
  }

  /// Reads what the process writes into a pipe, and waits for the end.
  public func output(of pipe: Pipe, seconds: Double = 600) throws -> Data {
    var patience = Patience(seconds: seconds)
    var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    var wait = pollfd(
      fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if poll(&wait, 1, Int32(patience.share * 1000)) > 0 {
        let count = read(wait.fd, &buffer, buffer.count)
        if count == 0 || count < 0 && errno != EINTR { break }
        data += buffer.prefix(max(0, count))
      }
      guard patience.lasts() else { throw endInVain() }
    }
    try waitForEnd(seconds: seconds)
    return data
  }

  private func endInVain() -> Xvfb.Failure {
    kill(processIdentifier, SIGKILL)
    let words = [executableURL?.path ?? ""] + (arguments ?? [])
    return Xvfb.Failure(description: "waited in vain for the end of \(words)")
  }
}
