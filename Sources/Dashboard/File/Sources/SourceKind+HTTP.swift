import Feeds
import Metrics

extension SourceKind {
  /// A server whose answers are JSON, rows or an exposition.
  static let http = SourceKind(
    key: "http",
    settings: SourceEntries.requestSettings + ["method", "body", "time_format", "format"],
    queryKeys: [
      "path", "metric", "labels", "by", "rows", "time", "value", "names", "legend",
    ],
    lacksQuery:
      "a number must be selected: 'path' or 'rows' for JSON, 'metric' for an exporter",
    read: { value, entries in
      guard var spec = entries.request(value, HTTPFeedSpec(url: "", format: .json)) else {
        return nil
      }
      spec.method =
        entries["method"].flatMap { entries.values.choice($0, of: HTTPFeedSpec.Method.self) }
        ?? .get
      spec.body = entries["body"].flatMap { entries.text($0, without: RequestText.problem(body:)) }
        .map { Secret($0) }
      if spec.method == .get, let node = entries["body"] {
        entries.problems.add(node.mark, "a 'body' needs 'method: POST'")
      }
      return (.http(spec), nil)
    },
    select: { draft, entries in
      guard case .http(var spec) = draft.source else { return }
      if let query = query(entries, base: draft.query) { draft.query = query }
      checkFormat(of: &draft, entries)
      switch draft.query {
      case .sample: spec.format = .exposition
      case .rows: spec.format = .rows
      default: spec.format = .json
      }
      draft.source = .http(spec)
    })

  /// Compares the format that the file names with the query.
  private static func checkFormat(of draft: inout SourceDraft, _ entries: SourceEntries) {
    if let node = entries["format"] {
      draft.format = entries.values.choice(node, of: HTTPFormat.self)
    }
    guard let format = draft.format, let query = draft.query else { return }
    let isExposition = if case .sample = query { true } else { false }
    guard isExposition != (format == .prometheus) else { return }
    let keys = isExposition ? ["metric"] : ["path", "rows"]
    let given = keys.compactMap { entries[$0]?.mark }.first ?? entries.mark
    entries.problems.add(
      given,
      isExposition
        ? "'metric' is for 'format: prometheus', not for 'format: json'"
        : "'path' and 'rows' are for 'format: json', not for 'format: prometheus'")
  }

  private static func query(_ entries: SourceEntries, base: Query?) -> Query? {
    if let query = rowQuery(entries, base: base) { return query }
    if let node = entries["path"] {
      guard let path = entries.path(node) else { return nil }
      if let metric = entries["metric"] {
        entries.problems.add(
          metric.mark, "'path' is for JSON, 'metric' for an exporter: only one of them")
      }
      return .path(path)
    }
    guard let name = entries.text("metric") else { return nil }
    var labels: [String: String] = [:]
    if entries["labels"] != nil {
      guard
        let pairs = entries.entries.pairs(
          "labels", atMost: SourceEntries.mostPairs, form: "name: value")
      else { return nil }
      for (key, value) in pairs {
        if let key = entries.values.text(key), let value = entries.values.text(value) {
          labels[key] = value
        }
      }
    }
    return .sample(name: name, labels: Labels(labels), by: by(entries))
  }

  /// The labels that distinguish the series of a query: a name or a list of names.
  private static func by(_ entries: SourceEntries) -> [String] {
    entries.entries.items("by", atMost: SourceEntries.mostPairs, of: "a query").compactMap {
      entries.values.text($0)
    }
  }

  /// The rows of an answer. A series may choose other rows, or another value, than its panel.
  private static func rowQuery(_ entries: SourceEntries, base: Query?) -> Query? {
    let keys = ["rows", "time", "value", "names"]
    var rows = RowQuery(rows: "")
    if case .rows(let base) = base { rows = base }
    let given = keys.first { entries.entries.has($0) }
    guard entries["rows"] != nil || !rows.rows.isEmpty && given != nil else {
      if let given, let node = entries[given] {
        entries.problems.add(node.mark, "'\(given)' needs 'rows'")
      }
      return nil
    }
    rows.rows = entries.text("rows") ?? rows.rows
    rows.time = entries.text("time") ?? rows.time
    rows.values = entries["value"].flatMap { entries.values.texts($0) } ?? rows.values
    rows.names = entries.text("names") ?? rows.names
    rows.timeFormat = entries.timeFormat ?? rows.timeFormat
    if entries["by"] != nil { rows.by = by(entries) }
    return .rows(rows)
  }
}
