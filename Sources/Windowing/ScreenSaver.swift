import CX11

/// Keeps the screen on: neither the screen saver nor DPMS turns the screen off.
///
/// With the screen saver extension, the server ends the suspension with the connection, even after a crash. Without the
/// extension, the server's timeouts are disabled, and restored at the end.
@MainActor
final class ScreenSaver {
  private let connection: Connection
  private let power: ScreenPower
  private var isHeld = false
  private let suspends: Bool
  private var previous: (timeout: Int32, interval: Int32, blanking: Int32, exposures: Int32)?
  private var disabledDPMS = false

  init(_ connection: Connection, power: ScreenPower) {
    self.connection = connection
    self.power = power
    var (major, minor): (Int32, Int32) = (0, 0)
    suspends =
      connection.find(XScreenSaverQueryExtension) != nil
      && XScreenSaverQueryVersion(connection.display, &major, &minor) != 0
      && (major, minor) >= (1, 1)
  }

  /// Turns the screen on and keeps it on.
  func hold() {
    guard !isHeld, !connection.isBroken else { return }
    isHeld = true
    let display = connection.display
    XForceScreenSaver(display, ScreenSaverReset)
    power.turnOn()
    if suspends {
      XScreenSaverSuspend(display, 1)
      return
    }
    var (timeout, interval, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &interval, &blanking, &exposures)
    previous = (timeout, interval, blanking, exposures)
    XSetScreenSaver(display, 0, interval, blanking, exposures)
    if power.isEnabled {
      DPMSDisable(display)
      disabledDPMS = true
    }
  }

  func release() {
    guard isHeld, !connection.isBroken else { return }
    isHeld = false
    let display = connection.display
    if suspends { XScreenSaverSuspend(display, 0) }
    if let previous {
      XSetScreenSaver(
        display, previous.timeout, previous.interval, previous.blanking, previous.exposures)
    }
    if disabledDPMS { DPMSEnable(display) }
    (previous, disabledDPMS) = (nil, false)
  }
}
