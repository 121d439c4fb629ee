import Messages

/// The clocks that a feed reads. A question about the past, and a test, have clocks of their own.
struct FeedClock: Sendable {
  /// UTC seconds since 1970, for samples.
  var utc: @Sendable () -> Double
  /// Seconds that never decrease, for schedules.
  var monotonic: @Sendable () -> Double

  static let system = FeedClock(
    utc: { SystemClock.utc }, monotonic: { SystemClock.monotonic })
}
