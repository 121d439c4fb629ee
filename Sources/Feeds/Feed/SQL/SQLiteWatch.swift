/// Watches the files of an SQLite database that is queried only after changes: the database itself, and its write-ahead
/// log.
final class SQLiteWatch {
  private let watches: [PathWatch]
  private static let logSuffix = "-wal"

  /// Watches the files of a source.
  /// - Returns: nil for another database, or for one with a period.
  init?(_ spec: SQLFeedSpec) {
    guard case .sqlite(let path) = spec.database, spec.every == nil else { return nil }
    watches = [path, path + Self.logSuffix].compactMap { PathWatch(path: $0) }
  }

  var descriptors: [Int32] { watches.map(\.descriptor) }

  /// Whether every change is reported; otherwise the database must be checked from time to time.
  var reportsAll: Bool { watches.count == 2 && watches.allSatisfy(\.reportsAll) }

  /// Reads all events since the last call.
  /// - Returns: whether any event concerned the database.
  func takeEvents() -> Bool {
    // The events of all watches must be read.
    watches.map { $0.takeEvents() }.contains(true)
  }
}
