/// Detects that the clock was set back.
package struct ClockSteps {
  /// The smallest step back that counts, in seconds. A smaller step hardly changes a window of time.
  private static let least = 10.0
  private var last = -Double.infinity

  package init() {}

  /// Takes the current time.
  /// - Parameter now: UTC seconds.
  /// - Returns: whether the clock was set back since the last call.
  package mutating func isSetBack(at now: Double) -> Bool {
    defer { last = now }
    return now < last - Self.least
  }
}
