import Dispatch

/// Decides when the server's messages are read: as soon as they come, or with the next refresh.
@MainActor
final class SocketPace {
  private let connection: Connection
  /// Whether the owner reads the messages at every refresh.
  var isPolled = false { didSet { chooseWatching() } }
  /// Whether the server has asked for the picture. Until then the socket is watched all the same, so that the first
  /// picture does not come a refresh late.
  var isExposed = false { didSet { chooseWatching() } }
  /// Whether messages wait for the next refresh, because the pointer is moving. A mouse may report a
  /// thousand moves a second, and their effects cannot be shown any sooner.
  private var waitsForRefresh = false
  private var hasEnded = false

  init(_ connection: Connection) { self.connection = connection }

  private func chooseWatching() {
    if !hasEnded { connection.isWatching = !(isPolled && isExposed) && !waitsForRefresh }
  }

  /// Leaves the socket alone until the next refresh, unless the messages are read there anyway.
  /// - Parameters:
  ///   - interval: the seconds until the refresh.
  ///   - read: reads the messages that have come until then.
  func pointerMoved(_ interval: @autoclosure () -> Double, read: @escaping @MainActor () -> Void) {
    if isPolled || waitsForRefresh { return }
    waitsForRefresh = true
    chooseWatching()
    DispatchQueue.main.asyncAfter(deadline: .now() + interval()) { [weak self] in
      MainActor.assumeIsolated { self?.refreshed(read) }
    }
  }

  private func refreshed(_ read: () -> Void) {
    waitsForRefresh = false
    read()
    chooseWatching()
  }

  /// Leaves the connection alone from now on, because the connection is closed.
  func end() { hasEnded = true }
}
