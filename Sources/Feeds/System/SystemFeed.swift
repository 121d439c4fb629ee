import Synchronization

final class SystemFeed: Feed {
  private struct Selection {
    var metrics: Set<Metric>
    /// Selectors that are not metrics of a machine, each with the reason why it gives nothing.
    var wrong: [Metric: String] = [:]
    /// Metrics that this machine does not have, each with the reason, looked up once.
    var reasons: [Metric: String] = [:]

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

  init(period: Double, selectors: Set<Selector>, clock: FeedClock = .system) {
    let selection = Selection(selectors)
    // Only a recording that cannot be written makes the initializer fail, and there is no recording.
    source = try? SystemSource(period: period, metrics: selection.metrics, clock: clock.utc)
    self.selection = Mutex(selection)
    self.clock = clock
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
    let missing = selection.withLock { selection in
      var missing = selection.wrong
      for metric in selection.metrics where last.values[metric] == nil {
        missing[metric] = Self.reason(metric, &selection.reasons)
      }
      return missing
    }
    outlet.succeed(readings, missing: missing, at: clock.utc())
  }

  /// The reason why the machine lacks a metric; nil for a metric that only waits for a second sample.
  private static func reason(_ metric: Metric, _ known: inout [Metric: String]) -> String? {
    if let reason = known[metric] { return reason }
    let names = SystemListing.names()
    guard !names.contains(metric.name) else { return nil }
    let reason =
      "this machine has no '\(shown(metric.name))'" + suggestion(for: metric.name, among: names)
    known[metric] = reason
    return reason
  }
}
