import Synchronization

/// One feed for each wanted source, shared by all panels that show the source.
public final class FeedHub: Sendable {
  private struct State {
    var feeds: [SourceSpec: any Feed] = [:]
    var earlierWakeups = 0
  }

  private let state = Mutex(State())
  private let open: @Sendable (SourceSpec, Selection) -> any Feed
  private let onUpdate: @Sendable (SourceSpec, FeedUpdate) -> Void

  /// - Parameter onUpdate: called on the queue of each feed: in order for one source, at the same time
  ///   for different sources. A removed feed reports nothing more.
  public convenience init(onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void) {
    self.init(open: { $0.open($1) }, onUpdate: onUpdate)
  }

  /// - Parameter open: creates the feed of a source without starting the feed.
  public init(
    open: @escaping @Sendable (SourceSpec, Selection) -> any Feed,
    onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void
  ) {
    self.open = open
    self.onUpdate = onUpdate
  }

  /// Starts and stops feeds, so that exactly the wanted sources run. A running source keeps running, even with other
  /// queries; a failing source is asked at once. Call this function from one thread at a time.
  public func update(_ wanted: [SourceSpec: Selection]) {
    var stopped: [any Feed] = []
    var started: [(SourceSpec, any Feed)] = []
    state.withLock { state in
      for (source, feed) in state.feeds where wanted[source] == nil {
        stopped.append(feed)
        state.feeds[source] = nil
      }
      for (source, selection) in wanted {
        if let feed = state.feeds[source] {
          feed.select(selection)
        } else {
          let feed = open(source, selection)
          state.feeds[source] = feed
          started.append((source, feed))
        }
      }
      state.earlierWakeups += stopped.reduce(0) { $0 + $1.wakeups }
    }
    for feed in stopped { feed.stop() }
    for (source, feed) in started { start(feed, of: source) }
  }

  private func start(_ feed: any Feed, of source: SourceSpec) {
    let identity = ObjectIdentifier(feed)
    feed.start { [weak self] update in
      guard let self else { return }
      let isCurrent = state.withLock { state in
        state.feeds[source].map { ObjectIdentifier($0) == identity } ?? false
      }
      if isCurrent { onUpdate(source, update) }
    }
  }

  /// Asks a source for one more update: see `Feed.request`.
  public func request(_ source: SourceSpec) {
    let feed = state.withLock { $0.feeds[source] }
    feed?.request()
  }

  /// Stops all feeds.
  public func stop() { update([:]) }

  deinit { for feed in state.withLock({ Array($0.feeds.values) }) { feed.stop() } }

  /// The number of times that all feeds together have woken up so far.
  public var wakeups: Int {
    state.withLock { state in
      state.feeds.values.reduce(state.earlierWakeups) { $0 + $1.wakeups }
    }
  }
}
