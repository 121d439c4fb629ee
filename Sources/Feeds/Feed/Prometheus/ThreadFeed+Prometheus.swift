import Messages

extension ThreadFeed {
  /// A feed of a server with Prometheus' query API: Prometheus itself, VictoriaMetrics, Thanos, Mimir.
  convenience init(
    prometheus spec: HTTPFeedSpec, _ selection: Selection, clock: FeedClock = .system
  ) {
    var spec = spec
    spec.every = spec.every.bounded(by: 0.05...86_400, otherwise: 15)
    spec.timeout = spec.timeout.bounded(by: 0.05...3600, otherwise: 10)
    let context = FeedContext(selection, clock: clock)
    self.init(context, named: "prometheus") { [spec] in
      if let problem = RequestText.problem(of: spec) { return context.fail(problem) }
      do throws(SourceError) {
        guard let transfers = HTTPTransfers(try LibCurl.shared.get()) else {
          return context.fail(String(localized: "not enough memory"))
        }
        // An unreachable server may be reachable through a new network.
        let network = NetworkWatch { [weak context] in context?.noteNetworkChange() }
        withExtendedLifetime(network) { PrometheusSession(spec, context, transfers).run() }
        transfers.close()
      } catch {
        context.fail(error.description)
      }
    }
  }
}
