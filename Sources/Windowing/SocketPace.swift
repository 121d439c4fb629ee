import Dispatch

/// Determines when the server's messages are read: as soon as they come, or at the next refresh.
@MainActor
final class SocketPace {
  private let connection: Connection
  /// Whether the owner reads the messages before every frame of a motion.
  var isPolled = false { didSet { chooseWatching() } }
  /// Whether the server has requested the picture. Until then the socket is watched even if polled, so that the first
  /// picture does not come a refresh late.
  var isExposed = false { didSet { chooseWatching() } }
  /// Whether messages wait for the next refresh, because the pointer is moving. A mouse may report a thousand moves a
  /// second, and their effects are visible only at a refresh.
  private var waitsForRefresh = false
  private var hasEnded = false

  init(_ connection: Connection) { self.connection = connection }

  private func chooseWatching() {
    if !hasEnded { connection.isWatching = !(isPolled && isExposed) && !waitsForRefresh }
  }

  /// Stops watching the socket until the next refresh, unless the owner reads the messages anyway.
  /// - Parameters:
  ///   - interval: the seconds until the refresh.
  ///   - read: reads the messages, at the refresh.
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

  /// Ends all access to the connection, because the connection is closed.
  func end() { hasEnded = true }
}
