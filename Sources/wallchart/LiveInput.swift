import Dispatch
import Feeds

/// Running feeds. The receiver answers each update with `request`, which requests the next update of its source.
@MainActor
final class LiveInput {
  private var sources: [SourceSpec: Selection]
  private let open: @Sendable (SourceSpec, Selection) -> any Feed
  private var hub: FeedHub?

  /// - Parameters:
  ///   - sources: the sources with their queries.
  ///   - open: makes the feed of a source.
  init(
    _ sources: [SourceSpec: Selection],
    open: @escaping @Sendable (SourceSpec, Selection) -> any Feed = { $0.open($1) }
  ) {
    self.sources = sources
    self.open = open
  }

  /// Loads the libraries that the feeds need, while the caller does other work.
  func prepare() {
    for library in Set(sources.keys.compactMap(\.library)) {
      DispatchQueue.global().async { library.load() }
    }
  }

  /// - Parameter onUpdate: called with each update, on the feeds' queues or in `request`.
  func start(onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void) {
    let hub = FeedHub(open: open, onUpdate: onUpdate)
    self.hub = hub
    hub.update(sources)
  }

  /// Starts and stops feeds, so that exactly the given sources run.
  func setSources(_ sources: [SourceSpec: Selection]) {
    self.sources = sources
    hub?.update(sources)
  }

  /// The running sources.
  var names: some Collection<SourceSpec> { sources.keys }

  func request(_ source: SourceSpec) { hub?.request(source) }

  /// Runs the feeds and passes on each update, for some seconds or until all feeds have ended.
  func collect(seconds: Double, into receive: (SourceSpec, FeedUpdate) -> Void) {
    let queue = UpdateQueue()
    start { queue.put($0, $1) }
    var running = Set(sources.keys)
    let end = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
    while !running.isEmpty, DispatchTime.now() < end, let (source, update) = queue.take(until: end)
    {
      if update.health == .ended { running.remove(source) }
      receive(source, update)
      request(source)
    }
    stop()
    while let (source, update) = queue.take(until: .now()) { receive(source, update) }
  }

  func stop() { hub?.stop() }

  var wakeups: Int { hub?.wakeups ?? 0 }
}
