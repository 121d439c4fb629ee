import CX11

/// Keeps the screen on. Neither the screen saver nor DPMS turns the screen off in the meantime.
///
/// A server with the screen saver extension ends the suspension with the connection, even after a crash.
/// The timeouts of a server without the extension are switched off, and restored at the end.
@MainActor
final class ScreenSaver {
  private let connection: Connection
  private var isHeld = false
  private let suspends: Bool
  private var previous: (timeout: Int32, interval: Int32, blanking: Int32, exposures: Int32)?
  private var disabledDPMS = false

  init(_ connection: Connection) {
    self.connection = connection
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
    wake(display)
    if suspends {
      XScreenSaverSuspend(display, 1)
      return
    }
    var (timeout, interval, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &interval, &blanking, &exposures)
    previous = (timeout, interval, blanking, exposures)
    XSetScreenSaver(display, 0, interval, blanking, exposures)
    if powerManagement(display).isOn {
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

  private func wake(_ display: OpaquePointer) {
    XForceScreenSaver(display, ScreenSaverReset)
    let power = powerManagement(display)
    if power.isOn, power.level != UInt16(DPMSModeOn) {
      DPMSForceLevel(display, UInt16(DPMSModeOn))
    }
  }

  private func powerManagement(_ display: OpaquePointer) -> (isOn: Bool, level: UInt16) {
    guard connection.find(DPMSQueryExtension) != nil, DPMSCapable(display) != 0 else {
      return (false, 0)
    }
    var level: UInt16 = 0
    var isOn: UInt8 = 0
    DPMSInfo(display, &level, &isOn)
    return (isOn != 0, level)
  }
}
