import CX11
import Geometry
import Stage

/// What a run of events comes to: of moves and sizes only the last counts.
struct EventBatch {
  var size: PixelSize?
  var exposed: [IntRect] = []
  var pointer: SurfaceEvent?
  /// The window has appeared.
  var isMapped = false
  /// The window manager has changed the window's states.
  var hasNewState = false
  /// The desktop's settings have changed.
  var hasNewResources = false
}

/// All that decides whether anything of a window can be seen.
struct Visibility {
  var isMapped = false
  /// Other windows cover it; not told under a compositor.
  var isCovered = false
  /// The window manager shows it in a task list only.
  var isHidden = false

  var isVisible: Bool { isMapped && !isCovered && !isHidden }
}

extension XEvent {
  /// Whether the server tells the event of itself. Another client may send any event with any contents
  /// (XSendEvent).
  var isFromServer: Bool { xany.send_event == 0 }
}

extension X11Window {
  /// Handles one event.
  ///
  /// Another client may be a tool that types and points for the user, and a window manager sends
  /// messages: these are believed, and an exposure does no harm. The state of the window, of the monitors
  /// and of shared memory is believed from the server alone.
  func handle(_ event: inout XEvent) {
    if event.isFromServer { return handleTrusted(&event) }
    switch event.type {
    case KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify, EnterNotify, LeaveNotify,
      ClientMessage, Expose:
      handleTrusted(&event)
    // A window manager tells a move so. The server has told the size.
    case ConfigureNotify: monitors.windowMoved()
    default: break
    }
  }

  private func handleTrusted(_ event: inout XEvent) {
    switch event.type {
    case Expose: expose(event.xexpose)
    case ConfigureNotify:
      batch.size = PixelSize(
        width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))
      monitors.windowMoved()
    case MapNotify: mapped()
    case UnmapNotify:
      (visibility.isMapped, isExposed) = (false, false)
      tellVisibility()
    case VisibilityNotify:
      visibility.isCovered = event.xvisibility.state == VisibilityFullyObscured
      tellVisibility()
    case KeyPress:
      if let key = keyboard.press(event.xkey) {
        tellInOrder(.key(key, KeyModifiers(state: event.xkey.state)))
      }
    case KeyRelease: keyboard.release(event.xkey)
    case FocusOut: keyboard.releaseAll()
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    case ButtonPress, ButtonRelease: press(event.xbutton)
    case MotionNotify:
      pointerHider?.pointerMoved()
      point(x: event.xmotion.x, y: event.xmotion.y)
    case EnterNotify: point(x: event.xcrossing.x, y: event.xcrossing.y)
    // A grab, such as for a shortcut of the window manager, moves no pointer.
    case LeaveNotify where event.xcrossing.mode != NotifyGrab: batch.pointer = .pointer(nil)
    case PropertyNotify where event.xproperty.window == connection.root:
      if event.xproperty.atom == XA_RESOURCE_MANAGER { batch.hasNewResources = true }
    case PropertyNotify:
      if event.xproperty.atom == connection.atoms[.netWMState] { batch.hasNewState = true }
    case ClientMessage: receive(event.xclient)
    case frames.completionType: frames.complete(event.shmCompletion.shmseg)
    default:
      if monitors.handle(&event), isFullscreen, savedGeometry != nil { fillMonitor() }
    }
  }

  /// Acts on what the batch has gathered, once.
  func finishBatch() {
    tellPointer()
    if !connection.isBroken {
      let size = batch.size
      if let size { resize(to: size) }
      if firstSize != nil, size != nil || batch.isMapped { lookForFirstSize() }
      if !batch.exposed.isEmpty {
        if !frames.expose(batch.exposed) { tell(.exposed) }
        isExposed = true
      }
      // Round trips, for which the picture does not wait.
      if batch.isMapped { prepareInput() }
      if batch.hasNewState { readState() }
      if batch.hasNewResources { followDesktop() }
    }
    batch = EventBatch()
    if frames.takeWanted() { tell(.bufferReleased) }
  }

  private func expose(_ event: XExposeEvent) {
    let (x, y) = (Int(event.x), Int(event.y))
    batch.exposed.append(
      IntRect(minX: x, minY: y, maxX: x + Int(event.width), maxY: y + Int(event.height)))
  }

  private func point(x: Int32, y: Int32) {
    batch.pointer = .pointer(Point(Double(x), Double(y)))
  }

  private func tellPointer() {
    if let pointer = batch.pointer { tell(pointer) }
    batch.pointer = nil
  }

  /// Tells what must not overtake the pointer's way here.
  func tellInOrder(_ event: SurfaceEvent) {
    tellPointer()
    tell(event)
  }

  private func receive(_ message: XClientMessageEvent) {
    let atoms = connection.atoms
    guard message.message_type == atoms[.wmProtocols], message.format == 32 else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case atoms[.wmDeleteWindow]: tellInOrder(.closeRequested)
    case atoms[.netWMPing]:
      // The same message, to the root window, says that the program is alive.
      var reply = message
      reply.window = connection.root
      properties.send(reply)
    default: break
    }
  }

  private func mapped() {
    // Whether it is covered is told next.
    (visibility.isMapped, visibility.isCovered) = (true, false)
    batch.isMapped = true
    tellVisibility()
  }

  private func prepareInput() {
    // Nobody else gives the focus where there is no window manager.
    if claimsFocus, !connection.hasWindowManager {
      XSetInputFocus(connection.display, window, Int32(RevertToPointerRoot), UInt(CurrentTime))
    }
    var isSupported: Int32 = 0
    XkbSetDetectableAutoRepeat(connection.display, 1, &isSupported)
  }

  private func readState() {
    // A window manager that leaves takes its states along; ours stays.
    guard visibility.isMapped, savedGeometry == nil else { return }
    let state = properties.state()
    isFullscreen = state.isFullscreen
    visibility.isHidden = state.isHidden
    tellVisibility()
  }

  // MARK: Fullscreen without a window manager

  func fillMonitor() {
    if savedGeometry == nil {
      let origin = monitors.origin(of: window)
      savedGeometry = (origin.x, origin.y, width, height)
    }
    // Who defines monitors by hand (`xrandr --setmonitor`) may define an empty one.
    let bounds = monitors.bounds(for: window)
    XMoveResizeWindow(
      connection.display, window, Int32(bounds.minX), Int32(bounds.minY),
      UInt32(max(1, bounds.width)), UInt32(max(1, bounds.height)))
    XRaiseWindow(connection.display, window)
  }

  func leaveMonitor() {
    guard let saved = savedGeometry else { return }
    savedGeometry = nil
    XMoveResizeWindow(
      connection.display, window, saved.x, saved.y, UInt32(saved.width), UInt32(saved.height))
  }
}
