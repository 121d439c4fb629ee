import CX11
import CX11Connection
import Foundation
import Geometry
import Raster
import Stage
import TestSupport

@testable import Windowing

/// Opens a display for a client of a test. Neither an error, such as that of an event that no program may
/// send, nor the end of the server ends the tests.
func openTestDisplay(_ name: String) throws -> OpaquePointer {
  // The display may outlive its client, and so does this memory.
  let isBroken = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  guard let display = wallchart_XOpenDisplay(name, isBroken) else {
    throw Xvfb.Failure(description: "cannot open \(name)")
  }
  ErrorRecord.install()
  ErrorRecord.watch(display)
  return display
}

/// A second client, which observes and acts like other programs.
@MainActor
final class XClient {
  let display: OpaquePointer
  let root: CX11.Window

  init(_ name: String) throws {
    display = try openTestDisplay(name)
    root = XDefaultRootWindow(display)
  }

  isolated deinit {
    ErrorRecord.forget(ErrorRecord.key(display))
    XCloseDisplay(display)
  }

  func sync() { XSync(display, 0) }

  /// The size of a window as the server knows it; nil if there is no such window.
  func size(of window: CX11.Window) -> PixelSize? {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0 else { return nil }
    return PixelSize(width: Int(attributes.width), height: Int(attributes.height))
  }

  /// Pixels of a drawable, in the visual's own format.
  func pixels(_ drawable: Drawable, x: Int = 0, y: Int = 0, width: Int, height: Int) -> [UInt32] {
    guard
      let image = XGetImage(
        display, drawable, Int32(x), Int32(y), UInt32(width), UInt32(height), UInt(bitPattern: -1),
        ZPixmap)
    else { return [] }
    defer { wallchart_XDestroyImage(image) }
    var pixels: [UInt32] = []
    for row in 0..<height {
      for column in 0..<width {
        pixels.append(
          UInt32(truncatingIfNeeded: image.pointee.f.get_pixel(image, Int32(column), Int32(row))))
      }
    }
    return pixels
  }

  /// Changes the X resource database, as a desktop's settings do.
  func setResources(_ text: String) {
    XChangeProperty(
      display, root, XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace, text,
      Int32(text.utf8.count))
    sync()
  }

  /// Pretends to be a window manager with fullscreen windows, and does nothing.
  func poseAsWindowManager() {
    let check = XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
    for window in [check, root] { set(window, "_NET_SUPPORTING_WM_CHECK", XA_WINDOW, check) }
    set(root, "_NET_SUPPORTED", XA_ATOM, atom("_NET_WM_STATE_FULLSCREEN"))
    sync()
  }

  /// Sets a property to one value of 32 bits.
  func set(_ window: CX11.Window, _ property: String, _ type: Atom, _ value: UInt) {
    _ = withUnsafeBytes(of: value) {
      XChangeProperty(
        display, window, atom(property), type, 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
  }

  func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  func bytes(_ window: CX11.Window, _ property: String) -> [UInt8] {
    var (type, format, count, left): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom(property), 0, 1 << 20, 0, UInt(AnyPropertyType), &type, &format, &count,
      &left, &data)
    guard let data else { return [] }
    defer { XFree(data) }
    // Xlib widens 32-bit values to longs.
    let size = Int(count) * (format == 32 ? 8 : Int(format) / 8)
    return Array(UnsafeBufferPointer(start: data, count: size))
  }

  func longs(_ window: CX11.Window, _ property: String) -> [UInt] {
    // Xlib extends the sign.
    bytes(window, property).withUnsafeBytes {
      $0.bindMemory(to: UInt.self).map { $0 & 0xffff_ffff }
    }
  }

  func text(_ window: CX11.Window, _ property: String) -> String {
    String(decoding: bytes(window, property), as: UTF8.self)
  }

  func hasFocus(_ window: CX11.Window) -> Bool {
    var (focus, revert): (CX11.Window, Int32) = (0, 0)
    XGetInputFocus(display, &focus, &revert)
    return focus == window
  }

  /// Sends a WM_PROTOCOLS message as a window manager does.
  func sendProtocol(_ name: String, to window: CX11.Window, _ data: Int...) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom("WM_PROTOCOLS")
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(atom(name))
    event.xclient.data.l.1 = data.first ?? 0
    event.xclient.data.l.2 = data.dropFirst().first ?? 0
    XSendEvent(display, window, 0, NoEventMask, &event)
    sync()
  }
}

extension X11Window {
  /// The current session. A test uses these properties only while the server is there.
  var live: WindowSession { session! }
  var window: CX11.Window { live.window }
  var connection: Windowing.Connection { live.connection }
  var frames: Frames { live.frames }
  var monitors: MonitorList { live.monitors }
  var visibility: Visibility { live.visibility }
  var pointerHider: PointerHider? { live.pointerHider }
  var isExposed: Bool { live.isExposed }

  func processPendingEvents() { pollEvents() }

  /// Blocks until the server has sent a message, because a test has no run loop.
  func waitForEvents(milliseconds: Int32) {
    guard let connection = session?.connection, connection.pendingEvents() == 0,
      !connection.isBroken
    else { return }
    var descriptor = pollfd(
      fd: XConnectionNumber(connection.display), events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, milliseconds)
  }
}

/// The first difference of two pictures; nil if they are equal. (An expectation on the arrays themselves
/// would search all their differences, which takes minutes.)
func difference(_ shown: [UInt32], _ expected: [UInt32]) -> String? {
  if shown.count != expected.count { return "\(shown.count) pixels for \(expected.count)" }
  guard let index = shown.indices.first(where: { shown[$0] != expected[$0] }) else { return nil }
  let (found, wanted) = (String(shown[index], radix: 16), String(expected[index], radix: 16))
  return "pixel \(index) is \(found) for \(wanted)"
}

/// A window under test, its events, and the frames drawn into it.
@MainActor
final class Fixture {
  let window: X11Window
  let client: XClient
  private(set) var events: [SurfaceEvent] = []

  /// - Parameter observed: the display of the second client, if it is not that of the window.
  init(
    _ display: String, observed: String? = nil,
    _ change: (inout X11Window.Options) -> Void = { _ in }
  ) throws {
    var options = X11Window.Options()
    options.size = Size(320, 240)
    options.minimumSize = Size(16, 16)
    change(&options)
    window = try X11Window(options: options, display: display)
    client = try XClient(observed ?? display)
    window.handler = { [weak self] in self?.events.append($0) }
  }

  /// Draws and presents a whole frame: a pattern that differs from pixel to pixel and from seed to seed.
  func present(seed: UInt32) throws {
    let buffer = try acquire()
    Self.fill(buffer.pixels, seed: seed)
    window.present(
      buffer, damage: [IntRect(width: buffer.pixels.width, height: buffer.pixels.height)])
  }

  /// A buffer, after waiting for the server if necessary.
  func acquire() throws -> SurfaceBuffer {
    if let buffer = window.acquireBuffer() { return buffer }
    var buffer: SurfaceBuffer?
    try wait { [window] in
      buffer = window.acquireBuffer()
      return buffer != nil
    }
    return buffer!
  }

  static func fill(_ pixels: PixelBuffer, seed: UInt32) {
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        pixels.base[y * pixels.stride + x] = pattern(x: x, y: y, seed: seed)
      }
    }
  }

  static func pattern(x: Int, y: Int, seed: UInt32) -> UInt32 {
    let hash = (UInt32(x) &* 73_856_093) ^ (UInt32(y) &* 19_349_663) ^ (seed &* 83_492_791)
    return 0xff00_0000 | (hash &* 2_654_435_761) >> 8
  }

  static func pattern(width: Int, height: Int, seed: UInt32) -> [UInt32] {
    (0..<height).flatMap { y in (0..<width).map { pattern(x: $0, y: y, seed: seed) & 0xffffff } }
  }

  /// Maps the window, waits until it is visible, shows a picture if there is none yet, and handles all events.
  func map(showsPicture: Bool = true) throws {
    window.map()
    try wait { [window] in window.visibility.isMapped }
    settle()
    guard showsPicture, !window.live.hasPicture else { return }
    try present(seed: 0)
    settle()
  }

  /// Handles all messages of the server about earlier requests.
  func settle() {
    for _ in 0..<3 {
      client.sync()
      XSync(window.connection.display, 0)
      window.processPendingEvents()
    }
  }

  /// Handles events until `condition` holds. Only a failed test meets the limit; a server or a window
  /// manager that pauses for seconds does not.
  func wait(_ awaited: String = "event", until condition: () -> Bool) throws {
    let isSo = eventually {
      window.processPendingEvents()
      if condition() { return true }
      window.waitForEvents(milliseconds: 20)
      return false
    }
    guard isSo else { throw Xvfb.Failure(description: "waited in vain for \(awaited)") }
  }

  /// Waits until the window shows a frame: a window manager may still be moving it.
  func waitUntilShown(_ pixels: [UInt32]) throws {
    try wait("the frame") { difference(shown(), pixels) == nil }
  }

  func takeEvents() -> [SurfaceEvent] {
    defer { events = [] }
    return events
  }

  /// The window's current pixels.
  func shown(x: Int = 0, y: Int = 0, width: Int? = nil, height: Int? = nil) -> [UInt32] {
    settle()
    return client.pixels(
      window.window, x: x, y: y, width: width ?? window.width, height: height ?? window.height)
  }
}
