extension ThreadFeed {
  /// A feed of answers of a database.
  convenience init(
    _ spec: SQLFeedSpec, _ selection: Selection, clock: FeedClock = .system
  ) {
    var spec = spec
    spec.every = spec.every?.bounded(by: 0.05...86_400, otherwise: SQLFeedSpec.standardPeriod)
    spec.timeout = spec.timeout.bounded(by: 0.05...3600, otherwise: SQLFeedSpec.standardTimeout)
    let context = FeedContext(selection, clock: clock)
    self.init(context, named: "sql") { [spec] in
      SQLWorker(spec, context, SQLLanes(context), .prompt).run()
    }
  }
}
