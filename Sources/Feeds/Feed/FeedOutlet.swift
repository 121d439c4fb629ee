import Metrics
import Synchronization

/// Passes a feed's updates to the receiver, one for each request. News that comes in the meantime is
/// collected.
final class FeedOutlet: Sendable {
  typealias Receiver = @Sendable (FeedUpdate) -> Void

  private struct State {
    var status = FeedStatus()
    var receiver: Receiver?
    var isWanted = true
    var pending: FeedUpdate?

    /// The update to deliver now, if the receiver is ready for one.
    mutating func takeUpdate() -> (FeedUpdate, Receiver)? {
      guard isWanted, let update = pending, let receiver else { return nil }
      isWanted = false
      pending = nil
      return (update, receiver)
    }
  }

  private let state = Mutex(State())

  func attach(_ receiver: @escaping Receiver) {
    state.withLock { $0.receiver = receiver }
  }

  func detach() { state.withLock { $0.receiver = nil } }

  /// Delivers the collected news, or else the next news.
  func request() {
    deliver { $0.isWanted = true }
  }

  /// Whether news would be delivered at once.
  var isReady: Bool { state.withLock { $0.isWanted && $0.pending == nil } }

  /// Whether the last attempt has failed, or lacked an answer.
  var isFailing: Bool {
    state.withLock { state in
      if case .failing = state.status.health { true } else { false }
    }
  }

  func succeed(
    _ samples: [FeedUpdate.Samples], missing: [Query: String] = [:], answeredAt time: Double? = nil,
    at now: Double
  ) {
    send { $0.succeed(samples, missing: missing, answeredAt: time, at: now) }
  }

  func fail(_ reason: String, at now: Double) { send { $0.fail(reason, at: now) } }

  func end() { send { $0.end() } }

  /// Sends news that a change of the status makes, if it makes any.
  func send(_ change: (inout FeedStatus) -> FeedUpdate?) {
    deliver { state in
      guard let update = change(&state.status) else { return }
      if state.pending == nil { state.pending = update } else { state.pending?.append(update) }
    }
  }

  /// The receiver is called without the lock, because it may stop the feed.
  private func deliver(after change: (inout State) -> Void) {
    let due = state.withLock { state in
      change(&state)
      return state.takeUpdate()
    }
    if let (update, receiver) = due { receiver(update) }
  }
}
