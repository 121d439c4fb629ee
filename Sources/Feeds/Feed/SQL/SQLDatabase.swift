/// A connection to a database, for one thread.
protocol SQLDatabase: AnyObject {
  /// Whether the open connection has answered before, and may have been lost since then.
  var isOld: Bool { get }

  /// Opens the database unless it is already open.
  func open(by deadline: Double) throws(SQLFailure)

  /// The version of the data, which changes with the data; nil if the database does not report one.
  func version(by deadline: Double) throws(SQLFailure) -> SQLVersion?

  /// Executes a statement that only reads.
  /// - Parameters:
  ///   - stretch: the values of `$__from` and `$__to` in UTC seconds.
  func rows(
    of statement: String, in stretch: ClosedRange<Double>, _ limit: SQLLimit
  ) throws(SQLFailure) -> SQLRows

  /// Closes the database, if it is open.
  func close()
}

/// The time that a statement may take.
struct SQLLimit {
  /// The seconds after which the execution of a statement is ended.
  var statement: Double
  /// The monotonic time at which a database without an answer is given up, for example because it is locked or silent.
  var deadline: Double

  /// The seconds after the time limit in which a server can report that it has enforced the limit.
  static let grace = 1.0
}

extension SQLFeedSpec {
  /// A connection for a thread, not yet open.
  func connection(on thread: FeedThread, _ clock: FeedClock) -> any SQLDatabase {
    let zone = zone?.rules ?? .system()
    return switch database {
    case .sqlite(let path):
      SQLiteDatabase(path, thread: thread, clock: clock, timeout: timeout, zone: zone)
    case .postgres(let uri):
      PostgresDatabase(
        PostgresURI(uri.value), thread: thread, clock: clock, timeout: timeout, zone: zone)
    }
  }
}

/// A version of a database's data.
struct SQLVersion: Hashable {
  /// The number of the connection, which no other connection of the process has.
  var opening: Int
  /// The number of the version, from the database.
  var number: Int
}
