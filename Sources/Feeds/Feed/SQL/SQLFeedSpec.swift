import Messages

/// A database, with the period of its queries.
public struct SQLFeedSpec: Hashable, Sendable {
  /// A kind of database, and the address of the database.
  public enum Database: Hashable, Sendable {
    /// A PostgreSQL server, by a connection URI for libpq: `postgres://user@host:5432/database`. The URI may hold a
    /// password.
    case postgres(Secret)
    /// An SQLite database, by the path of its file.
    case sqlite(String)
  }

  /// The database.
  public var database: Database
  /// Seconds between questions; nil to ask an SQLite database only when its data has changed.
  public var every: Double?
  /// Seconds after which a statement is given up.
  public var timeout: Double
  /// The zone in which a date without a time of day begins; nil for the zone of this machine.
  public var zone: SQLZone?

  /// The default seconds between questions.
  public static let standardPeriod = 10.0
  /// The default seconds after which a statement is given up.
  public static let standardTimeout = 10.0

  public init(
    _ database: Database, every: Double? = standardPeriod, timeout: Double = standardTimeout
  ) {
    self.database = database
    self.every = every
    self.timeout = timeout
  }

  /// A short name without secrets.
  var title: String {
    switch database {
    case .postgres(let uri): PostgresURI(uri.value).title
    case .sqlite(let path): shown(path)
    }
  }
}

/// The placeholders in a statement for the requested stretch of time.
enum SQLParameter: String, CaseIterable {
  case from = "$__from"
  case to = "$__to"

  /// Whether a statement asks for a stretch of time.
  static func isUsed(in statement: String) -> Bool {
    statement.contains(from.rawValue) || statement.contains(to.rawValue)
  }
}
