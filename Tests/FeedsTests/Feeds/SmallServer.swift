import Foundation
import Synchronization
import TestSupport
import Testing

/// A server on a free port of the loopback. A test's closure handles each connection, on a thread of its
/// own.
final class SmallServer: Sendable {
  /// One connection, after its request has been read.
  final class Connection: Sendable {
    let descriptor: Int32
    /// The whole head of the request.
    let request: String

    init(_ descriptor: Int32, _ request: String) {
      self.descriptor = descriptor
      self.request = request
    }

    /// Sends bytes; false when the client has gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(
            descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func answer(_ body: String, status: String = "200 OK", headers: String = "") {
      send(
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
          + "\(headers)\r\n\(body)")
    }

    /// Waits until the client closes the connection.
    func waitForClient() {
      var byte: UInt8 = 0
      while recv(descriptor, &byte, 1, 0) > 0 {}
    }
  }

  let port: Int
  private let listener: Int32
  private let seen = Mutex<[String]>([])

  var url: String { "http://127.0.0.1:\(port)/" }
  /// The heads of all requests so far.
  var requests: [String] { seen.withLock { $0 } }

  init(_ handle: @escaping @Sendable (Connection) -> Void) throws {
    let reserved = try ReservedPort()
    (listener, port) = (reserved.takeSocket(), reserved.number)
    try #require(listen(listener, 16) == 0)
    let (listener, seen) = (listener, RequestLog(log: { [weak self] in self?.note($0) }))
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
          defer { close(client) }
          guard let request = Self.readHead(client) else { return }
          seen.log(request)
          handle(Connection(client, request))
        }
      }
      // The socket stays open until here, so that no other server can get its number.
      close(listener)
    }
  }

  private struct RequestLog: Sendable { let log: @Sendable (String) -> Void }

  private func note(_ request: String) { seen.withLock { $0.append(request) } }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func readHead(_ client: Int32) -> String? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      var byte: UInt8 = 0
      guard recv(client, &byte, 1, 0) == 1, bytes.count < 100_000 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A port of the loopback that drops the packets of new connections, as a firewall does: the queue of
/// connections that nobody accepts is full.
final class SilentPort {
  let number: Int
  private let sockets: [Int32]

  init() throws {
    let reserved = try ReservedPort()
    number = reserved.number
    let listener = reserved.takeSocket()
    try #require(listen(listener, 0) == 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(number).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    sockets =
      [listener]
      + (0..<4).map { _ in
        let client = socket(AF_INET, kind, 0)
        withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        return client
      }
  }

  deinit { for socket in sockets { close(socket) } }
}
