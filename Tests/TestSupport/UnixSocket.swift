import Foundation

/// Sockets with a path.
public enum UnixSocket {
  /// Makes a socket and attaches it to a path.
  /// - Parameters:
  ///   - type: a stream, or datagrams.
  ///   - attach: `bind` or `connect`.
  /// - Returns: the descriptor, which the caller closes.
  /// - Throws: an error for a path that is too long, and where the socket cannot be attached.
  public static func make(
    _ path: String, type: __socket_type = SOCK_STREAM,
    _ attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    guard path.utf8.count < 108 else {
      throw Xvfb.Failure(description: "too long for a socket: \(path)")
    }
    let descriptor = Foundation.socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        attach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      close(descriptor)
      throw Xvfb.Failure(description: "no socket at \(path)")
    }
    return descriptor
  }

  /// Listens under the name of a display that no server has.
  static func listenAsDisplay() throws -> (listener: Int32, display: String, path: String) {
    // Servers count from 0, so only other proxies use such numbers.
    for number in 20_001...21_000 {
      let path = "/tmp/.X11-unix/X\(number)"
      guard let listener = try? make(path, bind) else { continue }
      guard listen(listener, 8) == 0 else { break }
      return (listener, ":\(number)", path)
    }
    throw Xvfb.Failure(description: "cannot listen")
  }
}
