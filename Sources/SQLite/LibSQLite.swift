import CSQLite

/// SQLite's functions, loaded for the first database. The values never change, so they can be shared.
package struct LibSQLite: @unchecked Sendable {
  /// The functions.
  package let call: wallchart_sqlite

  /// The library's names.
  package static let names = ["libsqlite3.so.0"]

  /// The process's copy.
  package static let shared = Result { () throws(SQLiteError) in try LibSQLite(names: names) }

  /// Loads the first available library of a list.
  package init(names: [String]) throws(SQLiteError) {
    var functions = wallchart_sqlite()
    guard names.contains(where: { wallchart_sqlite_load(&functions, $0) != 0 }) else {
      throw SQLiteError(
        code: SQLITE_ERROR,
        reason: "\(names.first ?? "libsqlite3") cannot be loaded: install the package libsqlite3-0")
    }
    call = functions
  }
}
