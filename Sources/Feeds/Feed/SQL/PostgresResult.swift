import CPostgres
import Messages
import Metrics

/// One result of a statement, which is freed with this object.
final class PostgresResult {
  private let pointer: OpaquePointer
  private let lib: LibPostgres

  init(_ pointer: OpaquePointer, _ lib: LibPostgres) {
    (self.pointer, self.lib) = (pointer, lib)
  }

  deinit { lib.call.clear(pointer) }

  private var status: ExecStatusType { lib.call.resultStatus(pointer) }

  /// Whether the statement has started a transfer of data instead of returning rows.
  var isTransfer: Bool {
    [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status)
  }

  /// Whether the statement has failed.
  var isFailure: Bool {
    switch status {
    case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: false
    default: true
    }
  }

  var hasRows: Bool { status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK }

  /// A field of the server's message.
  func field(_ field: some BinaryInteger) -> String? {
    lib.call.resultErrorField(pointer, Int32(field)).map { String(cString: $0) }
  }

  var message: String {
    lib.call.resultErrorMessage(pointer).map { String(cString: $0) }
      ?? String(localized: "the statement failed")
  }

  var parameterTypes: [UInt32] {
    (0..<lib.call.nparams(pointer)).map { lib.call.paramtype(pointer, $0) }
  }

  private var columnCount: Int32 { lib.call.nfields(pointer) }

  var names: [String] {
    (0..<columnCount).map { index in
      lib.call.fname(pointer, index).map { String(cString: $0) } ?? ""
    }
  }

  var types: [PostgresType] {
    (0..<columnCount).map { PostgresType(lib.call.ftype(pointer, $0)) }
  }

  /// Reads the rows of the result.
  /// - Returns: false if no more rows are wanted.
  func read(into rows: inout SQLRows, _ types: [PostgresType]) -> Bool {
    for row in 0..<lib.call.ntuples(pointer) {
      guard rows.beginRow() else { return false }
      for (index, type) in types.enumerated() {
        rows.add(cell(row, Int32(index), type, rows.zone), to: index)
      }
      guard rows.endRow() else { return false }
    }
    return true
  }

  private func cell(
    _ row: Int32, _ column: Int32, _ type: PostgresType, _ zone: TimeZoneRules
  ) -> SQLCell {
    guard lib.call.getisnull(pointer, row, column) == 0,
      let text = lib.call.getvalue(pointer, row, column)
    else { return .null }
    let count = Int(lib.call.getlength(pointer, row, column))
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      type.cell(UnsafeBufferPointer(start: $0, count: count), zone)
    }
  }
}

/// Passes texts as a C array of strings that ends with a null pointer.
func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var starts: [Int] = []
  var bytes: [CChar] = []
  for text in texts {
    starts.append(bytes.count)
    bytes += text.utf8CString
  }
  return bytes.withUnsafeBufferPointer { bytes in
    // Each text has at least its terminating byte.
    body(starts.map { bytes.baseAddress! + $0 } + [nil])
  }
}
