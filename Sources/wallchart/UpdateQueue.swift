import Dispatch
import Feeds
import Synchronization

/// Updates from the feeds to the main thread. A feed sends one update for each request, so the queue has at most one
/// update of each feed.
final class UpdateQueue: Sendable {
  private let pending = Mutex<[(SourceSpec, FeedUpdate)]>([])
  private let news = DispatchSemaphore(value: 0)

  /// Adds an update. Feeds call this function on their queues.
  func put(_ source: SourceSpec, _ update: FeedUpdate) {
    pending.withLock { $0.append((source, update)) }
    news.signal()
  }

  /// The next update; nil if none comes before a time.
  func take(until end: DispatchTime) -> (SourceSpec, FeedUpdate)? {
    guard news.wait(timeout: end) == .success else { return nil }
    return pending.withLock { $0.removeFirst() }
  }
}
