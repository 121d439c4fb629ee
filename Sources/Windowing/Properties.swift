import CX11
import Glibc
import Stage

/// The window's properties for the window manager (ICCCM and EWMH).
@MainActor
struct Properties {
  let connection: Connection
  let window: Window

  private var display: OpaquePointer { connection.display }
  private var atoms: Atoms { connection.atoms }

  /// Sets the properties that never change.
  func setIdentity(
    windowClass: X11Window.WindowClass, takesFocus: Bool, claimsFocus: Bool,
    syncCounter: XSyncCounter?
  ) {
    var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
    if let syncCounter {
      protocols.append(atoms[.netWMSyncRequest])
      set(.netWMSyncRequestCounter, type: XA_CARDINAL, [syncCounter])
    }
    XSetWMProtocols(display, window, &protocols, Int32(protocols.count))
    windowClass.name.withCString { name in
      windowClass.general.withCString { general in
        var hint = XClassHint(
          res_name: UnsafeMutablePointer(mutating: name),
          res_class: UnsafeMutablePointer(mutating: general))
        XSetClassHint(display, window, &hint)
      }
    }
    var hints = XWMHints()
    hints.flags = Int(InputHint | StateHint)
    hints.input = takesFocus ? 1 : 0
    hints.initial_state = NormalState
    XSetWMHints(display, window, &hints)
    set(.netWMWindowType, type: XA_ATOM, [atoms[.netWMWindowTypeNormal]])
    set(.netWMPID, type: XA_CARDINAL, [UInt(getpid())])
    setClientMachine()
    if !claimsFocus { set(.netWMUserTime, type: XA_CARDINAL, [0]) }
  }

  func setTitle(_ title: String) {
    let bytes = [UInt8](title.utf8)
    // The older property is Latin-1 by definition. Other characters become question marks.
    let latin = title.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    replace(atoms[.netWMName], type: atoms[.utf8String], bytes)
    replace(atoms[.netWMIconName], type: atoms[.utf8String], bytes)
    replace(XA_WM_NAME, type: XA_STRING, latin)
    replace(XA_WM_ICON_NAME, type: XA_STRING, latin)
  }

  /// - Parameter isPlaced: whether the user has chosen the window's position.
  func setSizeHints(minimum: PixelSize, isPlaced: Bool) {
    var hints = XSizeHints()
    hints.flags = Int(PMinSize) | (isPlaced ? Int(USPosition) : 0)
    hints.min_width = Int32(minimum.width)
    hints.min_height = Int32(minimum.height)
    XSetWMNormalHints(display, window, &hints)
  }

  /// Sets the initial state of a window, which a window manager reads when it takes over the window.
  func setState(fullscreen: Bool) {
    set(.netWMState, type: XA_ATOM, fullscreen ? [atoms[.netWMStateFullscreen]] : [])
  }

  /// Requests that a compositor does not redirect the window while the window fills a monitor.
  func bypassCompositor() { set(.netWMBypassCompositor, type: XA_CARDINAL, [1]) }

  /// Requests a state of the mapped window from the window manager.
  func requestFullscreen(_ isOn: Bool) {
    var message = XClientMessageEvent()
    message.type = ClientMessage
    message.window = window
    message.message_type = atoms[.netWMState]
    message.format = 32
    // 1 adds, 0 removes; the source is a normal application (1).
    message.data.l = (isOn ? 1 : 0, Int(atoms[.netWMStateFullscreen]), 0, 1, 0)
    send(message)
  }

  /// Sends a message to the root window, which the window manager reads.
  func send(_ message: XClientMessageEvent) {
    var event = XEvent()
    event.xclient = message
    XSendEvent(
      display, connection.root, 0, Int(SubstructureNotifyMask | SubstructureRedirectMask), &event)
  }

  /// The states that the window manager has given the window. This takes a round trip.
  func state() -> (isFullscreen: Bool, isHidden: Bool) {
    let states = Self.values(display, window, atoms[.netWMState], type: XA_ATOM)
    return (
      states.contains(atoms[.netWMStateFullscreen]), states.contains(atoms[.netWMStateHidden])
    )
  }

  private func setClientMachine() {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return }
    replace(
      XA_WM_CLIENT_MACHINE, type: XA_STRING, name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }

  /// Sets the icons, small ones first.
  ///
  /// Xlib copies 32-bit values into its request buffer and flushes the full buffer. On a broken connection Xlib never
  /// empties the buffer, and loops forever. So the icons are sent in pieces that fit into the empty buffer, each after
  /// a check of the connection.
  func setIcons(_ icons: [WindowIcon]) {
    var values: [UInt] = []
    for icon in icons.sorted(by: { $0.width < $1.width })
    where icon.pixels.count == icon.width * icon.height {
      values += [UInt(icon.width), UInt(icon.height)] + icon.pixels.map { UInt($0) }
    }
    var (mode, rest) = (PropModeReplace, values[...])
    while !rest.isEmpty {
      let room = connection.flush()
      guard room > 0 else { return }
      let piece = rest.prefix(Self.pieceBytes(room: room) / 4)
      set(.netWMIcon, type: XA_CARDINAL, piece, mode: mode)
      (mode, rest) = (PropModeAppend, rest.dropFirst(piece.count))
    }
  }

  /// The size of a piece of a property in bytes. The smallest request buffer has 2048 bytes, and a request has 24 bytes
  /// besides its values.
  private static func pieceBytes(room: Int) -> Int { min(max(room - 64, 1024), 8192) }

  /// Sets a property. Xlib expects 32-bit values as C longs.
  private func set(
    _ name: Atoms.Name, type: Atom, _ values: ArraySlice<UInt>, mode: Int32 = PropModeReplace
  ) {
    guard !connection.isBroken else { return }
    values.withUnsafeBytes {
      _ = XChangeProperty(
        display, window, atoms[name], type, 32, mode, $0.bindMemory(to: UInt8.self).baseAddress,
        Int32(values.count))
    }
  }

  private func replace(_ name: Atom, type: Atom, _ bytes: [UInt8]) {
    guard !connection.isBroken else { return }
    XChangeProperty(display, window, name, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// The 32-bit values of a property; empty if the property is missing or has another type. This takes a
  /// round trip.
  static func values(
    _ display: OpaquePointer, _ window: Window, _ name: Atom, type: Atom
  ) -> [UInt] {
    read(display, window, name, type: type, format: 32) { data, count in
      data.withMemoryRebound(to: UInt.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } ?? []
  }

  /// The text of a property; empty if the property is missing or has another type. This takes a round
  /// trip.
  static func text(_ display: OpaquePointer, _ window: Window, _ name: Atom) -> String {
    read(display, window, name, type: XA_STRING, format: 8) { data, count in
      String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    } ?? ""
  }

  private static func read<Value>(
    _ display: OpaquePointer, _ window: Window, _ name: Atom, type: Atom, format: Int32,
    _ body: (UnsafeMutablePointer<UInt8>, Int) -> Value
  ) -> Value? {
    var actualType: Atom = 0
    var actualFormat: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, name, 0, 1 << 16, 0, type, &actualType, &actualFormat, &count, &left, &data)
    guard status == Success, let data else { return nil }
    defer { XFree(data) }
    guard actualFormat == format, actualType == type else { return nil }
    return body(data, Int(count))
  }
}

extension Connection {
  /// Whether a window manager is running that supports fullscreen windows. This takes two or three round
  /// trips.
  var windowManagerKnowsFullscreen: Bool {
    hasWindowManager
      && Properties.values(display, root, atoms[.netSupported], type: XA_ATOM)
        .contains(atoms[.netWMStateFullscreen])
  }

  var hasWindowManager: Bool { windowManager() != nil }

  /// The check window of a running window manager; nil if none is running. This takes two round trips.
  ///
  /// By EWMH, a property of the root window names a check window, and the same property of the check window names the
  /// check window itself. A window manager that has ended leaves the root's property behind, but not its check window.
  /// - Parameter isWatched: whether the server reports the end of that window from now on.
  func windowManager(isWatched: Bool = false) -> Window? {
    let name = atoms[.netSupportingWMCheck]
    guard let check = Properties.values(display, root, name, type: XA_WINDOW).first else {
      return nil
    }
    // Any client can write the property. Watching the root would replace the selection of its events.
    guard check != root else { return nil }
    // The watch starts before the check, so that no end is missed.
    if isWatched { XSelectInput(display, check, StructureNotifyMask) }
    return Properties.values(display, check, name, type: XA_WINDOW).first == check ? check : nil
  }
}
