import Foundation
import TestSupport
import Testing

/// A program that serves on a port of the loopback, and ends with the object.
final class LocalServer {
  private let reserved: ReservedPort
  private let process: ToolProcess

  var port: Int { reserved.number }

  /// Starts a program, and waits until it serves.
  /// - Parameter arguments: the program's arguments for a port.
  init(_ path: String, _ arguments: (Int) throws -> [String]) throws {
    reserved = try ReservedPort()
    process = try ToolProcess(path, arguments(reserved.number))
    try #require(eventually { Self.accepts(port) }, "\(path) does not serve")
  }

  private static func accepts(_ port: Int) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
