import Feeds

extension SourceKind {
  /// A PostgreSQL server.
  static let postgres = sql("postgres") { value, entries in
    entries.text(value, without: { PostgresURI($0).problem }).map { .postgres(Secret($0)) }
  }

  /// A SQLite file.
  static let sqlite = sql("sqlite") { value, entries in
    entries.filled(entries.values.text(value), "sqlite").map { .sqlite(entries.placed($0)) }
  }

  private static func sql(
    _ key: String,
    _ read: @escaping @Sendable (YAMLNode, SourceEntries) -> SQLFeedSpec.Database?
  ) -> SourceKind {
    SourceKind(
      key: key, settings: ["every", "timeout"], queryKeys: ["query", "column", "legend"],
      lacksQuery: "a database needs a 'query': a statement of SQL",
      read: { value, entries in
        read(value, entries).map { (.sql(spec($0, entries)), nil) }
      },
      select: select)
  }

  /// Selects a statement, and a column of its answer. All series of a statement come from one execution.
  @Sendable private static func select(_ draft: inout SourceDraft, _ entries: SourceEntries) {
    if let statement = entries.filled(entries.text("query"), "query") {
      draft.query = .sql(statement)
    }
    draft.column = entries.filled(entries.text("column"), "column") ?? draft.column
    guard let query = draft.query else { return }
    if let node = entries["query"] { entries.onlineQueries.add(node.mark, draft.source, query) }
    if let column = draft.column, let node = entries["column"] ?? entries["query"] {
      entries.onlineQueries.add(node.mark, draft.source, query, column: column)
    }
  }

  private static func spec(
    _ database: SQLFeedSpec.Database, _ entries: SourceEntries
  ) -> SQLFeedSpec {
    var spec = SQLFeedSpec(database)
    spec.zone = entries.zone.map { SQLZone(name: $0.name, rules: $0.rules) }
    if case .sqlite = database, case .scalar("changed", _)? = entries["every"]?.content {
      (spec.every, spec.timeout) = (nil, entries.timeout ?? spec.timeout)
      return spec
    }
    let pace = entries.pace(every: SQLFeedSpec.standardPeriod, timeout: spec.timeout)
    (spec.every, spec.timeout) = (pace.every, pace.timeout)
    return spec
  }
}
