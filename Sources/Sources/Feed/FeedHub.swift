import Synchronization

/// One feed for each source that is asked for, however many panels ask for it.
public final class FeedHub: Sendable {
  private struct State {
    var feeds: [SourceSpec: Entry] = [:]
    /// Wake-ups of feeds that have been stopped.
    var earlierWakeups = 0
  }

  private struct Entry {
    var feed: any Feed
    var selectors: Set<Selector>
  }

  private let state = Mutex(State())
  private let open: @Sendable (SourceSpec, Set<Selector>) -> any Feed
  private let onUpdate: @Sendable (SourceSpec, FeedUpdate) -> Void

  /// - Parameter onUpdate: called on the queue of each feed, so at the same time for different sources
  ///   and in order for one; a feed that has been removed says nothing more.
  public convenience init(onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void) {
    self.init(open: { $0.open(selectors: $1) }, onUpdate: onUpdate)
  }

  init(
    open: @escaping @Sendable (SourceSpec, Set<Selector>) -> any Feed,
    onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void
  ) {
    self.open = open
    self.onUpdate = onUpdate
  }

  /// Makes the wanted sources the ones that run (called from one thread at a time): those that run already go on, also where something
  /// else is selected of them; new ones start, and the others stop.
  public func update(_ wanted: [SourceSpec: Set<Selector>]) {
    var stopped: [any Feed] = []
    var started: [(SourceSpec, any Feed)] = []
    state.withLock { state in
      for (source, entry) in state.feeds where wanted[source] == nil {
        stopped.append(entry.feed)
        state.feeds[source] = nil
      }
      for (source, selectors) in wanted {
        if let entry = state.feeds[source] {
          guard entry.selectors != selectors else { continue }
          entry.feed.select(selectors)
          state.feeds[source]?.selectors = selectors
        } else {
          let feed = open(source, selectors)
          state.feeds[source] = Entry(feed: feed, selectors: selectors)
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
        state.feeds[source].map { ObjectIdentifier($0.feed) == identity } ?? false
      }
      if isCurrent { onUpdate(source, update) }
    }
  }

  /// Stops all feeds.
  public func stop() { update([:]) }

  deinit { for entry in state.withLock({ $0.feeds.values.map(\.self) }) { entry.feed.stop() } }

  /// How often all feeds together have woken up so far.
  public var wakeups: Int {
    state.withLock { state in
      state.feeds.values.reduce(state.earlierWakeups) { $0 + $1.feed.wakeups }
    }
  }
}
