import Messages
import SQLite

/// The reason why a history cannot be read or written.
package enum HistoryFailure: Error, Equatable, CustomStringConvertible {
  /// A later version of the program has written the file, which is left alone.
  case newer
  /// The file is a database of another program, or an empty one, which is left alone.
  case foreign
  /// The file is not a database, or a damaged one.
  case damaged(String)
  /// The file cannot be used now, for example because the disk is full or read-only, or because the directory is
  /// missing.
  case unavailable(String)
  /// Another process writes the file.
  case taken

  /// The failure of a call of SQLite.
  init(_ error: SQLiteError) {
    self = error.isDamage ? .damaged(error.reason) : .unavailable(error.reason)
  }

  package var description: String {
    switch self {
    case .newer: String(localized: "a later version of wallchart has written it")
    case .foreign: String(localized: "it is not a history of wallchart")
    case .damaged(let reason), .unavailable(let reason): reason
    case .taken: String(localized: "another window writes it")
    }
  }
}
