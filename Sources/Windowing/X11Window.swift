import CX11
import Dispatch
import Geometry
import Glibc
import Stage

/// A window on an X display as a surface.
///
/// A window lives on the main queue. A read source on the connection delivers the server's messages; no
/// code runs while the server is silent.
@MainActor
public final class X11Window: Surface {
  public private(set) var width: Int
  public private(set) var height: Int
  public private(set) var scale: Double
  public var handler: (@MainActor (SurfaceEvent) -> Void)?

  /// Whether the window fills its monitor.
  public internal(set) var isFullscreen: Bool

  let connection: Connection
  let window: Window
  let frames: Frames
  let properties: Properties
  let monitors: MonitorList
  let pointerHider: PointerHider?
  private let screenSaver: ScreenSaver?
  private let options: Options
  let takesFocus: Bool
  /// Whether the window requests the focus when it appears.
  let claimsFocus: Bool
  var keyboard = Keyboard()
  var clicks = ClickCounter()
  var batch = EventBatch()
  var visibility = Visibility()
  /// Whether the window has been mapped, though the window manager may not have shown it yet.
  private var isMapRequested = false
  var isClosed = false
  /// The wait for the first size of a window that opens fullscreen; nil if there is none.
  var firstSize: FirstSize?
  /// The geometry before fullscreen, on a server without a window manager.
  var savedGeometry: (x: Int32, y: Int32, width: Int, height: Int)?

  private let context: GC?
  private let colormap: Colormap?
  private var outbox: [SurfaceEvent] = []
  private var isProcessingScheduled = false
  private var isDisconnectionTold = false
  private var isVisibleTold = true
  private var readWakeups = 0

  /// Creates a window that is not yet mapped.
  /// - Parameter display: the X display, such as ":0"; nil means `$DISPLAY`.
  /// - Throws: an error with cause and remedy, if the display cannot be opened or has no TrueColor
  ///   visual.
  public init(options: Options = Options(), display: String? = nil) throws(WindowError) {
    connection = try Connection(name: display)
    let (xDisplay, root) = (connection.display, connection.root)
    guard let format = PixelFormat.best(connection) else {
      let name = String(cString: XDisplayString(xDisplay))
      connection.close()
      throw .noVisual(name)
    }
    let scale = options.scale.map(Scaling.clamped) ?? Scaling.ofDesktop(xDisplay)
    let minimum = PixelSize(options.minimumSize, scale: scale)
    let size = PixelSize(options.size, scale: scale).held(atMost: connection.screenSize)
      .held(atLeast: minimum)
    let frame = size.frame

    let isOwnVisual = format.visual == XDefaultVisual(xDisplay, connection.screen)
    let colormap =
      isOwnVisual ? nil : XCreateColormap(xDisplay, root, format.visual, AllocNone)
    window = Self.create(
      connection, format: format, size: size, background: format.pixel(options.background),
      colormap: colormap ?? XDefaultColormap(xDisplay, connection.screen))
    var values = XGCValues()
    values.graphics_exposures = 0
    context = XCreateGC(xDisplay, window, UInt(GCGraphicsExposures), &values)

    self.scale = scale
    self.options = options
    self.colormap = colormap
    (width, height) = (frame.width, frame.height)
    isFullscreen = options.isFullscreen
    takesFocus = options.takesFocus
    claimsFocus = options.takesFocus && options.claimsFocus
    frames = Frames(
      connection: connection, window: window, format: format, context: context,
      width: width, height: height)
    properties = Properties(connection: connection, window: window)
    monitors = MonitorList(connection, wanted: options.monitor)
    if let delay = options.hidesPointerAfter {
      pointerHider = PointerHider(connection: connection, window: window, delay: delay)
    } else {
      pointerHider = nil
    }
    screenSaver = options.keepsScreenOn ? ScreenSaver(connection) : nil
    properties.setIdentity(
      windowClass: options.windowClass, icons: options.icons, takesFocus: options.takesFocus,
      claimsFocus: claimsFocus)
    properties.setTitle(options.title)
    try place(minimum: minimum)
    if options.scale == nil { XSelectInput(xDisplay, root, PropertyChangeMask) }
    if isFullscreen { firstSize = FirstSize() } else { frames.prepare() }
    if frame != size { tell(.cropped(width: size.width, height: size.height)) }
    connection.onReadable = { [weak self] in
      self?.readWakeups += 1
      self?.processPendingEvents()
    }
    connection.startWatching()
  }

  isolated deinit { close() }

  /// Puts the window on the wanted monitor, if there is one.
  private func place(minimum: PixelSize) throws(WindowError) {
    let monitor = monitors.wantedMonitor
    if let name = options.monitor, monitor == nil {
      let names = monitors.names
      close()
      throw .noMonitor(name, among: names)
    }
    if let origin = monitor?.bounds {
      XMoveWindow(connection.display, window, Int32(origin.minX), Int32(origin.minY))
    }
    properties.setSizeHints(minimum: minimum, isPlaced: monitor != nil)
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

  // MARK: Surface

  public var refreshInterval: Double {
    // Before the window is mapped no monitor shows it, and a query would delay the first frame.
    guard !isClosed, visibility.isMapped else { return 1 / 60 }
    defer { settle() }
    return monitors.showing(window)?.refreshInterval ?? 1 / 60
  }

  public func acquireBuffer() -> SurfaceBuffer? {
    guard !isClosed, !connection.isBroken else { return nil }
    if firstSize != nil {
      firstSize?.isFrameWanted = true
      return nil
    }
    defer { settle() }
    return frames.acquire()?.surfaceBuffer
  }

  public func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    guard !isClosed, !connection.isBroken else { return }
    frames.present(identifier: buffer.identifier, damage: damage)
    settle()
  }

  public var isPolled = false { didSet { chooseWatching() } }
  /// Whether the server has asked for the picture. Until then the window does not poll, so that the first
  /// picture does not come a refresh late.
  var isExposed = false { didSet { chooseWatching() } }

  private func chooseWatching() {
    if !isClosed { connection.isWatching = !(isPolled && isExposed) }
  }

  public func pollEvents() { processPendingEvents() }

  // MARK: The window

  /// Shows the window. A frame that has been presented before appears with the window.
  public func map() {
    guard !isClosed, !connection.isBroken else { return }
    if isFullscreen {
      if connection.windowManagerKnowsFullscreen {
        properties.setInitialState(fullscreen: true)
      } else {
        fillMonitor()
      }
    }
    isMapRequested = true
    screenSaver?.hold()
    pointerHider?.pointerMoved()
    XMapWindow(connection.display, window)
    settle()
  }

  public func setTitle(_ title: String) {
    guard !isClosed, !connection.isBroken else { return }
    properties.setTitle(title)
    settle()
  }

  /// Changes the icons in window managers and task lists.
  public func setIcons(_ icons: [Icon]) {
    guard !isClosed, !connection.isBroken else { return }
    properties.setIcons(icons)
    settle()
  }

  public func toggleFullscreen() { setFullscreen(!isFullscreen) }

  /// Fills the monitor that shows the largest part of the window, or returns to the old size. Under a
  /// window manager this is a request, and `isFullscreen` follows the result.
  public func setFullscreen(_ isOn: Bool) {
    guard isOn != isFullscreen, !isClosed, !connection.isBroken else { return }
    if !isMapRequested {
      isFullscreen = isOn
      firstSize = isOn ? FirstSize() : nil
    } else if connection.windowManagerKnowsFullscreen {
      properties.requestFullscreen(isOn)
    } else {
      isFullscreen = isOn
      if isOn { fillMonitor() } else { leaveMonitor() }
    }
    settle()
  }

  /// Destroys the window and releases its resources. No event follows.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
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

  public var statistics: Statistics {
    Statistics(
      usesSharedMemory: frames.usesSharedMemory, bytesPut: frames.statistics.bytes,
      buffersMade: frames.statistics.buffersMade,
      buffersReleased: frames.statistics.buffersReleased, readWakeups: readWakeups)
  }

  // MARK: Events

  /// Handles all messages so far, and calls the handler for their effects.
  func processPendingEvents() {
    guard !isClosed else { return }
    var count = connection.readEvents()
    repeat {
      for _ in 0..<count where !connection.isBroken {
        var event = XEvent()
        XNextEvent(connection.display, &event)
        handle(&event)
      }
      frames.handle(connection.takeErrors())
      count = connection.pendingEvents()
    } while count > 0
    finishBatch()
    if connection.isBroken, !isDisconnectionTold {
      isDisconnectionTold = true
      // A socket without a peer is always readable.
      connection.stopWatching()
      tell(.disconnected)
    }
    deliver()
    settle()
  }

  /// Adds an event to those that are sent at the end of the batch.
  func tell(_ event: SurfaceEvent) { outbox.append(event) }

  /// Sends the window's visibility, if it has changed.
  func tellVisibility() {
    guard visibility.isVisible != isVisibleTold else { return }
    isVisibleTold = visibility.isVisible
    tell(.visible(isVisibleTold))
  }

  /// Follows the desktop's scale, unless the options have a scale. The window keeps its size in pixels,
  /// and scales its points.
  func followDesktop() {
    let current = Scaling.ofDesktop(connection)
    guard options.scale == nil, current != scale, !connection.isBroken else { return }
    scale = current
    properties.setSizeHints(
      minimum: PixelSize(options.minimumSize, scale: scale), isPlaced: monitors.wantedMonitor != nil
    )
    tell(.resized)
  }

  /// Adopts a new size of the window, once for a batch of events.
  func resize(to size: PixelSize) {
    let frame = size.frame
    if frame != size { tell(.cropped(width: size.width, height: size.height)) }
    guard frame.width != width || frame.height != height else { return }
    (width, height) = (frame.width, frame.height)
    frames.resize(width: width, height: height)
    tell(.resized)
  }

  private func deliver() {
    let events = outbox
    outbox = []
    for event in events where !isClosed { handler?(event) }
  }

  /// Sends all buffered requests. Xlib may have read events meanwhile that the socket no longer shows. A
  /// turn of the main queue handles them, so that no handler runs inside a call.
  func settle() {
    guard !isClosed, !isDisconnectionTold, !isProcessingScheduled else { return }
    guard connection.pendingEvents() > 0 || connection.isBroken || connection.hasErrors else {
      return
    }
    isProcessingScheduled = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.isProcessingScheduled = false
        self?.processPendingEvents()
      }
    }
  }
}

extension X11Window {
  /// Blocks until the server has sent a message. For tests, which have no run loop.
  func waitForEvents(milliseconds: Int32) {
    guard connection.pendingEvents() == 0, !connection.isBroken else { return }
    var descriptor = pollfd(
      fd: XConnectionNumber(connection.display), events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, milliseconds)
  }
}
