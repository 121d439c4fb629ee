import Synchronization

/// A feed of a server with Prometheus' query API: Prometheus itself, VictoriaMetrics, Thanos, Mimir.
final class PrometheusFeed: Feed {
  private let shared: Shared

  init(_ spec: HTTPFeedSpec, _ selection: Selection, clock: FeedClock = .system) {
    var spec = spec
    spec.every = spec.every.isFinite ? min(max(spec.every, 0.05), 86_400) : 15
    spec.timeout = spec.timeout.isFinite ? min(max(spec.timeout, 0.05), 3600) : 10
    shared = Shared(spec, selection, clock)
  }

  var wakeups: Int { shared.wakeups }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard shared.outlet.attach(onUpdate) else { return }
    if let problem = RequestText.problem(of: shared.spec) {
      return shared.outlet.fail(problem, at: shared.clock.utc())
    }
    shared.start()
  }

  func request() { shared.outlet.request() }

  func select(_ selection: Selection) { shared.select(selection) }

  func stop() { shared.stop() }

  deinit { stop() }
}

extension PrometheusFeed {
  /// The state that a feed and its thread share. The thread does not own the feed, so that a feed that
  /// nobody wants any more ends.
  final class Shared: Sendable {
    private struct Inbox {
      var selection: Selection
      var isNew = true
      var mustHurry = false
      var isStarted = false
      /// Ends the thread's wait; nil while the thread does not wait. libcurl allows this call on all threads.
      var wakeUp: (@Sendable () -> Void)?
    }

    let spec: HTTPFeedSpec
    let clock: FeedClock
    let outlet = FeedOutlet()
    private let thread = FeedThread()
    private let inbox: Mutex<Inbox>
    private let count = Atomic<Int>(0)

    init(_ spec: HTTPFeedSpec, _ selection: Selection, _ clock: FeedClock) {
      (self.spec, self.clock) = (spec, clock)
      inbox = Mutex(Inbox(selection: selection))
    }

    var wakeups: Int { count.load(ordering: .relaxed) }
    func countWakeup() { count.add(1, ordering: .relaxed) }
    var isStopped: Bool { thread.isStopped }

    /// Starts the thread, if it has not been started before.
    func start() {
      let isFirst = inbox.withLock { inbox in
        defer { inbox.isStarted = true }
        return !inbox.isStarted
      }
      guard isFirst, !thread.start({ [self] in run() }) else { return }
      outlet.fail("no thread can be started", at: clock.utc())
    }

    private func run() {
      do throws(SourceError) {
        guard let transfers = HTTPTransfers(try LibCurl.shared.get()) else {
          return outlet.fail("there is no memory", at: clock.utc())
        }
        inbox.withLock { $0.wakeUp = transfers.wakeUp }
        // A server that could not be reached may be reached through a new network.
        let network = NetworkWatch { [weak self] in self?.hurry() }
        withExtendedLifetime(network) { PrometheusSession(self, transfers).run() }
        inbox.withLock { $0.wakeUp = nil }
        transfers.close()
      } catch {
        outlet.fail(error.description, at: clock.utc())
      }
    }

    func select(_ selection: Selection) {
      let mustHurry = outlet.isFailing
      change { inbox in
        inbox.isNew = inbox.isNew || inbox.selection != selection
        inbox.selection = selection
        inbox.mustHurry = inbox.mustHurry || mustHurry
      }
    }

    private func hurry() { change { $0.mustHurry = true } }

    func stop() {
      outlet.close()
      thread.stop()
      change { _ in }
    }

    /// Changes the inbox, and wakes the thread.
    private func change(_ body: (inout Inbox) -> Void) {
      inbox.withLock { inbox in
        body(&inbox)
        inbox.wakeUp?()
      }
    }

    // MARK: For the thread

    /// The selection, if it has changed since the call before.
    func takeSelection() -> Selection? {
      inbox.withLock { inbox in
        defer { inbox.isNew = false }
        return inbox.isNew ? inbox.selection : nil
      }
    }

    /// Whether failing queries must be asked at once.
    func takeHurry() -> Bool {
      inbox.withLock { inbox in
        defer { inbox.mustHurry = false }
        return inbox.mustHurry
      }
    }
  }
}
