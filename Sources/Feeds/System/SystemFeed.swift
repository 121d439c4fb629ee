import Synchronization

/// The metrics of this machine.
final class SystemFeed: Feed {
  private struct Selection {
    var metrics: Set<Metric>
    /// Selectors that are not metrics of a machine, each with the reason why it gives nothing.
    var wrong: [Metric: String] = [:]
    /// The metrics that this machine does not have, each with the reason; nil before a metric was
    /// missing.
    var reasons: [Metric: String]?

    init(_ selectors: Set<Selector>) {
      metrics = []
      for selector in selectors {
        guard case .metric(let metric) = selector else {
          wrong[selector.metric] =
            "this machine has metrics, but no '\(shown(selector.metric.name))'"
          continue
        }
        metrics.insert(metric)
      }
    }
  }

  private let source: SystemSource?
  private let selection: Mutex<Selection>
  private let outlet = FeedOutlet(period: nil)
  private let clock: FeedClock
  private let listing: @Sendable () -> [String]

  /// - Parameter listing: returns the names of all metrics of this machine. Finding them takes
  ///   milliseconds, so that the function is called at most once for a selection, and only when a metric
  ///   is missing.
  init(
    period: Double, selectors: Set<Selector>, clock: FeedClock = .system,
    listing: @escaping @Sendable () -> [String] = SystemListing.names
  ) {
    let selection = Selection(selectors)
    // Only a recording that cannot be written makes the initializer fail, and there is no recording.
    source = try? SystemSource(period: period, metrics: selection.metrics, clock: clock.utc)
    self.selection = Mutex(selection)
    self.clock = clock
    self.listing = listing
  }

  var wakeups: Int { source?.wakeups ?? 0 }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    outlet.attach(onUpdate)
    source?.start { [weak self] readings in self?.deliver(readings) }
  }

  func select(_ selectors: Set<Selector>) {
    let selection = Selection(selectors)
    self.selection.withLock { $0 = selection }
    source?.select(selection.metrics)
  }

  func stop() {
    outlet.detach()
    source?.stop()
  }

  deinit { source?.stop() }

  private func deliver(_ readings: [Reading]) {
    guard let last = readings.last else { return }
    let (metrics, known, wrong) = selection.withLock { ($0.metrics, $0.reasons, $0.wrong) }
    let absent = metrics.filter { last.values[$0] == nil }
    var reasons = known
    if !absent.isEmpty, known == nil {
      // Another thread's selection waits for the lock, and must not wait for the machine's files.
      let found = Self.reasons(for: metrics, among: listing())
      selection.withLock { if $0.metrics == metrics { $0.reasons = found } }
      reasons = found
    }
    // A metric without a reason waits for a second sample.
    let missing = wrong.merging((reasons ?? [:]).filter { absent.contains($0.key) }) { $1 }
    outlet.succeed(readings, missing: missing, at: clock.utc())
  }

  /// The metrics that are not among the names of the machine's metrics, each with the reason.
  private static func reasons(
    for metrics: Set<Metric>, among names: [String]
  ) -> [Metric: String] {
    let known = Set(names)
    var reasons: [Metric: String] = [:]
    for metric in metrics where !known.contains(metric.name) {
      reasons[metric] =
        "this machine has no '\(shown(metric.name))'" + suggestion(for: metric.name, among: names)
    }
    return reasons
  }
}
