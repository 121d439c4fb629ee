import Geometry
import Glibc
import Stage

/// A window on an X display as a surface.
///
/// The window keeps the program's requests: title, icons, size and fullscreen. A `WindowSession` has all state that
/// ends with a connection to the server. With `Options.reconnects` the window outlives its sessions.
@MainActor
public final class X11Window: PageWindow {
  /// The receiver of events, called on the main actor, from all sessions.
  public var handler: (@MainActor (SurfaceEvent) -> Void)?

  /// The current connection and its window; nil without a server.
  private(set) var session: WindowSession?
  /// The options with the current title, icons, monitor and fullscreen request.
  private var wanted: Options
  private let display: String
  private var isMapRequested = false
  private var isClosed = false
  private var isDark = false
  private var reconnector: Reconnector?
  /// The state of the earlier sessions.
  private var past: Past

  private struct Past {
    var width: Int
    var height: Int
    var scale: Double
    /// The size of the window in the next session.
    var windowedSize: PixelSize
    var nextIdentifier: Int
    var statistics: Statistics

    /// The state before the first session.
    init(_ options: Options) {
      scale = options.scale.map(Scaling.clamped) ?? 1
      windowedSize = PixelSize(options.size, scale: scale)
      (width, height) = (windowedSize.frame.width, windowedSize.frame.height)
      nextIdentifier = 1
      statistics = .none
    }

    /// The state at the end of a session.
    @MainActor
    init(_ session: WindowSession, statistics: Statistics) {
      (width, height, scale) = (session.width, session.height, session.scale)
      windowedSize = session.windowedSize
      nextIdentifier = session.frames.nextIdentifier
      self.statistics = statistics
    }
  }

  /// Creates a window that is not yet mapped.
  /// - Parameter display: the X display, such as ":0"; nil means `$DISPLAY`.
  /// - Throws: an error with cause and remedy, if the display cannot be opened or has no TrueColor
  ///   visual.
  public init(options: Options = Options(), display: String? = nil) throws(WindowError) {
    let display = display ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
    if display.isEmpty { throw .noDisplayNamed }
    let session = try Self.open(options, display)
    if let name = options.monitor, let session, session.monitors.wantedMonitor == nil,
      !options.reconnects
    {
      let names = session.monitors.names
      session.close()
      throw .noMonitor(name, among: names)
    }
    self.display = display
    wanted = options
    past = session.map { Past($0, statistics: .none) } ?? Past(options)
    if let session { adopt(session) } else { waitForServer() }
  }

  /// The first session; nil if the window waits for a server.
  private static func open(
    _ options: Options, _ display: String
  ) throws(WindowError) -> WindowSession? {
    do throws(WindowError) {
      return try WindowSession(options, size: nil, display: display, firstIdentifier: 1)
    } catch {
      guard options.reconnects, error == .cannotOpen(display) else { throw error }
      return nil
    }
  }

  isolated deinit { close() }

  // MARK: Surface

  /// The width of a frame in device pixels; the last width without a server.
  public var width: Int { session?.width ?? past.width }
  /// The height of a frame in device pixels; the last height without a server.
  public var height: Int { session?.height ?? past.height }
  /// The number of device pixels per point; the last number without a server.
  public var scale: Double { session?.scale ?? past.scale }
  /// The seconds between two refreshes of the window's display; 1/60 without a server.
  public var refreshInterval: Double { session?.refreshInterval ?? 1 / 60 }

  /// The seconds since a refresh of the display; nil if no recent refresh is known.
  public var timeSinceRefresh: Double? { session?.refreshWatch?.timeSinceRefresh }

  /// A buffer of the current size; nil while the server still reads all buffers, and without a server.
  public func acquireBuffer() -> SurfaceBuffer? { session?.acquireBuffer() }

  /// The buffer that the window shows in its current size; nil if there is none.
  public var shownBuffer: SurfaceBuffer? { session?.shownBuffer }

  /// Shows a buffer as the current frame. This has no effect without a server.
  public func present(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    session?.present(buffer, damage: damage)
  }

  /// Whether `pollEvents` is called before every frame of a motion. Default false.
  public var isPolled = false { didSet { session?.isPolled = isPolled } }

  /// Handles all messages of the server so far, and calls the handler for them.
  public func pollEvents() { session?.processPendingEvents() }

  // MARK: The window

  /// Shows the window. A frame that has been presented before appears with the window.
  public func map() {
    isMapRequested = true
    session?.map()
  }

  /// Lets the server prepare for the first picture, while the picture is being drawn.
  public func prepareDisplay() { session?.prepareDisplay() }

  /// Puts contents on the clipboard, after `.copyRequested`. The contents are lost with the window, unless
  /// `handOverClipboard` gives them to a clipboard manager before.
  public func copy(_ contents: ClipboardContents) { session?.copy(contents) }

  /// Gives the clipboard's contents to a clipboard manager, if there is one, within a second.
  public func handOverClipboard() { session?.handOverClipboard() }

  /// Changes the title, including that of later sessions.
  public func setTitle(_ title: String) {
    guard title != wanted.title else { return }
    wanted.title = title
    session?.setTitle(title)
  }

  /// Changes the icons in window managers and task lists, once the first picture is on screen.
  public func setIcons(_ icons: [WindowIcon]) {
    wanted.icons = icons
    session?.setIcons(icons)
  }

  /// Whether the window fills its monitor.
  public var isFullscreen: Bool { session?.isFullscreen ?? wanted.isFullscreen }

  /// The name of the server in messages.
  public var serverName: String { "X server" }

  /// Whether the window has a server. A window that waits for a server reports `.returned` when the wait ends.
  public var isOpen: Bool { session != nil }

  /// The names of the monitors from left to right, without monitors that mirror another. This may take a few round
  /// trips.
  public var monitorNames: [String] { session?.monitors.all.inReadingOrder.map(\.name) ?? [] }

  /// The monitor for the window, by RandR's name. A fullscreen window moves there at once, or when the monitor is
  /// connected.
  public var monitor: String? {
    get { wanted.monitor }
    set {
      wanted.monitor = newValue
      session?.setMonitor(newValue)
    }
  }

  /// Fills the monitor that shows the largest part of the window, or returns to the old size. Under a
  /// window manager this is a request, and `isFullscreen` follows the result.
  public func setFullscreen(_ isOn: Bool) {
    wanted.isFullscreen = isOn
    session?.setFullscreen(isOn)
  }

  /// Turns the screen off (DPMS), or on again. While the screen is off, the window counts as invisible. An input also
  /// turns the screen on, so the caller must turn the screen off again from time to time to keep it off.
  public func setDark(_ isDark: Bool) {
    guard isDark || self.isDark else { return }
    self.isDark = isDark
    session?.setDark(isDark)
  }

  /// Destroys the window and releases its resources. No event follows.
  public func close() {
    isClosed = true
    reconnector?.stop()
    leaveSession()
  }

  /// The bytes of pixels sent to the window in all sessions.
  public var bytesPut: Int { statistics.bytesPut }

  /// The counts of all sessions so far.
  public var statistics: Statistics { past.statistics + session?.statistics }

  // MARK: Sessions

  private func adopt(_ session: WindowSession) {
    self.session = session
    session.handler = { [weak self] in self?.handler?($0) }
    session.onEnd = { [weak self] in self?.sessionEnded($0) }
    session.isPolled = isPolled
    if isMapRequested { session.map() }
    if isDark { session.setDark(true) }
  }

  private func leaveSession() {
    guard let session else { return }
    self.session = nil
    session.close()
    past = Past(session, statistics: past.statistics + session.statistics)
  }

  private func sessionEnded(_ end: WindowSession.End) {
    leaveSession()
    guard wanted.reconnects else {
      handler?(end == .windowDestroyed ? .closeRequested : .disconnected)
      return
    }
    waitForServer()
    handler?(.pointer(nil))
    handler?(.lost)
  }

  private func waitForServer() {
    let reconnector = Reconnector(display: display) { [weak self] in self?.returned() ?? true }
    self.reconnector = reconnector
    reconnector.start()
  }

  /// Opens the window again.
  /// - Returns: whether the reconnector is finished.
  private func returned() -> Bool {
    guard !isClosed else { return true }
    let session = try? WindowSession(
      wanted, size: past.windowedSize, display: display, firstIdentifier: past.nextIdentifier)
    guard let session else { return false }
    reconnector = nil
    adopt(session)
    handler?(.returned)
    return true
  }
}

extension X11Window.Statistics {
  fileprivate static let none = Self(
    usesSharedMemory: false, bytesPut: 0, buffersMade: 0, buffersReleased: 0, readWakeups: 0)

  /// The counts of a past with those of the current session, if there is one.
  fileprivate static func + (past: Self, current: Self?) -> Self {
    guard let current else { return past }
    return Self(
      usesSharedMemory: current.usesSharedMemory, bytesPut: past.bytesPut + current.bytesPut,
      buffersMade: past.buffersMade + current.buffersMade,
      buffersReleased: past.buffersReleased + current.buffersReleased,
      readWakeups: past.readWakeups + current.readWakeups)
  }
}

extension WindowSession {
  var statistics: X11Window.Statistics {
    X11Window.Statistics(
      usesSharedMemory: frames.usesSharedMemory, bytesPut: frames.statistics.bytes,
      buffersMade: frames.statistics.buffersMade,
      buffersReleased: frames.statistics.buffersReleased, readWakeups: readWakeups)
  }
}
