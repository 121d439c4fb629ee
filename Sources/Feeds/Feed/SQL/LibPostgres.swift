import CPostgres
import Messages

/// libpq's functions, loaded for the first server. The values never change, so they can be shared.
struct LibPostgres: @unchecked Sendable {
  /// The functions.
  let call: wallchart_postgres

  /// The library's names.
  static let names = ["libpq.so.5"]

  /// The process's instance; loading takes milliseconds.
  static let shared = Result { () throws(SQLFailure) in try LibPostgres(names: names) }

  /// Loads the first available library of a list.
  init(names: [String]) throws(SQLFailure) {
    var functions = wallchart_postgres()
    guard names.contains(where: { wallchart_postgres_load(&functions, $0) != 0 }) else {
      throw SQLFailure(
        .database,
        String(localized: "\(names.first ?? "libpq") cannot be loaded: install the package libpq5"))
    }
    call = functions
  }
}
