import CX11
import Dispatch
import Geometry

/// The state of a window's move to its monitor after the monitors have changed.
struct Placement {
  /// Whether a check of the window's position is scheduled.
  var isScheduled = false
  /// The number of checks since the last change that have found the window in a wrong position.
  var attempts = 0
  /// Whether the requested monitor was present at the last check.
  var hadMonitor = true

  /// The milliseconds between a change and the first check, and between further checks. Several changes occur in a row
  /// when a monitor is connected, and a window manager may move windows itself.
  static let delays = (first: 100, next: 250)
  /// The largest number of checks after a change, because a window manager may have reasons for another position.
  static let mostAttempts = 8
}

extension WindowSession {
  /// Starts to move the window to its monitor, after the monitors have changed.
  func followMonitors() {
    send(.monitorsChanged)
    placement.attempts = 0
    schedulePlacement(after: Placement.delays.first)
  }

  /// Chooses another monitor for the window.
  func setMonitor(_ name: String?) {
    guard name != monitors.wanted, !isClosed, !connection.isBroken else { return }
    monitors.wanted = name
    placement.attempts = 0
    schedulePlacement(after: 0)
  }

  /// Starts to move a window that has appeared to its monitor. The window manager may have chosen another one.
  func followAppearance() {
    guard monitors.wanted != nil else { return }
    placement.attempts = 0
    schedulePlacement(after: Placement.delays.first)
  }

  private func schedulePlacement(after milliseconds: Int) {
    guard !placement.isScheduled else { return }
    placement.isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      MainActor.assumeIsolated { self?.place() }
    }
  }

  /// Moves the window to its monitor, if the window is elsewhere, and schedules another check.
  private func place() {
    placement.isScheduled = false
    guard !isClosed, !connection.isBroken, visibility.isMapped else { return }
    defer { settle() }
    let hadMonitor = placement.hadMonitor
    let wanted = monitors.wantedMonitor
    placement.hadMonitor = wanted != nil
    let place = monitors.rectangle(of: window)
    guard !connection.isBroken else { return }
    if isFullscreen || placement.attempts > 0 {
      let target = monitors.bounds(for: window)
      guard place != target, placement.attempts < Placement.mostAttempts else { return }
      placement.attempts += 1
      fill(target)
      schedulePlacement(after: Placement.delays.next)
    } else if let wanted, !hadMonitor, wanted.bounds.intersection(place).isEmpty {
      XMoveWindow(
        connection.display, window, Int32(wanted.bounds.minX), Int32(wanted.bounds.minY))
    }
  }

  /// Makes the fullscreen window fill another monitor.
  ///
  /// Not every window manager moves a fullscreen window. So the window leaves fullscreen, moves, and enters
  /// fullscreen again.
  private func fill(_ target: IntRect) {
    if savedGeometry != nil { return fillMonitor() }
    properties.requestFullscreen(false)
    let size = windowedSize.held(atMost: PixelSize(width: target.width, height: target.height))
    XMoveResizeWindow(
      connection.display, window, Int32(target.minX), Int32(target.minY),
      UInt32(max(1, size.width)), UInt32(max(1, size.height)))
    properties.requestFullscreen(true)
  }
}
