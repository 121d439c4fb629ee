import CProcess
import Glibc

/// One client of a control socket: the bytes that were received, and the bytes that are still to be sent.
///
/// A client may send several requests. Each request is answered before the next one is read, so a client that sends
/// too many waits only for its own answers.
struct ControlConnection {
  let socket: Int32
  private var received: [UInt8] = []
  private var unsent: ArraySlice<UInt8> = []
  /// The descriptor that came with the request; -1 for none.
  private var attachment: Int32 = -1
  /// The time of the last byte in either direction.
  private(set) var lastProgress: Double
  /// Whether the connection ends when everything is sent.
  private var isLeaving = false

  init(_ socket: Int32, at time: Double) { (self.socket, lastProgress) = (socket, time) }

  var isSending: Bool { !unsent.isEmpty }

  /// Reads the bytes that have arrived.
  /// - Returns: false if the client has gone.
  mutating func receive(at time: Double) -> Bool {
    var buffer = [UInt8](repeating: 0, count: ControlRequest.longestLine)
    var descriptor: Int32 = -1
    let count = socket_receive(socket, &buffer, buffer.count, &descriptor)
    if descriptor >= 0 {
      dropAttachment()
      attachment = descriptor
    }
    guard count > 0 else { return count < 0 && [EAGAIN, EINTR].contains(errno) }
    received += buffer[..<count]
    lastProgress = time
    return true
  }

  /// Whether the server can answer a request now: a whole line has arrived, and the previous answer is sent.
  var hasLine: Bool {
    !isSending && !isLeaving
      && (received.count > ControlRequest.longestLine || received.contains(UInt8(ascii: "\n")))
  }

  /// Removes the next line from the received bytes. A line that is too long is returned incomplete, and is the last
  /// line.
  mutating func nextLine() -> [UInt8]? {
    guard hasLine else { return nil }
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else {
      isLeaving = true
      return received
    }
    defer { received.removeSubrange(...end) }
    return Array(received[..<end])
  }

  /// Hands the descriptor that came with the request over to the caller, who closes the descriptor; -1 for none.
  mutating func takeAttachment() -> Int32 {
    defer { attachment = -1 }
    return attachment
  }

  /// Sends as much of an answer as the client takes now, and keeps the rest.
  /// - Returns: whether the connection goes on.
  mutating func send(_ answer: ControlAnswer, at time: Double) -> Bool {
    unsent = Array(answer.line.utf8)[...]
    return sendMore(at: time)
  }

  mutating func sendMore(at time: Double) -> Bool {
    while isSending {
      let count = unsent.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return true }
      guard count > 0 else { return false }
      unsent = unsent.dropFirst(count)
      lastProgress = time
    }
    return !isLeaving
  }

  mutating func close() {
    dropAttachment()
    Glibc.close(socket)
  }

  private mutating func dropAttachment() {
    let descriptor = takeAttachment()
    if descriptor >= 0 { Glibc.close(descriptor) }
  }
}
