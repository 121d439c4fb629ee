import Glibc

/// Monotonic seconds since the start of the program.
struct Clock {
  private let start = Clock.monotonic()

  var now: Double { Clock.monotonic() - start }

  /// The present time in UTC seconds.
  static var utc: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
