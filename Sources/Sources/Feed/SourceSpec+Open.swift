extension SourceSpec {
  /// The source as a feed that is not started yet. What is wrong with it, the feed tells as its health.
  public func open(selectors: Set<Selector>) -> any Feed {
    switch self {
    case .system(let period): SystemFeed(period: period, selectors: selectors)
    case .text(let spec): TextFeed(spec, selectors: selectors)
    case .http(let spec): HTTPFeed(spec, selectors: selectors)
    }
  }
}
