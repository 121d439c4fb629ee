import Dispatch
import Synchronization

/// A feed of answers from an HTTP server.
final class HTTPFeed: Feed {
  private let spec: HTTPFeedSpec
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let selection: Mutex<Selection>
  private let running = Mutex(Running())

  private struct Running {
    var session: HTTPSession?
    var earlierWakeups = 0
  }

  init(_ spec: HTTPFeedSpec, _ selection: Selection, clock: FeedClock = .system) {
    var spec = spec
    spec.every = spec.every.bounded(by: 0.05...86_400, otherwise: 5)
    spec.timeout = spec.timeout.bounded(by: 0.05...3600, otherwise: 5)
    self.spec = spec
    self.clock = clock
    self.selection = Mutex(selection)
  }

  var wakeups: Int { running.withLock { $0.earlierWakeups + ($0.session?.wakeups ?? 0) } }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard outlet.attach(onUpdate) else { return }
    if let problem = RequestText.problem(of: spec) {
      return outlet.fail(problem, at: clock.utc())
    }
    running.withLock { running in
      guard running.session == nil else { return }
      let session = HTTPSession(
        spec: spec, clock: clock, outlet: outlet,
        selection: { [weak self] in self?.selection.withLock { $0 } ?? [] })
      running.session = session
      HTTPWorker.shared.add(session)
    }
  }

  func request() { outlet.request() }

  func select(_ selection: Selection) {
    let wantsMore = self.selection.withLock { current in
      defer { current = selection }
      return selection.wantsMore(than: current)
    }
    guard wantsMore || outlet.isFailing else { return }
    running.withLock { running in
      if let session = running.session { HTTPWorker.shared.hurry(session) }
    }
  }

  func stop() {
    outlet.close()
    running.withLock { running in
      guard let session = running.session else { return }
      HTTPWorker.shared.remove(session)
      running.earlierWakeups += session.wakeups
      running.session = nil
    }
  }

  deinit { stop() }
}

/// The state that a feed's worker and queue share: the request, and the parsing of answers.
final class HTTPSession: Sendable {
  let spec: HTTPFeedSpec
  let clock: FeedClock
  private let outlet: FeedOutlet
  private let selection: @Sendable () -> Selection
  private let past = Mutex(RowPast())
  private let counters = Mutex<[Query: CounterSums]>([:])
  private let queue = DispatchQueue(label: "wallchart.http", qos: .utility)
  private let reading = Atomic<Bool>(false)
  private let count = Atomic<Int>(0)

  init(
    spec: HTTPFeedSpec, clock: FeedClock, outlet: FeedOutlet,
    selection: @escaping @Sendable () -> Selection
  ) {
    self.spec = spec
    self.clock = clock
    self.outlet = outlet
    self.selection = selection
  }

  var wakeups: Int { count.load(ordering: .relaxed) }
  func countWakeup() { count.add(1, ordering: .relaxed) }

  /// Whether the previous answer is still being read.
  var isReading: Bool { reading.load(ordering: .acquiring) }

  /// The part of the past to ask for.
  func nextRequest(at now: Double) -> RowPast.Request {
    let selection = selection()
    return past.withLock { $0.request(selection, at: now) }
  }

  /// Reads an answer on the queue.
  /// - Parameters:
  ///   - asked: the time of the request, which is the time of its numbers. Requests are regular; arrivals depend on the
  ///     network.
  ///   - request: the requested part of the past.
  func read(_ body: [UInt8], asked: Double, _ request: RowPast.Request) {
    let now = clock.utc()
    onQueue { [self] in
      let queries = selection().queries
      do throws(SourceError) {
        if spec.format == .rows {
          let (samples, missing) = try past.withLock { past throws(SourceError) in
            try RowAnswer.samples(of: queries, in: body, request, &past)
          }
          return outlet.succeed(samples, missing: missing, at: now)
        }
        let (samples, missing) = try counters.withLock { counters throws(SourceError) in
          try HTTPAnswer.samples(
            of: queries, in: body, format: spec.format, at: asked, counters: &counters)
        }
        outlet.succeed(samples, missing: missing, answeredAt: asked, asked: queries, at: now)
      } catch {
        outlet.fail(error.description, at: now)
      }
    }
  }

  func fail(_ reason: String, retryAfter: Double? = nil) {
    let now = clock.utc()
    onQueue { [self] in outlet.fail(reason, retryAfter: retryAfter, at: now) }
  }

  private func onQueue(_ body: @escaping @Sendable () -> Void) {
    reading.store(true, ordering: .releasing)
    queue.async { [self] in
      body()
      reading.store(false, ordering: .releasing)
      HTTPWorker.shared.wake()
    }
  }
}
