/// The course of one threshold: whether its breach has lasted long enough to count, and whether the breach has been
/// over long enough to end. Times are seconds of a clock that never decreases.
struct BreachWatch: Equatable {
  /// A value's relation to its threshold.
  enum Reading: Equatable {
    case beyond(Double)
    case within(Double)
    /// Late or missing data, which neither starts nor ends a breach.
    case unknown
  }

  enum Event: Equatable {
    case breached(Double)
    case recovered(Double)
  }

  private enum State: Equatable {
    case normal
    /// The value has been beyond the threshold since a time, but the breach does not count yet.
    case pending(since: Double)
    case breached
    /// The value has been within the threshold since a time, but the breach still counts.
    case recovering(since: Double)
  }

  private var state = State.normal
  private var isKnown = false

  /// The seconds for which a value must stay within its threshold to end a breach.
  static let calm = 10.0

  /// Whether the breach counts.
  var isBreached: Bool {
    switch state {
    case .normal, .pending: false
    case .breached, .recovering: true
    }
  }

  /// Takes the present reading.
  /// - Parameter duration: the seconds that a breach must last to count.
  mutating func take(_ reading: Reading, lasting duration: Double, at time: Double) -> Event? {
    isKnown = reading != .unknown
    switch (state, reading) {
    case (_, .unknown): return nil
    case (.normal, .beyond): state = .pending(since: time)
    case (.pending, .within): state = .normal
    case (.breached, .within): state = .recovering(since: time)
    case (.recovering, .beyond): state = .breached
    default: break
    }
    switch (state, reading) {
    case (.pending(let since), .beyond(let value)) where time >= since + duration:
      state = .breached
      return .breached(value)
    case (.recovering(let since), .within(let value)) where time >= since + Self.calm:
      state = .normal
      return .recovered(value)
    default: return nil
    }
  }

  /// The time when an unchanged reading would cause an event; nil for never.
  /// - Parameter duration: the seconds that a breach must last to count.
  func due(lasting duration: Double) -> Double? {
    guard isKnown else { return nil }
    switch state {
    case .pending(let since): return since + duration
    case .recovering(let since): return since + Self.calm
    case .normal, .breached: return nil
    }
  }
}
