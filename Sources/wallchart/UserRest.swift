import Dispatch
import Messages

/// The time since the last use of a screen. A passer-by may zoom into the past and leave, so a screen on a wall must
/// return to live data by itself.
@MainActor
final class UserRest {
  /// The seconds without use after which the handler is called; nil for never.
  var delay: Double? {
    didSet { if delay != oldValue { wait() } }
  }
  private let clock: () -> Double
  private let handler: () -> Void
  /// The time of the last use by the monotonic clock; nil if the handler has been called since.
  private var lastUse: Double?
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private var isWaiting = false

  /// The delay of a kiosk.
  static let standardDelay = 300.0

  /// Creates the timer for a screen that nobody has used yet.
  /// - Parameters:
  ///   - clock: the monotonic clock.
  ///   - handler: called once after each rest.
  init(
    clock: @escaping () -> Double = { SystemClock.monotonic }, handler: @escaping () -> Void
  ) {
    (self.clock, self.handler) = (clock, handler)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.check() }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// Notes a use. A timer that already runs is left alone, because a moving pointer causes many uses.
  func used() {
    lastUse = clock()
    if !isWaiting { wait() }
  }

  private func wait() {
    isWaiting = lastUse != nil && delay != nil
    guard let lastUse, let delay else { return timer.schedule(deadline: .distantFuture) }
    let left = lastUse + delay - clock()
    timer.schedule(deadline: .now() + max(left, 0), leeway: .milliseconds(100))
  }

  /// Calls the handler if the rest is over.
  func check() {
    guard let lastUse, let delay else { return }
    guard clock() - lastUse >= delay else { return wait() }
    (self.lastUse, isWaiting) = (nil, false)
    handler()
  }
}
