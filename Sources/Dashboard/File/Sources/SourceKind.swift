import Feeds
import Messages

/// A kind of source in dashboard files. A new kind needs a file beside this one, and an element of `all`.
struct SourceKind: Sendable {
  typealias Found = (source: SourceSpec, query: Query?)

  /// The key that names the kind; its value leads to the source.
  let key: String
  /// The keys of the connection, the period and the format that may accompany that key.
  var settings: [String] = []
  /// The keys of a query, which may also stand in an entry of `series:`.
  var queryKeys: [String] = []
  /// The message about a source without a query.
  var lacksQuery: Message = ""
  /// Reads the source, and the query that its own value names, from the value of its key and the entries
  /// around the value; nil after a mistake.
  let read: @Sendable (_ value: YAMLNode, _ entries: SourceEntries) -> Found?
  /// Replaces the query of a source by the query that the entries select, if they select one.
  let select: @Sendable (_ draft: inout SourceDraft, _ entries: SourceEntries) -> Void

  /// All kinds, in the order in which messages list them.
  static let all: [SourceKind] = [
    .system, .http, .prometheus, .postgres, .sqlite, .mqtt, .command, .file, .fifo, .stdin,
  ]
}

/// A source in a file: its specification and, if the file has one, a query.
struct SourceDraft {
  let kind: SourceKind
  var source: SourceSpec
  var query: Query?
  /// The column of a statement's answer; nil for all columns. Columns of text are queries of their own.
  var column: String?
  /// Whether an unknown key probably means the query.
  var misspellsQuery = false
  /// The format of the answers that the file names; nil for the format that the query needs.
  var format: HTTPFormat?
  /// The template of the lines' names: see `SeriesSpec.label`.
  var label: String?
}

/// The formats of answers that a file can name.
enum HTTPFormat: String, CaseIterable, Sendable { case json, prometheus }
