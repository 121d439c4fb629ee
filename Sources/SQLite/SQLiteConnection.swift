import CSQLite
import Glibc

/// An open database, for one thread at a time.
package final class SQLiteConnection {
  /// The access to the file.
  package enum Access {
    /// The file is created if it is missing.
    case writing
    /// The file must be there, and is not changed.
    case reading
    /// The access of `reading` in a place where no file can be created. Nobody changes the database there, so no
    /// locks are needed. A write-ahead log beside the database is read.
    case readingOnly
  }

  /// The milliseconds to wait for a lock that another connection holds.
  private static let patience: Int32 = 5000

  let lib: LibSQLite
  private(set) var handle: OpaquePointer?

  /// Opens a database.
  /// - Parameter vfs: the name of a registered file system of SQLite; nil for the operating system's files.
  package init(_ path: String, _ access: Access, vfs: String? = nil) throws(SQLiteError) {
    lib = try LibSQLite.shared.get()
    let kind =
      access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let flags = kind | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    // SQLite keeps the index of a write-ahead log in a file, which cannot be created here, or in memory if the
    // database has only one user. SQLite would not read the log of a database that is opened as immutable.
    let hasLog = access == .readingOnly && Glibc.access(path + "-wal", F_OK) == 0
    let result =
      access == .readingOnly && !hasLog
      ? lib.call.open_v2(Self.immutable(path), &handle, flags | SQLITE_OPEN_URI, vfs)
      : lib.call.open_v2(path, &handle, flags, hasLog ? "unix-none" : vfs)
    do throws(SQLiteError) {
      try check(result)
      _ = lib.call.extended_result_codes(handle, 1)
      _ = lib.call.busy_timeout(handle, Self.patience)
      if hasLog { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    } catch {
      close()
      throw error
    }
  }

  /// The URI of a file that never changes.
  private static func immutable(_ path: String) -> String {
    let escapes: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    let name = path.map { escapes[$0] ?? String($0) }.joined()
    return (path.hasPrefix("/") ? "file://" : "file:") + name + "?immutable=1"
  }

  deinit { close() }

  /// Closes the database. Statements are void from then on.
  package func close() {
    if let handle { _ = lib.call.close_v2(handle) }
    handle = nil
  }

  /// Executes statements that return no rows.
  package func execute(_ statements: String) throws(SQLiteError) {
    try check(lib.call.exec(handle, statements, nil, nil, nil))
  }

  /// Prepares a statement that is executed several times.
  package func prepare(_ text: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(lib.call.prepare_v2(handle, text, -1, &statement, nil))
    guard let statement else { throw SQLiteError(code: SQLITE_MISUSE, reason: "no statement") }
    return SQLiteStatement(statement, of: self)
  }

  /// Asks for the integer of a statement's first row; nil without a row, or for NULL.
  package func integer(_ text: String) throws(SQLiteError) -> Int? {
    let statement = try prepare(text)
    return try statement.next() ? statement.optionalInteger(0) : nil
  }

  /// Executes the body in one transaction, which is rolled back if the body fails.
  package func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Executes the body, whose queries all see one state of the database.
  package func reading<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try transaction("BEGIN", body)
  }

  private func transaction<Result>(
    _ begin: String, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try execute(begin)
    do throws(SQLiteError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw error(result) }
  }

  func error(_ result: Int32) -> SQLiteError {
    let text = handle.flatMap { lib.call.errmsg($0) } ?? lib.call.errstr(result)
    let words = text.map { String(cString: $0) } ?? "the database cannot be used"
    return SQLiteError(
      code: result, reason: words.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
