import Glibc

struct FeedClock: Sendable {
  /// UTC seconds since 1970, for samples.
  var utc: @Sendable () -> Double
  /// Seconds that never decrease, for schedules.
  var monotonic: @Sendable () -> Double

  static let system = FeedClock(
    utc: realTime,
    monotonic: {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    })

  /// The machine's own clock.
  static func realTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
