extension SourceSpec {
  /// Makes a feed of the source, not started yet. The feed reports mistakes in the specification as its
  /// health.
  public func open(selectors: Set<Selector>) -> any Feed {
    switch self {
    case .system(let period): SystemFeed(period: period, selectors: selectors)
    case .text(let spec): TextFeed(spec, selectors: selectors)
    case .http(let spec): HTTPFeed(spec, selectors: selectors)
    }
  }
}
