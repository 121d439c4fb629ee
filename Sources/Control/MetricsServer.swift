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

  /// The library's name, and the limit of connections.
  static let libraryName = "libmicrohttpd.so.12"
  private static let mostConnections: UInt32 = 16

  /// Begins to answer.
  /// - Parameter listener: a listening socket, which belongs to the server from now on.
  /// - Throws: an error if the library is missing, or gets no thread.
  public init(_ listener: Int32, source: @escaping Source) throws(ControlError) {
    self.source = source
    library = UnsafeMutablePointer<wallchart_mhd>.allocate(capacity: 1)
    library.initialize(to: wallchart_mhd())
    guard wallchart_mhd_load(library, Self.libraryName) != 0 else {
      close(listener)
      throw ControlError(
        69, "\(Self.libraryName) cannot be loaded: install the package libmicrohttpd12")
    }
    daemon = wallchart_mhd_start(
      library, listener, Self.mostConnections,
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
