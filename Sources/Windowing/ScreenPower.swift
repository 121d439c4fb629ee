import CX11

/// The power of the display's screens (DPMS).
@MainActor
final class ScreenPower {
  private let connection: Connection
  /// Whether power management was off before `turnOff`, which has enabled it.
  private var wasDisabled = false
  private var isCapable: Bool?

  init(_ connection: Connection) { self.connection = connection }

  /// Whether a screen is off. This takes a round trip.
  var isOff: Bool {
    let state = state
    return state.isEnabled && state.level != UInt16(DPMSModeOn)
  }

  /// Turns the screens off, until `turnOn` or an input. This has no effect without DPMS.
  func turnOff() {
    let state = state
    guard state.isKnown, !connection.isBroken else { return }
    let display = connection.display
    if !state.isEnabled {
      wasDisabled = true
      DPMSEnable(display)
    }
    if state.level == UInt16(DPMSModeOn) || !state.isEnabled {
      DPMSForceLevel(display, UInt16(DPMSModeOff))
    }
  }

  /// Turns the screens on.
  func turnOn() {
    guard isOff || wasDisabled, !connection.isBroken else { return }
    if isOff { DPMSForceLevel(connection.display, UInt16(DPMSModeOn)) }
    if wasDisabled { DPMSDisable(connection.display) }
    wasDisabled = false
  }

  /// Whether power management is on, regardless of the screens' state.
  var isEnabled: Bool { state.isEnabled }

  private var state: (isKnown: Bool, isEnabled: Bool, level: UInt16) {
    guard !connection.isBroken else { return (false, false, 0) }
    if isCapable == nil {
      isCapable = connection.find(DPMSQueryExtension) != nil && DPMSCapable(connection.display) != 0
    }
    guard isCapable == true, !connection.isBroken else { return (false, false, 0) }
    var (level, isEnabled): (UInt16, UInt8) = (0, 0)
    DPMSInfo(connection.display, &level, &isEnabled)
    return (true, isEnabled != 0, level)
  }
}
