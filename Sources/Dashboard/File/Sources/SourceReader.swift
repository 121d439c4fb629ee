import Feeds
import Messages
import Metrics

/// Reads `source:` entries.
struct SourceReader {
  let values: ValueReader
  /// The file's folder with a slash at its end, or empty: relative file names start there.
  let folder: String
  /// The sources under `sources:`, for use by several panels with `use:`.
  private var named: [String: SourceDraft] = [:]
  /// The names without a variable, which messages may quote.
  private var literalNames: [String] = []
  let readSecret: (String) -> String?
  let onlineQueries: OnlineQueries
  /// The time zone of the dashboard; nil for that of this machine.
  var zone: ZoneSpec?

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

  private static let reference = "use"
  private static let origins = SourceKind.all.map(\.key) + [reference]
  /// The keys of a query.
  static let queryKeys = SourceKind.all.flatMap(\.queryKeys).withoutRepetition
  private static let settings = SourceKind.all.flatMap(\.settings).withoutRepetition

  /// Whether a mapping has the origin of a source.
  static func isSource(_ node: YAMLNode) -> Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { entry in origins.contains { $0 == entry.key.word } }
  }

  /// The limit of entries of `sources:`.
  private static let mostNamed = 500

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
  func source(_ node: YAMLNode) -> SourceDraft? {
    if case .scalar = node.content {
      return values.metric(node).map {
        SourceDraft(kind: .system, source: .system(period: 1), query: .metric($0))
      }
    }
    return MappingReader(node, .source, problems: problems).flatMap(source)
  }

  private func source(_ entries: MappingReader) -> SourceDraft? {
    let given = SourceReader.origins.filter { entries[$0] != nil }
    guard given.count < 2 else {
      problems.add(
        entries.mark, "a source has one origin, not several: \(given.joined(separator: " and "))")
      return nil
    }
    guard let key = given.first, let value = entries[key] else {
      let origins = SourceReader.origins
      entries.reportNeed(
        of: origins, saying: "a source needs one of \(origins.joined(separator: ", "))")
      return nil
    }
    guard let kind = SourceKind.all.first(where: { $0.key == key }) else {
      reportUseless(entries, except: SourceReader.queryKeys, of: SourceReader.reference)
      guard let draft = namedSource(value) else { return nil }
      reportUselessQuery(entries, of: draft)
      return chosen(of: draft, by: entries)
    }
    reportUseless(entries, except: kind.settings + kind.queryKeys, of: kind.key)
    guard let found = kind.read(value, readers(of: entries)) else { return nil }
    return chosen(
      of: SourceDraft(kind: kind, source: found.source, query: found.query), by: entries)
  }

  private func readers(of entries: MappingReader) -> SourceEntries {
    SourceEntries(
      entries: entries, values: values, folder: folder, readSecret: readSecret,
      onlineQueries: onlineQueries, zone: zone)
  }

  /// Reports keys that have no meaning for a source.
  private func reportUseless(
    _ entries: MappingReader, except useful: [String], of origin: String
  ) {
    for key in (SourceReader.queryKeys + SourceReader.settings).withoutRepetition
    where !useful.contains(key) {
      guard let value = entries[key] else { continue }
      problems.add(value.mark, "'\(key)' has no meaning for a source with '\(origin)'")
    }
  }

  /// Reports keys of a query that have no meaning for a source whose origin stands elsewhere.
  /// - Parameter others: keys with a meaning beside the source.
  func reportUselessQuery(
    _ entries: MappingReader, of draft: SourceDraft, except others: [String] = []
  ) {
    // Keys that are nothing but settings are unknown here, or reported with the origin.
    let settings = SourceReader.settings.filter { !SourceReader.queryKeys.contains($0) }
    reportUseless(
      entries, except: draft.kind.queryKeys + draft.kind.settings + settings + others,
      of: draft.kind.key)
    for key in draft.kind.settings
    where SourceReader.queryKeys.contains(key) && !draft.kind.queryKeys.contains(key) {
      guard let value = entries[key] else { continue }
      problems.add(value.mark, "'\(key)' belongs beside '\(draft.kind.key)'")
    }
  }

  private func namedSource(_ value: YAMLNode) -> SourceDraft? {
    guard let name = values.scalar(value) else { return nil }
    if let draft = named[name.value] { return draft }
    problems.addLack(
      value.mark, "no source is named '\(name.quotation)'" + name.hint(among: literalNames))
    return nil
  }

  /// The source with the query and the names of lines that the entries select.
  func chosen(of draft: SourceDraft, by entries: MappingReader) -> SourceDraft {
    var draft = draft
    draft.kind.select(&draft, readers(of: entries))
    draft.label = entries["legend"].flatMap { values.text($0) } ?? draft.label
    draft.misspellsQuery = draft.misspellsQuery || entries.misspells(anyOf: draft.kind.queryKeys)
    return draft
  }

  /// The query of a source; nil for a source without one, which is reported unless a misspelt key is the cause.
  func query(of draft: SourceDraft, _ node: YAMLNode) -> Query? {
    if draft.query == nil, !draft.misspellsQuery {
      problems.addLack(node.mark, draft.kind.lacksQuery)
    }
    return draft.query
  }
}

extension Array where Element: Hashable {
  /// The elements in their order, each of them once.
  fileprivate var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
