import Messages

extension ThreadFeed {
  /// A feed of the answers of a web service.
  convenience init(
    http spec: HTTPFeedSpec, _ selection: Selection, clock: FeedClock = .system,
    curl: @escaping @Sendable () -> Result<LibCurl, SourceError> = { LibCurl.shared }
  ) {
    let spec = spec.bounded(period: 5, timeout: 5)
    let context = FeedContext(selection, clock: clock)
    self.init(
      context, named: "http", requestsOf: spec, curl: curl,
      run: { HTTPSession(spec, context, $0).run() })
  }

  /// A feed of a server with Prometheus' query API: Prometheus itself, VictoriaMetrics, Thanos, Mimir.
  convenience init(
    prometheus spec: HTTPFeedSpec, _ selection: Selection, clock: FeedClock = .system
  ) {
    let spec = spec.bounded(period: 15, timeout: 10)
    let context = FeedContext(selection, clock: clock)
    self.init(
      context, named: "prometheus", requestsOf: spec, curl: { LibCurl.shared },
      run: { PrometheusSession(spec, context, $0).run() })
  }

  /// A feed that makes requests on its thread.
  /// - Parameters:
  ///   - curl: loads libcurl; called on the thread.
  ///   - run: makes requests until the feed is stopped.
  private convenience init(
    _ context: FeedContext, named name: String, requestsOf spec: HTTPFeedSpec,
    curl: @escaping @Sendable () -> Result<LibCurl, SourceError>,
    run: @escaping @Sendable (HTTPTransfers) -> Void
  ) {
    self.init(context, named: name) {
      if let problem = RequestText.problem(of: spec) { return context.fail(problem) }
      do throws(SourceError) {
        guard let transfers = HTTPTransfers(try curl().get()) else {
          return context.fail(String(localized: "not enough memory"))
        }
        // An unreachable server may be reachable through a new network.
        let network = NetworkWatch { [weak context] in context?.noteNetworkChange() }
        withExtendedLifetime(network) { run(transfers) }
        transfers.close()
      } catch {
        context.fail(error.description)
      }
    }
  }
}

extension HTTPFeedSpec {
  /// The specification with a possible period and time limit.
  /// - Parameters:
  ///   - period: the seconds in place of a period that is no number.
  ///   - timeout: the seconds in place of a time limit that is no number.
  fileprivate func bounded(period: Double, timeout: Double) -> HTTPFeedSpec {
    var spec = self
    spec.every = every.bounded(by: 0.05...86_400, otherwise: period)
    spec.timeout = self.timeout.bounded(by: 0.05...3600, otherwise: timeout)
    return spec
  }
}
