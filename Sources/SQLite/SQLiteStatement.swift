import CSQLite

/// A prepared statement, for the thread of its connection.
package final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  /// The marker (`SQLITE_TRANSIENT`) that makes SQLite copy the bytes at once.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { _ = connection.lib.call.finalize(handle) }

  // MARK: Parameters, numbered from 1

  package func bind(_ number: Int, to parameter: Int32) throws(SQLiteError) {
    try connection.check(connection.lib.call.bind_int64(handle, parameter, Int64(number)))
  }

  package func bind(_ text: String, to parameter: Int32) throws(SQLiteError) {
    // A text may contain a NUL, at which a text without an explicit length would end.
    let length = Int32(clamping: text.utf8.count)
    try connection.check(
      connection.lib.call.bind_text(handle, parameter, text, length, Self.transient))
  }

  package func bind(_ bytes: [UInt8], to parameter: Int32) throws(SQLiteError) {
    let result = bytes.withUnsafeBytes {
      connection.lib.call.bind_blob(
        handle, parameter, $0.baseAddress, Int32($0.count), Self.transient)
    }
    try connection.check(result)
  }

  // MARK: Rows

  /// Steps to the next row, or executes a statement that returns no rows.
  /// - Returns: whether there is a row.
  package func next() throws(SQLiteError) -> Bool {
    switch connection.lib.call.step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result:
      let error = connection.error(result)
      reset()
      throw error
    }
  }

  /// Executes a statement that returns no rows, with the bound parameters, and makes the statement ready for the
  /// next execution.
  package func run() throws(SQLiteError) {
    _ = try next()
    reset()
  }

  /// Makes the statement ready for the next execution.
  package func reset() { _ = connection.lib.call.reset(handle) }

  // MARK: Columns, numbered from 0

  package func integer(_ column: Int32) -> Int {
    Int(connection.lib.call.column_int64(handle, column))
  }

  /// The integer of a column; nil for NULL.
  package func optionalInteger(_ column: Int32) -> Int? {
    connection.lib.call.column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  package func text(_ column: Int32) -> String {
    guard let start = connection.lib.call.column_text(handle, column) else { return "" }
    let count = Int(connection.lib.call.column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Lends the bytes of a column to a closure.
  package func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = connection.lib.call.column_blob(handle, column)
    let count = Int(connection.lib.call.column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
