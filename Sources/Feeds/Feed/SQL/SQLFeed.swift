import Synchronization

/// A feed of answers of a database, on a thread of its own.
final class SQLFeed: Feed {
  private let spec: SQLFeedSpec
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let selection: Mutex<Selection>
  private let running = Mutex(Running())

  private struct Running {
    var context: SQLFeedContext?
    var earlierWakeups = 0
  }

  init(_ spec: SQLFeedSpec, _ selection: Selection, clock: FeedClock = .system) {
    var spec = spec
    spec.every = spec.every.map { $0.isFinite ? min(max($0, 0.05), 86_400) : 10 }
    spec.timeout = spec.timeout.isFinite ? min(max(spec.timeout, 0.05), 3600) : 10
    self.spec = spec
    self.clock = clock
    self.selection = Mutex(selection)
  }

  var wakeups: Int { running.withLock { $0.earlierWakeups + ($0.context?.thread.wakeups ?? 0) } }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard outlet.attach(onUpdate) else { return }
    let isStarted = running.withLock { running in
      guard running.context == nil else { return true }
      let context = SQLFeedContext(
        spec: spec, clock: clock, outlet: outlet,
        selection: { [weak self] in self?.selection.withLock { $0 } ?? [] })
      guard context.thread.start({ SQLWorker(context).run() }) else { return false }
      running.context = context
      return true
    }
    // The receiver may ask for more, which takes the lock.
    if !isStarted { outlet.fail("no thread can be started", at: clock.utc()) }
  }

  func request() { outlet.request() }

  func select(_ selection: Selection) {
    let wantsMore = self.selection.withLock { current in
      defer { current = selection }
      return selection.wantsMore(than: current)
    }
    if wantsMore || outlet.isFailing { running.withLock { $0.context?.askAtOnce() } }
  }

  func stop() {
    outlet.close()
    running.withLock { running in
      running.context?.thread.stop()
      running.earlierWakeups += running.context?.thread.wakeups ?? 0
      running.context = nil
    }
  }

  deinit { stop() }
}

/// The state that a feed shares with its thread.
final class SQLFeedContext: Sendable {
  let spec: SQLFeedSpec
  let clock: FeedClock
  let outlet: FeedOutlet
  let thread = FeedThread()
  private let currentSelection: @Sendable () -> Selection
  private let isHurried = Atomic<Bool>(false)

  init(
    spec: SQLFeedSpec, clock: FeedClock, outlet: FeedOutlet,
    selection: @escaping @Sendable () -> Selection
  ) {
    self.spec = spec
    self.clock = clock
    self.outlet = outlet
    currentSelection = selection
  }

  var selection: Selection { currentSelection() }

  /// Makes the thread ask for what is new or fails.
  func askAtOnce() {
    isHurried.store(true, ordering: .releasing)
    thread.wake()
  }

  /// Whether the thread has nothing else to do than to wait: it may have missed a wake-up while it waited
  /// for the database.
  var isIdle: Bool { !thread.isStopped && !isHurried.load(ordering: .acquiring) }

  /// Whether `askAtOnce` has been called since the last look.
  func takeHurry() -> Bool { isHurried.exchange(false, ordering: .acquiringAndReleasing) }

  /// A new connection, not open yet.
  func makeDatabase() -> any SQLDatabase {
    switch spec.database {
    case .sqlite(let path):
      SQLiteDatabase(path, thread: thread, clock: clock, timeout: spec.timeout)
    case .postgres(let uri):
      PostgresDatabase(
        PostgresURI(uri.value), thread: thread, clock: clock, timeout: spec.timeout)
    }
  }
}
