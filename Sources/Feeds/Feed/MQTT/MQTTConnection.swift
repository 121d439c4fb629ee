import CMosquitto
import Glibc
import Messages

/// One connection to a broker, from the first packet to the last. Only the feed's thread uses a
/// connection, and libmosquitto calls back on that thread alone.
final class MQTTConnection {
  private let library: LibMosquitto
  private let handle: OpaquePointer
  /// The broker's answer to the request to connect, 0 for consent; nil before the answer.
  fileprivate(set) var answer: Int32?
  private var received: [(topic: String, payload: [UInt8], isRetained: Bool)] = []
  /// The bytes of the received messages.
  private var receivedSize = 0
  /// The filters whose subscription the broker has not answered yet, by the numbers of their packets.
  private var asked: [Int32: String] = [:]
  /// The filters that the broker refuses.
  private(set) var refused: Set<String> = []
  /// libmosquitto's last error message.
  fileprivate var lastError = ""

  /// The limit of messages read at once.
  private static let mostMessages = 1000

  /// Prepares a connection. The error states why the specification makes a connection impossible.
  /// - Parameter password: the password as text; nil for none.
  init(
    _ spec: MQTTFeedSpec, password: String?, _ library: LibMosquitto
  ) throws(SourceError) {
    let name = "wallchart-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    // MQTT 3.1.1 guarantees names of 23 characters. With a clean session the broker keeps nothing for a
    // client that has gone.
    guard let handle = library.call.new(String(name.prefix(23)), true, nil) else {
      throw SourceError(kind: .badData, description: "not enough memory")
    }
    self.library = library
    self.handle = handle
    if let login = spec.login {
      try check(library.call.username_pw_set(handle, login.user, password))
    }
    try secure(spec.security)
    setCallbacks()
  }

  deinit { library.call.destroy(handle) }

  private func secure(_ security: MQTTFeedSpec.Security) throws(SourceError) {
    switch security {
    case .none: break
    case .systemCertificates:
      try check(library.call.int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
    case .certificates(let path):
      guard library.call.tls_set(handle, path, nil, nil, nil, nil) == MOSQ_ERR_SUCCESS.code else {
        throw SourceError(
          kind: .noInput, description: "TLS: the file of certificates cannot be read")
      }
    }
  }

  private func setCallbacks() {
    library.call.user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    library.call.connect_callback_set(handle) { _, context, code in
      MQTTConnection.of(context)?.answer = code
    }
    library.call.message_callback_set(handle) { _, context, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      // One byte beyond the limit shows that the message is too large.
      let payload = Array(bytes.prefix(MQTTFeedSpec.largestMessage + 1))
      MQTTConnection.of(context)?.note(String(cString: topic), payload, message.retain)
    }
    library.call.subscribe_callback_set(handle) { _, context, number, count, granted in
      let isGranted = granted.map { count > 0 && $0[0] < 0x80 } ?? false
      MQTTConnection.of(context)?.note(isGranted: isGranted, number)
    }
    library.call.log_callback_set(handle) { _, context, level, text in
      guard let text, level == MOSQ_LOG_ERR else { return }
      MQTTConnection.of(context)?.lastError = String(cString: text)
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MQTTConnection? {
    context.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Packets

  /// Starts to connect, without waiting.
  /// - Parameters:
  ///   - host: a name or a numeric address, against which a certificate is verified. Only the first address
  ///     of a name is tried.
  ///   - near: the local address, which selects the address family; nil for any.
  func open(
    _ host: String, from near: String?, port: UInt16, keepAlive: Int32
  ) throws(SourceError) {
    try check(library.call.connect_bind_async(handle, host, Int32(port), keepAlive, near))
  }

  /// The connection's socket; negative if there is none.
  var socket: Int32 { library.call.socket(handle) }
  var wantsToWrite: Bool { library.call.want_write(handle) }

  /// The system's error of a connection that could not be made; 0 for none.
  var connectError: Int32 {
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  /// Sends and receives as much as is possible without waiting, and keeps the connection alive. Many or large messages
  /// are received in several calls, so that the memory for them is bounded.
  /// - Parameter reads: whether messages may be received.
  func advance(reads: Bool) throws(SourceError) {
    // Before the answer, writing may also continue the TLS handshake.
    if wantsToWrite || answer == nil { try check(library.call.loop_write(handle, 1)) }
    var count = -1
    while reads, received.count > count, received.count < Self.mostMessages,
      receivedSize < MQTTFeedSpec.largestMessage
    {
      count = received.count
      try check(library.call.loop_read(handle, 1))
    }
    try check(library.call.loop_misc(handle))
  }

  /// The messages since the last call.
  func takeMessages() -> [(topic: String, payload: [UInt8], isRetained: Bool)] {
    defer { (received, receivedSize) = ([], 0) }
    return received
  }

  fileprivate func note(_ topic: String, _ payload: [UInt8], _ isRetained: Bool) {
    received.append((topic, payload, isRetained))
    receivedSize += topic.utf8.count + payload.count
  }

  func subscribe(_ filter: String) throws(SourceError) {
    var number: Int32 = 0
    try check(library.call.subscribe(handle, &number, filter, 0))
    asked[number] = filter
  }

  func unsubscribe(_ filter: String) throws(SourceError) {
    refused.remove(filter)
    try check(library.call.unsubscribe(handle, nil, filter))
  }

  /// Whether the broker has answered all subscriptions.
  var isSubscribed: Bool { asked.isEmpty }

  fileprivate func note(isGranted: Bool, _ number: Int32) {
    guard let filter = asked.removeValue(forKey: number), !isGranted else { return }
    refused.insert(filter)
  }

  /// Disconnects from the broker.
  func close() {
    _ = library.call.disconnect(handle)
    if wantsToWrite { _ = library.call.loop_write(handle, 1) }
  }

  // MARK: Failures

  private func check(_ code: Int32) throws(SourceError) {
    let systemError = errno
    // A connection under way is not a failure.
    guard code != MOSQ_ERR_SUCCESS.code, code != MOSQ_ERR_CONN_PENDING.code else { return }
    throw SourceError(kind: .noInput, description: Message(verbatim: reason(code, systemError)))
  }

  private func reason(_ code: Int32, _ systemError: Int32) -> String {
    switch code {
    case MOSQ_ERR_CONN_REFUSED.code where answer ?? 0 != 0:
      library.text(ofRefusal: answer ?? 0)
    case MOSQ_ERR_CONN_LOST.code where answer == nil:
      String(localized: "the broker closed the connection without an answer")
    case MOSQ_ERR_CONN_LOST.code, MOSQ_ERR_NO_CONN.code:
      String(localized: "the connection was lost")
    case MOSQ_ERR_KEEPALIVE.code: String(localized: "the broker does not answer any more")
    case MOSQ_ERR_PROTOCOL.code, MOSQ_ERR_MALFORMED_PACKET.code:
      String(localized: "the answer is not MQTT")
    case MOSQ_ERR_EAI.code: String(localized: "the host's name is not known")
    case MOSQ_ERR_TLS.code: "TLS: " + securityReason
    case MOSQ_ERR_ERRNO.code where systemError != 0:
      String(cString: strerror(systemError)).lowercased()
    default: library.text(of: code)
    }
  }

  /// The end of a message such as `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify
  /// failed`. The text contains no secret, but a server can influence it.
  private var securityReason: String {
    let text = lastError.split(separator: ":").last.map(String.init) ?? ""
    let reason = shown(String(text.drop { $0 == " " }), limit: 120)
    return reason.isEmpty
      ? String(localized: "no secure connection to the broker is possible") : reason
  }
}

extension mosq_err_t {
  /// The number that functions return.
  fileprivate var code: Int32 { Int32(rawValue) }
}
