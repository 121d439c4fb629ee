import Glibc
import Synchronization

/// A feed of the messages of an MQTT broker, on a thread of its own.
final class MQTTFeed: Feed {
  private let spec: MQTTFeedSpec
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let selection: Mutex<Selection>
  private let running = Mutex(Running())

  private struct Running {
    var session: MQTTSession?
    var earlierWakeups = 0
  }

  init(_ spec: MQTTFeedSpec, _ selection: Selection, clock: FeedClock = .system) {
    var spec = spec
    spec.timeout = spec.timeout.isFinite ? min(max(spec.timeout, 0.05), 600) : 5
    self.spec = spec
    self.clock = clock
    self.selection = Mutex(selection)
  }

  var wakeups: Int { running.withLock { $0.earlierWakeups + ($0.session?.thread.wakeups ?? 0) } }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard outlet.attach(onUpdate) else { return }
    let isStarted = running.withLock { running in
      guard running.session == nil else { return true }
      let session = MQTTSession(
        spec: spec, clock: clock, outlet: outlet,
        queries: { [weak self] in self?.selection.withLock { $0.queries } ?? [] })
      guard session.thread.start({ session.run() }) else { return false }
      running.session = session
      return true
    }
    // The receiver may ask for more, which takes the lock.
    if !isStarted { outlet.fail("no thread can be started", at: clock.utc()) }
  }

  func request() {
    outlet.request()
    running.withLock { $0.session?.takeRequest() }
  }

  func select(_ selection: Selection) {
    let isOther = self.selection.withLock { current in
      defer { current = selection }
      return selection.queries != current.queries
    }
    if isOther || outlet.isFailing { running.withLock { $0.session?.askAtOnce() } }
  }

  func stop() {
    outlet.close()
    running.withLock { running in
      running.session?.thread.stop()
      running.earlierWakeups += running.session?.thread.wakeups ?? 0
      running.session = nil
    }
  }

  deinit { stop() }
}
