import CSQLite
import Foundation
import Metrics
import SQLite
import Synchronization
import Testing

@testable import Feeds

/// A clock whose UTC a test sets; monotonic seconds are the machine's.
final class SetClock: Sendable {
  private let time: Mutex<Double>

  init(_ time: Double) { self.time = Mutex(time) }

  func set(_ time: Double) { self.time.withLock { $0 = time } }

  var clock: FeedClock {
    FeedClock(
      utc: { self.time.withLock { $0 } }, monotonic: { FeedClock.system.monotonic() })
  }
}

extension Selection {
  /// A selection of statements with one window.
  init(sql statements: String..., window: Double = 0) {
    self.init()
    for statement in statements {
      add(.sql(statement), Past(window: window, resolution: 0))
    }
  }
}

extension UpdateLog {
  /// The samples of a series as a store keeps them: times with values, NaN for missing samples.
  func stored(_ metric: Metric) -> [Double: Double] {
    var result: [Double: Double] = [:]
    for batch in all.flatMap(\.samples).map(\.batch) {
      guard let column = batch.columns.first(where: { $0.metric == metric }) else { continue }
      if batch.origin == .clock || batch.origin == .replacement, let first = batch.times.first {
        result = result.filter { $0.key < first }
      }
      for (time, value) in zip(batch.times, column.values) { result[time] = value }
    }
    return result
  }

  /// The reason that the last update gives for a statement.
  func problem(_ statement: String) -> String? { all.last?.missing[.sql(statement)] }
}

/// Rows of an answer, as a test writes them: nil for NULL.
func sqlRows(
  _ columns: [(String, SQLColumn.Kind)], _ rows: [[Any?]], zone: TimeZoneRules = .utc
) -> SQLRows {
  var result = SQLRows(columns.map { SQLColumn($0.0, $0.1) }, zone: zone)
  for row in rows {
    guard result.beginRow() else { break }
    for (index, cell) in row.enumerated() {
      switch cell {
      case let number as Double: result.add(.number(number), to: index)
      case let number as Int: result.add(.number(Double(number)), to: index)
      case let text as String:
        var text = text
        text.withUTF8 { result.add(.text($0), to: index) }
      default: result.add(.null, to: index)
      }
    }
    guard result.endRow() else { break }
  }
  return result
}

/// A connection to a file of SQLite that writes.
final class SQLiteWriter {
  private let lib: LibSQLite
  private var handle: OpaquePointer?

  init(_ folder: URL, name: String = "test.db", wal: Bool = false) throws {
    lib = try LibSQLite.shared.get()
    let path = folder.appendingPathComponent(name).path
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    #expect(lib.call.open_v2(path, &handle, flags, nil) == SQLITE_OK)
    // A reader may hold the file for a moment.
    try run("PRAGMA busy_timeout = 60000")
    if wal { try run("PRAGMA journal_mode = WAL") }
  }

  deinit { _ = lib.call.close_v2(handle) }

  private var message: String { lib.call.errmsg(handle).map { String(cString: $0) } ?? "" }

  func run(_ statement: String) throws {
    var prepared: OpaquePointer?
    try #require(
      lib.call.prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK,
      "\(message)")
    defer { _ = lib.call.finalize(prepared) }
    while true {
      let result = lib.call.step(prepared)
      if result == SQLITE_DONE { return }
      try #require(result == SQLITE_ROW, "\(message)")
    }
  }
}
