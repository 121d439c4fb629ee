import Foundation
import TestSupport
import Testing

@testable import Feeds

/// The words of real servers about mistakes in the queries of dashboards.
@Suite struct QueryCheckTests {
  /// Checks a dashboard with a query on each of the lines from the third on.
  private func check(
    _ source: String, _ queries: [String], timeout: String = "10s"
  ) throws -> Program.Result {
    try withFolder { folder in
      let file = folder.appendingPathComponent("d.yaml")
      let panels = queries.map { "  - source: {use: s, query: \"\($0)\"}\n" }
      try file.write("sources: {s: {\(source), timeout: \(timeout)}}\npanels:\n" + panels.joined())
      let result = try Program.run(["check", "--online", file.path])
      return Program.Result(
        status: result.status, output: result.output,
        errors: result.errors.replacing(folder.path + "/", with: ""))
    }
  }

  private static let good = [
    "SELECT count(*) AS n FROM t", "SELECT at, v FROM t WHERE at BETWEEN $__from AND $__to;",
  ]

  @Test func postgres() throws {
    let server = try PostgresServer()
    try server.run("CREATE TABLE t (at timestamptz, v int); INSERT INTO t VALUES (now(), 5)")
    let source = "postgres: '\(server.uri())'"
    let good = try check(source, Self.good)
    #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
    let bad = try check(
      source,
      [
        "SELECT nosuch FROM t", "SELECT v FROM t; DELETE FROM t", "DELETE FROM t RETURNING v",
        Self.good[0], "SELECT pg_sleep(30), 1 AS n", "SELECT v FROM nosuch", "SELECT nosuch FROM t",
        "SELECT now() - now() AS age",
      ], timeout: "1s")
    #expect(bad.status == 78)
    #expect(
      bad.errors.split(separator: "\n") == [
        "d.yaml:3:29: column \"nosuch\" does not exist at character 8",
        "d.yaml:4:29: cannot insert multiple commands into a prepared statement",
        "d.yaml:5:29: cannot execute DELETE in a read-only transaction",
        "d.yaml:7:29: canceling statement due to statement timeout (1 s)",
        "d.yaml:8:29: relation \"nosuch\" does not exist at character 15",
        "d.yaml:9:29: column \"nosuch\" does not exist at character 8",
        "d.yaml:10:29: the column 'age' is an interval: write EXTRACT(epoch FROM …) for its seconds",
      ])
    // Nothing has been changed.
    let after = try check(source, ["SELECT 1 / count(*) AS n FROM t"])
    #expect(after.status == 0, "\(after.errors)")
    server.stop()
    let lost = try check(source, Self.good)
    #expect(lost.status == 78 && lost.errors.split(separator: "\n").count == 1)
    #expect(lost.errors.contains("cannot be queried: ") && !lost.errors.contains("s3cr"))
  }

  @Test func columns() throws {
    try withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (name, v, w)")
      try writer.run("INSERT INTO t VALUES ('a', 5, 6), ('b', 7, 8)")
      let file = folder.appendingPathComponent("d.yaml")
      try file.write(
        """
        panels:
        - source: {sqlite: test.db, query: 'SELECT name, v, w FROM t'}
          series: [{column: v}, {column: x}, {column: w}]
        - source: {sqlite: test.db, query: SELECT nosuch FROM t, column: x}
        - source: {sqlite: test.db, query: SELECT v FROM t WHERE v > 9, column: x}
        """)
      let result = try Program.run(["check", "--online", file.path])
      #expect(
        result.errors.replacing(folder.path + "/", with: "").split(separator: "\n") == [
          "d.yaml:3:34: no column 'x' (columns: v, w)",
          "d.yaml:4:36: no such column: nosuch at character 8",
        ])
    }
  }

  @Test func sqlite() throws {
    try withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (at, v)")
      try writer.run("INSERT INTO t VALUES (1700000000, 5)")
      let source = "sqlite: '\(folder.path)/test.db'"
      let good = try check(source, Self.good)
      #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
      let endless =
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) AS n FROM r"
      let bad = try check(
        source,
        [
          "SELECT nosuch FROM t", "SELECT v FROM t; SELECT 2", "DELETE FROM t RETURNING v",
          Self.good[0], "SELEC v FROM t", endless,
        ], timeout: "1s")
      #expect(bad.status == 78)
      #expect(
        bad.errors.split(separator: "\n") == [
          "d.yaml:3:29: no such column: nosuch at character 8",
          "d.yaml:4:29: the query has more than one statement",
          "d.yaml:5:29: the statement would change the database, which is only read",
          "d.yaml:7:29: near \"SELEC\": syntax error at character 1",
          "d.yaml:8:29: no answer within 1 s",
        ])
      let lost = try check("sqlite: '\(folder.path)/nosuch.db'", Self.good)
      #expect(lost.status == 78)
      #expect(lost.errors.contains("nosuch.db: No such file or directory"))
      #expect(lost.errors.split(separator: "\n").count == 1)
    }
  }

  /// An expression of a type that has no value at each time is a mistake, as it is when a window asks.
  @Test func prometheus() throws {
    try withFolder { folder in
      let server = try MetricServer(.prometheus, in: folder)
      let source = "prometheus: '\(server.url)'"
      let good = try check(source, ["up", "1 + 1", "rate(up[5m])"])
      #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
      let bad = try check(source, ["up[5m]", "up", "'text'", "sum(up"])
      #expect(bad.status == 78)
      let lines = bad.errors.split(separator: "\n")
      #expect(lines.map { $0.prefix(12) } == ["d.yaml:3:29:", "d.yaml:5:29:", "d.yaml:6:29:"])
      for (line, words) in zip(lines, ["\"range vector\"", "\"string\"", "parse error"]) {
        #expect(line.contains(words))
      }
    }
  }
}
