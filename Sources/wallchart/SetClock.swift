import Synchronization

/// A settable clock: the source of the current time for the pages of a film or a replay.
final class SetClock: Sendable {
  private let time: Mutex<Double>

  /// - Parameter utc: the time in UTC seconds.
  init(_ utc: Double) { time = Mutex(utc) }

  /// The time in UTC seconds.
  var utc: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// A function that reads the clock.
  var reading: @Sendable () -> Double { { self.utc } }
}
