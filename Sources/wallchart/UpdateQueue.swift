import Dispatch
import Feeds
import Synchronization

/// Updates from the feeds to the main thread. A feed that is faster than the main thread has to wait, so
/// that no source fills the memory.
final class UpdateQueue: Sendable {
  private struct State {
    var pending: [(SourceSpec, FeedUpdate)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  /// The limit of waiting updates. A command that prints without pause fills each with thousands of rows.
  private static let mostPending = 2

  init() { for _ in 0..<Self.mostPending { room.signal() } }

  /// Adds an update. Feeds call this function on their queues.
  func put(_ source: SourceSpec, _ update: FeedUpdate) {
    room.wait()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.pending.append((source, update)) }
      return state.isClosed
    }
    // A closed queue lets all feeds pass, one after another.
    if isClosed { room.signal() } else { news.signal() }
  }

  /// The next update; nil if none comes before a time.
  func take(until end: DispatchTime) -> (SourceSpec, FeedUpdate)? {
    guard news.wait(timeout: end) == .success else { return nil }
    let update = state.withLock { $0.pending.removeFirst() }
    room.signal()
    return update
  }

  /// Accepts no further updates, and blocks no feed.
  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }
}
