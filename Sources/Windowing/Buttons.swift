import CX11
import Geometry
import Stage

/// Counts clicks in quick succession, such as the two of a double click.
struct ClickCounter {
  private var last: (button: UInt32, time: UInt, x: Int32, y: Int32)?
  private var count = 0
  /// The longest time in milliseconds between two clicks of a double click.
  private static let longest: UInt = 400
  /// The longest distance of the pointer between two clicks of a double click, in pixels of a display of 96 dpi.
  private static let farthest = 5.0

  /// Counts a press.
  /// - Returns: 1 for the first press at a position, 2 for the second press of a double click, and so on.
  mutating func press(_ event: XButtonEvent, scale: Double) -> Int {
    if let last, last.button == event.button,
      // The server's milliseconds have 32 bits, and wrap around after 49 days.
      (event.time &- last.time) & 0xffff_ffff <= Self.longest,
      isNear(event, last.x, last.y, scale)
    {
      count += 1
    } else {
      count = 1
    }
    last = (event.button, event.time, event.x, event.y)
    return count
  }

  /// - Returns: the number of the press to which the release belongs.
  mutating func release(_ event: XButtonEvent, scale: Double) -> Int {
    // The end of a drag does not start a double click.
    if let last, !isNear(event, last.x, last.y, scale) { self.last = nil }
    return max(1, count)
  }

  private func isNear(_ event: XButtonEvent, _ x: Int32, _ y: Int32, _ scale: Double) -> Bool {
    Double(max(abs(event.x - x), abs(event.y - y))) <= Self.farthest * scale
  }
}

extension WindowSession {
  /// Handles a press. While a button is held, the server sends all motion to this window (the protocol's
  /// automatic grab), so that a drag may leave the window.
  func press(_ event: XButtonEvent) {
    let isPress = event.type == ButtonPress
    let position = Point(Double(event.x), Double(event.y))
    let modifiers = KeyModifiers(state: event.state)
    if let direction = ScrollEvent.Direction(button: event.button) {
      // A notch of the wheel is a press and a release.
      if isPress, extendedInput?.isReported(event) != true {
        sendInOrder(.scroll(ScrollEvent(direction, at: position, modifiers: modifiers)))
      }
      return
    }
    guard let button = PointerButtonEvent.Button(button: event.button) else { return }
    if isPress { takeFocus(at: event.time) }
    let clicks =
      isPress ? clicks.press(event, scale: scale) : clicks.release(event, scale: scale)
    sendInOrder(
      .button(
        PointerButtonEvent(
          button, isPress: isPress, at: position, modifiers: modifiers, clicks: clicks)))
  }

  /// Takes the focus, if there is no window manager. A window manager gives the focus to the clicked
  /// window.
  private func takeFocus(at time: Time) {
    guard takesFocus, !connection.hasWindowManager else { return }
    XSetInputFocus(connection.display, window, Int32(RevertToPointerRoot), time)
  }
}

extension PointerButtonEvent.Button {
  fileprivate init?(button: UInt32) {
    switch button {
    case 1: self = .left
    case 2: self = .middle
    case 3: self = .right
    default: return nil
    }
  }
}

extension ScrollEvent.Direction {
  /// The direction of a wheel's notch, which all servers report as one of the buttons 4 to 7.
  fileprivate init?(button: UInt32) {
    switch button {
    case 4: self = .up
    case 5: self = .down
    case 6: self = .left
    case 7: self = .right
    default: return nil
    }
  }
}

extension KeyModifiers {
  /// The modifiers in the state of an X event.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
  }
}
