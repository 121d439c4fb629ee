/// The rules for the times of samples, in seconds since 1970.
package enum SampleTime {
  /// The range of times, with the years 1 to 9999. A number beyond cannot be a time.
  package static let range = -1e11...TimeZoneRules.horizon

  /// The seconds by which another machine's clock may be ahead of this machine's. A time that is further ahead is
  /// wrong, or this machine's clock is.
  package static let mostAhead = 60.0

  /// The time of a sample that came with the time of another sample, and is placed right after that sample: a
  /// microsecond later, which is more than the resolution of times since 1970, or the next number for distant times.
  package static func after(_ time: Double) -> Double { max(time + 1e-6, time.nextUp) }
}
