import CX11
import Geometry
import Stage

/// The combined effect of consecutive events. Only the last move and the last size count.
struct EventBatch {
  var size: PixelSize?
  var exposed: [IntRect] = []
  var pointer: SurfaceEvent?
  /// Whether the pointer has moved within the window.
  var hasMotion = false
  var isMapped = false
  /// Whether the window manager has changed the window's states.
  var hasNewState = false
  /// Whether a window manager has started or ended.
  var hasNewManager = false
  var hasNewResources = false
  /// Whether monitors have been added, removed or changed.
  var hasNewMonitors = false

  /// The part about the window's appearance and its manager, which may wait for a picture.
  var management: EventBatch {
    var part = EventBatch()
    (part.isMapped, part.hasNewState, part.hasNewManager) = (isMapped, hasNewState, hasNewManager)
    return part
  }
}

/// The conditions that decide whether any part of a window is visible.
struct Visibility {
  var isMapped = false
  /// Whether other windows cover the window. A server with a compositor does not report that.
  var isCovered = false
  /// Whether the window manager shows the window only in a task list.
  var isHidden = false
  /// Whether the program has turned the screen off.
  var isDark = false
  /// Whether the server's screens are blank.
  var isBlank = false

  var isVisible: Bool { isMapped && !isCovered && !isHidden && !isDark && !isBlank }
}

extension XEvent {
  /// Whether the event comes from the server itself. Another client may send any event with any contents
  /// (XSendEvent).
  var isFromServer: Bool { xany.send_event == 0 }
}

extension WindowSession {
  /// Handles one event.
  ///
  /// Input and messages of other clients are accepted: a tool may type and point for the user, and a window manager
  /// sends messages. An exposure does no harm. The states of the window, of the monitors and of shared memory are
  /// accepted only from the server.
  func handle(_ event: inout XEvent) {
    if event.isFromServer { return handleTrusted(&event) }
    switch event.type {
    case KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify, EnterNotify, LeaveNotify,
      ClientMessage, Expose, SelectionNotify:
      handleTrusted(&event)
    // A window manager reports a move by this event. The server has reported the size.
    case ConfigureNotify:
      monitors.windowMoved()
      resizeSync?.configured()
    default: break
    }
  }

  private func handleTrusted(_ event: inout XEvent) {
    switch event.type {
    case Expose: expose(event.xexpose)
    case ConfigureNotify where isOwn(event):
      batch.size = PixelSize(
        width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))
      monitors.windowMoved()
      resizeSync?.configured()
    case MapNotify where isOwn(event): mapped()
    case UnmapNotify where isOwn(event):
      (visibility.isMapped, isExposed) = (false, false)
      sendVisibility()
    case VisibilityNotify:
      visibility.isCovered = event.xvisibility.state == VisibilityFullyObscured
      sendVisibility()
    case DestroyNotify: destroyed(event.xdestroywindow.window)
    case PropertyNotify where event.xproperty.window == connection.root:
      rootChanged(event.xproperty.atom)
    case PropertyNotify where event.xproperty.window != window:
      clipboard.sendMore(event.xproperty)
    case SelectionRequest: clipboard.answer(event.xselectionrequest)
    case SelectionClear: clipboard.lost(event.xselectionclear)
    case SelectionNotify: clipboard.noted(event.xselection)
    case PropertyNotify:
      if event.xproperty.atom == connection.atoms[.netWMState] { batch.hasNewState = true }
    case ClientMessage: receive(event.xclient)
    case frames.completionType: frames.complete(event.shmCompletion.shmseg)
    case GenericEvent where refreshWatch?.handle(&event) == true: break
    default:
      if blankWatch?.handle(event) == true {
        followBlankScreen()
      } else if monitors.handle(&event) {
        batch.hasNewMonitors = true
      } else {
        handleInput(&event)
      }
    }
  }

  /// Handles an event of the keyboard or of a pointing device.
  private func handleInput(_ event: inout XEvent) {
    switch event.type {
    case KeyPress:
      if keyboard.copies(event.xkey) {
        inputTime = event.xkey.time
        sendInOrder(.copyRequested)
      } else if let key = keyboard.press(event.xkey) {
        sendInOrder(.key(key, KeyModifiers(state: event.xkey.state)))
      }
    case KeyRelease: keyboard.release(event.xkey)
    case FocusOut: keyboard.releaseAll()
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    case ButtonPress, ButtonRelease: press(event.xbutton)
    case MotionNotify where extendedInput?.isOfTouch(event.xmotion.time) != true:
      batch.hasMotion = true
      motionTime = event.xmotion.time
      batch.pointer = .pointer(Point(Double(event.xmotion.x), Double(event.xmotion.y)))
    // A window that appears under a resting pointer shows no values. Motion events follow if the user moves the pointer
    // into the window.
    case EnterNotify: extendedInput?.entered()
    // A grab, for example for a shortcut of the window manager, does not move the pointer.
    case LeaveNotify where event.xcrossing.mode != NotifyGrab: batch.pointer = .pointer(nil)
    case GenericEvent:
      for event in extendedInput?.handle(&event) ?? [] {
        if case .touch = event {
          pointerHider?.touched()
          takeBackMotion()
        }
        sendInOrder(event)
      }
    default: break
    }
  }

  /// Withdraws the motion with which the server moved the pointer to a finger. With a window manager that grabs
  /// buttons, the touch is reported later than the motion, so that values may have been shown for a moment.
  private func takeBackMotion() {
    guard extendedInput?.isOfTouch(motionTime) == true else { return }
    motionTime = nil
    batch.pointer = batch.hasMotion ? nil : .pointer(nil)
    batch.hasMotion = false
  }

  /// Whether an event about a window's structure concerns this window, and not the window of a window manager.
  private func isOwn(_ event: XEvent) -> Bool { event.xany.window == window }

  /// Applies the combined effects of the batch.
  func finishBatch() {
    if batch.hasMotion { pointerHider?.pointerMoved() }
    sendPointer()
    if !connection.isBroken {
      let size = batch.size
      if let size { resize(to: size) }
      if frames.showsCurrentSize { resizeSync?.shown() }
      if firstSize != nil, size != nil || batch.isMapped { lookForFirstSize() }
      if !batch.exposed.isEmpty {
        if !frames.expose(batch.exposed) { send(.exposed) }
        isExposed = true
      }
      if hasPicture { followManagement() }
      if batch.hasNewResources { followDesktop() }
      if batch.hasNewMonitors { followMonitors() }
    }
    batch = hasPicture ? EventBatch() : batch.management
    if frames.takeWanted() { send(.bufferReleased) }
  }

  /// Follows the appearance of the window, and what a window manager has made of the window.
  ///
  /// All of this takes round trips. A manager that shows the window may keep the server to itself for ten milliseconds,
  /// in which no request of the program is answered, so the first picture comes first.
  private func followManagement() {
    if batch.isMapped {
      prepareInput()
      watchScreen()
    }
    if batch.isMapped || batch.hasNewManager { followWindowManager() }
    // The state may have changed while the window was not mapped.
    let wasFullscreen = isFullscreen
    if batch.hasNewState || batch.isMapped { readState() }
    if batch.isMapped, wasFullscreen, !isFullscreen { returnToFullscreen() }
  }

  private func expose(_ event: XExposeEvent) {
    let (x, y) = (Int(event.x), Int(event.y))
    batch.exposed.append(
      IntRect(minX: x, minY: y, maxX: x + Int(event.width), maxY: y + Int(event.height)))
  }

  private func sendPointer() {
    if let pointer = batch.pointer { send(pointer) }
    batch.pointer = nil
  }

  /// Queues an event after the pending motion of the pointer.
  func sendInOrder(_ event: SurfaceEvent) {
    sendPointer()
    send(event)
  }

  private func receive(_ message: XClientMessageEvent) {
    let atoms = connection.atoms
    guard message.message_type == atoms[.wmProtocols], message.format == 32 else { return }
    switch Atom(bitPattern: message.data.l.0) {
    case atoms[.wmDeleteWindow]: sendInOrder(.closeRequested)
    case atoms[.netWMSyncRequest]: resizeSync?.request(message)
    case atoms[.netWMPing]:
      // A copy of the message, sent to the root window, shows that the program responds.
      var reply = message
      reply.window = connection.root
      properties.send(reply)
    default: break
    }
  }

  /// Notes that a window was destroyed: this one, a receiver of the clipboard, or the check window of a window manager.
  private func destroyed(_ destroyed: Window) {
    if destroyed == window {
      noteEnd(.windowDestroyed)
    } else if !clipboard.destroyed(destroyed) {
      batch.hasNewManager = true
    }
  }

  private func rootChanged(_ property: Atom) {
    switch property {
    case XA_RESOURCE_MANAGER: batch.hasNewResources = true
    case connection.atoms[.netSupportingWMCheck], connection.atoms[.netSupported]:
      batch.hasNewManager = true
    default: break
    }
  }

  private func mapped() {
    // The next event reports whether the window is covered.
    (visibility.isMapped, visibility.isCovered) = (true, false)
    batch.isMapped = true
    sendVisibility()
    followAppearance()
  }

  private func prepareInput() {
    var isSupported: Int32 = 0
    XkbSetDetectableAutoRepeat(connection.display, 1, &isSupported)
    if extendedInput == nil {
      extendedInput = ExtendedInput(connection, window: window, scale: scale)
    }
  }

  private func watchScreen() {
    if refreshWatch == nil { refreshWatch = RefreshWatch(connection, window: window) }
    if blankWatch == nil { blankWatch = BlankWatch(connection) }
    followBlankScreen()
  }

  private func followBlankScreen() {
    visibility.isBlank = blankWatch?.isBlank ?? false
    sendVisibility()
  }

  private func readState() {
    // A window manager that ends removes its states. The window's own state is kept.
    guard visibility.isMapped, savedGeometry == nil else { return }
    let state = properties.state()
    isFullscreen = state.isFullscreen
    visibility.isHidden = state.isHidden
    sendVisibility()
  }

  // MARK: Start and end of window managers

  /// Requests fullscreen again after another client has unmapped the window, because a window manager forgets the
  /// states of an unmapped window.
  private func returnToFullscreen() {
    guard wantsFullscreen, connection.windowManagerKnowsFullscreen else { return }
    properties.requestFullscreen(true)
  }

  /// Leaves focus and fullscreen to the window manager, or handles them if there is none.
  private func followWindowManager() {
    let hasManager = connection.windowManager(isWatched: true) != nil
    guard visibility.isMapped else { return }
    if claimsFocus, !hasManager {
      XSetInputFocus(connection.display, window, Int32(RevertToPointerRoot), UInt(CurrentTime))
    }
    guard wantsFullscreen else { return }
    if connection.windowManagerKnowsFullscreen {
      guard savedGeometry != nil else { return }
      savedGeometry = nil
      properties.requestFullscreen(true)
    } else if savedGeometry == nil {
      isFullscreen = true
      properties.setState(fullscreen: true)
      fillMonitor()
    }
  }

  // MARK: Fullscreen without a window manager

  func fillMonitor() {
    if savedGeometry == nil {
      let origin = monitors.origin(of: window)
      savedGeometry = (origin.x, origin.y, windowedSize.width, windowedSize.height)
    }
    // A monitor defined by hand (`xrandr --setmonitor`) may be empty.
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
