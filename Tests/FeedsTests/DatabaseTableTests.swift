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
}
