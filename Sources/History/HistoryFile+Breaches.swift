import SQLite

extension HistoryFile {
  /// Replaces the names of the reported breaches.
  func setBreaches(_ names: Set<String>) throws(HistoryFailure) {
    try attempt { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try connection.execute("DELETE FROM breach")
        for name in names.sorted() {
          let insertion = try connection.prepare("INSERT INTO breach VALUES (?)")
          try insertion.bind(name, to: 1)
          try insertion.run()
        }
      }
    }
  }

  /// The names of the reported breaches; empty in a file of an earlier version.
  package func breaches() throws(HistoryFailure) -> Set<String> {
    try attempt { () throws(SQLiteError) in
      let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'breach'"
      var names: Set<String> = []
      guard try connection.integer(tables) == 1 else { return names }
      let statement = try connection.prepare("SELECT name FROM breach")
      while try statement.next() { names.insert(statement.text(0)) }
      return names
    }
  }
}
