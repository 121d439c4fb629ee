/// The times of attempts to read a source: at regular beats while attempts succeed, and at growing intervals while they
/// fail.
///
/// The wait after a failure grows with the outage, which is the time since the end of the first failed attempt, so that
/// a source that has returned is asked soon:
///
/// | outage           | longest wait                                                                |
/// |------------------|-----------------------------------------------------------------------------|
/// | up to 1 minute   | a twelfth of the outage                                                     |
/// | up to 10 minutes | 5 seconds (`patience`): a person who has repaired the source does not wait long |
/// | more             | a 120th of the outage, at most 60 seconds (reached after 2 hours)           |
///
/// A longer period replaces the wait, and so does the wait that a source asks for (`Retry-After`), up to an hour. The
/// actual wait is random, between half of the longest wait and all of it, so that many screens do not return to a
/// server at the same moment ("equal jitter": Brooker, AWS Architecture Blog, 2015); it is never shorter than the wait
/// that the source asks for. The first success returns to the beat.
struct AttemptSchedule {
  let period: Double
  /// The end of the first failed attempt since the last success, in monotonic seconds.
  private var failingSince: Double?
  private var beat: Double?
  private var random: SplitMix64

  /// The longest waits in seconds, in an outage of at most ten minutes and in any outage.
  private static let patience = (short: 5.0, long: 60.0)
  /// The wait as a share of the outage: at the start of the outage, and later. The second share takes over after ten
  /// minutes, at which both limits are five seconds.
  private static let part = (early: 1.0 / 12, late: 1.0 / 120)

  /// - Parameter seed: the seed of the random waits. Default another one each time.
  init(period: Double, seed: UInt64 = .random(in: 0 ... .max)) {
    self.period = period.bounded(by: 0.05...86_400, otherwise: 60)
    random = SplitMix64(state: seed)
  }

  /// Whether the last attempt has failed.
  var isFailing: Bool { failingSince != nil }

  /// The seconds since the first failed attempt; nil if the last one has succeeded.
  func outage(at now: Double) -> Double? { failingSince.map { now - $0 } }

  /// Forgets failures: the source is reached.
  mutating func reset() { (failingSince, beat) = (nil, nil) }

  /// The time of the next attempt, in monotonic seconds, after an attempt that began at `start` and ended at `now`.
  /// Beats in the past are skipped. An attempt before its beat, which a new query causes, does not move the beat.
  /// - Parameter retryAfter: the seconds that the source asks to wait after the failure; nil if it asks for none.
  mutating func next(
    startedAt start: Double, endedAt now: Double, succeeded: Bool, retryAfter: Double? = nil
  ) -> Double {
    guard succeeded else {
      beat = nil
      let outage = outage(at: now) ?? 0
      failingSince = failingSince ?? now
      let longest = Self.longestWait(period: period, after: outage)
      let share = Double.random(in: 0...1, using: &random)
      return now + max(longest * (0.5 + share / 2), Self.obeyed(retryAfter) * (1 + share / 10))
    }
    failingSince = nil
    let first = beat ?? start
    let missed = ((now - first) / period).rounded(.down)
    let next = first + (max(-1, missed) + 1) * period
    beat = next
    return next
  }

  /// The time of the next attempt after a change of this machine's network, which may have made an unreachable
  /// source reachable. A machine with containers may report changes without end, so an attempt starts at least five
  /// seconds after the previous one.
  /// - Parameters:
  ///   - next: the time of the next attempt without the change.
  ///   - start: the start of the last attempt.
  static func networkChanged(_ next: Double, startedAt start: Double, at now: Double) -> Double {
    min(next, max(now, start + patience.short))
  }

  /// The longest wait in seconds after a failure, for an outage that has lasted for the given seconds.
  /// - Parameter retryAfter: the seconds that the source asks to wait. Screens that are asked for the same wait return
  ///   within a further tenth of that time.
  static func longestWait(
    period: Double, after outage: Double, retryAfter: Double? = nil
  ) -> Double {
    let early = min(outage * part.early, patience.short)
    let late = min(outage * part.late, patience.long)
    return max(period, early, late, obeyed(retryAfter) * 1.1)
  }

  /// The seconds of the wait that a source asks for, limited to an hour in case of a mistake of the source.
  private static func obeyed(_ retryAfter: Double?) -> Double { min(retryAfter ?? 0, 3600) }
}

extension SourceSpec {
  /// The longest time in seconds until a source that fails is tried again; nil for a source without a period.
  /// - Parameters:
  ///   - outage: the seconds since the first failure.
  ///   - retryAfter: the seconds that the source asks to wait; nil if it asks for none.
  public func longestWait(afterOutage outage: Double, retryAfter: Double? = nil) -> Double? {
    period.map {
      AttemptSchedule.longestWait(period: $0, after: outage, retryAfter: retryAfter)
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood: Fast splittable pseudorandom number generators, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
