import CX11

/// The blank screen: the server shows nothing, because its screen saver runs or the screens are off (DPMS),
/// whoever has turned them off.
///
/// The server runs its screen saver whenever DPMS turns the screens off, and reports that by an event. Nobody has to ask.
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
