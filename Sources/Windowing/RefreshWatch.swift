import CX11
import CX11Connection
import Messages

/// The refreshes of the window's display, as the server reports them (Present).
///
/// All refreshes lie on a grid, so one of them, asked for now and then while the window is in motion, tells
/// the others. A message for each frame would wake the program once more for each frame. The pictures
/// themselves do not go through Present: most drivers cannot take a pixmap from shared memory, and a frame
/// would be copied twice.
@MainActor
final class RefreshWatch {
  /// The seconds after which a refresh is too old to count from. The clocks of display and machine differ
  /// by up to 0.01%: 0.4 ms.
  private static let patience = 4.0

  private let connection: Connection
  private let window: Window
  private let opcode: Int32
  /// The time of a refresh, and of the last question for one, in monotonic seconds.
  private var refresh = -Double.infinity
  private var asked = -Double.infinity

  /// Fails without Present, and for a server on another machine, whose clock is another one. This takes a
  /// round trip.
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

  /// Seconds since a refresh; nil without a recent one.
  var timeSinceRefresh: Double? {
    let age = SystemClock.monotonic - refresh
    return age <= Self.patience ? age : nil
  }

  /// Asks for the next refresh, unless a recent one is known.
  func ask() {
    let now = SystemClock.monotonic
    guard !connection.isBroken, now - max(refresh, asked) > Self.patience else { return }
    asked = now
    XPresentNotifyMSC(connection.display, window, 0, 0, 1, 0)
  }

  /// Whether an event is an answer.
  func handle(_ event: inout XEvent) -> Bool {
    guard event.type == GenericEvent, event.xcookie.extension == opcode else { return false }
    guard event.xcookie.evtype == PresentCompleteNotify,
      XGetEventData(connection.display, &event.xcookie) != 0
    else { return true }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    guard let data = event.xcookie.data else { return true }
    let time = Double(data.load(as: XPresentCompleteNotifyEvent.self).ust) / 1_000_000
    // A server that counts by another clock is of no use.
    if (0...Self.patience).contains(SystemClock.monotonic - time) { refresh = time }
    return true
  }
}
