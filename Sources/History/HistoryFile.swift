import CSQLite
import Messages
import Metrics
import SQLite

/// A history in a database. Only one thread at a time may use the object.
package final class HistoryFile {
  let connection: SQLiteConnection
  /// The known numbers of the series, by their keys.
  var numbers: [String: Int] = [:]
  /// The blocks that this object has failed to read so far.
  package internal(set) var damagedBlocks: Set<BlockName> = []
  /// Whether samples have been dropped because their times are outside `HistoryLimits.times`.
  private(set) var hasLeftTimesOut = false
  /// The number of series from which on the next pruning forgets series without samples.
  var mostNames = HistoryFile.leastNames
  /// The number of samples of a series above which a past that may be coarser consists of rows.
  var mostSamples = 1 << 20
  /// The number of rewritings that are left out, because one has failed.
  var skippedRewrites = 0
  /// The last time of all samples that were in the file before the first batch; nil before that batch.
  var firstEnd: Int?
  /// The last time of each series that this object has tried to write, by the numbers of the series.
  var lastEnds: [Int: Int] = [:]
  /// SQLite's `data_version` when `numbers` were read, which changes when another connection writes.
  private var seenVersion: Int?

  /// Opens a history. For writing, a missing history is created and an older one is migrated.
  /// - Parameters:
  ///   - path: the path of the database, in an existing directory.
  ///   - vfs: the name of a registered file system of SQLite; nil for the operating system's files.
  package convenience init(
    _ path: String, _ access: SQLiteConnection.Access, vfs: String? = nil
  ) throws(HistoryFailure) {
    try self.init(path, access, vfs: vfs, schema: .current)
  }

  init(
    _ path: String, _ access: SQLiteConnection.Access, vfs: String? = nil, schema: HistorySchema
  ) throws(HistoryFailure) {
    do throws(SQLiteError) {
      connection = try Self.connection(path, access, vfs: vfs)
    } catch {
      throw HistoryFailure(error)
    }
    var refusal: HistoryFailure?
    do throws(SQLiteError) {
      let version = try connection.integer("PRAGMA user_version") ?? 0
      guard version >= 0 else { throw Self.impossible }
      if try !schema.suits(connection, access) {
        refusal = .foreign
      } else if version > schema.version {
        refusal = .newer
      } else {
        if access == .writing {
          try schema.configure(connection)
          try schema.migrate(connection)
        }
        try refreshNumbers()
      }
    } catch {
      connection.close()
      throw HistoryFailure(error)
    }
    if let refusal {
      connection.close()
      throw refusal
    }
  }

  /// Opens the database. To read a database that may be written at the same time, SQLite creates files beside the
  /// database, which fails on a read-only file system.
  private static func connection(
    _ path: String, _ access: SQLiteConnection.Access, vfs: String?
  ) throws(SQLiteError) -> SQLiteConnection {
    do throws(SQLiteError) {
      let connection = try SQLiteConnection(path, access, vfs: vfs)
      // The first query opens the files beside the database.
      if access == .reading { _ = try connection.integer("PRAGMA user_version") }
      return connection
    } catch {
      guard access == .reading, error.isReadOnlyPlace else { throw error }
      return try SQLiteConnection(path, .readingOnly, vfs: vfs)
    }
  }

  /// Closes the file. Nothing can be read or written after this call.
  package func close() { connection.close() }

  /// Executes the body, and converts SQLite's errors to those of a history.
  func attempt<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(HistoryFailure) -> Result {
    do throws(SQLiteError) { return try body() } catch { throw HistoryFailure(error) }
  }

  /// Reads the numbers again if another connection has written since they were read.
  func refreshNumbers() throws(SQLiteError) {
    let version = try connection.integer("PRAGMA data_version")
    if version != seenVersion { try readNumbers() }
    seenVersion = version
  }

  func readNumbers() throws(SQLiteError) {
    let statement = try connection.prepare("SELECT id, key FROM series")
    numbers = [:]
    var known: Set<Int> = []
    while try statement.next() {
      let (number, key) = (statement.integer(0), statement.text(1))
      guard Self.possibleNumbers.contains(number), known.insert(number).inserted,
        numbers.updateValue(number, forKey: key) == nil
      else { throw Self.impossible }
    }
  }

  /// The numbers that series may have: SQLite counts from 1 on.
  private static let possibleNumbers = 1...Int(Int32.max)

  /// The error for a file with series numbers or times that the program cannot have written.
  static var impossible: SQLiteError {
    .damage(String(localized: "its tables have impossible numbers"))
  }

  // MARK: Writing

  /// Writes a batch in one transaction: after the call, either the whole batch is on the disk, or nothing. Samples that
  /// the file already has are left out.
  /// - Parameter isLeftover: whether another process wrote the file while the samples came. That process may have
  ///   written the same series at slightly different times, so only the samples of each series after its last one in
  ///   the file are written.
  package func write(
    _ batch: HistoryBatch, isLeftover: Bool = false
  ) throws(HistoryFailure) {
    var before = numbers
    do throws(SQLiteError) {
      try connection.transaction { () throws(SQLiteError) in
        // Another process may have forgotten a series until this transaction locked the file. The numbers are read
        // before the first change, so that they are also those after a rollback.
        try refreshNumbers()
        before = numbers
        var parts: [BlockPacker.Part] = []
        for series in batch.series {
          let (times, values) = series.ordered
          if times.count < series.times.count(where: \.isFinite) { hasLeftTimesOut = true }
          guard !times.isEmpty else { continue }
          parts.append(
            BlockPacker.Part(number: try number(of: series.key), times: times, columns: [values]))
        }
        parts = try withoutKnown(parts, isLeftover: isLeftover)
        try insert(BlockPacker.blocks(of: parts, span: HistoryTier.raw.span), into: .raw)
        try makeLateRows(of: parts)
      }
    } catch {
      numbers = before
      throw HistoryFailure(error)
    }
  }

  private func number(of key: String) throws(SQLiteError) -> Int {
    if let number = numbers[key] { return number }
    let insertion = try connection.prepare("INSERT INTO series(key) VALUES (?)")
    try insertion.bind(key, to: 1)
    try insertion.run()
    let number = try connection.integer("SELECT max(id) FROM series") ?? 0
    numbers[key] = number
    return number
  }

  /// Inserts blocks in the order of their first times, each with a key of its own.
  func insert(_ blocks: [SampleBlock], into tier: HistoryTier) throws(SQLiteError) {
    guard !blocks.isEmpty else { return }
    let insertion = try connection.prepare("INSERT INTO \(tier.rawValue) VALUES (?, ?, ?)")
    var before = -1
    for block in blocks.sorted(by: { $0.times[0] < $1.times[0] }) {
      let key = try freeKey(from: max(before + 1, block.times[0]), tier)
      before = key
      try insertion.bind(key, to: 1)
      try insertion.bind(block.times[block.times.count - 1], to: 2)
      try insertion.bind(block.bytes, to: 3)
      try insertion.run()
    }
  }

  /// The largest number of milliseconds by which a block's key may follow the block's first time: the blocks of a
  /// hundred thousand series may begin with one time.
  static let slack = 60_000

  /// The first free key from a given one on.
  private func freeKey(from first: Int, _ tier: HistoryTier) throws(SQLiteError) -> Int {
    let search = try connection.prepare("SELECT 1 FROM \(tier.rawValue) WHERE start = ?")
    var key = first
    while true {
      try search.bind(key, to: 1)
      guard try search.next() else { return key }
      search.reset()
      key += 1
    }
  }
}
