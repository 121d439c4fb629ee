/// Turns the readings of a counter that only grows into a rate per second over the time between
/// two readings.
public struct CounterRate: Sendable {
  private var previous: (time: Double, reading: UInt64)?

  /// A counter without a reading yet.
  public init() {}

  /// The counter's growth per second since the reading before. Nil for the first reading, for a time that
  /// is not after the last one, and for a counter that went backwards: such a counter was reset (a
  /// restarted device, a reloaded driver), and its true growth is unknown. In each case the next rate
  /// counts from this reading.
  public mutating func rate(of reading: UInt64, at time: Double) -> Double? {
    defer { previous = (time, reading) }
    guard let previous else { return nil }
    return Self.perSecond(
      from: previous.reading, to: reading, interval: time - previous.time)
  }

  /// The growth per second between two readings `interval` seconds apart; nil under the conditions of
  /// `rate`.
  public static func perSecond(from: UInt64, to: UInt64, interval: Double) -> Double? {
    guard to >= from, interval > 0, interval.isFinite else { return nil }
    return Double(to - from) / interval
  }
}
