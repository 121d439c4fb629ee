import Glibc
import Messages

/// An address of this machine at which a server listens: `127.0.0.1:9111`, `[::1]:9111`.
public struct ListenAddress: Equatable, Sendable {
  /// The name or number of the host, without brackets.
  public let host: String
  public let port: UInt16

  /// - Returns: nil for a text without a host and a port from 1 to 65535.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      port > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  public var description: String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }

  /// Opens a listening TCP socket at the address.
  public func listen() throws(ControlError) -> Int32 {
    var wanted = addrinfo()
    wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
    wanted.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, "\(port)", &wanted, &found)
    guard result == 0, let first = found?.pointee else {
      throw ControlError(71, "\(description): \(String(cString: gai_strerror(result)))")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      first.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard descriptor >= 0, bind(descriptor, first.ai_addr, first.ai_addrlen) == 0,
      Glibc.listen(descriptor, 16) == 0
    else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw ControlError(
        71, "cannot listen at \(description): \(String(cString: strerror(number)))")
    }
    return descriptor
  }
}
