import CX11
import Dispatch
import Synchronization

/// Waits for an X server, outside the main queue, until a window has been opened there.
final class Reconnector: Sendable {
  private let display: String
  private let open: @MainActor @Sendable () -> Bool
  private let isStopped = Mutex(false)
  private let queue = DispatchQueue(label: "wallchart.reconnector", qos: .utility)
  /// The milliseconds before the first search for a server, and the longest time between two searches.
  private static let delays = (first: 50, longest: 1000)

  /// - Parameters:
  ///   - display: the X display, such as ":0".
  ///   - open: opens the window on the main queue, while a server accepts connections. The wait ends when
  ///     `open` returns true.
  init(display: String, open: @escaping @MainActor @Sendable () -> Bool) {
    self.display = display
    self.open = open
  }

  func start() { look(after: Self.delays.first) }

  /// Ends the wait. No call of `open` follows a call on the main queue.
  func stop() { isStopped.withLock { $0 = true } }

  /// Searches for a server after some milliseconds, and then at increasing intervals.
  private func look(after delay: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [self] in
      guard !isStopped.withLock({ $0 }) else { return }
      let next = min(2 * delay, Self.delays.longest)
      guard let probe = ServerProbe(display) else { return look(after: next) }
      DispatchQueue.main.async { [self] in
        MainActor.assumeIsolated {
          let isDone = isStopped.withLock { $0 } || open()
          queue.async { probe.close() }
          if !isDone { look(after: next) }
        }
      }
    }
  }
}

/// A connection that only shows that a server accepts connections. XCB makes the connection, because Xlib may end the
/// process. The probe is kept until the window has its own connection, because a server may reset itself when its last
/// client leaves.
private struct ServerProbe: Sendable {
  /// The address of the connection, as a Sendable number.
  private let address: UInt

  /// Waits until the server accepts or refuses the connection. Fails if there is no server, or if the server refuses.
  init?(_ display: String) {
    let connection = xcb_connect(display, nil)
    // Even a failed connection must be freed.
    guard let connection, xcb_connection_has_error(connection) == 0 else {
      xcb_disconnect(connection)
      return nil
    }
    address = UInt(bitPattern: connection)
  }

  func close() { xcb_disconnect(OpaquePointer(bitPattern: address)) }
}
