import Dispatch
import Sources
import Synchronization

/// Updates on their way from the feeds to the main thread. A feed that is ahead of the main thread waits, so
/// that no source, however fast, fills the memory.
final class UpdateQueue: Sendable {
  private struct State {
    var pending: [(SourceSpec, FeedUpdate)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  /// Updates that wait at most; a command that prints without pause fills each with thousands of rows.
  private static let mostPending = 2

  init() { for _ in 0..<Self.mostPending { room.signal() } }

  /// Called by feeds, on their queues.
  func put(_ source: SourceSpec, _ update: FeedUpdate) {
    room.wait()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.pending.append((source, update)) }
      return state.isClosed
    }
    // Who is closed lets everybody pass, one after another.
    if isClosed { room.signal() } else { news.signal() }
  }

  /// The next update; nil when there has been none until a time.
  func take(until end: DispatchTime) -> (SourceSpec, FeedUpdate)? {
    guard news.wait(timeout: end) == .success else { return nil }
    let update = state.withLock { $0.pending.removeFirst() }
    room.signal()
    return update
  }

  /// Takes nothing any more, and holds up nobody.
  func close() {
    state.withLock { $0.isClosed = true }
    room.signal()
  }
}
