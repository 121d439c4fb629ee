import Glibc
import Synchronization

/// A feed of rows of text, on a thread of its own.
final class TextFeed: Feed {
  private let spec: TextFeedSpec
  private let clock: FeedClock
  private let outlet = FeedOutlet(period: nil)
  private let selectors: SelectorBox
  private let running = Mutex(Running())

  private struct Running {
    var context: TextFeedContext?
    var earlierWakeups = 0
  }

  init(_ spec: TextFeedSpec, selectors: Set<Selector>, clock: FeedClock = .system) {
    self.spec = spec
    self.clock = clock
    self.selectors = SelectorBox(selectors)
  }

  var wakeups: Int { running.withLock { $0.earlierWakeups + ($0.context?.thread.wakeups ?? 0) } }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    outlet.attach(onUpdate)
    running.withLock { running in
      guard running.context == nil else { return }
      let thread = FeedThread()
      let context = TextFeedContext(
        spec: spec, clock: clock, outlet: outlet, thread: thread, selectorBox: selectors)
      if thread.start({ context.run() }) {
        running.context = context
      } else {
        outlet.fail("no thread can be started", at: clock.utc())
      }
    }
  }

  func select(_ selectors: Set<Selector>) { self.selectors.selectors = selectors }

  func stop() {
    outlet.detach()
    running.withLock { running in
      running.context?.stop()
      running.earlierWakeups += running.context?.thread.wakeups ?? 0
      running.context = nil
    }
  }

  deinit { stop() }
}

/// The current selection, which may change at any time.
final class SelectorBox: Sendable {
  private let value: Mutex<Set<Selector>>

  init(_ selectors: Set<Selector>) { value = Mutex(selectors) }

  var selectors: Set<Selector> {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

final class TextFeedContext: Sendable {
  let spec: TextFeedSpec
  let clock: FeedClock
  let outlet: FeedOutlet
  let thread: FeedThread
  let current = Mutex<CommandProcess?>(nil)
  private let selectorBox: SelectorBox

  init(
    spec: TextFeedSpec, clock: FeedClock, outlet: FeedOutlet, thread: FeedThread,
    selectorBox: SelectorBox
  ) {
    self.spec = spec
    self.clock = clock
    self.outlet = outlet
    self.thread = thread
    self.selectorBox = selectorBox
  }

  var selectors: Set<Selector> { selectorBox.selectors }

  func fail(_ reason: String) { outlet.fail(reason, at: clock.utc()) }

  /// Asks the thread to end. A command is told at once, because the program may be about to end.
  func stop() {
    thread.stop()
    current.withLock { $0?.send(SIGTERM) }
  }

  /// Works until the feed is stopped, or its source has ended for good.
  func run() {
    switch spec.origin {
    case .standardInput: readStandardInput()
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
      if rest <= 0 { return true }
      let ready = thread.wait(for: [watch?.descriptor ?? -1], atMost: rest)
      if ready[0], watch?.takeEvents() == true { return true }
    }
    return false
  }

  func newSchedule(period: Double) -> AttemptSchedule {
    AttemptSchedule(period: period, seed: UInt64.random(in: 0...UInt64.max))
  }
}
