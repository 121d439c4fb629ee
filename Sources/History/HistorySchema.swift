import SQLite

/// The versions of a history's tables. The file's `user_version` is the number of its version.
struct HistorySchema {
  /// The statements that migrate each version to the next one. Version 0 is an empty file.
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
    """,
    """
    -- The names of the breaches whose start has been reported, and whose end has not.
    CREATE TABLE breach(name TEXT PRIMARY KEY);
    """,
    """
    -- The time before which a tier has dropped its samples, for their age.
    CREATE TABLE dropped(tier TEXT PRIMARY KEY, until INTEGER NOT NULL);
    """,
  ])

  var version: Int { steps.count }

  /// The size of a page in bytes. A batch changes parts of few pages, so small pages mean fewer written bytes.
  private static let pageSize = 512
  /// The number of pages in the log at which they are moved into the file. Each page of the file is then written once
  /// for many batches: the log holds the samples of about three days, and most pages have been changed several times by
  /// then.
  private static let pagesOfLog = 32_000

  /// Whether a file is a history, or an empty file opened for writing. A path may name the database of another program,
  /// to which this program must not add tables.
  func suits(
    _ connection: SQLiteConnection, _ access: SQLiteConnection.Access
  ) throws(SQLiteError) -> Bool {
    let tables = "SELECT count(*) FROM sqlite_master"
    if try connection.integer(tables + " WHERE name IN ('series', 'made')") == 2 { return true }
    let count = try connection.integer(tables)
    return access == .writing && count == 0
  }

  /// Configures how a connection writes. A transaction is on the disk when the transaction ends, so that a power cut
  /// loses only samples that have not been written.
  func configure(_ connection: SQLiteConnection) throws(SQLiteError) {
    // The system caches the file's pages, so a large cache of the connection would be a second copy.
    try connection.execute("PRAGMA cache_size = -256")
    // Debian's SQLite overwrites deleted data, which would write each sample once more.
    try connection.execute("PRAGMA secure_delete = OFF")
    try connection.execute("PRAGMA page_size = \(Self.pageSize)")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA wal_autocheckpoint = \(Self.pagesOfLog)")
    try connection.execute("PRAGMA journal_size_limit = \(Self.pageSize * Self.pagesOfLog * 2)")
  }

  /// Migrates the tables of a file to the current version.
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
