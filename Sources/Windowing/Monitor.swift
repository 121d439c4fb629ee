import CX11
import Geometry

/// A part of the screen on one display, as reported by RandR.
struct Monitor: Equatable {
  /// The name, such as `HDMI-1`. Several displays that show one picture together have one name.
  var name: String
  var bounds: IntRect
  /// The seconds between two refreshes; nil for a mode without a valid clock, as on virtual displays.
  var refreshInterval: Double?

  /// The monitors of the connection's screen; empty without RandR 1.3. This takes a few round trips.
  @MainActor
  static func all(_ connection: Connection) -> [Monitor] {
    let display = connection.display
    var (major, minor): (Int32, Int32) = (0, 0)
    guard connection.find(XRRQueryExtension) != nil,
      XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 3),
      let resources = XRRGetScreenResourcesCurrent(display, connection.root)
    else { return [] }
    defer { XRRFreeScreenResources(resources) }
    let displays = self.displays(display, resources)
    guard (major, minor) >= (1, 5) else { return displays }
    let named = self.named(display, connection.root, displays)
    return named.isEmpty ? displays : named
  }

  /// The monitors in the sense of RandR 1.5, each of which may be part of a display, or consist of several displays.
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

  /// The duration of a frame: the number of its pixels, including blanking, divided by the pixels per second.
  static func interval(_ mode: XRRModeInfo) -> Double? {
    var lines = Double(mode.vTotal)
    if mode.modeFlags & UInt(RR_DoubleScan) != 0 { lines *= 2 }
    if mode.modeFlags & UInt(RR_Interlace) != 0 { lines /= 2 }
    let interval = Double(mode.hTotal) * lines / Double(mode.dotClock)
    // A virtual display may report any clock. More than 1000 frames a second are not visible, and a display with fewer
    // than ten cannot show motion.
    return interval.isFinite && interval >= 0.001 && interval <= 0.1 ? interval : nil
  }
}

extension [Monitor] {
  /// The monitor that shows the largest part of `rectangle`; the first one if none shows any part.
  func showing(_ rectangle: IntRect) -> Monitor? {
    var best: (monitor: Monitor, area: Int)?
    for monitor in self {
      let area = monitor.bounds.intersection(rectangle).area
      if area > best?.area ?? -1 { best = (monitor, area) }
    }
    return best?.monitor
  }

  /// The monitors from left to right, and from top to bottom, without monitors that mirror another.
  var inReadingOrder: [Monitor] {
    var kept: [Monitor] = []
    for monitor in self where !kept.contains(where: { $0.bounds == monitor.bounds }) {
      kept.append(monitor)
    }
    return kept.sorted { ($0.bounds.minX, $0.bounds.minY) < ($1.bounds.minX, $1.bounds.minY) }
  }
}

/// The monitors of a connection's screen, fetched on first use and after each change.
@MainActor
final class MonitorList {
  private let connection: Connection
  private var monitors: [Monitor]?
  private var shown: Monitor?
  private var eventBase: Int32?

  /// The name of the requested monitor; nil for no request. While no monitor has that name, the monitor that shows the
  /// largest part of the window is used.
  var wanted: String? {
    didSet { if wanted != oldValue { shown = nil } }
  }

  init(_ connection: Connection, wanted: String? = nil) {
    self.connection = connection
    self.wanted = wanted
  }

  /// The requested monitor; nil if that monitor is missing.
  var wantedMonitor: Monitor? {
    wanted.flatMap { name in load().first { $0.name == name } }
  }

  /// The names of the monitors, as RandR lists them.
  var names: [String] { load().map(\.name) }

  /// All monitors.
  var all: [Monitor] { load() }

  /// The requested monitor, or the one that shows the largest part of a window; nil if RandR reports none.
  func showing(_ window: Window) -> Monitor? {
    guard !connection.isBroken else { return shown }
    let all = load()
    if shown == nil { shown = wantedMonitor }
    if shown == nil {
      shown = all.count < 2 ? all.first : all.showing(rectangle(of: window))
    }
    return shown
  }

  /// The bounds of a window that fills its monitor, or the screen if RandR reports no monitor.
  func bounds(for window: Window) -> IntRect {
    let screen = connection.screenSize
    return showing(window)?.bounds ?? IntRect(width: screen.width, height: screen.height)
  }

  /// The position of a window's first pixel on the screen. This takes a round trip.
  func origin(of window: Window) -> (x: Int32, y: Int32) {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    XTranslateCoordinates(connection.display, window, connection.root, 0, 0, &x, &y, &child)
    return (x, y)
  }

  /// Notes that another monitor may show the largest part of the window now.
  func windowMoved() { if monitors?.count ?? 0 > 1 { shown = nil } }

  /// Whether an event reports a change of the monitors. A change that another client defines (`xrandr --setmonitor`) is
  /// reported only as a new configuration of the root window.
  func handle(_ event: inout XEvent) -> Bool {
    let isOfRoot =
      event.type == ConfigureNotify && event.xconfigure.window == connection.root
    let isOfRandR = eventBase.map { event.type == $0 + RRScreenChangeNotify } ?? false
    guard isOfRoot || isOfRandR else { return false }
    XRRUpdateConfiguration(&event)
    monitors = nil
    shown = nil
    return true
  }

  private func load() -> [Monitor] {
    if let monitors { return monitors }
    // The events are selected before the first query, so that no change is missed.
    if eventBase == nil, let event = connection.find(XRRQueryExtension) {
      XRRSelectInput(connection.display, connection.root, Int32(RRScreenChangeNotifyMask))
      eventBase = event
    }
    let all = Monitor.all(connection)
    monitors = all
    return all
  }

  /// The rectangle of a window on the screen. This takes two round trips.
  func rectangle(of window: Window) -> IntRect {
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
