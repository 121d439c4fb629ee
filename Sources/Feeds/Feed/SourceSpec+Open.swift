extension SourceSpec {
  /// Makes a feed of the source, not started yet. The feed reports mistakes in the specification as its
  /// health.
  public func open(_ selection: Selection) -> any Feed {
    switch self {
    case .system(let period): SystemFeed(period: period, selection)
    case .text(let spec): ThreadFeed(spec, selection)
    case .http(let spec): ThreadFeed(http: spec, selection)
    case .mqtt(let spec): ThreadFeed(spec, selection)
    case .sql(let spec): ThreadFeed(spec, selection)
    case .prometheus(let spec): ThreadFeed(prometheus: spec, selection)
    }
  }
}
