import CSQLite
import Glibc
import Messages
import Metrics
import SQLite
import Synchronization

/// A read-only SQLite database.
final class SQLiteDatabase: SQLDatabase {
  private let path: String
  private let thread: FeedThread
  private let clock: FeedClock
  private let timeout: Double
  private let zone: TimeZoneRules
  private var lib: LibSQLite?
  private var handle: OpaquePointer?
  private var file: (device: UInt64, number: UInt64)?
  private var opening = 0
  /// The monotonic times at which the statement under way is ended, and the wait for a lock is given up.
  private var end = Double.infinity
  private var deadline = Double.infinity
  /// Whether the answer to the statement under way changes without a change of the data: the statement calls functions
  /// whose results change, or contains the end of the stretch, after which rows of the future may lie.
  private var isVolatile = false

  /// The operations of SQLite's virtual machine between checks of the time: some tenths of a millisecond.
  private static let operationsPerLook: Int32 = 10_000
  /// Seconds between attempts to get a lock that a writer holds.
  private static let lockPause = 0.02
  /// The openings of all databases: SQLite's version numbers of data are meaningless for another connection, and a
  /// question may move to one.
  private static let openings = Atomic(0)

  /// - Parameter zone: the zone of dates without a time of day.
  init(
    _ path: String, thread: FeedThread, clock: FeedClock, timeout: Double,
    zone: TimeZoneRules = .utc
  ) {
    self.path = path
    self.thread = thread
    self.clock = clock
    self.timeout = timeout
    self.zone = zone
  }

  deinit { close() }

  /// A file cannot be lost like a connection.
  var isOld: Bool { false }

  // MARK: Opening

  func open(by deadline: Double) throws(SQLFailure) {
    let found = try identity()
    if handle != nil, let file, file == found { return }
    close()
    let lib = try Self.library()
    self.lib = lib
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let result = lib.call.open_v2(path, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      let reason = reason(result)
      close()
      throw SQLFailure(.database, named(reason))
    }
    file = found
    opening = Self.openings.wrappingAdd(1, ordering: .relaxed).newValue
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = lib.call.busy_handler(
      handle, { context, _ in SQLiteDatabase.at(context).waitsForLock() ? 1 : 0 }, context)
    lib.call.progress_handler(
      handle, Self.operationsPerLook, { SQLiteDatabase.at($0).isOver ? 1 : 0 }, context)
    _ = lib.call.set_authorizer(
      handle,
      { context, action, _, name, _, _ in SQLiteDatabase.at(context).allows(action, name) }, context
    )
  }

  private static func library() throws(SQLFailure) -> LibSQLite {
    do throws(SQLiteError) {
      return try LibSQLite.shared.get()
    } catch {
      throw SQLFailure(.database, error.reason)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> SQLiteDatabase {
    // SQLite passes the context that its functions were registered with.
    Unmanaged<SQLiteDatabase>.fromOpaque(context!).takeUnretainedValue()
  }

  /// The file that the path names now.
  private func identity() throws(SQLFailure) -> (device: UInt64, number: UInt64) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SQLFailure(.database, named(systemReason())) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SQLFailure(.database, named(String(localized: "it is not a file")))
    }
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  func close() {
    if let handle { _ = lib?.call.close_v2(handle) }
    (handle, file) = (nil, nil)
  }

  // MARK: Limits

  private var isOver: Bool { thread.isStopped || clock.monotonic() >= end }

  /// Waits for a moment, because a writer holds a lock.
  /// - Returns: false if the wait has taken too long.
  private func waitsForLock() -> Bool {
    guard !thread.isStopped, clock.monotonic() < deadline else { return false }
    _ = thread.wait(atMost: Self.lockPause)
    // The execution of the statement has not started.
    end += Self.lockPause
    return !thread.isStopped
  }

  /// Refuses other files, and notes functions that depend on the time or on chance.
  private func allows(_ action: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
    if action == SQLITE_ATTACH { return SQLITE_DENY }
    if action == SQLITE_FUNCTION, let name, Self.volatileFunctions.contains(String(cString: name)) {
      isVolatile = true
    }
    return SQLITE_OK
  }

  private static let volatileFunctions: Set = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff", "random",
    "randomblob", "current_date", "current_time", "current_timestamp", "changes",
    "last_insert_rowid", "total_changes",
  ]

  // MARK: Statements

  func version(by deadline: Double) throws(SQLFailure) -> SQLVersion? {
    try open(by: deadline)
    let limit = SQLLimit(statement: timeout, deadline: deadline)
    let rows = try rows(of: "PRAGMA data_version", in: 0...0, limit)
    guard let number = rows.columns.first?.numbers.first, let number = Int(exactly: number) else {
      return nil
    }
    return SQLVersion(opening: opening, number: number)
  }

  func rows(
    of statement: String, in stretch: ClosedRange<Double>, _ limit: SQLLimit
  ) throws(SQLFailure) -> SQLRows {
    guard let lib, let handle else {
      throw SQLFailure(.database, named(String(localized: "it is not open")))
    }
    (end, deadline) = (clock.monotonic() + limit.statement, limit.deadline)
    isVolatile = false
    let prepared = try prepare(statement, lib, handle)
    defer { _ = lib.call.finalize(prepared) }
    bind(stretch, to: prepared, lib)
    var rows = SQLRows(columns(of: prepared, lib), zone: zone)
    rows.isRepeatable = !isVolatile
    while true {
      switch lib.call.step(prepared) {
      case SQLITE_ROW:
        guard rows.beginRow() else { return rows }
        read(&rows, prepared, lib)
        guard rows.endRow() else { return rows }
      case SQLITE_DONE: return rows
      case let result: throw failure(result, in: statement, lib, handle)
      }
    }
  }

  private func prepare(
    _ statement: String, _ lib: LibSQLite, _ handle: OpaquePointer
  ) throws(SQLFailure) -> OpaquePointer {
    var prepared: OpaquePointer?
    var hasMore = false
    let result = statement.withCString { text in
      var rest: UnsafePointer<CChar>?
      let result = lib.call.prepare_v2(handle, text, -1, &prepared, &rest)
      if result == SQLITE_OK, let rest { hasMore = Self.isStatement(rest, lib, handle) }
      return result
    }
    guard result == SQLITE_OK else { throw failure(result, in: statement, lib, handle) }
    guard let prepared else {
      throw SQLFailure(.statement, String(localized: "the query is empty"))
    }
    let problem: String? =
      if hasMore {
        String(localized: "the query has more than one statement")
      } else if lib.call.stmt_readonly(
        prepared) == 0
      { String(localized: "the statement would change the database, which is only read") } else {
        nil
      }
    guard let problem else { return prepared }
    _ = lib.call.finalize(prepared)
    throw SQLFailure(.statement, problem)
  }

  /// Whether a text contains more than blanks, comments and semicolons.
  private static func isStatement(
    _ text: UnsafePointer<CChar>, _ lib: LibSQLite, _ handle: OpaquePointer
  ) -> Bool {
    var start = text
    while start.pointee != 0 {
      var prepared: OpaquePointer?
      var rest: UnsafePointer<CChar>?
      let result = lib.call.prepare_v2(handle, start, -1, &prepared, &rest)
      if let prepared { _ = lib.call.finalize(prepared) }
      guard result == SQLITE_OK, prepared == nil, let rest, rest > start else {
        return result != SQLITE_OK || prepared != nil
      }
      start = rest
    }
    return false
  }

  private func bind(_ stretch: ClosedRange<Double>, to prepared: OpaquePointer, _ lib: LibSQLite) {
    for index in 0..<lib.call.bind_parameter_count(prepared) {
      guard let name = lib.call.bind_parameter_name(prepared, index + 1) else { continue }
      switch SQLParameter(rawValue: String(cString: name)) {
      case .from: _ = lib.call.bind_double(prepared, index + 1, stretch.lowerBound)
      case .to:
        isVolatile = true
        _ = lib.call.bind_double(prepared, index + 1, stretch.upperBound)
      case nil: break
      }
    }
  }

  private func columns(of prepared: OpaquePointer, _ lib: LibSQLite) -> [SQLColumn] {
    (0..<lib.call.column_count(prepared)).map { index in
      let name = lib.call.column_name(prepared, index).map { String(cString: $0) } ?? ""
      return SQLColumn(name, .any)
    }
  }

  private func read(_ rows: inout SQLRows, _ prepared: OpaquePointer, _ lib: LibSQLite) {
    for index in rows.columns.indices {
      let column = Int32(index)
      switch lib.call.column_type(prepared, column) {
      case SQLITE_INTEGER, SQLITE_FLOAT:
        rows.add(.number(lib.call.column_double(prepared, column)), to: index)
      case SQLITE_TEXT:
        let text = lib.call.column_text(prepared, column)
        let count = Int(lib.call.column_bytes(prepared, column))
        rows.add(.text(UnsafeBufferPointer(start: text, count: count)), to: index)
      // NULL and BLOB count as missing.
      default: rows.add(.null, to: index)
      }
    }
  }

  // MARK: Reasons

  private func failure(
    _ result: Int32, in statement: String, _ lib: LibSQLite, _ handle: OpaquePointer
  ) -> SQLFailure {
    if thread.isStopped { return .stopped }
    switch result & 0xFF {
    case SQLITE_INTERRUPT: return .late(.slow, after: timeout)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return SQLFailure(
        .database,
        named(
          String(
            localized: "a writer has locked it for more than \(secondsText(timeout))")))
    case SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_AUTH, SQLITE_READONLY:
      return SQLFailure(.statement, reason(result) + place(in: statement, lib, handle))
    default: return SQLFailure(.database, named(reason(result)))
    }
  }

  private func reason(_ result: Int32) -> String {
    guard let lib else { return String(localized: "it cannot be opened") }
    let text = handle.flatMap { lib.call.errmsg($0) } ?? lib.call.errstr(result)
    return text.map { SQLFailure.line(String(cString: $0)) }
      ?? String(localized: "it cannot be opened")
  }

  private func place(in statement: String, _ lib: LibSQLite, _ handle: OpaquePointer) -> String {
    guard let offset = lib.call.error_offset?(handle), offset >= 0 else { return "" }
    let before = String(decoding: statement.utf8.prefix(Int(offset)), as: UTF8.self)
    return SQLFailure.place(of: before.count, in: statement)
  }

  private func named(_ reason: String) -> String { "\(shown(path)): \(reason)" }
}
