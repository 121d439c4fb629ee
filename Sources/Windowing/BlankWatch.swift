import CX11

/// Detects a blank screen: the server shows nothing, because its screen saver runs or because any client has turned the
/// screens off (DPMS).
///
/// The server activates its screen saver whenever DPMS turns the screens off, and reports the activation by an event,
/// so no polling is needed.
@MainActor
final class BlankWatch {
  private(set) var isBlank: Bool
  private let notifyType: Int32

  /// Fails without the screen saver extension. This takes two round trips.
  init?(_ connection: Connection) {
    guard let event = connection.find(XScreenSaverQueryExtension),
      let info = XScreenSaverAllocInfo()
    else { return nil }
    defer { XFree(info) }
    notifyType = event + ScreenSaverNotify
    XScreenSaverSelectInput(connection.display, connection.root, UInt(ScreenSaverNotifyMask))
    let isKnown = XScreenSaverQueryInfo(connection.display, connection.root, info) != 0
    isBlank = isKnown && info.pointee.state == ScreenSaverOn
  }

  /// Whether an event is about the screen saver.
  func handle(_ event: XEvent) -> Bool {
    guard event.type == notifyType else { return false }
    let state = withUnsafeBytes(of: event) { $0.load(as: XScreenSaverNotifyEvent.self).state }
    isBlank = state != ScreenSaverOff
    return true
  }
}
