import Foundation

/// A reserved port of the loopback, without a listener until the test starts one. (A port that is only
/// found to be free may be taken by another test, or by the system for the near end of a connection.)
public final class ReservedPort {
  public let number: Int
  /// The socket is bound and does not listen. A server that asks for this port may bind it, too, and
  /// listen, if both sockets allow that.
  private var socket: Int32

  public init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var isReused: Int32 = 1
    setsockopt(
      socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [socket] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw Xvfb.Failure(description: "no port is free") }
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Hands over the socket.
  public func takeSocket() -> Int32 {
    defer { socket = -1 }
    return socket
  }
}

extension ReservedPort {
  /// A new connection to the server at the port.
  public func connect() throws -> Int32 {
    let client = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(number).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(client)
      throw Xvfb.Failure(description: "nothing listens at port \(number)")
    }
    return client
  }
}
