import Metrics
import Synchronization

/// Passes a feed's updates to the receiver, one after another and one for each request. News that comes in
/// the meantime is collected.
final class FeedOutlet: Sendable {
  typealias Receiver = @Sendable (FeedUpdate) -> Void

  private struct State {
    var status = FeedStatus()
    var receiver: Receiver?
    var isWanted = true
    var pending: FeedUpdate?
    /// Whether a thread is calling the receiver. This thread also delivers the next update, so that updates do not
    /// overtake each other, and calls do not pile up when the receiver asks for more at once.
    var isDelivering = false
    var isClosed = false

    /// The update to deliver now, if the receiver is ready for one.
    mutating func takeUpdate() -> (FeedUpdate, Receiver)? {
      guard isWanted, !isDelivering, let update = pending, let receiver else { return nil }
      isWanted = false
      isDelivering = true
      pending = nil
      return (update, receiver)
    }
  }

  private let state = Mutex(State())

  /// Sets the receiver.
  /// - Returns: false if the outlet has been closed.
  func attach(_ receiver: @escaping Receiver) -> Bool {
    // The previous receiver is released outside the lock, because it may own the feed.
    let (isOpen, _) = state.withLock { state -> (Bool, Receiver?) in
      guard !state.isClosed else { return (false, nil) }
      defer { state.receiver = receiver }
      return (true, state.receiver)
    }
    return isOpen
  }

  /// Ends the deliveries for good.
  func close() {
    let before = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state
    }
    withExtendedLifetime(before) {}
  }

  /// Delivers the collected news, or the next news if there is none.
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
    asked queries: Set<Query> = [], at now: Double
  ) {
    send { $0.succeed(samples, missing: missing, answeredAt: time, asked: queries, at: now) }
  }

  func fail(_ reason: String, retryAfter: Double? = nil, at now: Double) {
    send { $0.fail(reason, retryAfter: retryAfter, at: now) }
  }

  func end() { send { $0.end() } }

  /// Sends the news of a change of the status, if there is any.
  func send(_ change: (inout FeedStatus) -> FeedUpdate?) {
    deliver { state in
      guard !state.isClosed, let update = change(&state.status) else { return }
      if state.pending == nil { state.pending = update } else { state.pending?.append(update) }
    }
  }

  /// The receiver is called without the lock, because it may ask for more or stop the feed.
  private func deliver(after change: (inout State) -> Void) {
    var due = state.withLock { state in
      change(&state)
      return state.takeUpdate()
    }
    while let (update, receiver) = due {
      receiver(update)
      due = state.withLock { state in
        state.isDelivering = false
        return state.takeUpdate()
      }
    }
  }
}
