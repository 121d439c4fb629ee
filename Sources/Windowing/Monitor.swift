import CX11
import Geometry

/// A part of the screen that one display shows, as RandR tells.
struct Monitor: Equatable {
  /// `HDMI-1`; several displays that show one picture together have one name.
  var name: String
  var bounds: IntRect
  /// Seconds between two refreshes; nil where the mode has no clock, as with virtual displays.
  var refreshInterval: Double?

  /// The monitors of the connection's screen, none without RandR 1.3. A few round trips.
  @MainActor
  static func all(_ connection: Connection) -> [Monitor] {
    let display = connection.display
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard !connection.isBroken, XRRQueryExtension(display, &event, &error) != 0,
      XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 3),
      let resources = XRRGetScreenResourcesCurrent(display, connection.root)
    else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let displays = self.displays(display, resources)
    guard (major, minor) >= (1, 5) else { return displays }
    let named = self.named(display, connection.root, displays)
    return named.isEmpty ? displays : named
  }

  /// What RandR 1.5 calls monitors: also parts of a display, or several together.
  @MainActor
  private static func named(
    _ display: OpaquePointer, _ root: Window, _ displays: [Monitor]
  ) -> [Monitor] {
    var count: Int32 = 0
    guard let list = XRRGetMonitors(display, root, 1, &count) else { return [] }
    defer { XRRFreeMonitors(list) }
    return UnsafeBufferPointer(start: list, count: Int(count)).map { monitor in
      let (x, y) = (Int(monitor.x), Int(monitor.y))
      let bounds = IntRect(
        minX: x, minY: y, maxX: x + Int(monitor.width), maxY: y + Int(monitor.height))
      let text = monitor.name == 0 ? nil : XGetAtomName(display, monitor.name)
      defer { if let text { XFree(text) } }
      return Monitor(
        name: text.map { String(cString: $0) } ?? "", bounds: bounds,
        refreshInterval: displays.showing(bounds)?.refreshInterval)
    }
  }

  @MainActor
  private static func displays(
    _ display: OpaquePointer, _ resources: UnsafeMutablePointer<XRRScreenResources>
  ) -> [Monitor] {
    let list = resources.pointee
    let modes = UnsafeBufferPointer(start: list.modes, count: Int(list.nmode))
    return UnsafeBufferPointer(start: list.crtcs, count: Int(list.ncrtc)).compactMap { id in
      guard let crtc = XRRGetCrtcInfo(display, resources, id) else { return nil }
      defer { XRRFreeCrtcInfo(crtc) }
      let mode = crtc.pointee.mode
      guard mode != 0, crtc.pointee.width > 0 else { return nil }
      let (x, y) = (Int(crtc.pointee.x), Int(crtc.pointee.y))
      var name = ""
      if crtc.pointee.noutput > 0,
        let output = XRRGetOutputInfo(display, resources, crtc.pointee.outputs[0])
      {
        name = String(cString: output.pointee.name)
        XRRFreeOutputInfo(output)
      }
      return Monitor(
        name: name,
        bounds: IntRect(
          minX: x, minY: y, maxX: x + Int(crtc.pointee.width), maxY: y + Int(crtc.pointee.height)),
        refreshInterval: modes.first { $0.id == mode }.flatMap(interval))
    }
  }

  /// Lines of a frame and pixels of a line, blanking included, over the pixels a second.
  static func interval(_ mode: XRRModeInfo) -> Double? {
    var lines = Double(mode.vTotal)
    if mode.modeFlags & UInt(RR_DoubleScan) != 0 { lines *= 2 }
    if mode.modeFlags & UInt(RR_Interlace) != 0 { lines /= 2 }
    let interval = Double(mode.hTotal) * lines / Double(mode.dotClock)
    // A virtual display may name any clock; nobody sees more than 1000 frames a second, and less
    // than ten is no display that shows motion.
    return interval.isFinite && interval >= 0.001 && interval <= 0.1 ? interval : nil
  }
}

extension [Monitor] {
  /// The monitor that shows most of `rectangle`; the first if none shows any of it.
  func showing(_ rectangle: IntRect) -> Monitor? {
    var best: (monitor: Monitor, area: Int)?
    for monitor in self {
      let area = monitor.bounds.intersection(rectangle).area
      if area > best?.area ?? -1 { best = (monitor, area) }
    }
    return best?.monitor
  }
}

/// The monitors of a connection's screen, asked for when first needed and again when they change.
@MainActor
final class MonitorList {
  private let connection: Connection
  private var monitors: [Monitor]?
  private var shown: Monitor?
  private var eventBase: Int32?

  /// The monitor that is wanted, by its name; while there is none of that name, the one that shows most
  /// of the window takes its place.
  private let wanted: String?

  init(_ connection: Connection, wanted: String? = nil) {
    self.connection = connection
    self.wanted = wanted
  }

  /// The monitor that is wanted; nil where it is not there.
  var wantedMonitor: Monitor? {
    wanted.flatMap { name in load().first { $0.name == name } }
  }

  var names: [String] { load().map(\.name) }

  /// The monitor that is wanted, or shows most of a window; nil where RandR tells none.
  func showing(_ window: Window) -> Monitor? {
    guard !connection.isBroken else { return shown }
    let all = load()
    if shown == nil { shown = wantedMonitor }
    if shown == nil {
      shown = all.count < 2 ? all.first : all.showing(rectangle(of: window))
    }
    return shown
  }

  /// What a window has to cover to fill its monitor, or the screen where RandR tells none.
  func bounds(for window: Window) -> IntRect {
    let screen = connection.screenSize
    return showing(window)?.bounds ?? IntRect(width: screen.width, height: screen.height)
  }

  /// Where a window's first pixel is on the screen. A round trip.
  func origin(of window: Window) -> (x: Int32, y: Int32) {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(connection.display, window, connection.root, 0, 0, &x, &y, &child)
    return (x, y)
  }

  /// Another monitor may show most of the window now.
  func windowMoved() { if monitors?.count ?? 0 > 1 { shown = nil } }

  /// Whether an event tells that the monitors have changed.
  func handle(_ event: inout XEvent) -> Bool {
    guard let eventBase, event.type == eventBase + RRScreenChangeNotify else { return false }
    XRRUpdateConfiguration(&event)
    monitors = nil
    shown = nil
    return true
  }

  private func load() -> [Monitor] {
    if let monitors { return monitors }
    let all = Monitor.all(connection)
    monitors = all
    var (event, error): (Int32, Int32) = (0, 0)
    if eventBase == nil, XRRQueryExtension(connection.display, &event, &error) != 0 {
      XRRSelectInput(connection.display, connection.root, Int32(RRScreenChangeNotifyMask))
      eventBase = event
    }
    return all
  }

  private func rectangle(of window: Window) -> IntRect {
    let (x, y) = origin(of: window)
    var (root, left, top): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    guard
      XGetGeometry(
        connection.display, window, &root, &left, &top, &width, &height, &border, &depth) != 0
    else { return IntRect(width: 0, height: 0) }
    return IntRect(
      minX: Int(x), minY: Int(y), maxX: Int(x) + Int(width), maxY: Int(y) + Int(height))
  }
}
