import Glibc
import Messages

/// An address of this machine at which a server listens: `127.0.0.1:9111`, `[::1]:9111`.
public struct ListenAddress: Equatable, Sendable {
  /// The name or number of the host, without brackets.
  public let host: String
  /// The number of the TCP port, 1 or more.
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
    // A name that has both addresses would be served at that of IPv6 only, which many clients do not try.
    if host == "localhost" { wanted.ai_family = AF_INET }
    var found: UnsafeMutablePointer<addrinfo>?
    var result = getaddrinfo(host, "\(port)", &wanted, &found)
    if result != 0, wanted.ai_family == AF_INET {
      wanted.ai_family = AF_UNSPEC
      result = getaddrinfo(host, "\(port)", &wanted, &found)
    }
    guard result == 0 else {
      throw ControlError(71, "\(description): \(String(cString: gai_strerror(result)))")
    }
    defer { freeaddrinfo(found) }
    do throws(ListenFailure) {
      return try Self.listen(atFirstOf: found)
    } catch {
      throw ControlError(
        71, "cannot listen at \(description): \(String(cString: strerror(error.number)))")
    }
  }

  /// The system's error number of the last address that was tried.
  struct ListenFailure: Error, Equatable {
    var number: Int32
  }

  /// Listens at the first usable address of a list: the name of a machine without IPv6 may still have an IPv6
  /// address.
  static func listen(
    atFirstOf addresses: UnsafePointer<addrinfo>?
  ) throws(ListenFailure) -> Int32 {
    var failure = ListenFailure(number: EADDRNOTAVAIL)
    var next = addresses
    while let address = next?.pointee {
      do throws(ListenFailure) { return try listen(at: address) } catch { failure = error }
      next = UnsafePointer(address.ai_next)
    }
    throw failure
  }

  private static func listen(at address: addrinfo) throws(ListenFailure) -> Int32 {
    let descriptor = socket(
      address.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ListenFailure(number: errno) }
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
      Glibc.listen(descriptor, 16) == 0
    else {
      let failure = ListenFailure(number: errno)
      close(descriptor)
      throw failure
    }
    return descriptor
  }
}
