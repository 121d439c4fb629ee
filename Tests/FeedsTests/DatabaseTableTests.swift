import Testing

@testable import Feeds

/// Tables as databases and their tools print them.
@Suite struct DatabaseTableTests {
  private func rows(_ result: TextResult) -> String {
    (0..<result.rowCount).map { row in
      result.row(row).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: " ")
    }.joined(separator: ";")
  }

  /// An empty cell is a name of its own, also in the first row.
  @Test(arguments: [
    ("datname,n\npostgres,1\n,0\napp,4\n", "postgres|–|app", "1 0 4"),
    ("datname,n\n,0\npostgres,1\napp,4\n", "–|postgres|app", "0 1 4"),
    ("datname,n,m\n\"\",0,5\npostgres,1,6\n", "– n|– m|postgres n|postgres m", "0 5 1 6"),
    ("datname\tn\npostgres\t1\n\t0\n", "postgres|–", "1 0"),
    ("host,service,v\na,x,1\na,,2\n", "a/x|a/–", "1 2"),
    // Without texts, an empty cell is a missing number.
    ("a,b\n,1\n2,3\n", "a|b", "nan 1;2 3"), ("a,b\n1,1\n,3\n", "a|b", "1 1;nan 3"),
  ]) func emptyNames(_ text: String, _ names: String, _ values: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    #expect(rows(result) == values && result.unreadable == 0)
  }

  /// The user may choose such a column.
  @Test func chosenNames() {
    var options = TextOptions()
    options.horizontal = "datname"
    let result = TextResult("datname,n\n,0\npostgres,1\n", options)
    #expect(result.names == ["–", "postgres"] && result.columns.map(\.key) == result.names)
    #expect(result.columns.allSatisfy { $0.keyName == "datname" })
  }

  /// `pg_size_pretty` writes small sizes in `bytes`.
  @Test(arguments: [
    "name,size\na,8192 bytes\nb,30 MB\nc,1 byte\n",
    "name\tsize\na\t8192 bytes\nb\t30 MB\nc\t1 byte\n",
    "name;size\na;8192 bytes\nb;30 MB\nc;1 byte\n",
  ]) func sizesInBytes(_ text: String) {
    let result = TextResult(text)
    #expect(result.names == ["a", "b", "c"] && result.row(0) == [8192, 30_000_000, 1])
    #expect(result.columns.map(\.unit) == ["B", "B", "B"] && result.unreadable == 0)
  }

  /// Pipes right between fields separate, as `sacct -P`, `sacct -p`, `squeue -o` and `sqlite3` write them.
  @Test(arguments: [
    ("time|host|load|mem\n10:00:01|a|1|10\n10:00:02|a||20\n", "load|mem", "1 10;nan 20"),
    // Blanks and pairs in a field.
    (
      "ID|State|CPUs|Mem\n1.a|DONE|4|1G\n2.a|CANCELLED by 10|8|2G\n",
      "1.a CPUs|1.a Mem|2.a CPUs|2.a Mem", "4 1073741824 8 2147483648"
    ),
    ("Job|Tres|CPUs\na|cpu=8,mem=4G|8\na|cpu=4,mem=2G|4\n", "CPUs", "8;4"),
    ("Job|n|m|\na|1|2|\nb||3|\n", "a n|a m|b n|b m", "1 2 nan 3"),
    // The first cells are empty.
    ("Job|Part|n\na||1\nb|x|2\n", "a|b", "1 2"),
    // A quotation mark is a letter if the text has only one.
    ("Job|n\n\"a|1\n\"a|2\n", "n", "1;2"), ("Job|n\n\"a|b\"|1\na|2\n", "a|b|a", "1 2"),
    // Without names.
    ("a b|1|2\na b|3|\n", "2|3", "1 2;3 nan"), ("1|2|3\n4||6\n", "1|2|3", "1 2 3;4 nan 6"),
    // Blanks beside the bars belong to drawings.
    ("a | b\n1 | 2\n", "a|b", "1 2"),
  ]) func pipes(_ text: String, _ names: String, _ values: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names, "\(text)")
    #expect(rows(result) == values && result.unreadable == 0, "\(text)")
  }

  /// Below a ruler, cells are between bars, and an empty cell is a missing value.
  @Test(arguments: [
    (
      """
       datname  | numbackends | blks_hit 
      ----------+-------------+----------
                |           0 |   123456
       postgres |           1 |         
       app      |          12 |    99871
      (3 rows)
      """,
      "– numbackends|– blks_hit|postgres numbackends|postgres blks_hit|app numbackends|app blks_hit",
      "0 123456 1 nan 12 99871"
    ),
    // No number in a row, in the first one, and in all but the name.
    (
      " name | n | m \n------+---+---\n a    |   |  \n b    | 1 | 2\n c    |   |  \n",
      "a n|a m|b n|b m|c n|c m", "nan nan 1 2 nan nan"
    ),
    // Names and sizes with blanks, and names of columns with blanks.
    (
      " table name | total size \n------------+------------\n my table   | 8192 bytes\n b | 30 MB\n",
      "my table|b", "8192 30000000"
    ),
    // A column of texts that begins with empty cells.
    (
      " name | wait | note | n\n------+------+------+---\n a |  |  | 1\n b | Lock | x | 2\n",
      "a|b", "1 2"
    ),
    (
      """
      +-----------+------+-------+
      | host name | Seen | Lag   |
      +-----------+------+-------+
      | db 1      |      |     5 |
      | db 2      |    3 | NULL  |
      +-----------+------+-------+
      """, "db 1 Seen|db 1 Lag|db 2 Seen|db 2 Lag", "nan 5 3 nan"
    ),
    // patronictl.
    (
      """
      + Cluster: demo (7205283845436145695) -+----+-----------+
      | Member | Host     | Role    | State   | TL | Lag in MB |
      +--------+----------+---------+---------+----+-----------+
      | pg1    | 10.0.0.1 | Leader  | running |  5 |           |
      | pg2    | 10.0.0.2 | Replica | running |  5 |        16 |
      +--------+----------+---------+---------+----+-----------+
      """, "pg1 TL|pg1 Lag in MB|pg2 TL|pg2 Lag in MB", "5 nan 5 16"
    ),
    ("| a | b c |\n|---|:---:|\n| x y | 1 |\n|  | 2 |\n", "x y|–", "1 2"),
    (" a | b \n---+---\n 1 | 2\n   | 3\n 4 |  \n(3 rows)\n", "a|b", "1 2;nan 3;4 nan"),
    // Two tables after each other, and the first one again.
    (
      " n | v\n---+---\n a | 1\n b | 2\n(2 rows)\n\n x | y\n---+---\n 3 | 4\n(1 row)\n\n"
        + " n | v\n---+---\n a | 5\n b | 6\n(2 rows)\n", "a|b|x|y", "1 2 3 4;5 6 nan nan"
    ),
    // Without a ruler, bars are blanks.
    ("a | b\n1 | 2\n3 | 4\n", "a|b", "1 2;3 4"),
    ("usr sys| read  writ\n  1   2| 100   200\n", "usr|sys|read|writ", "1 2 100 200"),
  ]) func cellsBetweenBars(_ text: String, _ names: String, _ values: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    #expect(rows(result) == values && result.unreadable == 0)
  }
}
