/// The course of one threshold: whether its breach has lasted long enough to count, and whether the breach has been
/// over long enough to end. Times are seconds of a clock that never decreases.
struct BreachWatch: Equatable {
  /// A value's relation to its threshold.
  enum Reading {
    case beyond
    case within
    /// Late or missing data, which neither starts nor ends a breach.
    case unknown
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

  /// Whether nothing is left of a breach.
  var isOver: Bool { state == .normal }

  /// Takes the present reading.
  /// - Parameter duration: the seconds that a breach must last to count.
  mutating func take(_ reading: Reading, lasting duration: Double, at time: Double) {
    isKnown = reading != .unknown
    switch (state, reading) {
    case (_, .unknown): return
    case (.normal, .beyond): state = .pending(since: time)
    case (.pending, .within): state = .normal
    case (.breached, .within): state = .recovering(since: time)
    case (.recovering, .beyond): state = .breached
    default: break
    }
    switch (state, reading) {
    case (.pending(let since), .beyond) where time >= since + duration: state = .breached
    case (.recovering(let since), .within) where time >= since + Self.calm: state = .normal
    default: break
    }
  }

  /// The course of a breach that counted before anything was compared.
  static var breached: BreachWatch {
    var watch = BreachWatch()
    watch.state = .breached
    return watch
  }

  /// Starts a breach that does not count yet, or moves its start to an earlier time.
  mutating func begin(at time: Double) {
    switch state {
    case .normal: state = .pending(since: time)
    case .pending(let since): state = .pending(since: min(since, time))
    case .breached, .recovering: break
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
