import Synchronization

/// The state that a feed shares with its thread. The thread does not own the feed, so that an unused feed ends.
final class FeedContext: Sendable {
  let clock: FeedClock
  let outlet: FeedOutlet
  let thread = FeedThread()
  private let current: Mutex<Selection>
  /// Whether the source is to be asked before its scheduled time.
  private let isHurried = Atomic<Bool>(false)
  /// Whether this machine's network has changed, so that an unreachable source may be reachable.
  private let hasNewNetwork = Atomic<Bool>(false)
  /// Whether news waits for the receiver.
  private let isHeldBack = Atomic<Bool>(false)
  /// The contexts of further threads of the feed.
  private let helpers = Mutex<[FeedContext]>([])

  init(_ selection: Selection, clock: FeedClock = .system, outlet: FeedOutlet = FeedOutlet()) {
    (self.clock, self.outlet) = (clock, outlet)
    current = Mutex(selection)
  }

  /// The context of a further thread, which shares the outlet and the selection, and ends with this one.
  func makeHelper() -> FeedContext {
    let helper = FeedContext([], clock: clock, outlet: outlet)
    helpers.withLock { helpers in
      // A selection that comes meanwhile reaches the helper afterwards.
      helper.select(selection)
      helpers.append(helper)
    }
    if thread.isStopped { helper.stop() }
    return helper
  }

  // MARK: For the feed

  /// Adopts a selection. The thread checks the selection at once, and asks the source if more is wanted or if a query
  /// fails.
  func select(_ selection: Selection) {
    let (isOther, wantsMore) = current.withLock { current in
      defer { current = selection }
      return (selection != current, selection.wantsMore(than: current))
    }
    for helper in helpers.withLock({ $0 }) { helper.select(selection) }
    if wantsMore || outlet.isFailing {
      askAtOnce()
    } else if isOther {
      thread.wake()
    }
  }

  /// Makes the thread ask at once for queries that are new or fail.
  func askAtOnce() {
    isHurried.store(true, ordering: .releasing)
    thread.wake()
  }

  /// Makes the thread consider a change of this machine's network.
  func noteNetworkChange() {
    hasNewNetwork.store(true, ordering: .releasing)
    thread.wake()
  }

  /// Delivers news, and wakes the thread if it has more.
  func request() {
    outlet.request()
    takeRequest()
  }

  /// Wakes the thread if news waits for the receiver.
  func takeRequest() { if isHeldBack.load(ordering: .acquiring) { thread.wake() } }

  /// Asks the threads to end.
  func stop() {
    thread.stop()
    for helper in helpers.withLock({ $0 }) { helper.stop() }
  }

  var wakeups: Int { helpers.withLock { $0 }.reduce(thread.wakeups) { $0 + $1.wakeups } }

  // MARK: For the thread

  var isStopped: Bool { thread.isStopped }
  var selection: Selection { current.withLock { $0 } }

  /// Whether the thread has nothing to do but wait: the thread may have missed a wake-up while it waited for something
  /// else.
  var isIdle: Bool { !thread.isStopped && !isHurried.load(ordering: .acquiring) }

  /// Whether `askAtOnce` has been called since the last call of this function.
  func takeHurry() -> Bool { isHurried.exchange(false, ordering: .acquiringAndReleasing) }

  /// Whether the network has changed since the last call of this function.
  func takeNetworkChange() -> Bool {
    hasNewNetwork.exchange(false, ordering: .acquiringAndReleasing)
  }

  /// Notes whether news waits for the receiver.
  func holdBack(_ isHeldBack: Bool) { self.isHeldBack.store(isHeldBack, ordering: .releasing) }

  func fail(_ reason: String) { outlet.fail(reason, at: clock.utc()) }
}
