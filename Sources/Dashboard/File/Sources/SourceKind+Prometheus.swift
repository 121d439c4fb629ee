import Feeds

extension SourceKind {
  /// A server with Prometheus' query API.
  static let prometheus = SourceKind(
    key: "prometheus", settings: SourceEntries.requestSettings,
    queryKeys: ["query", "step", "legend"],
    lacksQuery: "a source with 'prometheus' needs a 'query'",
    read: { value, entries in
      let standard = HTTPFeedSpec(url: "", format: .json, every: 15, timeout: 10)
      guard var spec = entries.request(value, standard) else { return nil }
      // The past of a window takes longer than the live samples of a short period.
      spec.timeout = entries.timeout ?? standard.timeout
      return (.prometheus(spec), nil)
    },
    select: { draft, entries in
      guard let query = promQL(entries, base: draft.query) else { return }
      draft.query = query
      if let node = entries["query"] { entries.onlineQueries.add(node.mark, draft.source, query) }
    })

  /// - Parameter base: the query of the panel's own source, whose step or expression the entries may replace.
  private static func promQL(_ entries: SourceEntries, base: Query?) -> Query? {
    var (expression, step): (String?, Double?) = (nil, nil)
    if case .promQL(let earlier, let earlierStep) = base {
      (expression, step) = (earlier, earlierStep)
    }
    if let node = entries["query"] {
      guard let text = entries.filled(entries.values.text(node), "query") else { return nil }
      expression = text
    }
    if let node = entries["step"] {
      step = entries.duration("step", in: 0.1...86_400) ?? step
      if expression == nil { entries.problems.add(node.mark, "a 'step' belongs to a 'query'") }
    }
    return expression.map { .promQL($0, step: step) }
  }
}
