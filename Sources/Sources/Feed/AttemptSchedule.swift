/// The times of attempts to read a source: on the beat of the period while attempts succeed, and at
/// growing distances while they fail.
///
/// After the n-th failure in a row the wait is the period × 2ⁿ⁻¹, at most `longestWait`. The actual wait
/// is a random part of that, between half and all, so that many screens do not return to a server at the
/// same moment (exponential back-off with "equal jitter": Brooker, AWS Architecture Blog, 2015). The
/// first success returns to the beat.
struct AttemptSchedule {
  let period: Double
  private var failures = 0
  private var beat: Double?
  private var random: SplitMix64

  /// The longest wait after a failure, unless the period is longer.
  static let longestWait = 60.0

  init(period: Double, seed: UInt64) {
    self.period = period.isFinite ? min(max(period, 0.05), 86_400) : 60
    random = SplitMix64(state: seed)
  }

  /// The time of the next attempt, in monotonic seconds, after an attempt that began at `start` and ended
  /// at `now`. Beats in the past are skipped.
  mutating func next(startedAt start: Double, endedAt now: Double, succeeded: Bool) -> Double {
    guard succeeded else {
      failures += 1
      beat = nil
      let longest = max(Self.longestWait, period)
      var wait = period
      for _ in 1..<max(failures, 2) where failures > 1 && wait < longest { wait *= 2 }
      return now + min(wait, longest) * Double.random(in: 0.5...1, using: &random)
    }
    failures = 0
    let first = beat ?? start
    let missed = ((now - first) / period).rounded(.down)
    let next = first + (max(0, missed) + 1) * period
    beat = next
    return next
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
