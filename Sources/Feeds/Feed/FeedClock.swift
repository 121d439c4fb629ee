import Messages

struct FeedClock: Sendable {
  /// UTC seconds since 1970, for samples.
  var utc: @Sendable () -> Double
  /// Seconds that never decrease, for schedules.
  var monotonic: @Sendable () -> Double

  static let system = FeedClock(
    utc: { SystemClock.utc }, monotonic: { SystemClock.monotonic })
}
