import Feeds
import Metrics

/// A source in a file: its specification and, if the file has one, a query.
struct SourceDraft {
  var source: SourceSpec
  var query: Query?
}

/// Reads `source:` entries.
struct SourceReader {
  let values: ValueReader
  /// The file's folder with a slash at its end, or empty: relative file names start there.
  let folder: String
  /// The sources under `sources:`, for use by several panels with `from:`.
  private var named: [String: SourceDraft] = [:]
  /// The names without a variable, which messages may quote.
  private var literalNames: [String] = []
  let readSecret: (String) -> String?
  let onlineQueries: OnlineQueries

  init(
    values: ValueReader, folder: String, readSecret: @escaping (String) -> String?,
    onlineQueries: OnlineQueries
  ) {
    self.onlineQueries = onlineQueries
    self.values = values
    self.folder = folder
    self.readSecret = readSecret
  }

  private var problems: ProblemList { values.problems }

  static let origins = [
    "system", "http", "prometheus", "postgres", "sqlite", "mqtt", "command", "file", "fifo",
    "stdin",
    "from",
  ]
  /// The keys of a query.
  static let queryKeys = [
    "path", "metric", "labels", "by", "column", "query", "step", "topic", "rows", "time", "value",
    "names",
  ]
  private static let settings = [
    "every", "timeout", "timefmt", "headers", "basic", "bearer", "bearer_file", "certificates",
    "method", "body", "tls", "user", "password", "password_file",
  ]

  /// The limit of entries of `sources:`, `headers:` and `labels:`.
  private static let mostNamed = 500
  private static let mostPairs = 100

  /// Reads the sources under `sources:`.
  mutating func readNamed(_ entries: MappingReader) {
    let pairs = entries.pairs("sources", atMost: SourceReader.mostNamed, form: "name: {…}") ?? []
    for (key, value) in pairs {
      guard let name = values.scalar(key), let draft = source(value) else { continue }
      named[name.value] = draft
      if name.isLiteral { literalNames.append(name.value) }
    }
  }

  /// Reads a source.
  /// - Parameter base: the panel's own source; a series may select another number of that source.
  func source(_ node: YAMLNode, base: SourceDraft? = nil) -> SourceDraft? {
    if case .scalar = node.content {
      return values.text(node).map {
        SourceDraft(source: .system(period: 1), query: .metric(Metric($0)))
      }
    }
    guard
      let entries = MappingReader(
        node, "a source",
        keys: SourceReader.origins + SourceReader.queryKeys + SourceReader.settings,
        problems: problems)
    else { return nil }
    return source(entries, base: base)
  }

  private func source(_ entries: MappingReader, base: SourceDraft?) -> SourceDraft? {
    let given = SourceReader.origins.filter { entries[$0] != nil }
    guard given.count == 1, let value = entries[given[0]] else {
      problems.add(
        entries.mark,
        given.isEmpty
          ? "a source needs one of \(SourceReader.origins.joined(separator: ", "))"
          : "a source has one origin, not several: \(given.joined(separator: " and "))")
      return nil
    }
    tellUseless(entries, origin: given[0])
    var draft: SourceDraft?
    switch given[0] {
    case "system": draft = system(value, entries)
    case "http": draft = http(value, entries).map { SourceDraft(source: .http($0)) }
    case "prometheus": draft = prometheus(value, entries)
    case "postgres": draft = postgres(value, entries)
    case "sqlite": draft = sqlite(value, entries)
    case "mqtt": draft = mqtt(value, entries)
    case "from": draft = reference(value)
    default: draft = text(given[0], value, entries)
    }
    if let found = draft { draft = chosen(of: found, by: entries) }
    return draft
  }

  /// Reports keys that have no meaning for the source.
  private func tellUseless(_ entries: MappingReader, origin: String) {
    let useful: [String]
    switch origin {
    case "system": useful = ["every"]
    case "http":
      useful = [
        "every", "timeout", "headers", "basic", "bearer", "bearer_file", "certificates", "method",
        "body", "path", "metric", "labels", "by", "rows", "time", "value", "names", "timefmt",
      ]
    case "mqtt":
      useful = [
        "timeout", "tls", "certificates", "user", "password", "password_file", "topic", "path",
      ]
    case "postgres", "sqlite": useful = ["every", "timeout", "query"]
    case "prometheus":
      useful = [
        "every", "timeout", "headers", "basic", "bearer", "bearer_file", "certificates", "query",
        "step",
      ]
    case "command": useful = ["every", "timeout", "timefmt", "column"]
    case "file": useful = ["every", "timefmt", "column"]
    case "from": useful = SourceReader.queryKeys
    default: useful = ["timefmt", "column"]
    }
    for key in SourceReader.queryKeys + SourceReader.settings where !useful.contains(key) {
      guard let value = entries[key] else { continue }
      problems.add(value.mark, "'\(key)' has no meaning for a source with '\(origin)'")
    }
  }

  // MARK: Origins

  private func system(_ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    let period = entries["every"].flatMap { values.duration($0, in: 0.1...3600) } ?? 1
    return values.text(value).map {
      SourceDraft(source: .system(period: period), query: .metric(Metric($0)))
    }
  }

  private func reference(_ value: YAMLNode) -> SourceDraft? {
    guard let name = values.scalar(value) else { return nil }
    if let draft = named[name.value] { return draft }
    problems.add(
      value.mark, "no source is named '\(name.quotation)'" + name.hint(among: literalNames))
    return nil
  }

  private func text(_ origin: String, _ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    var spec: TextFeedSpec
    if origin == "stdin" {
      guard values.boolean(value) == true else { return nil }
      spec = TextFeedSpec(origin: .standardInput)
    } else {
      let isCommand = origin == "command"
      guard let text = isCommand ? values.command(value) : values.text(value) else { return nil }
      switch origin {
      case "file":
        let period = entries["every"].flatMap { values.duration($0, in: 0.1...86_400) }
        spec = TextFeedSpec(origin: .file(placed(text), every: period))
      case "fifo": spec = TextFeedSpec(origin: .fifo(placed(text)))
      default:
        let period = entries["every"].flatMap { values.duration($0, in: 0.1...86_400) }
        spec = TextFeedSpec(origin: .command(text, every: period))
        spec.timeout = entries["timeout"].flatMap { values.duration($0, in: 0.1...86_400) }
        spec.folder = folder.isEmpty ? nil : folder
      }
    }
    spec.options.timeFormat = entries["timefmt"].flatMap { values.text($0) }
    return SourceDraft(source: .text(spec), query: .column(nil))
  }

  private func placed(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  private func prometheus(_ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    http(value, entries, HTTPFeedSpec(url: "", format: .json, every: 15, timeout: 10)).map {
      SourceDraft(source: .prometheus($0))
    }
  }

  /// Reads a URL and the settings of requests.
  /// - Parameter standard: the settings that the file does not give.
  private func http(
    _ value: YAMLNode, _ entries: MappingReader,
    _ standard: HTTPFeedSpec = HTTPFeedSpec(url: "", format: .json)
  ) -> HTTPFeedSpec? {
    let problem = { RequestText.problem(url: RequestTemplate.example(of: $0)) }
    guard let url = text(value, without: problem) else { return nil }
    var spec = standard
    spec.url = url
    if let node = entries["every"], let every = values.duration(node, in: 0.2...86_400) {
      spec.every = every
      spec.timeout = min(max(every, 1), spec.timeout)
    }
    if let node = entries["timeout"], let timeout = values.duration(node, in: 0.1...600) {
      spec.timeout = timeout
    }
    spec.method =
      entries["method"].flatMap { values.choice($0, of: HTTPFeedSpec.Method.self) } ?? .get
    spec.body = entries["body"].flatMap { text($0, without: RequestText.problem(body:)) }
      .map { Secret($0) }
    if spec.method == .get, let node = entries["body"] {
      problems.add(node.mark, "a 'body' needs 'method: POST'")
    }
    spec.headers = headers(entries)
    spec.authorization = authorization(entries)
    spec.certificates = entries["certificates"].flatMap { values.text($0) }.map(placed)
    return spec
  }

  private func postgres(_ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    guard let uri = text(value, without: { PostgresURI($0).problem }) else { return nil }
    return sql(.postgres(Secret(uri)), entries)
  }

  private func sqlite(_ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    values.text(value).map { sql(.sqlite(placed($0)), entries) }
  }

  private func sql(_ database: SQLFeedSpec.Database, _ entries: MappingReader) -> SourceDraft {
    var spec = SQLFeedSpec(database)
    if let node = entries["every"] {
      if case .sqlite = database, case .scalar("changed", _) = node.content {
        spec.every = nil
      } else if let every = values.duration(node, in: 0.2...86_400) {
        spec.every = every
        spec.timeout = min(max(every, 1), spec.timeout)
      }
    }
    if let node = entries["timeout"], let timeout = values.duration(node, in: 0.1...600) {
      spec.timeout = timeout
    }
    return SourceDraft(source: .sql(spec))
  }

  private func mqtt(_ value: YAMLNode, _ entries: MappingReader) -> SourceDraft? {
    guard let text = values.text(value) else { return nil }
    var spec: MQTTFeedSpec
    let certificates = entries["certificates"].flatMap { values.text($0) }.map(placed)
    let isSecure = entries["tls"].flatMap { values.boolean($0) } ?? (certificates != nil)
    switch MQTTFeedSpec.address(text) {
    case .failure(let error):
      problems.add(value.mark, error.reason)
      return nil
    case .success(let address):
      let security =
        !isSecure
        ? .none : certificates.map { .certificates($0) } ?? MQTTFeedSpec.Security.systemCertificates
      spec = MQTTFeedSpec(host: address.host, port: address.port, security: security)
    }
    if !isSecure, let node = entries["certificates"] {
      problems.add(node.mark, "'certificates' has no meaning without TLS")
    }
    if let node = entries["timeout"], let timeout = values.duration(node, in: 0.1...600) {
      spec.timeout = timeout
    }
    spec.login = login(entries)
    return SourceDraft(source: .mqtt(spec))
  }

  private func login(_ entries: MappingReader) -> MQTTFeedSpec.Login? {
    let password = password(entries)
    guard let node = entries["user"] else {
      if let node = entries["password"] ?? entries["password_file"] {
        problems.add(node.mark, "a password needs a 'user'")
      }
      return nil
    }
    return text(node, without: RequestText.problem(user:)).map {
      .init(user: $0, password: password)
    }
  }

  /// The secret of `password` or `password_file`.
  private func password(_ entries: MappingReader) -> Credential? {
    if let file = entries["password_file"], entries["password"] != nil {
      problems.add(file.mark, "only one of password and password_file can be given")
    }
    return entries["password"].flatMap { text($0, without: RequestText.problem(password:)) }
      .map { Credential.text(Secret($0)) }
      ?? entries["password_file"].flatMap { file(in: $0, without: RequestText.problem(password:)) }
  }

  private func headers(_ entries: MappingReader) -> [HTTPFeedSpec.Header] {
    let pairs = entries.pairs("headers", atMost: SourceReader.mostPairs, form: "Name: value") ?? []
    return pairs.compactMap { key, value in
      guard let name = text(key, without: RequestText.problem(headerName:)),
        let text = text(value, without: RequestText.problem(headerValue:))
      else { return nil }
      return HTTPFeedSpec.Header(name: name, value: Secret(text))
    }
  }

  /// The text of a node, if a rule finds no mistake in the text.
  private func text(_ node: YAMLNode, without problem: (String) -> String?) -> String? {
    guard let text = values.text(node) else { return nil }
    guard let reason = problem(text) else { return text }
    problems.add(node.mark, reason)
    return nil
  }

  private func authorization(_ entries: MappingReader) -> HTTPFeedSpec.Authorization {
    let ways = ["basic", "bearer", "bearer_file"].filter { entries[$0] != nil }
    if ways.count > 1 {
      problems.add(entries.mark, "only one of \(ways.joined(separator: " and ")) can be given")
    }
    if let node = entries["bearer"] {
      return text(node, without: RequestText.problem(bearer:)).map { .bearer(.text(Secret($0))) }
        ?? .none
    }
    if let node = entries["bearer_file"] {
      return file(in: node, without: RequestText.problem(bearer:)).map { .bearer($0) } ?? .none
    }
    guard let node = entries["basic"],
      let basic = MappingReader(
        node, "'basic'", keys: ["user", "password", "password_file"], problems: problems)
    else { return .none }
    guard let userNode = basic["user"] else {
      problems.add(node.mark, "'basic' needs a 'user'")
      return .none
    }
    guard basic["password"] != nil || basic["password_file"] != nil else {
      problems.add(node.mark, "'basic' needs a 'password' or a 'password_file'")
      return .none
    }
    let password = password(basic)
    guard let user = text(userNode, without: RequestText.problem(user:)), let password else {
      return .none
    }
    return .basic(user: user, password: password)
  }

  /// A file with a secret, if a rule finds no mistake in the secret.
  private func file(in node: YAMLNode, without problem: (String) -> String?) -> Credential? {
    guard let path = values.scalar(node) else { return nil }
    let name = "the file '\(path.quotation)'"
    guard let text = readSecret(placed(path.value)) else {
      problems.add(node.mark, "\(name) cannot be read")
      return nil
    }
    switch RequestText.secret(in: text, without: problem) {
    case .success: return .file(placed(path.value))
    case .failure(let error):
      problems.add(node.mark, name + error.reason)
      return nil
    }
  }

  // MARK: Queries

  /// The source with the number that `path`, `metric`, `column` or `query` selects.
  func chosen(of draft: SourceDraft, by entries: MappingReader) -> SourceDraft {
    var draft = draft
    switch draft.source {
    case .system:
      if let node = entries["metric"], let name = values.text(node) {
        draft.query = .metric(Metric(name))
      }
    case .text:
      if let node = entries["column"], let name = values.text(node) {
        draft.query = .column(name)
      }
    case .sql:
      if let node = entries["query"], let statement = values.text(node) {
        draft.query = .sql(statement)
      }
    case .http(var spec):
      if let query = httpQuery(entries, base: draft.query) { draft.query = query }
      switch draft.query {
      case .sample: spec.format = .exposition
      case .rows: spec.format = .rows
      default: spec.format = .json
      }
      draft.source = .http(spec)
    case .mqtt: draft.query = topic(entries, base: draft.query)
    case .prometheus:
      if let query = promQL(entries, base: draft.query) {
        draft.query = query
        if let node = entries["query"] { onlineQueries.add(node.mark, draft.source, query) }
      }
    }
    return draft
  }

  /// The messages of a topic. A series may choose another topic, or another path, than its panel.
  private func topic(_ entries: MappingReader, base: Query?) -> Query? {
    var (filter, path): (String?, String?) = (nil, nil)
    if case .topic(let base, let basePath) = base { (filter, path) = (base, basePath) }
    if let node = entries["topic"], let text = values.text(node) {
      if let problem = Query.problem(topic: text) { problems.add(node.mark, problem) }
      filter = text
    }
    if let node = entries["path"] { path = self.path(node) }
    return filter.map { .topic($0, path: path) }
  }

  /// A path in JSON, with its first point.
  private func path(_ node: YAMLNode) -> String? {
    guard let path = values.scalar(node) else { return nil }
    if !Query.isPath(path.value) {
      problems.add(
        node.mark, "'\(path.quotation)' is not a path in JSON, such as .queues[0].depth")
    }
    return path.value.hasPrefix(".") ? path.value : "." + path.value
  }

  /// - Parameter base: the query of the panel's own source, whose step or expression another step or
  ///   expression may replace.
  private func promQL(_ entries: MappingReader, base: Query?) -> Query? {
    var (expression, step): (String?, Double?) = (nil, nil)
    if case .promQL(let earlier, let earlierStep) = base {
      (expression, step) = (earlier, earlierStep)
    }
    if let node = entries["query"] {
      guard let text = values.text(node) else { return nil }
      if text.allSatisfy(\.isWhitespace) { problems.add(node.mark, "the query is empty") }
      expression = text
    }
    if let node = entries["step"] {
      step = values.duration(node, in: 0.1...86_400) ?? step
      if expression == nil { problems.add(node.mark, "a 'step' belongs to a 'query'") }
    }
    return expression.map { .promQL($0, step: step) }
  }

  /// The labels that tell the series of a metric apart: a name or a list of names.
  private func by(_ entries: MappingReader) -> [String] {
    entries.items("by", atMost: SourceReader.mostPairs, of: "a query").compactMap {
      values.text($0)
    }
  }

  /// The rows of an answer. A series may choose other rows, or another value, than its panel.
  private func rowQuery(_ entries: MappingReader, base: Query?) -> Query? {
    let keys = ["rows", "time", "value", "names"]
    var rows = RowQuery(rows: "")
    if case .rows(let base) = base { rows = base }
    guard entries["rows"] != nil || !rows.rows.isEmpty && keys.contains(where: entries.has) else {
      if let key = keys.first(where: entries.has), let node = entries[key] {
        problems.add(node.mark, "'\(key)' needs 'rows'")
      }
      return nil
    }
    rows.rows = entries["rows"].flatMap { values.text($0) } ?? rows.rows
    rows.time = entries["time"].flatMap { values.text($0) } ?? rows.time
    rows.values = entries["value"].flatMap { values.texts($0) } ?? rows.values
    rows.names = entries["names"].flatMap { values.text($0) } ?? rows.names
    rows.timeFormat = entries["timefmt"].flatMap { values.text($0) } ?? rows.timeFormat
    if entries["by"] != nil { rows.by = by(entries) }
    return .rows(rows)
  }

  private func httpQuery(_ entries: MappingReader, base: Query?) -> Query? {
    if let query = rowQuery(entries, base: base) { return query }
    if let node = entries["path"] {
      guard let path = path(node) else { return nil }
      if let metric = entries["metric"] {
        problems.add(metric.mark, "'path' is for JSON, 'metric' for an exporter: only one of them")
      }
      return .path(path)
    }
    guard let node = entries["metric"], let name = values.text(node) else { return nil }
    var labels: [String: String] = [:]
    if entries["labels"] != nil {
      guard
        let pairs = entries.pairs("labels", atMost: SourceReader.mostPairs, form: "name: value")
      else { return nil }
      for (key, value) in pairs {
        if let key = values.text(key), let value = values.text(value) { labels[key] = value }
      }
    }
    return .sample(name: name, labels: Labels(labels), by: by(entries))
  }
}
