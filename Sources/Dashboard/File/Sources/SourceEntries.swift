import Feeds
import Messages

/// The entries of a source or of a series, with readers of the values that several kinds of source have.
struct SourceEntries {
  let entries: MappingReader
  let values: ValueReader
  /// The file's folder with a slash at its end, or empty: relative file names start there.
  let folder: String
  let readSecret: (String) -> String?
  let onlineQueries: OnlineQueries
  /// The time zone of the dashboard; nil for that of this machine.
  let zone: ZoneSpec?

  /// The limit of entries of `headers:`, `labels:` and `by:`.
  static let mostPairs = 100

  var problems: ProblemList { values.problems }
  var mark: Mark { entries.mark }

  subscript(key: String) -> YAMLNode? { entries[key] }

  /// The text of a key; nil for no such key, or after a mistake.
  func text(_ key: String) -> String? { entries[key].flatMap { values.text($0) } }

  /// The text of a key. An empty text is reported, but is still returned, because the text is not missing.
  func filled(_ text: String?, _ key: String) -> String? {
    if let text, text.allSatisfy(\.isWhitespace) {
      problems.add(entries[key]?.mark ?? mark, "'\(key)' is empty")
    }
    return text
  }

  /// The text of a node, if a rule finds no mistake in the text.
  func text(_ node: YAMLNode, without problem: (String) -> String?) -> String? {
    guard let text = values.text(node) else { return nil }
    guard let reason = problem(text) else { return text }
    problems.add(node.mark, Message(verbatim: reason))
    return nil
  }

  /// The format of times.
  var timeFormat: String? {
    guard let node = entries["time_format"], let format = values.scalar(node) else { return nil }
    if let unknown = TimeFormat.unknownConversion(in: format.raw) {
      problems.add(node.mark, "strptime has no conversion '\(unknown.quotation)'")
    }
    return format.value
  }

  /// The columns whose texts or numbers distinguish the rows of a text; empty for those that are found.
  var rowNames: [String] {
    guard let node = entries["by"] else { return [] }
    let names = entries.items("by", atMost: Self.mostPairs, of: "a text")
      .compactMap { values.text($0) }
    if names.isEmpty { problems.add(node.mark, "'by' names a column") }
    return names
  }

  /// The regular expression that reads lines of text.
  var expression: String? {
    guard let node = entries["match"] else { return nil }
    return text(node) { pattern in
      do throws(LineMatcherError) { _ = try LineMatcher(pattern) } catch {
        return error.description
      }
      return nil
    }
  }

  /// A path of a file as the program opens it.
  func placed(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  // MARK: Pace

  func duration(_ key: String, in range: ClosedRange<Double>) -> Double? {
    entries[key].flatMap { values.duration($0, in: range) }
  }

  /// The seconds between requests to a server, and the time limit of a request in seconds. A shorter period also
  /// shortens the time limit.
  func pace(every: Double, timeout: Double) -> (every: Double, timeout: Double) {
    let given = duration("every", in: 0.2...86_400)
    let limit = given.map { min(max($0, 1), timeout) } ?? timeout
    return (given ?? every, self.timeout ?? limit)
  }

  /// The time limit of a server; nil if the file has none.
  var timeout: Double? { duration("timeout", in: 0.1...600) }

  // MARK: Secrets

  /// The secret of `password` or `password_file`.
  func password() -> Credential? {
    if let file = entries["password_file"], entries["password"] != nil {
      problems.add(file.mark, "only one of password and password_file can be given")
    }
    return entries["password"].flatMap { text($0, without: RequestText.problem(password:)) }
      .map { Credential.text(Secret($0)) }
      ?? entries["password_file"].flatMap { file(in: $0, without: RequestText.problem(password:)) }
  }

  /// A file with a secret, if a rule finds no mistake in the secret.
  func file(in node: YAMLNode, without problem: (String) -> String?) -> Credential? {
    guard let path = values.scalar(node) else { return nil }
    let name = "the file '\(path.quotation)'"
    guard let text = readSecret(placed(path.value)) else {
      problems.add(node.mark, "\(name) cannot be read")
      return nil
    }
    switch RequestText.secret(in: text, without: problem) {
    case .success: return .file(placed(path.value))
    case .failure(let error):
      problems.add(node.mark, Message(verbatim: name + error.reason))
      return nil
    }
  }

  /// Readers of the entries of a mapping in these entries.
  func with(_ entries: MappingReader) -> SourceEntries {
    SourceEntries(
      entries: entries, values: values, folder: folder, readSecret: readSecret,
      onlineQueries: onlineQueries, zone: zone)
  }

  // MARK: Queries

  /// A path in JSON, with a point at its start.
  func path(_ node: YAMLNode) -> String? {
    guard let path = values.scalar(node) else { return nil }
    if !Query.isPath(path.value) {
      problems.add(
        node.mark, "'\(path.quotation)' is not a path in JSON, such as .queues[0].depth")
    }
    return path.value.hasPrefix(".") ? path.value : "." + path.value
  }
}
