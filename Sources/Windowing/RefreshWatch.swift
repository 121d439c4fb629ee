import CX11
import CX11Connection
import Messages

/// The refreshes of the window's display, which the server reports (Present).
///
/// Refreshes are evenly spaced, so a single refresh, requested now and then while the window is in motion, determines
/// the others. A message for each frame would wake the program an additional time per frame. The pictures themselves do
/// not go through Present: most drivers cannot use a pixmap in shared memory, so that a frame would be copied twice.
@MainActor
final class RefreshWatch {
  /// The seconds after which a refresh is too old to derive others. The clocks of the display and the machine differ by
  /// up to 0.01%, which is 0.4 ms in this time.
  private static let patience = 4.0

  private let connection: Connection
  private let window: Window
  private let opcode: Int32
  /// The time of the last known refresh, and of the last request, in monotonic seconds.
  private var refresh = -Double.infinity
  private var asked = -Double.infinity

  /// Fails without Present, and for a server on another machine, which has another clock. This takes a round trip.
  init?(_ connection: Connection, window: Window) {
    var (event, major): (Int32, Int32) = (0, 0)
    guard connection.isLocal, !connection.isBroken,
      wallchart_XFindPresent(connection.display, &event, &major)
    else { return nil }
    self.connection = connection
    self.window = window
    opcode = major
    XPresentSelectInput(connection.display, window, UInt32(PresentCompleteNotifyMask))
  }

  /// The seconds since a refresh; nil if no recent refresh is known.
  var timeSinceRefresh: Double? {
    let age = SystemClock.monotonic - refresh
    return age <= Self.patience ? age : nil
  }

  /// Requests the time of the next refresh, unless a recent refresh is known.
  func ask() {
    let now = SystemClock.monotonic
    guard !connection.isBroken, now - max(refresh, asked) > Self.patience else { return }
    asked = now
    XPresentNotifyMSC(connection.display, window, 0, 0, 1, 0)
  }

  /// Handles an event, and returns whether the event belongs to the extension.
  func handle(_ event: inout XEvent) -> Bool {
    guard event.type == GenericEvent, event.xcookie.extension == opcode else { return false }
    guard event.xcookie.evtype == PresentCompleteNotify,
      XGetEventData(connection.display, &event.xcookie) != 0
    else { return true }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    guard let data = event.xcookie.data else { return true }
    let time = Double(data.load(as: XPresentCompleteNotifyEvent.self).ust) / 1_000_000
    // The times of a server with another clock cannot be used.
    if (0...Self.patience).contains(SystemClock.monotonic - time) { refresh = time }
    return true
  }
}
