import CX11
import Dispatch
import Glibc
import Synchronization

/// A connection to an X server, watched on the main queue.
///
/// Xlib ends the process on errors by default. This connection records an error from the server, for
/// `takeErrors`, and sets `isBroken` when the connection breaks. After that no request may be made,
/// because Xlib no longer empties its request buffer.
@MainActor
final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: Window
  let atoms: Atoms
  /// Whether the server shares this machine's memory, judged by the kind of socket. A TCP connection to
  /// localhost may be a tunnel to another machine, so it does not count.
  let isLocal: Bool

  /// Called on the main queue when the server has sent something.
  var onReadable: (() -> Void)?
  private var source: (any DispatchSourceRead)?
  private let key: UInt
  private var isClosed = false
  /// The number of the next request at the last look for events.
  private var settledRequest: UInt = 0

  /// - Parameter name: the display; nil means `$DISPLAY`.
  init(name: String?) throws(WindowError) {
    let name = name ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
    if name.isEmpty { throw .noDisplayNamed }
    ErrorRecord.install()
    guard let display = XOpenDisplay(name) else { throw .cannotOpen(name) }
    self.display = display
    key = ErrorRecord.key(display)
    screen = XDefaultScreen(display)
    root = XRootWindow(display, screen)
    atoms = Atoms(display)
    isLocal = Self.isUnixSocket(XConnectionNumber(display))
    ErrorRecord.watch(display)
  }

  isolated deinit { close() }

  /// The screen's size in pixels at the start of the connection.
  var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  var isBroken: Bool { ErrorRecord.isBroken(key) }

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

  /// Whether `onReadable` is called. If not, the socket is left alone.
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
    isBroken || isClosed ? 0 : Int(XEventsQueued(display, QueuedAfterReading))
  }

  /// Sends all buffered requests, and returns the number of events that can be read without waiting.
  ///
  /// Xlib reads the socket when it sends requests and when it waits for answers, so the queue may hold
  /// events that the socket no longer shows. Without a request since the last call there are no such
  /// events, and the socket is not read.
  func pendingEvents() -> Int {
    if isBroken || isClosed { return 0 }
    let queued = Int(XEventsQueued(display, QueuedAlready))
    if queued > 0 || XNextRequest(display) == settledRequest { return queued }
    let pending = Int(XPending(display))
    if !isBroken { settledRequest = XNextRequest(display) }
    return pending
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    let key = key
    stopWatching {
      // A broken connection is never closed, because Xlib would make requests on it.
      if !ErrorRecord.isBroken(key) { XCloseDisplay(OpaquePointer(bitPattern: key)) }
      ErrorRecord.forget(key)
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

/// The record of Xlib's error handlers, which are shared by the whole process and have no context.
enum ErrorRecord {
  struct Entry: Equatable {
    /// The error, such as `BadAccess`.
    var code: UInt8
    /// The major opcode of the failed request: a core request below 128, else one of an extension.
    var request: UInt8
    var minor: UInt8
    var serial: UInt
  }

  private struct State {
    var isBroken = false
    var entries: [Entry] = []
  }

  private static let states = Mutex<[UInt: State]>([:])
  /// The limit of recorded errors between two calls of `take`. Further errors bring no news.
  private static let limit = 64

  static func key(_ display: OpaquePointer?) -> UInt { UInt(bitPattern: display) }

  static func install() {
    XSetErrorHandler { display, event in
      guard let event = event?.pointee else { return 0 }
      let entry = Entry(
        code: event.error_code, request: event.request_code, minor: event.minor_code,
        serial: event.serial)
      ErrorRecord.states.withLock { states in
        let key = ErrorRecord.key(display)
        if states[key].map({ $0.entries.count < ErrorRecord.limit }) ?? false {
          states[key]?.entries.append(entry)
        }
      }
      return 0
    }
    // Without this handler Xlib writes to standard error, where the program writes its own message.
    XSetIOErrorHandler { _ in 0 }
  }

  /// Keeps Xlib from ending the process when the connection breaks.
  static func watch(_ display: OpaquePointer) {
    states.withLock { $0[key(display)] = State() }
    XSetIOErrorExitHandler(
      display,
      { display, _ in
        ErrorRecord.states.withLock { $0[ErrorRecord.key(display)]?.isBroken = true }
      }, nil)
  }

  static func isBroken(_ key: UInt) -> Bool { states.withLock { $0[key]?.isBroken ?? true } }

  static func hasEntries(_ key: UInt) -> Bool {
    states.withLock { !($0[key]?.entries.isEmpty ?? true) }
  }

  static func take(_ key: UInt) -> [Entry] {
    states.withLock { states in
      let entries = states[key]?.entries ?? []
      if !entries.isEmpty { states[key]?.entries = [] }
      return entries
    }
  }

  static func forget(_ key: UInt) {
    states.withLock { _ = $0.removeValue(forKey: key) }
  }
}
