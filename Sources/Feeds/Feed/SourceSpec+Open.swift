extension SourceSpec {
  /// Makes a feed of the source, not started yet. The feed reports mistakes in the specification as its
  /// health.
  public func open(_ queries: Set<Query>) -> any Feed {
    switch self {
    case .system(let period): SystemFeed(period: period, queries: queries)
    case .text(let spec): TextFeed(spec, queries: queries)
    case .http(let spec): HTTPFeed(spec, queries: queries)
    }
  }
}
