import CX11
import Dispatch
import Geometry
import Glibc
import Stage

/// A window during one connection to an X server, with all state that ends with the connection.
///
/// A session is used on the main queue. A read source on the connection delivers the server's messages; no code runs
/// while the server is silent.
@MainActor
final class WindowSession {
  /// The reason for the end of a session.
  enum End {
    /// The connection has broken: the server has ended, or has closed the connection.
    case connectionLost
    /// Another client has destroyed the window.
    case windowDestroyed
  }

  private(set) var width: Int
  private(set) var height: Int
  private(set) var scale: Double
  /// The receiver of events. Only `processPendingEvents` and `handOverClipboard` call the receiver before they return.
  var handler: ((SurfaceEvent) -> Void)?
  /// Called after the last event, when the window can no longer be used. The receiver must close the session.
  var onEnd: ((End) -> Void)?

  /// Whether the window fills its monitor.
  var isFullscreen: Bool
  /// Whether the program has requested that the window fills its monitor. The request remains when a window manager
  /// ends and removes its states.
  private(set) var wantsFullscreen: Bool
  /// The last size in device pixels outside fullscreen.
  private(set) var windowedSize: PixelSize

  let connection: Connection
  private let pace: SocketPace
  let window: Window
  let frames: Frames
  let properties: Properties
  let monitors: MonitorList
  let pointerHider: PointerHider?
  let resizeSync: ResizeSync?
  private let screenSaver: ScreenSaver?
  let power: ScreenPower
  private let options: X11Window.Options
  let takesFocus: Bool
  /// Whether the window requests the focus when it appears.
  let claimsFocus: Bool
  var keyboard = Keyboard()
  var clicks = ClickCounter()
  var batch = EventBatch()
  var visibility = Visibility()
  /// Whether `map` has been called; the window manager may not have shown the window yet.
  private(set) var isMapRequested = false
  private(set) var isClosed = false
  /// The state of the wait for the first size of a window that opens fullscreen; nil outside the wait.
  var firstSize: FirstSize?
  /// The geometry before fullscreen, on a server without a window manager.
  var savedGeometry: (x: Int32, y: Int32, width: Int, height: Int)?
  var placement = Placement()
  /// The server's time of the user's last request to copy.
  var inputTime: Time = 0
  private(set) lazy var clipboard = Clipboard(connection: connection, window: window)
  /// The server's time of the pointer's last motion within the window, unless the motion was that of a finger.
  var motionTime: Time?
  private var reportedErrors = ReportedErrors()
  /// The input outside the core protocol; nil before the first picture, and without the extension.
  var extendedInput: ExtendedInput?
  /// The refreshes of the display, and the blank screen; nil before the first picture, and without the extension.
  var refreshWatch: RefreshWatch?
  var blankWatch: BlankWatch?
  /// The icons to send when the first picture is on screen.
  private var icons: [WindowIcon]?
  /// Whether a frame has been presented.
  private(set) var hasPicture = false

  private let context: GC?
  private let colormap: Colormap?
  private var outbox: [SurfaceEvent] = []
  private var end: End?
  private var isProcessingScheduled = false
  /// Whether messages are being handled, after which all queued events are delivered.
  private var isInBatch = false
  private var isVisibleSent = true
  private(set) var readWakeups = 0

  /// Creates a window that is not yet mapped.
  /// - Parameters:
  ///   - size: the window's size in device pixels; nil for the options' size.
  ///   - firstIdentifier: the identifier of the first frame buffer.
  /// - Throws: an error with cause and remedy, if the display cannot be opened or has no TrueColor
  ///   visual.
  init(
    _ options: X11Window.Options, size: PixelSize?, display: String, firstIdentifier: Int
  ) throws(WindowError) {
    connection = try Connection(name: display)
    pace = SocketPace(connection)
    let (xDisplay, root) = (connection.display, connection.root)
    guard let format = PixelFormat.best(connection) else {
      connection.close()
      throw .noVisual(display)
    }
    let scale = options.scale.map(Scaling.clamped) ?? Scaling.ofDesktop(xDisplay)
    let minimum = PixelSize(options.minimumSize, scale: scale)
    let size = (size ?? PixelSize(options.size, scale: scale))
      .held(atMost: connection.screenSize).held(atLeast: minimum)
    let frame = size.frame

    let isOwnVisual = format.visual == XDefaultVisual(xDisplay, connection.screen)
    let colormap =
      isOwnVisual ? nil : XCreateColormap(xDisplay, root, format.visual, AllocNone)
    window = Self.create(
      connection, format: format, size: size, background: format.pixel(options.background),
      colormap: colormap ?? XDefaultColormap(xDisplay, connection.screen))
    context = Self.createContext(xDisplay, window)

    self.scale = scale
    self.options = options
    self.colormap = colormap
    (width, height, windowedSize) = (frame.width, frame.height, size)
    (isFullscreen, wantsFullscreen) = (options.isFullscreen, options.isFullscreen)
    takesFocus = options.takesFocus
    claimsFocus = options.takesFocus && options.claimsFocus
    frames = Frames(
      connection: connection, window: window, format: format, context: context,
      width: width, height: height, firstIdentifier: firstIdentifier)
    properties = Properties(connection: connection, window: window)
    monitors = MonitorList(connection, wanted: options.monitor)
    pointerHider = options.hidesPointerAfter.map { [connection, window] in
      PointerHider(connection: connection, window: window, delay: $0)
    }
    resizeSync = ResizeSync(connection)
    power = ScreenPower(connection)
    screenSaver = options.keepsScreenOn ? ScreenSaver(connection, power: power) : nil
    prepare(minimum: minimum)
    if frame != size { send(.cropped(width: size.width, height: size.height)) }
    guard !connection.isBroken else {
      close()
      throw .cannotOpen(display)
    }
  }

  isolated deinit { close() }

  /// Sets the window's properties, and starts to watch the connection.
  private func prepare(minimum: PixelSize) {
    properties.setIdentity(
      windowClass: options.windowClass, takesFocus: options.takesFocus, claimsFocus: claimsFocus,
      syncCounter: resizeSync?.counter)
    properties.setTitle(options.title)
    icons = options.icons.isEmpty ? nil : options.icons
    let monitor = monitors.wantedMonitor
    if let origin = monitor?.bounds, !connection.isBroken {
      XMoveWindow(connection.display, window, Int32(origin.minX), Int32(origin.minY))
    }
    properties.setSizeHints(minimum: minimum, isPlaced: monitor != nil)
    XSelectInput(connection.display, connection.root, PropertyChangeMask | StructureNotifyMask)
    if isFullscreen { firstSize = FirstSize() } else { frames.prepare() }
    connection.onReadable = { [weak self] in
      self?.readWakeups += 1
      self?.processPendingEvents()
    }
    // Nobody reads values at a pointer that has rested for long, and a screen on a wall shows the latest values.
    pointerHider?.didRest = { [weak self] in
      self?.sendInOrder(.pointer(nil))
    }
    connection.startWatching()
  }

  private static func create(
    _ connection: Connection, format: PixelFormat, size: PixelSize, background: UInt32,
    colormap: Colormap
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = UInt(background)
    attributes.border_pixel = 0
    attributes.colormap = colormap
    // A resize keeps the window's contents and does not clear the window.
    attributes.bit_gravity = NorthWestGravity
    attributes.event_mask = [
      ExposureMask, StructureNotifyMask, VisibilityChangeMask, PropertyChangeMask,
      FocusChangeMask, KeyPressMask, KeyReleaseMask, PointerMotionMask, EnterWindowMask,
      LeaveWindowMask, ButtonPressMask, ButtonReleaseMask,
    ].reduce(0, |)
    let mask = CWBackPixel | CWBorderPixel | CWColormap | CWBitGravity | CWEventMask
    return XCreateWindow(
      connection.display, connection.root, 0, 0, UInt32(size.width), UInt32(size.height), 0,
      format.depth, UInt32(InputOutput), format.visual, UInt(mask), &attributes)
  }

  /// The context of copies, which causes no events about parts that cannot be copied.
  private static func createContext(_ display: OpaquePointer, _ window: Window) -> GC? {
    var values = XGCValues()
    values.graphics_exposures = 0
    return XCreateGC(display, window, UInt(GCGraphicsExposures), &values)
  }

  // MARK: Frames

  var refreshInterval: Double {
    // A query would delay the first picture.
    guard !isClosed, visibility.isMapped, hasPicture else { return 1 / 60 }
    defer { settle() }
    return monitors.showing(window)?.refreshInterval ?? 1 / 60
  }

  func acquireBuffer() -> SurfaceBuffer? {
    guard !isClosed, !connection.isBroken else { return nil }
    if firstSize != nil {
      firstSize?.isFrameWanted = true
      return nil
    }
    defer { settle() }
    return frames.acquire()?.surfaceBuffer
  }

  var shownBuffer: SurfaceBuffer? { frames.shown }

  func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    guard !isClosed, !connection.isBroken else { return }
    // All that has waited for the first picture follows.
    if !hasPicture { deliverSoon() }
    hasPicture = true
    frames.present(identifier: buffer.identifier, damage: damage)
    if frames.showsCurrentSize { resizeSync?.shown() }
    sendIcons()
    // The answer is read at the next poll, and wakes no thread.
    if isPolled { refreshWatch?.ask() }
    settle()
  }

  /// Whether `processPendingEvents` is called before every frame of a motion.
  var isPolled: Bool {
    get { pace.isPolled }
    set { pace.isPolled = newValue }
  }
  /// Whether the server has requested the picture.
  var isExposed: Bool {
    get { pace.isExposed }
    set { pace.isExposed = newValue }
  }

  // MARK: The window

  /// Shows the window. A frame that has been presented before appears with the window.
  func map() {
    guard !isClosed, !connection.isBroken else { return }
    if wantsFullscreen {
      // A window manager that starts later also reads the state.
      properties.setState(fullscreen: true)
      if options.bypassesCompositor { properties.bypassCompositor() }
      if !connection.windowManagerKnowsFullscreen { fillMonitor() }
    }
    isMapRequested = true
    screenSaver?.hold()
    pointerHider?.pointerMoved()
    XMapWindow(connection.display, window)
    expectToAppear()
    settle()
  }

  /// Lets the server prepare for the first picture. Otherwise the server would need as long for the picture's memory as
  /// for the copy of the picture.
  func prepareDisplay() {
    guard !isClosed, !connection.isBroken else { return }
    frames.prepareServer()
    settle()
  }

  func setTitle(_ title: String) {
    guard !isClosed, !connection.isBroken else { return }
    properties.setTitle(title)
    settle()
  }

  /// Changes the icons in window managers and task lists, once the first picture is on screen, because the icons are
  /// large and must not delay the picture.
  func setIcons(_ icons: [WindowIcon]) {
    self.icons = icons.isEmpty ? nil : icons
    sendIcons()
    settle()
  }

  private func sendIcons() {
    guard isExposed, hasPicture, end == nil, !isClosed, let icons else { return }
    self.icons = nil
    properties.setIcons(icons)
  }

  /// Fills the monitor that shows the largest part of the window, or returns to the old size. With a window manager
  /// this is a request, and `isFullscreen` follows the result.
  func setFullscreen(_ isOn: Bool) {
    guard isOn != isFullscreen, !isClosed, !connection.isBroken else { return }
    wantsFullscreen = isOn
    if !isMapRequested {
      isFullscreen = isOn
      firstSize = isOn ? FirstSize() : nil
    } else if connection.windowManagerKnowsFullscreen {
      properties.requestFullscreen(isOn)
    } else {
      isFullscreen = isOn
      properties.setState(fullscreen: isOn)
      if isOn { fillMonitor() } else { leaveMonitor() }
    }
    settle()
  }

  /// Turns the screen off, or on again. A window on a screen that is off is invisible.
  func setDark(_ isDark: Bool) {
    guard !isClosed, !connection.isBroken else { return }
    if isDark { power.turnOff() } else { power.turnOn() }
    visibility.isDark = isDark
    sendVisibility()
    settle()
  }

  /// Destroys the window and releases its resources. No event follows.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    pace.end()
    if visibility.isDark { power.turnOn() }
    frames.release()
    pointerHider?.stop()
    if !connection.isBroken {
      screenSaver?.release()
      XFreeGC(connection.display, context)
      XDestroyWindow(connection.display, window)
      if let colormap { XFreeColormap(connection.display, colormap) }
      XFlush(connection.display)
    }
    connection.close()
  }

  // MARK: Events

  /// Handles all messages so far, and calls the handler for their effects.
  func processPendingEvents() {
    guard !isClosed else { return }
    isInBatch = true
    var count = connection.readEvents()
    repeat {
      for _ in 0..<count where !connection.isBroken {
        var event = XEvent()
        XNextEvent(connection.display, &event)
        handle(&event)
      }
      handle(connection.takeErrors())
      count = connection.pendingEvents()
    } while count > 0
    let hasMotion = batch.hasMotion
    if end == nil { finishBatch() }
    if hasMotion {
      pace.pointerMoved(refreshInterval) { [weak self] in
        self?.readWakeups += 1
        self?.processPendingEvents()
      }
    }
    sendIcons()
    if connection.isBroken { noteEnd(.connectionLost) }
    isInBatch = false
    deliver()
    settle()
  }

  /// Handles the errors of requests. Errors of shared memory are expected, and the destruction of the window is handled
  /// as an event. All other errors are reported.
  private func handle(_ errors: [ErrorRecord.Entry]) {
    frames.handle(errors)
    for error in errors where !error.isOfLostReceiver && !frames.isExpected(error) {
      if error.isOfDestroyed(window) { continue }
      guard reportedErrors.isNew(error) else { continue }
      send(.failed(error.description(connection.display)))
    }
  }

  /// Puts contents on the clipboard, until the window is closed.
  func copy(_ contents: ClipboardContents) {
    guard !isClosed, !connection.isBroken else { return }
    clipboard.own(contents, since: inputTime)
    settle()
  }

  /// Gives the clipboard's contents to a clipboard manager, if there is one, within a second.
  func handOverClipboard() {
    guard !isClosed, !connection.isBroken, clipboard.handOver() else { return }
    let end = DispatchTime.now() + 1
    while clipboard.isHandedOver == false, !connection.isBroken, !isClosed, .now() < end {
      var socket = pollfd(
        fd: XConnectionNumber(connection.display), events: Int16(POLLIN), revents: 0)
      if connection.pendingEvents() == 0 { poll(&socket, 1, 50) }
      processPendingEvents()
    }
  }

  /// Notes that the window can no longer be used.
  func noteEnd(_ reason: End) {
    if end == nil { end = reason }
  }

  /// Queues an event. The event is delivered at the end of the batch of messages, or in a later turn of the main
  /// queue if no message of the server caused the event.
  func send(_ event: SurfaceEvent) {
    outbox.append(event)
    if !isInBatch { deliverSoon() }
  }

  /// Queues an event about the window's visibility, if the visibility has changed.
  func sendVisibility() {
    guard visibility.isVisible != isVisibleSent else { return }
    isVisibleSent = visibility.isVisible
    send(.visible(isVisibleSent))
  }

  /// Follows the desktop's scale, unless the options have a scale. The window keeps its size in pixels,
  /// and scales its points.
  func followDesktop() {
    let current = Scaling.ofDesktop(connection)
    guard options.scale == nil, current != scale, !connection.isBroken else { return }
    scale = current
    extendedInput?.scale = scale
    properties.setSizeHints(
      minimum: PixelSize(options.minimumSize, scale: scale), isPlaced: monitors.wantedMonitor != nil
    )
    send(.resized)
  }

  /// Adopts a new size of the window, once for a batch of events.
  func resize(to size: PixelSize) {
    let frame = size.frame
    if !isFullscreen, !wantsFullscreen { windowedSize = size }
    if frame != size { send(.cropped(width: size.width, height: size.height)) }
    guard frame.width != width || frame.height != height else { return }
    (width, height) = (frame.width, frame.height)
    frames.resize(width: width, height: height)
    send(.resized)
  }

  private func deliver() {
    let events = outbox
    outbox = []
    for event in events where !isClosed { handler?(event) }
    if let end, !isClosed { onEnd?(end) }
  }

  /// Sends all buffered requests. Xlib may have read events in the meantime that the socket no longer shows. A later
  /// turn of the main queue handles them, so that no handler runs inside a call.
  func settle() {
    guard !isClosed, end == nil else { return }
    let hasEvents = connection.pendingEvents() > 0
    if hasEvents || connection.isBroken || connection.hasErrors { deliverSoon() }
  }

  /// Handles all messages so far in a later turn of the main queue.
  private func deliverSoon() {
    guard !isProcessingScheduled else { return }
    isProcessingScheduled = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.isProcessingScheduled = false
        self?.processPendingEvents()
      }
    }
  }
}
