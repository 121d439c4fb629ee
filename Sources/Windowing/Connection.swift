import CX11
import CX11Connection
import Dispatch
import Glibc
import Synchronization

/// A connection to an X server, watched on the main queue.
///
/// By default, Xlib ends the process on errors. This connection records the server's errors for `takeErrors`, and sets
/// `isBroken` when the connection breaks. No request may follow, because Xlib no longer empties its request buffer. All
/// requests between two checks of `isBroken` must fit into 8 KB.
@MainActor
final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: Window
  let atoms: Atoms
  /// Whether the server shares this machine's memory, determined by the kind of socket. A TCP connection to localhost
  /// does not count, because the connection may be a tunnel to another machine.
  let isLocal: Bool

  /// Called on the main queue when the server has sent something.
  var onReadable: (() -> Void)?
  private var source: (any DispatchSourceRead)?
  private let key: UInt
  /// Set by the exit handler of Xlib.
  private let brokenFlag: UnsafeMutablePointer<Bool>
  private var isClosed = false
  /// The number of the next request at the last check for events.
  private var settledRequest: UInt = 0

  /// - Parameter name: the display, such as ":0".
  /// - Throws: an error if there is no server, or if the connection breaks at once.
  init(name: String) throws(WindowError) {
    ErrorRecord.install()
    brokenFlag = .allocate(capacity: 1)
    guard let display = wallchart_XOpenDisplay(name, brokenFlag) else {
      brokenFlag.deallocate()
      throw .cannotOpen(name)
    }
    self.display = display
    key = ErrorRecord.key(display)
    ErrorRecord.watch(display)
    screen = XDefaultScreen(display)
    root = XRootWindow(display, screen)
    atoms = Atoms(display)
    isLocal = Self.isUnixSocket(XConnectionNumber(display))
  }

  isolated deinit { close() }

  /// The screen's size in pixels at the start of the connection.
  var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  /// Whether the connection has broken, or has been closed.
  var isBroken: Bool { isClosed || brokenFlag.pointee }

  /// Looks up an extension. This call must precede all calls of the extension's library.
  /// - Parameter query: the library's query function, such as `XRRQueryExtension`.
  /// - Returns: the number of the extension's first event; nil if the server lacks the extension.
  func find(_ query: wallchart_XExtensionQuery) -> Int32? {
    var event: Int32 = 0
    guard !isBroken, wallchart_XFindExtension(display, query, &event) else { return nil }
    return event
  }

  /// Sends all buffered requests, and checks whether the connection has broken.
  /// - Returns: the number of bytes that the empty buffer takes; 0 if the connection has broken.
  func flush() -> Int {
    guard !isBroken else { return 0 }
    XFlush(display)
    return isBroken ? 0 : wallchart_XRequestRoom(display)
  }

  /// The errors that the server reported since the last call, oldest first.
  func takeErrors() -> [ErrorRecord.Entry] { ErrorRecord.take(key) }

  var hasErrors: Bool { ErrorRecord.hasEntries(key) }

  func startWatching() {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: XConnectionNumber(display), queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.onReadable?() }
    }
    source.activate()
    self.source = source
  }

  /// Whether the socket is watched, so that `onReadable` is called.
  var isWatching = true {
    didSet {
      guard isWatching != oldValue, let source else { return }
      if isWatching { source.resume() } else { source.suspend() }
    }
  }

  /// Stops watching the socket. Dispatch may use the socket until the source is cancelled, so the
  /// connection must not be closed before `then` is called.
  func stopWatching(then done: @escaping @Sendable () -> Void = {}) {
    guard let source else { return done() }
    // A suspended source is never cancelled.
    isWatching = true
    source.setCancelHandler(handler: done)
    source.cancel()
    self.source = nil
  }

  /// Reads all bytes of the socket, and returns the number of events in the queue.
  func readEvents() -> Int {
    isBroken ? 0 : Int(XEventsQueued(display, QueuedAfterReading))
  }

  /// Sends all buffered requests, and returns the number of events that can be read without waiting.
  ///
  /// Xlib reads the socket when it sends requests and when it waits for answers, so the queue may hold
  /// events that the socket no longer shows. Without a request since the last call there are no such
  /// events, and the socket is not read.
  func pendingEvents() -> Int {
    if isBroken { return 0 }
    let queued = Int(XEventsQueued(display, QueuedAlready))
    if XNextRequest(display) == settledRequest { return queued }
    if queued > 0 {
      XFlush(display)
      return queued
    }
    let pending = Int(XPending(display))
    if !isBroken { settledRequest = XNextRequest(display) }
    return pending
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    let (key, flag) = (key, UInt(bitPattern: brokenFlag))
    stopWatching {
      XCloseDisplay(OpaquePointer(bitPattern: key))
      ErrorRecord.forget(key)
      UnsafeMutablePointer<Bool>(bitPattern: flag)?.deallocate()
    }
  }

  private static func isUnixSocket(_ descriptor: Int32) -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return status == 0 && Int32(address.ss_family) == AF_UNIX
  }
}

/// The record of Xlib's error handler, which is shared by the whole process and has no context.
enum ErrorRecord {
  struct Entry: Equatable {
    /// The code of the error, such as `BadAccess`.
    var code: UInt8
    /// The major opcode of the failed request: below 128 for a core request, otherwise that of an extension.
    var request: UInt8
    var minor: UInt8
    var serial: UInt
    /// The resource of the error, such as a window or a pixmap.
    var resource: UInt
  }

  private static let entries = Mutex<[UInt: [Entry]]>([:])
  /// The largest number of recorded errors between two calls of `take`. Further errors would add no information.
  private static let limit = 64

  static func key(_ display: OpaquePointer?) -> UInt { UInt(bitPattern: display) }

  /// The host program's error handler, for displays that are not opened by this module.
  private static let previous = Mutex<UInt>(0)

  private static let handler: XErrorHandler = { display, event in
    guard var event = event?.pointee else { return 0 }
    let entry = Entry(
      code: event.error_code, request: event.request_code, minor: event.minor_code,
      serial: event.serial, resource: event.resourceid)
    let isOwn = ErrorRecord.entries.withLock { entries in
      let key = ErrorRecord.key(display)
      guard let count = entries[key]?.count else { return false }
      if count < ErrorRecord.limit { entries[key]?.append(entry) }
      return true
    }
    let previous = ErrorRecord.previous.withLock { $0 }
    guard !isOwn, previous != 0 else { return 0 }
    return unsafeBitCast(previous, to: XErrorHandler.self)(display, &event)
  }

  static func install() {
    let earlier = XSetErrorHandler(handler)
    let (address, own) = (
      earlier.map { unsafeBitCast($0, to: UInt.self) } ?? 0,
      unsafeBitCast(handler, to: UInt.self)
    )
    if address != own { previous.withLock { $0 = address } }
    // Xlib would write to standard error when a connection breaks before an extension is looked up.
    XSetExtensionErrorHandler { _, _, _ in 0 }
  }

  /// Starts to record the errors of a display.
  static func watch(_ display: OpaquePointer) {
    entries.withLock { $0[key(display)] = [] }
  }

  static func hasEntries(_ key: UInt) -> Bool {
    entries.withLock { !($0[key]?.isEmpty ?? true) }
  }

  static func take(_ key: UInt) -> [Entry] {
    entries.withLock { all in
      let entries = all[key] ?? []
      if !entries.isEmpty { all[key] = [] }
      return entries
    }
  }

  static func forget(_ key: UInt) {
    entries.withLock { _ = $0.removeValue(forKey: key) }
  }
}
