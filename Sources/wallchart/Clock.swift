import Messages

/// Monotonic seconds since the start of the program.
struct Clock {
  private let start = SystemClock.monotonic

  var now: Double { SystemClock.monotonic - start }
}
