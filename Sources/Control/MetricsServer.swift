import CMicroHTTP
import Glibc
import Messages

/// The program's own health over HTTP, for Prometheus: answers `GET /metrics`, on a thread of libmicrohttpd.
public final class MetricsServer: @unchecked Sendable {
  /// The text of the metrics; nil while the main thread is busy. The function is called on the server's thread.
  public typealias Source = @Sendable () -> String?

  private let library: UnsafeMutablePointer<wallchart_mhd>
  private var daemon: OpaquePointer?
  private let source: Source
  /// Whether only this machine reaches the server.
  private let isLocal: Bool
  /// The names of this machine.
  private let names: [String]

  /// The library's name, and the limit of connections.
  static let libraryName = "libmicrohttpd.so.12"
  private static let mostConnections: UInt32 = 16

  /// Starts to answer requests.
  /// - Parameters:
  ///   - listener: a listening socket, which belongs to the server from now on.
  ///   - host: the host name or number in the address that the user has given for the socket.
  ///   - silence: the seconds after which a connection without a whole request ends.
  /// - Throws: an error if the library is missing, or gets no thread.
  public init(
    _ listener: Int32, host: String, silence: UInt32 = 5, source: @escaping Source
  ) throws(ControlError) {
    self.source = source
    isLocal = Self.isLocal(listener)
    names = [host, Self.machine]
    library = UnsafeMutablePointer<wallchart_mhd>.allocate(capacity: 1)
    library.initialize(to: wallchart_mhd())
    guard wallchart_mhd_load(library, Self.libraryName) != 0 else {
      close(listener)
      throw ControlError(
        69, "\(Self.libraryName) cannot be loaded: install the package libmicrohttpd12")
    }
    daemon = wallchart_mhd_start(
      library, listener, Self.mostConnections, silence,
      { context, connection, url, method, _, _, _, _ in
        guard let context, let connection, let url, let method else { return wallchart_mhd_no }
        return Unmanaged<MetricsServer>.fromOpaque(context).takeUnretainedValue()
          .answer(connection, path: String(cString: url), method: String(cString: method))
      }, Unmanaged.passUnretained(self).toOpaque())
    guard daemon != nil else {
      close(listener)
      throw ControlError(71, "there is no thread for the server")
    }
  }

  /// Ends the server.
  deinit {
    if let daemon { library.pointee.stop_daemon(daemon) }
    library.deallocate()
  }

  private func answer(
    _ connection: OpaquePointer, path: String, method: String
  ) -> MHD_Result {
    let plain = "text/plain; charset=utf-8"
    guard !isLocal || Self.isOwn(host: host(of: connection), names: names) else {
      return send(403, "The host is not this machine.\n", [("Content-Type", plain)], connection)
    }
    guard path == "/metrics" else {
      return send(404, "The metrics are at /metrics.\n", [("Content-Type", plain)], connection)
    }
    guard method == "GET" || method == "HEAD" else {
      return send(
        405, "Only GET is allowed.\n", [("Content-Type", plain), ("Allow", "GET, HEAD")],
        connection)
    }
    guard let text = source() else {
      return send(503, "The main thread is busy.\n", [("Content-Type", plain)], connection)
    }
    return send(
      200, text, [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")], connection)
  }

  private func host(of connection: OpaquePointer) -> String? {
    library.pointee.lookup_connection_value(connection, wallchart_mhd_header, "Host")
      .map { String(cString: $0) }
  }

  /// Whether the `Host` of a request is a number or a name of this machine. The check stops DNS rebinding: a web
  /// page in a browser on this machine can let its own name resolve to this machine's number, and could then read
  /// the answers.
  static func isOwn(host: String?, names: [String]) -> Bool {
    // A browser always names the host.
    guard let host, !host.hasPrefix("[") else { return true }
    let name = host.prefix { $0 != ":" }.lowercased()
    return name.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
    }
      || name == "localhost" || names.contains { $0.lowercased() == name }
  }

  private static var machine: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Whether a socket listens at an address that only this machine reaches.
  static func isLocal(_ listener: Int32) -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress,
        getsockname(listener, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return false }
      switch Int32(start.load(as: sockaddr.self).sa_family) {
      case AF_INET:
        return UInt32(bigEndian: start.load(as: sockaddr_in.self).sin_addr.s_addr) >> 24 == 127
      case AF_INET6:
        let number = withUnsafeBytes(of: start.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        return number == Array(repeating: 0, count: 15) + [1]
      default: return false
      }
    }
  }

  private func send(
    _ status: UInt32, _ text: String, _ headers: [(name: String, value: String)],
    _ connection: OpaquePointer
  ) -> MHD_Result {
    var bytes = Array(text.utf8)
    let response = bytes.withUnsafeMutableBytes {
      library.pointee.create_response_from_buffer(
        $0.count, $0.baseAddress, wallchart_mhd_copy)
    }
    guard let response else { return wallchart_mhd_no }
    defer { library.pointee.destroy_response(response) }
    for (name, value) in headers { _ = library.pointee.add_response_header(response, name, value) }
    return library.pointee.queue_response(connection, status, response)
  }
}
