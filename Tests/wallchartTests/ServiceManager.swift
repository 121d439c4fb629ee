import Foundation
import TestSupport
import Testing

/// The service manager's end of sd_notify's socket.
final class ServiceManager {
  let path: String
  private let descriptor: Int32

  init(folder: TemporaryFolder) throws {
    path = folder.file("notify").path
    descriptor = try UnixSocket.make(path, type: SOCK_DGRAM, bind)
  }

  deinit { close(descriptor) }

  /// The next message, if one has come.
  func read() -> String? {
    var buffer = [UInt8](repeating: 0, count: 512)
    // The call has no time limit of its own, because a limit ends with an interruption when the process
    // was stopped.
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Reads messages until each of some texts has been the beginning of one.
  func waitFor(_ texts: String...) -> Bool {
    var missing = texts
    return eventually {
      guard let message = read() else { return false }
      missing.removeAll { message.hasPrefix($0) }
      return missing.isEmpty
    }
  }
}
