import CSQLite

/// SQLite's functions, loaded for the first database. The values never change, so they can be shared.
struct LibSQLite: @unchecked Sendable {
  /// The functions.
  let call: wallchart_sqlite

  /// The library's names.
  static let names = ["libsqlite3.so.0"]

  /// The process's copy.
  static let shared = Result { () throws(SQLFailure) in try LibSQLite(names: names) }

  /// Loads the first available library of a list.
  init(names: [String]) throws(SQLFailure) {
    var functions = wallchart_sqlite()
    guard names.contains(where: { wallchart_sqlite_load(&functions, $0) != 0 }) else {
      throw SQLFailure(
        .database,
        "\(names.first ?? "libsqlite3") cannot be loaded: install the package libsqlite3-0")
    }
    call = functions
  }
}
