import SQLite

/// The versions of the tables of a history, of which the file's `user_version` has the number.
struct HistorySchema {
  /// The statements that lead from each version to the next one. Version 0 is an empty file.
  var steps: [String]

  static let current = HistorySchema(steps: [
    """
    CREATE TABLE series(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
    -- Packed blocks of samples: see SampleBlock. Start and end are UTC milliseconds. A start is unique,
    -- and may be some milliseconds after the first time of its block.
    CREATE TABLE raw(start INTEGER PRIMARY KEY, end INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE TABLE minute(start INTEGER PRIMARY KEY, end INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE TABLE quarter(start INTEGER PRIMARY KEY, end INTEGER NOT NULL, data BLOB NOT NULL);
    -- The time up to which a tier is made of the finer one.
    CREATE TABLE made(tier TEXT PRIMARY KEY, until INTEGER NOT NULL);
    """
  ])

  var version: Int { steps.count }

  /// The bytes of a page. A batch writes parts of few pages, so that small pages mean few bytes.
  private static let pageSize = 512
  /// The pages of the log from which on they are put into the file: each page of the file is then written
  /// once for many batches. The log then has the samples of three days, most of whose pages have been used
  /// again by then.
  private static let pagesOfLog = 32_000

  /// Whether a file is a history, or one that has nothing yet and is to be written: a path can name the database
  /// of another program, which is not to get tables and a version of ours.
  func suits(
    _ connection: SQLiteConnection, _ access: SQLiteConnection.Access
  ) throws(SQLiteError) -> Bool {
    let tables = "SELECT count(*) FROM sqlite_master"
    if try connection.integer(tables + " WHERE name IN ('series', 'made')") == 2 { return true }
    let count = try connection.integer(tables)
    return access == .writing && count == 0
  }

  /// Sets how a connection writes: a transaction is on the disk when it has ended, so that a power cut
  /// costs only what has not been given to the file.
  func configure(_ connection: SQLiteConnection) throws(SQLiteError) {
    // The system keeps the file's pages; a cache of the connection's own would be a second one.
    try connection.execute("PRAGMA cache_size = -256")
    // Debian's SQLite overwrites what is deleted, which would write each sample once more.
    try connection.execute("PRAGMA secure_delete = OFF")
    try connection.execute("PRAGMA page_size = \(Self.pageSize)")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA wal_autocheckpoint = \(Self.pagesOfLog)")
    try connection.execute("PRAGMA journal_size_limit = \(Self.pageSize * Self.pagesOfLog * 2)")
  }

  /// Brings the tables of a file up to date.
  func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
    var version = try connection.integer("PRAGMA user_version") ?? 0
    while version < steps.count {
      let (step, next) = (steps[version], version + 1)
      try connection.transaction { () throws(SQLiteError) in
        try connection.execute(step)
        try connection.execute("PRAGMA user_version = \(next)")
      }
      version = next
    }
  }
}
