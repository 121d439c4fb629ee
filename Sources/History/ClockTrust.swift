/// The decision whether the clock is reliable enough to drop old samples.
///
/// A machine without a battery starts in any year, and gets the right time from the network minutes later. Data that a
/// wrong time drops cannot be restored. So a clock counts as right if its time is near the end of the tiers. Any other
/// clock counts as right after an hour without a jump, because the machine may have been off for months, or the clock
/// may have been wrong before. Until then, samples only stay a little longer.
struct ClockTrust {
  /// The seconds from the end of the tiers within which a time counts as right at once. A clock that is wrong by less
  /// drops too early only samples and minutes that have coarser rows, and few quarters of an hour.
  private static let near = 31 * 86_400.0
  /// The seconds without a jump after which any time counts as right.
  private static let patience = 3600.0
  /// The seconds between two calls above which the clock counts as having jumped. The calls are more frequent.
  private static let leap = 900.0

  /// The time right after the last jump.
  private var steadySince = 0.0
  private var lastLook = -Double.infinity

  /// Judges the clock.
  /// - Parameters:
  ///   - now: the time of the clock in UTC seconds.
  ///   - made: the time up to which minutes are made; nil for a history that has no minutes to lose.
  /// - Returns: whether samples may be dropped by this time.
  mutating func isRight(_ now: Double, after made: Double?) -> Bool {
    if abs(now - lastLook) > Self.leap { steadySince = now }
    lastLook = now
    guard let made, abs(now - made) > Self.near else { return true }
    return now - steadySince >= Self.patience
  }
}
