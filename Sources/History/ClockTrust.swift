/// The decision whether the clock is reliable enough to drop old samples.
///
/// A machine without a battery starts in any year, and gets the right time from the network minutes later. One wrong
/// answer of the network sets the clock ahead for a moment. Data that a wrong time drops cannot be restored. So
/// after a jump, the clock counts as right only after an hour without another one. When the program starts, a clock
/// that is far from the end of the tiers also counts as having jumped, although the machine may only have been off
/// for months. Until then, samples only stay a little longer.
struct ClockTrust {
  /// The seconds from the end of the tiers within which the first time counts as right. A clock that is wrong by
  /// less drops few quarters of an hour too early, and otherwise only samples and minutes that have coarser rows.
  private static let near = 31 * 86_400.0
  /// The seconds after a jump from which on the clock counts as right.
  private static let patience = 3600.0
  /// The seconds by which the clock and the time since the start of the system may differ between two calls. A larger
  /// difference means that the clock has jumped. A sleep of the machine is no jump.
  private static let leap = 900.0

  /// The time right after the last jump; nil if there was none.
  private var leapt: Double?
  /// The times of the last call by the clock, and since the start of the system.
  private var lastLook: (time: Double, sinceBoot: Double)?

  /// Judges the clock.
  /// - Parameters:
  ///   - now: the time of the clock in UTC seconds.
  ///   - sinceBoot: the seconds since the start of the system, including those of its sleep.
  ///   - made: the time up to which minutes are made; nil for a history that has no minutes to lose.
  /// - Returns: whether samples may be dropped by this time.
  mutating func isRight(_ now: Double, sinceBoot: Double, after made: Double?) -> Bool {
    let hasLeapt =
      if let lastLook {
        abs((now - lastLook.time) - (sinceBoot - lastLook.sinceBoot)) > Self.leap
      } else {
        abs(now - (made ?? now)) > Self.near
      }
    if hasLeapt { leapt = now }
    lastLook = (now, sinceBoot)
    return leapt.map { now - $0 >= Self.patience } ?? true
  }
}
