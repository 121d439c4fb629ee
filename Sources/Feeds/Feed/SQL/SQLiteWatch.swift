/// Watches the files of an SQLite database that is only asked when it has changed: the database itself,
/// and the write-ahead log beside it.
final class SQLiteWatch {
  private let watches: [PathWatch]
  private static let logSuffix = "-wal"

  /// Watches the files of a source.
  /// - Returns: nil for another database, or one that is asked in periods.
  init?(_ spec: SQLFeedSpec) {
    guard case .sqlite(let path) = spec.database, spec.every == nil else { return nil }
    watches = [path, path + Self.logSuffix].compactMap { PathWatch(path: $0) }
  }

  var descriptors: [Int32] { watches.map(\.descriptor) }

  /// Whether every change is reported; otherwise the database must be looked at from time to time.
  var reportsAll: Bool { watches.count == 2 && watches.allSatisfy(\.reportsAll) }

  /// Reads all events since the last call.
  /// - Returns: whether any event concerned the database.
  func takeEvents() -> Bool {
    // All watches are emptied.
    watches.map { $0.takeEvents() }.contains(true)
  }
}
