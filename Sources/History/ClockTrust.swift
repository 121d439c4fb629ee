/// The judgement of the clock by which samples grow old.
///
/// A machine without a battery starts in any year, and has the right time minutes later, from the network. The tiers
/// that a wrong time drops cannot be made again. So a clock is right if it goes on near the end of the tiers; any other
/// one is after an hour without a leap, because the machine may have been off for months, or the clock may have been
/// wrong before. Samples merely stay a little longer until then.
struct ClockTrust {
  /// The seconds from the end of the tiers within which a time is right at once. A clock that is wrong by less
  /// drops samples and minutes too early that have coarser rows, and few quarters of an hour.
  private static let near = 31 * 86_400.0
  /// The seconds without a leap after which any time is right.
  private static let patience = 3600.0
  /// The seconds between two looks from which on the clock has leapt. Care is taken more often.
  private static let leap = 900.0

  /// The time after the last leap.
  private var steadySince = 0.0
  private var lastLook = -Double.infinity

  /// Looks at the clock.
  /// - Parameters:
  ///   - now: the time of the clock in UTC seconds.
  ///   - made: the time up to which minutes are made; nil in a history that has none to lose.
  /// - Returns: whether the time is right enough to drop samples.
  mutating func isRight(_ now: Double, after made: Double?) -> Bool {
    if abs(now - lastLook) > Self.leap { steadySince = now }
    lastLook = now
    guard let made, abs(now - made) > Self.near else { return true }
    return now - steadySince >= Self.patience
  }
}
