import Foundation
import Synchronization

/// A proxy to an X server that cuts the connections of all its clients after a number of bytes, like a
/// server that ends in the middle of a request. The proxy accepts new clients at once.
public final class CuttingProxy: Sendable {
  /// The display to give to clients.
  public let display: String
  private let serverPath: String
  private let listener: Int32
  private let path: String
  private let state = Mutex(State())

  private struct State {
    /// The clients, and their connections to the server.
    var pairs: [(client: Int32, server: Int32)] = []
    /// The bytes that clients may still send; nil for any number.
    var allowance: Int?
    var isStopped = false
  }

  /// - Parameter server: the display of a server on a socket of this machine, such as ":3".
  public init(to server: String) throws {
    serverPath = "/tmp/.X11-unix/X" + server.dropFirst()
    (listener, display, path) = try UnixSocket.listenAsDisplay()
    Thread.detachNewThread { [self] in forward() }
  }

  /// Cuts all connections of the moment.
  public func cutNow() { state.withLock { Self.closeAll(&$0) } }

  /// Cuts all connections once after the next bytes of the clients.
  public func cut(after bytes: Int) { state.withLock { $0.allowance = bytes } }

  /// Whether a cut is still to come.
  public var isArmed: Bool { state.withLock { $0.allowance != nil } }

  public func stop() {
    state.withLock { state in
      state.isStopped = true
      Self.closeAll(&state)
    }
    unlink(path)
  }

  private static func closeAll(_ state: inout State) {
    for pair in state.pairs {
      close(pair.client)
      close(pair.server)
    }
    state.pairs = []
  }

  private func forward() {
    while !state.withLock({ $0.isStopped }) {
      let pairs = state.withLock { $0.pairs }
      let descriptors = [listener] + pairs.flatMap { [$0.client, $0.server] }
      var ends = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ends, nfds_t(ends.count), 5) > 0 else { continue }
      state.withLock { state in
        if ends[0].revents != 0 { accept(&state) }
        for end in ends.dropFirst() where end.revents != 0 { pass(from: end.fd, &state) }
      }
    }
    close(listener)
  }

  private func accept(_ state: inout State) {
    let client = Foundation.accept(listener, nil, nil)
    guard client >= 0 else { return }
    if let server = try? UnixSocket.make(serverPath, connect) {
      state.pairs.append((client, server))
    } else {
      close(client)
    }
  }

  /// Passes the bytes on that have come from one end of a pair.
  private func pass(from source: Int32, _ state: inout State) {
    let found = state.pairs.firstIndex { $0.client == source || $0.server == source }
    guard let index = found else { return }
    let pair = state.pairs[index]
    let isClient = pair.client == source
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let limit = isClient ? min(buffer.count, state.allowance ?? buffer.count) : buffer.count
    let count = read(source, &buffer, max(1, limit))
    guard count > 0, send(buffer[..<count], to: isClient ? pair.server : pair.client) else {
      state.pairs.remove(at: index)
      close(pair.client)
      close(pair.server)
      return
    }
    guard isClient, let allowance = state.allowance else { return }
    state.allowance = allowance > count ? allowance - count : nil
    if state.allowance == nil { Self.closeAll(&state) }
  }

  private func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let written = Foundation.send(
          target, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard written > 0 else { return false }
        sent += written
      }
      return true
    }
  }
}
