import Metrics

/// The rules for the brightness of a screen, from the schedule of the night, the wish of an operator, and the last
/// input of a user. All times are UTC seconds, passed as arguments.
///
/// An input lights the screen for some time. Otherwise the operator's wish counts, and without a wish the
/// schedule.
public struct ScreenLight: Sendable {
  /// The brightness of a screen.
  public enum Level: Equatable, Sendable {
    /// Full brightness.
    case full
    /// A share of the full brightness, above 0 and below 1.
    case dimmed(Double)
    /// The screen is off.
    case blank
  }

  /// The schedule; nil for none.
  public var night: NightSpec?
  /// The operator's wish, until `wake`; nil leaves the choice to the schedule.
  public private(set) var wish: Level?
  /// The times between which the screen is lit after an input. A clock that is set back to before the first of them
  /// ends the light.
  private var awake: Range<Double>?

  /// A screen without a wish of an operator. By default, there is no schedule.
  public init(night: NightSpec? = nil) { self.night = night }

  // MARK: Wishes and input

  /// Dims the screen until `wake`.
  /// - Parameter share: the share of the full brightness, clamped to 0.05...1.
  public mutating func dim(to share: Double = NightSpec.standardDim) {
    wish = share < 1 ? .dimmed(max(share, 0.05)) : .full
    awake = nil
  }

  /// Turns the screen off until `wake`.
  public mutating func blank() {
    wish = .blank
    awake = nil
  }

  /// Ends the operator's wish, and lights the screen for some time, even at night.
  public mutating func wake(at time: Double) {
    wish = nil
    awake = time..<time + wakeDuration
  }

  /// Lights the screen for some time after an input of a user.
  /// - Returns: whether the screen was not lit, so that the input should have no other effect.
  public mutating func userActed(at time: Double, zone: TimeZoneRules) -> Bool {
    guard wish != nil || night != nil else { return false }
    let wasDark = level(at: time, zone: zone) != .full
    if wasDark || isAwake(at: time) { awake = time..<time + wakeDuration }
    return wasDark
  }

  // MARK: Brightness

  /// The brightness at a time.
  public func level(at time: Double, zone: TimeZoneRules) -> Level {
    if isAwake(at: time) { return .full }
    if let wish { return wish }
    guard let night, night.night(at: time, zone: zone) != nil else { return .full }
    return night.level
  }

  /// The next time when the brightness may change by itself; nil for never.
  public func nextChange(after time: Double, zone: TimeZoneRules) -> Double? {
    let end = isAwake(at: time) ? awake?.upperBound : nil
    let night = night.flatMap { night in
      night.night(at: time, zone: zone)?.upperBound ?? night.nextNight(after: time, zone: zone)
    }
    return [end, night].compactMap { $0 }.min()
  }

  private var wakeDuration: Double { night?.wakeDuration ?? NightSpec.standardWake }

  private func isAwake(at time: Double) -> Bool { awake?.contains(time) ?? false }
}
