import CX11

/// Answers a window manager that waits for the contents of each new size, so that a dragged border and the
/// contents move together (`_NET_WM_SYNC_REQUEST`).
///
/// The window manager sends a number and then resizes the window. The window sets a counter of the server to that
/// number when the new contents are shown.
@MainActor
final class ResizeSync {
  let counter: XSyncCounter
  private let connection: Connection
  /// The number of the last unanswered message; nil if there is none.
  private var number: XSyncValue?
  /// Whether the resize that belongs to the number has come.
  private var isConfigured = false

  /// Fails if the server lacks the extension.
  init?(_ connection: Connection) {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard connection.find(XSyncQueryExtension) != nil,
      XSyncInitialize(connection.display, &major, &minor) != 0
    else { return nil }
    self.connection = connection
    counter = XSyncCreateCounter(connection.display, XSyncValue(hi: 0, lo: 0))
  }

  /// Notes a message of the window manager.
  func request(_ message: XClientMessageEvent) {
    number = XSyncValue(
      hi: Int32(truncatingIfNeeded: message.data.l.3),
      lo: UInt32(truncatingIfNeeded: message.data.l.2))
    isConfigured = false
  }

  /// Notes that the window has been resized or moved.
  func configured() { isConfigured = number != nil }

  /// Notes that the window shows a frame of its size.
  func shown() {
    guard isConfigured, let number, !connection.isBroken else { return }
    XSyncSetCounter(connection.display, counter, number)
    (self.number, isConfigured) = (nil, false)
  }
}
