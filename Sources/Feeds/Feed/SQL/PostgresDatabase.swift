import CPostgres
import Glibc
import Messages
import Metrics

/// A read-only connection to a PostgreSQL server. Each statement has a transaction of its own, and a time limit that
/// the server enforces.
final class PostgresDatabase: SQLDatabase {
  private let uri: PostgresURI
  private let thread: FeedThread
  private let clock: FeedClock
  private let timeout: Double
  private let zone: TimeZoneRules
  private var lib: LibPostgres?
  private var connection: OpaquePointer?
  private(set) var isOld = false

  /// - Parameter zone: the zone of dates without a time of day.
  init(
    _ uri: PostgresURI, thread: FeedThread, clock: FeedClock, timeout: Double,
    zone: TimeZoneRules = .utc
  ) {
    self.uri = uri
    self.thread = thread
    self.clock = clock
    self.timeout = timeout
    self.zone = zone
  }

  deinit { close() }

  /// A server does not report changes of its data.
  func version(by deadline: Double) -> SQLVersion? { nil }

  // MARK: Opening

  func open(by deadline: Double) throws(SQLFailure) {
    guard connection == nil else { return }
    if let problem = uri.problem { throw SQLFailure(.database, problem) }
    let lib = try LibPostgres.shared.get()
    self.lib = lib
    try check(lib)
    guard let connection = start(lib) else {
      throw SQLFailure(.database, String(localized: "not enough memory"))
    }
    self.connection = connection
    do throws(SQLFailure) {
      try finishOpening(lib, connection, by: deadline)
    } catch {
      close()
      throw error
    }
    _ = lib.call.setnonblocking(connection, 1)
  }

  /// Checks the URI. The library's messages about the URI quote parts that may be secret.
  private func check(_ lib: LibPostgres) throws(SQLFailure) {
    var message: UnsafeMutablePointer<CChar>?
    if let options = lib.call.conninfoParse(uri.text, &message) {
      return lib.call.conninfoFree(options)
    }
    defer { lib.call.freemem(message) }
    let text = message.map { String(cString: $0) } ?? ""
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    let clean = parts.indices.map { $0 % 2 == 0 ? String(parts[$0]) : "…" }
    throw SQLFailure(.database, SQLFailure.line(clean.joined(separator: "\"")))
  }

  private func start(_ lib: LibPostgres) -> OpaquePointer? {
    let settings = [
      ("fallback_application_name", "wallchart"), ("dbname", uri.text), ("client_encoding", "UTF8"),
    ]
    let connection = withCStrings(settings.map(\.0)) { names in
      withCStrings(settings.map(\.1)) { lib.call.connectStartParams(names, $0, 1) }
    }
    // Notices would go to the standard error.
    if let connection { _ = lib.call.setNoticeProcessor(connection, { _, _ in }, nil) }
    return connection
  }

  private func finishOpening(
    _ lib: LibPostgres, _ connection: OpaquePointer, by deadline: Double
  ) throws(SQLFailure) {
    guard lib.call.status(connection) != CONNECTION_BAD else { throw lost() }
    var state = PGRES_POLLING_WRITING
    while true {
      switch state {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: try wait(toWrite: false, by: deadline)
      case PGRES_POLLING_WRITING: try wait(toWrite: true, by: deadline)
      default: throw lost()
      }
      state = lib.call.connectPoll(connection)
    }
  }

  func close() {
    if let connection { lib?.call.finish(connection) }
    connection = nil
    isOld = false
  }

  // MARK: Waiting

  private func wait(toWrite: Bool, by deadline: Double) throws(SQLFailure) {
    guard !thread.isStopped else { throw .stopped }
    let rest = deadline - clock.monotonic()
    guard rest > 0 else { throw .late(.database, after: timeout) }
    guard let lib, let connection else { return }
    let descriptor = lib.call.socket(connection)
    guard descriptor >= 0 else { throw lost() }
    thread.wait(forConnection: descriptor, toWrite: toWrite, atMost: rest)
  }

  /// The next result of a statement; nil after the last one.
  private func nextResult(by deadline: Double) throws(SQLFailure) -> PostgresResult? {
    guard let lib, let connection else { throw lost() }
    while true {
      let flushed = lib.call.flush(connection)
      if flushed < 0 { throw lost() }
      if lib.call.isBusy(connection) == 0 { break }
      try wait(toWrite: flushed > 0, by: deadline)
      guard lib.call.consumeInput(connection) == 1 else { throw lost() }
    }
    // A server that never pauses must not keep the thread from its deadline.
    guard !thread.isStopped else { throw .stopped }
    guard clock.monotonic() < deadline else { throw .late(.database, after: timeout) }
    return lib.call.getResult(connection).map { PostgresResult($0, lib) }
  }

  // MARK: Statements

  func rows(
    of statement: String, in stretch: ClosedRange<Double>, _ limit: SQLLimit
  ) throws(SQLFailure) -> SQLRows {
    let deadline = limit.deadline
    do throws(SQLFailure) {
      try begin(limit)
      let rows = try answer(to: PostgresStatement(statement), in: stretch, by: deadline)
      // The rest of an answer that is too large is abandoned.
      // Administrators watch the number of transactions that are rolled back, which would grow with each answer.
      if rows.excess != nil { close() } else { try execute("COMMIT", by: deadline) }
      isOld = connection != nil
      return rows
    } catch {
      guard error.concernsStatement else {
        close()
        throw error
      }
      if connection != nil { endTransaction(by: deadline) }
      isOld = connection != nil
      throw error
    }
  }

  /// Ends the transaction of a failed statement, or the connection if this is not possible.
  private func endTransaction(by deadline: Double) {
    do throws(SQLFailure) {
      try execute("ROLLBACK", by: deadline)
    } catch {
      close()
    }
  }

  private func begin(_ limit: SQLLimit) throws(SQLFailure) {
    if connection == nil { try open(by: limit.deadline) }
    let milliseconds = Int((limit.statement * 1000).rounded(.up))
    do throws(SQLFailure) {
      try execute(
        "BEGIN READ ONLY; SET LOCAL statement_timeout = \(milliseconds); SET LOCAL TimeZone = 'UTC'; "
          + "SET LOCAL DateStyle = 'ISO'", by: limit.deadline)
    } catch {
      // No statement may be sent without its limits.
      throw error.concernsStatement ? SQLFailure(.database, error.reason) : error
    }
  }

  /// Executes commands without rows.
  private func execute(_ commands: String, by deadline: Double) throws(SQLFailure) {
    guard let lib, let connection else { throw lost() }
    try sent(lib.call.sendQuery(connection, commands))
    try finish(PostgresStatement(commands), by: deadline)
  }

  private func sent(_ result: Int32) throws(SQLFailure) { if result != 1 { throw lost() } }

  /// Reads the results of a statement to their end, so that the connection can take the next one.
  private func finish(
    _ statement: PostgresStatement, by deadline: Double,
    _ read: (PostgresResult) throws(SQLFailure) -> Void = { _ in }
  ) throws(SQLFailure) {
    var failure: SQLFailure?
    while let result = try nextResult(by: deadline) {
      if result.isFailure {
        failure = failure ?? self.failure(of: result, in: statement)
      } else if failure == nil {
        try read(result)
      }
    }
    guard let failure else { return }
    guard let lib, let connection, lib.call.status(connection) == CONNECTION_OK else {
      throw SQLFailure(.database, failure.reason)
    }
    throw failure
  }

  private func answer(
    to statement: PostgresStatement, in stretch: ClosedRange<Double>, by deadline: Double
  ) throws(SQLFailure) -> SQLRows {
    guard let lib, let connection else { throw lost() }
    try sent(lib.call.sendPrepare(connection, "", statement.text, 0, nil))
    try finish(statement, by: deadline)
    var values: [String] = []
    if !statement.parameters.isEmpty {
      try sent(lib.call.sendDescribePrepared(connection, ""))
      try finish(statement, by: deadline) { result in
        // For the server, a name in a comment or in quotes is not a parameter.
        values = zip(statement.parameters, result.parameterTypes).map {
          PostgresStatement.value(of: $0, $1, in: stretch, zone)
        }
      }
    }
    try sent(
      withCStrings(values) {
        lib.call.sendQueryPrepared(connection, "", Int32(values.count), $0, nil, nil, 0)
      })
    _ = lib.call.setSingleRowMode(connection)
    return try readRows(of: statement, by: deadline)
  }

  private func readRows(
    of statement: PostgresStatement, by deadline: Double
  ) throws(SQLFailure) -> SQLRows {
    var rows: SQLRows?
    var types: [PostgresType] = []
    while let result = try nextResult(by: deadline) {
      if result.isTransfer {
        close()
        throw SQLFailure(.statement, String(localized: "COPY is not a query"))
      }
      if result.isFailure {
        let failure = failure(of: result, in: statement)
        try finish(statement, by: deadline)
        throw failure
      }
      guard result.hasRows else { continue }
      if rows == nil {
        types = result.types
        rows = SQLRows(
          zip(result.names, types).map { SQLColumn($0, $1.kind(ofColumn: $0)) }, zone: zone)
      }
      guard result.read(into: &rows!, types) else { break }
    }
    guard let rows else {
      throw SQLFailure(.statement, String(localized: "the statement gives no rows"))
    }
    return rows
  }

  // MARK: Reasons

  private func failure(
    of result: PostgresResult, in statement: PostgresStatement
  ) -> SQLFailure {
    let message = result.field(wallchart_postgres_message) ?? result.message
    var reason = SQLFailure.line(message)
    if let position = result.field(wallchart_postgres_position).flatMap({ Int($0) }) {
      reason += SQLFailure.place(of: statement.place(of: position), in: statement.written)
    }
    // The server has enforced the time limit.
    let isSlow = result.field(wallchart_postgres_state) == "57014"
    if isSlow {
      reason += " (\(secondsText(timeout)))"
    }
    if let hint = result.field(wallchart_postgres_hint) {
      reason += " (\(SQLFailure.line(hint)))"
    }
    return SQLFailure(isSlow ? .slow : .statement, cleaned(reason))
  }

  /// The failure of a lost connection.
  private func lost() -> SQLFailure {
    guard let lib, let connection, let message = lib.call.errorMessage(connection) else {
      return SQLFailure(.database, String(localized: "the connection was lost"))
    }
    let reason = PostgresMessage.connection(String(cString: message))
    return SQLFailure(
      .database, reason.isEmpty ? String(localized: "the connection was lost") : cleaned(reason))
  }

  private func cleaned(_ reason: String) -> String {
    let password = lib.flatMap { lib in connection.flatMap { lib.call.pass($0) } }
    return uri.cleaned(reason, password: password.map { String(cString: $0) } ?? "")
  }
}
