import Glibc
import Synchronization

/// A feed of rows of text, on a thread of its own.
final class TextFeed: Feed {
  private let spec: TextFeedSpec
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let selection: Mutex<Selection>
  private let running = Mutex(Running())

  private struct Running {
    var context: TextFeedContext?
    var earlierWakeups = 0
  }

  init(_ spec: TextFeedSpec, _ selection: Selection, clock: FeedClock = .system) {
    self.spec = spec
    self.clock = clock
    self.selection = Mutex(selection)
  }

  var wakeups: Int { running.withLock { $0.earlierWakeups + ($0.context?.thread.wakeups ?? 0) } }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard outlet.attach(onUpdate) else { return }
    let isStarted = running.withLock { running in
      guard running.context == nil else { return true }
      let thread = FeedThread()
      let context = TextFeedContext(
        spec: spec, clock: clock, outlet: outlet, thread: thread,
        selection: { [weak self] in self?.selection.withLock { $0 } ?? [] })
      guard thread.start({ context.run() }) else { return false }
      running.context = context
      return true
    }
    // The receiver may ask for more, which takes the lock.
    if !isStarted { outlet.fail("no thread can be started", at: clock.utc()) }
  }

  func request() {
    outlet.request()
    running.withLock { $0.context?.takeRequest() }
  }

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
      running.context?.stop()
      running.earlierWakeups += running.context?.thread.wakeups ?? 0
      running.context = nil
    }
  }

  deinit { stop() }
}

/// The state that a feed shares with its thread.
final class TextFeedContext: Sendable {
  let spec: TextFeedSpec
  let clock: FeedClock
  let outlet: FeedOutlet
  let thread: FeedThread
  let current = Mutex<CommandProcess?>(nil)
  private let currentSelection: @Sendable () -> Selection
  /// Whether rows wait for the receiver.
  private let isHeldBack = Atomic<Bool>(false)
  /// Whether the source is to be asked before its next time.
  private let isHurried = Atomic<Bool>(false)

  init(
    spec: TextFeedSpec, clock: FeedClock, outlet: FeedOutlet, thread: FeedThread,
    selection: @escaping @Sendable () -> Selection
  ) {
    self.spec = spec
    self.clock = clock
    self.outlet = outlet
    self.thread = thread
    currentSelection = selection
  }

  var queries: Set<Query> { currentSelection().queries }
  /// The seconds of the past that are shown.
  var window: Double { currentSelection().window }

  /// Hints about the text, with those that the origin gives.
  var options: TextOptions {
    var options = spec.options
    switch spec.origin {
    case .standardInput, .wholeFile: options.endsAtExit = true
    case .file, .fifo, .command: options.endsAtExit = false
    }
    return options
  }

  /// Notes that rows wait for the receiver, or no longer wait.
  func holdBack(_ isHeldBack: Bool) { self.isHeldBack.store(isHeldBack, ordering: .releasing) }

  /// Wakes the thread if it has rows for the receiver.
  func takeRequest() { if isHeldBack.load(ordering: .acquiring) { thread.wake() } }

  /// Waits until the receiver takes rows at once.
  /// - Returns: false if the feed shall stop.
  func waitUntilReady() -> Bool {
    holdBack(true)
    defer { holdBack(false) }
    while !thread.isStopped {
      if outlet.isReady { return true }
      _ = thread.wait(atMost: nil)
    }
    return false
  }

  /// Ends the wait for the next time of a source that is asked in periods.
  func askAtOnce() {
    isHurried.store(true, ordering: .releasing)
    thread.wake()
  }

  /// Notes the start of an attempt, which answers all queries so far.
  /// - Returns: the monotonic time.
  func beginAttempt() -> Double {
    isHurried.store(false, ordering: .releasing)
    return clock.monotonic()
  }

  func fail(_ reason: String) { outlet.fail(reason, at: clock.utc()) }

  /// Asks the thread to end. A command is told at once, because the program may be about to end.
  func stop() {
    thread.stop()
    current.withLock { $0?.send(SIGTERM) }
  }

  /// Works until the feed is stopped, or its source has ended for good.
  func run() {
    switch spec.origin {
    case .standardInput: readToEnd(STDIN_FILENO, called: "standard input")
    case .wholeFile(let path): readOnce(path)
    case .file(let path, nil): followFile(path)
    case .file(let path, let period?): readRepeatedly(path, period: period)
    case .fifo(let path): readPipe(path)
    case .command(let command, nil): keepRunning(command)
    case .command(let command, let period?): runRepeatedly(command, period: period)
    }
  }

  /// Waits until a monotonic time, or until a watched file has changed.
  /// - Returns: false if the feed shall stop.
  func sleep(until time: Double, orChangeOf watch: PathWatch? = nil) -> Bool {
    while !thread.isStopped {
      let rest = time - clock.monotonic()
      if rest <= 0 || isHurried.exchange(false, ordering: .acquiringAndReleasing) { return true }
      let ready = thread.wait(for: [watch?.descriptor ?? -1], atMost: rest)
      if ready[0], watch?.takeEvents() == true { return true }
    }
    return false
  }

  func newSchedule(period: Double) -> AttemptSchedule {
    AttemptSchedule(period: period, seed: UInt64.random(in: 0...UInt64.max))
  }
}
