import CX11
import Geometry
import Stage

extension WindowSession {
  /// The longest distance of the pointer between two clicks of a double click, in pixels of a display of 96 dpi.
  private static let clickReach = 5.0

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
    let reach = Self.clickReach * scale
    let count =
      isPress
      ? clicks.press(
        button, at: position, time: UInt32(truncatingIfNeeded: event.time), reach: reach)
      : clicks.release(at: position, reach: reach)
    sendInOrder(
      .button(
        PointerButtonEvent(
          button, isPress: isPress, at: position, modifiers: modifiers, clicks: count)))
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
