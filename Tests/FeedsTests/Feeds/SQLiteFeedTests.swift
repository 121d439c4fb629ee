import CSQLite
import Foundation
import Metrics
import SQLite
import TestSupport
import Testing

@testable import Feeds

/// SQLite's own files, written while a feed reads them.
@Suite struct SQLiteFeedTests {
  private func spec(
    _ folder: URL, every: Double? = 0.05, timeout: Double = 60
  ) -> SQLFeedSpec {
    SQLFeedSpec(.sqlite(folder.path + "/test.db"), every: every, timeout: timeout)
  }

  private func withSQLite(
    _ spec: SQLFeedSpec, _ selection: Selection, at clock: SetClock? = nil,
    _ body: (any Feed, UpdateLog) async throws -> Void
  ) async throws {
    let feed = ThreadFeed(spec, selection, clock: clock?.clock ?? .system)
    try await withFeed(feed, body)
  }

  @Test(arguments: [false, true])
  func valuesArePolledAndFollowTheData(wal: Bool) async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder, wal: wal)
      try writer.run("CREATE TABLE queue (name TEXT, depth INTEGER, age REAL)")
      try writer.run("INSERT INTO queue VALUES ('mail', 3, 1.5), ('web', 4, NULL)")
      let statement = "SELECT name, depth, age FROM queue"
      let (mail, web): (Labels, Labels) = (["name": "mail"], ["name": "web"])
      try await withSQLite(spec(folder), Selection(sql: statement)) { _, log in
        let depth = Metric("depth", labels: mail)
        try await log.wait("values") { $0.values(depth).count >= 3 }
        #expect(log.rows[0][Metric("age", labels: mail)] == 1.5)
        #expect(log.rows[0].values[Metric("age", labels: web)]?.isNaN == true)
        try writer.run("UPDATE queue SET depth = 8 WHERE name = 'mail'")
        try await log.wait("the new value") { $0.values(depth).contains(8) }
        // A row that is gone ends its line, once.
        try writer.run("DELETE FROM queue WHERE name = 'web'")
        try await log.wait("the end of a line") { log in
          log.rows.contains { $0.values[Metric("depth", labels: web)]?.isNaN == true }
        }
        let count = log.rows.count
        try await log.wait("more rows") { $0.rows.count > count + 2 }
        #expect(log.rows.last?.values[Metric("depth", labels: web)] == nil)
        #expect(log.all.allSatisfy { $0.health == .fresh })
      }
    }
  }

  @Test func anAnswerWithoutRowsIsAnAnswer() async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (v)")
      try await withSQLite(spec(folder), Selection(sql: "SELECT v FROM t")) { _, log in
        try await log.wait("answers without rows") { log in
          log.all.flatMap(\.samples).count { !$0.batch.times.isEmpty && $0.batch.isEmpty } > 1
        }
        try writer.run("INSERT INTO t VALUES (5)")
        try await log.wait("a row") { $0.values("v").contains(5) }
        #expect(log.all.allSatisfy { $0.health == .fresh })
      }
    }
  }

  /// A value that SQLite computes anew shows whether the statement is executed.
  @Test func anUnchangedDatabaseIsNotAskedAgain() throws {
    try withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (v)")
      try writer.run("INSERT INTO t VALUES (1)")
      let connection = SQLiteDatabase(
        folder.path + "/test.db", thread: FeedThread(), clock: .system, timeout: 60)
      let database = CountingDatabase(connection)
      var question = try #require(
        SQLQuestion(
          .sql("SELECT v FROM t"), window: 0, schedule: AttemptSchedule(period: 1, seed: 1),
          next: 0))
      func ask(_ time: Double) throws -> [Double] {
        let version = try database.version(by: .infinity)
        let limit = SQLLimit(statement: .infinity, deadline: .infinity)
        let news = try question.ask(
          database, version, at: time, answerTime: { time }, gapAfter: 100, limit)
        return news.samples.rows.compactMap { $0["v"] }
      }
      #expect(try [ask(1), ask(2), ask(3)] == [[1], [1], [1]] && database.asked == 1)
      try writer.run("UPDATE t SET v = 2")
      #expect(try [ask(4), ask(5)] == [[2], [2]] && database.asked == 2)
      // Results that change with time are asked for each time.
      question = try #require(
        SQLQuestion(
          .sql("SELECT v + 0 * unixepoch('now') AS v FROM t"), window: 0,
          schedule: AttemptSchedule(period: 1, seed: 1), next: 0))
      #expect(try [ask(6), ask(7)] == [[2], [2]] && database.asked == 4)
      // The numbers of another connection to the same data mean something else.
      let second = SQLiteDatabase(
        folder.path + "/test.db", thread: FeedThread(), clock: .system, timeout: 60)
      #expect(try connection.version(by: .infinity) != second.version(by: .infinity))
      // Another file in the place of the database is another database.
      let other = try SQLiteWriter(folder, name: "other.db")
      try other.run("CREATE TABLE t (v)")
      try other.run("INSERT INTO t VALUES (9)")
      question = try #require(
        SQLQuestion(
          .sql("SELECT v FROM t"), window: 0, schedule: AttemptSchedule(period: 1, seed: 1),
          next: 0))
      #expect(try ask(8) == [2])
      #expect(rename(folder.path + "/other.db", folder.path + "/test.db") == 0)
      #expect(try ask(9) == [9])
    }
  }

  private final class CountingDatabase: SQLDatabase {
    private let database: SQLiteDatabase
    private(set) var asked = 0

    init(_ database: SQLiteDatabase) { self.database = database }

    var isOld: Bool { database.isOld }
    func open(by deadline: Double) throws(SQLFailure) { try database.open(by: deadline) }
    func version(by deadline: Double) throws(SQLFailure) -> SQLVersion? {
      try database.version(by: deadline)
    }
    func rows(
      of statement: String, in stretch: ClosedRange<Double>, _ limit: SQLLimit
    ) throws(SQLFailure) -> SQLRows {
      asked += 1
      return try database.rows(of: statement, in: stretch, limit)
    }
    func close() { database.close() }
  }

  @Test(arguments: [false, true])
  func aChangeIsNoticedWithoutAPeriod(wal: Bool) async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder, wal: wal)
      try writer.run("CREATE TABLE t (v)")
      try writer.run("INSERT INTO t VALUES (1)")
      try await withSQLite(spec(folder, every: nil), Selection(sql: "SELECT v FROM t")) {
        _, log in
        try await log.wait("the value") { $0.values("v") == [1] }
        for value in 2...4 {
          try writer.run("UPDATE t SET v = \(value)")
          try await log.wait("the change") { $0.values("v").last == Double(value) }
        }
        // One sample for each change.
        #expect(log.values("v") == [1, 2, 3, 4])
      }
    }
  }

  @Test func rowsWithTimesAreThePast() async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE log (at INTEGER, room TEXT, celsius REAL)")
      let start = 1_700_000_000
      for i in 0..<100 {
        try writer.run("INSERT INTO log VALUES (\(start + i * 10), 'attic', \(i))")
      }
      let clock = SetClock(Double(start + 995))
      let statement =
        "SELECT at, room, celsius FROM log WHERE at BETWEEN $__from AND $__to ORDER BY at"
      let attic = Metric("celsius", labels: ["room": "attic"])
      try await withSQLite(spec(folder), Selection(sql: statement, window: 500), at: clock) {
        feed, log in
        try await log.wait("the past") { $0.stored(attic).count == 50 }
        let first = try #require(log.all.flatMap(\.samples).first?.batch)
        #expect(first.origin == .past(Double(start + 495)...Double(start + 995)))
        // New rows alone are passed on.
        try writer.run("INSERT INTO log VALUES (\(start + 1100), 'attic', 110)")
        try writer.run("INSERT INTO log VALUES (\(start + 1000), 'attic', 100)")
        clock.set(Double(start + 1001))
        try await log.wait("the new row") { $0.stored(attic).count == 51 }
        #expect(log.all.flatMap(\.samples).last?.batch.times == [Double(start + 1000)])
        // A row of the future comes when its time has come, although the data stays the same.
        clock.set(Double(start + 1101))
        try await log.wait("the row of the future", seconds: 60) {
          $0.stored(attic)[Double(start + 1100)] == 110
        }
        // A longer window is filled at once.
        feed.select(Selection(sql: statement, window: 2000))
        try await log.wait("the whole past") { $0.stored(attic).count == 102 }
      }
    }
  }

  @Test func aWriterThatHoldsALock() async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (v)")
      try writer.run("INSERT INTO t VALUES (1)")
      let selection = Selection(sql: "SELECT v FROM t")
      try await withSQLite(spec(folder, timeout: 0.2), selection) { _, log in
        try await log.wait("the value") { !$0.values("v").isEmpty }
        try writer.run("BEGIN EXCLUSIVE")
        try await log.waitForFailure(containing: "a writer has locked it for more than 0.2 s")
        try writer.run("UPDATE t SET v = 2")
        try writer.run("COMMIT")
        try await log.wait("the new value") { $0.values("v").contains(2) }
        // The outage is a gap.
        #expect(log.rows.contains { $0.values["v"]?.isNaN == true })
      }
      // A lock that is released within the time limit is waited for.
      try writer.run("BEGIN EXCLUSIVE")
      try await withSQLite(spec(folder), selection) { _, log in
        try await Task.sleep(for: .milliseconds(100))
        try writer.run("COMMIT")
        try await log.wait("the value") { $0.values("v").contains(2) }
        #expect(log.all.allSatisfy { $0.health == .fresh })
      }
      // A log of changes lets readers pass.
      try writer.run("PRAGMA journal_mode = WAL")
      try writer.run("BEGIN IMMEDIATE")
      try writer.run("UPDATE t SET v = 3")
      try await withSQLite(spec(folder, timeout: 1), selection) { _, log in
        try await log.wait("the value") { $0.values("v").contains(2) }
      }
      try writer.run("COMMIT")
    }
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS v FROM n"

  @Test func aStatementThatNeverEnds() async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (v)")
      try writer.run("INSERT INTO t VALUES (1)")
      let selection = Selection(sql: Self.endless, "SELECT v AS w FROM t")
      try await withSQLite(spec(folder, timeout: 0.1), selection) { _, log in
        // The other panel does not notice.
        try await log.wait("a failure of one") { log in
          log.all.contains {
            $0.missing[.sql(Self.endless)] == "no answer within 0.1 s"
              && $0.health(of: [.sql("SELECT v AS w FROM t")]) == .fresh
          }
        }
        try await log.wait("the other value") { $0.values("w").count > 3 }
      }
      // A feed that is stopped ends its statement.
      let feed = ThreadFeed(spec(folder), Selection(sql: Self.endless))
      weak let gone = feed
      try await withFeed(feed) { _, _ in try await Task.sleep(for: .milliseconds(50)) }
      _ = gone
    }
  }

  /// The other panel of the database waits for a second at most, and not for the time limit.
  @Test func aStatementThatTakesLongKeepsNobodyWaiting() async throws {
    try await withFolder { folder in
      let writer = try SQLiteWriter(folder)
      try writer.run("CREATE TABLE t (v)")
      try writer.run("INSERT INTO t VALUES (1)")
      let selection = Selection(sql: Self.endless, "SELECT v AS w FROM t")
      try await withSQLite(spec(folder, timeout: 3600), selection) { feed, log in
        try await log.wait("the other values") { $0.values("w").count > 10 }
        #expect(log.problem(Self.endless) == nil)
        // The thread that executes the statement ends with the feed.
        feed.stop()
      }
    }
  }

  @Test func aMillionRowsAreBoundedAndTold() async throws {
    try await withFolder { folder in
      _ = try SQLiteWriter(folder).run("CREATE TABLE t (v)")
      let statement = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000)
        SELECT i + 1700000000 AS time, i FROM n
        """
      try await withSQLite(spec(folder, every: 86_400), Selection(sql: statement)) { _, log in
        try await log.wait("rows") { !$0.values("i").isEmpty }
        #expect(log.values("i").count == 250_000)
        #expect(log.problem(statement) == "the answer has more than 250000 rows")
      }
    }
  }

  @Test(arguments: [
    ("SELEC v FROM t", "near \"SELEC\": syntax error at character 1"),
    ("SELECT v,\n  nosuch\nFROM t", "no such column: nosuch at line 2, character 3"),
    ("SELECT 1 AS a; SELECT 2", "the query has more than one statement"),
    ("-- nothing", "the query is empty"),
    ("DELETE FROM t", "the statement would change the database, which is only read"),
    ("SELECT 'x' AS a", "the answer has no column of numbers beside times and texts"),
    ("ATTACH '/tmp/other.db' AS o", "not authorized"),
  ])
  func mistakesInTheStatement(_ statement: String, _ reason: String) async throws {
    try await withFolder { folder in
      _ = try SQLiteWriter(folder).run("CREATE TABLE t (v)")
      try await withSQLite(spec(folder), Selection(sql: statement)) { _, log in
        try await log.wait("a failure") { $0.problem(statement) != nil }
        #expect(log.problem(statement) == reason)
      }
    }
  }

  @Test func aFileThatComesLaterOrIsNoDatabase() async throws {
    try await withFolder { folder in
      let selection = Selection(sql: "SELECT v FROM t; -- end")
      try await withSQLite(spec(folder), selection) { _, log in
        try await log.waitForFailure(containing: "/test.db: No such file or directory")
        let writer = try SQLiteWriter(folder)
        try writer.run("CREATE TABLE t (v)")
        try writer.run("INSERT INTO t VALUES (1)")
        try await log.wait("the value") { $0.values("v").contains(1) }
      }
      try folder.appendingPathComponent("test.db").write(String(repeating: "text ", count: 1000))
      try await withSQLite(spec(folder), selection) { _, log in
        try await log.waitForFailure(containing: "/test.db: file is not a database")
      }
    }
  }

  @Test func aMissingLibraryNamesItsPackage() {
    do throws(SQLiteError) {
      _ = try LibSQLite(names: ["libnosuch.so.0"])
      Issue.record("loaded")
    } catch {
      #expect(
        error.reason == "libnosuch.so.0 cannot be loaded: install the package libsqlite3-0")
    }
  }
}
