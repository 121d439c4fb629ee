import Synchronization

/// Passes a feed's updates to the receiver.
final class FeedOutlet: Sendable {
  private struct State {
    var progress: FeedProgress
    var receiver: (@Sendable (FeedUpdate) -> Void)?
  }

  private let state: Mutex<State>

  init(period: Double?, patience: Double = 0) {
    state = Mutex(State(progress: FeedProgress(period: period, patience: patience)))
  }

  func attach(_ receiver: @escaping @Sendable (FeedUpdate) -> Void) {
    state.withLock { $0.receiver = receiver }
  }

  func detach() { state.withLock { $0.receiver = nil } }

  func succeed(_ readings: [Reading], missing: [Metric: String] = [:], at now: Double) {
    send { $0.succeed(readings, missing: missing, at: now) }
  }

  func fail(_ reason: String, at now: Double) { send { $0.fail(reason, at: now) } }

  func end() { send { $0.end() } }

  /// The receiver is called without the lock, because it may stop the feed.
  private func send(_ change: (inout FeedProgress) -> FeedUpdate?) {
    let (update, receiver) = state.withLock { (change(&$0.progress), $0.receiver) }
    if let update { receiver?(update) }
  }
}
