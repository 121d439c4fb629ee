import Glibc

/// The clocks of the system. Code that draws takes the time as an argument, and the programs read it here.
package enum SystemClock {
  /// Seconds that never decrease, since some moment of the system.
  package static var monotonic: Double { seconds(CLOCK_MONOTONIC) }

  /// Seconds since the start of the system, including those of its sleep.
  package static var sinceBoot: Double { seconds(CLOCK_BOOTTIME) }

  /// The present time in UTC seconds since 1970.
  package static var utc: Double { seconds(CLOCK_REALTIME) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
