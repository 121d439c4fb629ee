import CSQLite

/// The failure of a call of SQLite.
package struct SQLiteError: Error, CustomStringConvertible {
  /// The result code: the extended one if SQLite reports one.
  package let code: Int32
  /// One line without secrets.
  package let reason: String

  package init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The error for damage that SQLite does not notice.
  package static func damage(_ reason: String) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, reason: reason)
  }

  package var description: String { reason }

  /// The kind of failure: the low byte of the code.
  package var kind: Int32 { code & 0xFF }

  /// Whether the file is no database, or a damaged one.
  package var isDamage: Bool { kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB }

  /// Whether a file beside the database is missing and cannot be made.
  package var isReadOnlyPlace: Bool { kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY }
}
