import CProcess
import Glibc
import Messages

/// The other end of a control socket.
public enum ControlClient {
  /// The seconds within which a window must answer.
  private static let patience = 30
  /// The limit of bytes of an answer.
  private static let longestAnswer = 1 << 24

  /// Sends a request, and waits for its answer.
  /// - Parameter file: the descriptor of a file for a snapshot; nil for none.
  /// - Returns: the text of the answer.
  public static func ask(
    _ window: ControlFolder.Window, _ request: ControlRequest, file: Int32? = nil
  ) throws(ControlError) -> String {
    let descriptor = LocalSocket.open()
    guard descriptor >= 0 else {
      throw ControlError(71, "no socket: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    LocalSocket.setTimeLimit(descriptor, seconds: patience)
    guard LocalSocket.connect(descriptor, to: window.path) == 0,
      send(request.line + "\n", file: file, to: descriptor),
      let line = receiveLine(from: descriptor)
    else {
      throw ControlError(
        69,
        [EAGAIN, EINPROGRESS].contains(errno)
          ? "the window \(window.title) does not answer" : "the window \(window.title) has ended")
    }
    switch ControlAnswer(line: line) {
    case .done(let text): return text
    case .refused(let error): throw error
    case nil: throw ControlError(69, "the window \(window.title) gives an unknown answer")
    }
  }

  /// Sends a line; the descriptor goes with its first bytes.
  private static func send(_ line: String, file: Int32?, to socket: Int32) -> Bool {
    var rest = Array(line.utf8)[...]
    var file = file ?? -1
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { socket_send(socket, $0.baseAddress, $0.count, file) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
      file = -1
    }
    return true
  }

  private static func receiveLine(from socket: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < longestAnswer {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = ECONNRESET }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
      if bytes.last == UInt8(ascii: "\n") {
        return String(decoding: bytes.dropLast(), as: UTF8.self)
      }
    }
    return nil
  }
}
