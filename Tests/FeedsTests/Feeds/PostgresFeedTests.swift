import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// Debian's PostgreSQL server, asked by a feed.
@Suite(.serialized) struct PostgresFeedTests {
  private func spec(
    _ uri: String, every: Double = 0.05, timeout: Double = 60
  ) -> SourceSpec {
    .sql(SQLFeedSpec(.postgres(Secret(uri)), every: every, timeout: timeout))
  }

  private func withPostgres(
    _ uri: String, _ selection: Selection, every: Double = 0.05, timeout: Double = 60,
    at clock: SetClock? = nil, zone: TimeZoneRules = .utc,
    _ body: (any Feed, UpdateLog) async throws -> Void
  ) async throws {
    var spec = SQLFeedSpec(.postgres(Secret(uri)), every: every, timeout: timeout)
    spec.zone = SQLZone(name: "zone", rules: zone)
    let feed = ThreadFeed(spec, selection, clock: clock?.clock ?? .system)
    try await withFeed(feed, body)
  }

  /// No update has a credential of the server in it.
  private func expectNoSecrets(_ log: UpdateLog) {
    for update in log.all {
      let texts = [update.health.reason].compactMap { $0 } + update.missing.values
      for secret in ["s3cr", "tester", "hunter2"] {
        #expect(!texts.contains { $0.contains(secret) }, "\(texts)")
      }
    }
  }

  @Test func rowsBecomeSeries() async throws {
    let server = try PostgresServer()
    try server.run(
      """
      CREATE TABLE queue (name text, depth int, size numeric, open boolean, seen interval);
      INSERT INTO queue VALUES ('mail', 3, 1.25, true, '5 s'), ('web', NULL, 'NaN', false, NULL);
      """)
    let good = "SELECT name, depth, size, open FROM queue"
    let interval = "SELECT name, seen FROM queue"
    try await withPostgres(server.uri(), Selection(sql: good, interval)) { _, log in
      let (mail, web): (Labels, Labels) = (["name": "mail"], ["name": "web"])
      try await log.wait("values") { $0.values(Metric("depth", labels: mail)).count > 1 }
      let row = try #require(log.rows.first { $0.values[Metric("depth", labels: mail)] == 3 })
      #expect(row[Metric("size", labels: mail)] == 1.25)
      #expect(row[Metric("open", labels: mail)] == 1 && row[Metric("open", labels: web)] == 0)
      #expect(row.values[Metric("depth", labels: web)]?.isNaN == true)
      #expect(row.values[Metric("size", labels: web)]?.isNaN == true)
      try await log.wait("the mistake") { $0.problem(interval) != nil }
      #expect(
        log.problem(interval)
          == "the column 'seen' is an interval: write EXTRACT(epoch FROM …) for its seconds")
      #expect(log.all.last?.health(of: [.sql(good)]) == .fresh)
      // Nothing can be changed.
      expectNoSecrets(log)
    }
    try await statementsThatCannotBeAsked(server)
    try await timesOfAllTypes(server)
    try await datesWestOfGreenwich(server)
    try await aStatementThatTakesLong(server)
    try await aStatementThatNeverEnds(server)
    try await aMillionRows(server)
    try await credentials(server)
  }

  private func statementsThatCannotBeAsked(_ server: PostgresServer) async throws {
    let reasons = [
      ("SELECT nosuch FROM queue", "column \"nosuch\" does not exist at character 8"),
      (
        "SELECT depth\nFROM queu", "relation \"queu\" does not exist at line 2, character 6"
      ),
      (
        "SELECT now(), 1 WHERE now() > $__from AND nosuch",
        "column \"nosuch\" does not exist at character 43"
      ),
      (
        "DELETE FROM queue RETURNING depth",
        "cannot execute DELETE in a read-only transaction"
      ),
      ("SELECT 1 AS a; SELECT 2", "cannot insert multiple commands into a prepared statement"),
      ("COPY queue TO STDOUT", "COPY is not a query"),
      ("CREATE TABLE x ()", "cannot execute CREATE TABLE in a read-only transaction"),
      ("", "the statement gives no rows"),
      ("SELECT 1 / 0", "division by zero"),
      ("SELECT $__from::int8, 1 WHERE false -- '$__to'", nil),
    ]
    let selection = Selection(reasons.map { Query.sql($0.0) })
    try await withFeed(spec(server.uri()).open(selection)) { _, log in
      try await log.wait("all reasons") { log in
        reasons.allSatisfy { $0.1 == nil || log.problem($0.0) != nil }
      }
      for (statement, reason) in reasons { #expect(log.problem(statement) == reason) }
    }
  }

  /// The server's count of transactions that were rolled back, which administrators watch, does not grow by answers.
  @Test func answersAreNotRolledBack() async throws {
    let server = try PostgresServer()
    try server.run("CREATE DATABASE shop")
    let selection = Selection(sql: "SELECT 1 AS n")
    try await withPostgres(server.uri(database: "shop"), selection) { _, log in
      try await log.wait("answers") { $0.values("n").count > 20 }
    }
    // The process of a connection reports its counts at its end.
    let counts =
      "SELECT xact_commit AS committed, xact_rollback AS failed FROM pg_stat_database WHERE datname = 'shop'"
    try await withPostgres(server.uri(), Selection(sql: counts)) { _, log in
      try await log.wait("the counts") { ($0.values("committed").last ?? 0) > 20 }
      // The feed may have been stopped during a transaction.
      #expect(log.values("failed").last ?? .infinity <= 1)
    }
  }

  private func timesOfAllTypes(_ server: PostgresServer) async throws {
    // 2023-11-14 00:00:00 UTC.
    let start = 1_699_920_000.0
    let clock = SetClock(start + 100)
    try server.run(
      """
      SET TimeZone = 'Asia/Tokyo';
      CREATE TABLE times AS SELECT g AS epoch, to_timestamp(g) AS zoned,
        to_timestamp(g) AT TIME ZONE 'UTC' AS plain, (to_timestamp(g) AT TIME ZONE 'UTC')::date AS day,
        to_char(to_timestamp(g) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS iso,
        g - 1699920000 AS v
      FROM generate_series(1699920000, 1699920090, 10) g;
      ALTER ROLE tester SET TimeZone = 'Asia/Tokyo';
      """)
    let statements = [
      "SELECT zoned, v AS a FROM times WHERE zoned BETWEEN $__from AND $__to",
      "SELECT plain, v AS b FROM times WHERE plain BETWEEN $__from AND $__to",
      "SELECT epoch, v AS c FROM times WHERE epoch BETWEEN $__from AND $__to",
      "SELECT iso, v AS d FROM times WHERE to_timestamp($__from) < zoned",
      "SELECT day, max(v) AS e FROM times WHERE day >= $__from GROUP BY 1",
      "SELECT epoch::int8 * 1000 AS time_ms, v AS f FROM times",
    ]
    var selection = Selection()
    for statement in statements {
      selection.add(.sql(statement), Selection.Past(window: 55, resolution: 0))
    }
    try await withPostgres(server.uri(), selection, at: clock) { _, log in
      try await log.wait("all pasts") { log in
        "abcdef".allSatisfy { !log.values(Metric(String($0))).isEmpty }
      }
      let last = Dictionary(uniqueKeysWithValues: [50, 60, 70, 80, 90].map { (start + $0, $0) })
      for name in "abcd" { #expect(log.stored(Metric(String(name))) == last, "\(name)") }
      #expect(log.stored("e") == [start: 90])
      #expect(log.stored("f").count == 10)
      #expect(log.all.allSatisfy { $0.health == .fresh })
      // A row that comes later is the only news.
      let count = log.all.flatMap(\.samples).count
      try server.run(
        "INSERT INTO times (epoch, zoned, v) VALUES (1699920110, to_timestamp(1699920110), 7)")
      clock.set(start + 115)
      try await log.wait("the new row") { $0.stored("a")[start + 110] == 7 }
      let news = log.all.flatMap(\.samples).dropFirst(count).map(\.batch)
      #expect(news.filter { $0.columns.first?.metric == "a" }.map(\.times) == [[start + 110]])
    }
  }

  /// The clock shows 19:01 on the day before the date of the rows.
  private func datesWestOfGreenwich(_ server: PostgresServer) async throws {
    let start = 1_699_920_000.0
    let statements = [
      "SELECT day, max(v) AS h FROM times WHERE day = $__from::date + 1 GROUP BY 1",
      "SELECT day, max(v) AS i FROM times WHERE day BETWEEN $__from AND $__to GROUP BY 1",
    ]
    var selection = Selection()
    for statement in statements {
      selection.add(.sql(statement), Selection.Past(window: 55, resolution: 0))
    }
    try await withPostgres(
      server.uri(), selection, at: SetClock(start + 100),
      zone: .fixed(offset: -5 * 3600, abbreviation: "EST")
    ) { _, log in
      try await log.wait("the day") { !$0.values("h").isEmpty }
      #expect(log.stored("h") == [start + 5 * 3600: 90] && log.stored("i").isEmpty)
    }
  }

  /// A statement that takes longer than others may wait gets its answer all the same, and the others go on
  /// meanwhile.
  private func aStatementThatTakesLong(_ server: PostgresServer) async throws {
    let late = "SELECT 5 AS v FROM pg_sleep(2)"
    let selection = Selection(sql: late, "SELECT 1 AS w")
    try await withPostgres(server.uri(), selection) { _, log in
      // The others come between two late answers.
      try await log.wait("answers to others meanwhile") { log in
        let answers = log.all.flatMap(\.samples).flatMap(\.batch.columns).map(\.metric)
        return answers.split(separator: "v").dropFirst().dropLast().contains { $0.count > 5 }
      }
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
  }

  private func aStatementThatNeverEnds(_ server: PostgresServer) async throws {
    let endless = "SELECT count(*) AS v FROM generate_series(1, 1e18::int8), pg_sleep(100)"
    let selection = Selection(sql: endless, "SELECT 1 AS w")
    try await withPostgres(server.uri(), selection, timeout: 0.2) { _, log in
      try await log.wait("the failure") { log in
        log.all.contains {
          $0.missing[.sql(endless)] == "canceling statement due to statement timeout (0.2 s)"
        }
      }
      try await log.wait("the other panel") { $0.values("w").count > 2 }
    }
    // The server does not work on for a feed that has been stopped.
    try await withPostgres(server.uri(), Selection(sql: "SELECT 1 AS n")) { _, log in
      try await log.wait("an answer") { !$0.values("n").isEmpty }
    }
    // A server that accepts and is silent.
    try server.pause(true)
    defer { try? server.pause(false) }
    try await withPostgres(server.uri(), Selection(sql: "SELECT 1 AS n"), timeout: 0.2) { _, log in
      try await log.waitForFailure(containing: "no answer within 0.2 s")
      try server.pause(false)
      try await log.wait("an answer") { !$0.values("n").isEmpty }
    }
  }

  private func aMillionRows(_ server: PostgresServer) async throws {
    let rows = "SELECT to_timestamp(g) AS t, g AS v FROM generate_series(1, 1000000) g"
    let wide = "SELECT repeat('x', 1000) || g AS n, g AS v FROM generate_series(1, 100000) g"
    let many = "SELECT g::text AS n, g AS s FROM generate_series(1, 1000000) g"
    try await withPostgres(server.uri(), Selection(sql: rows, wide, many), every: 86_400) {
      _, log in
      try await log.wait("rows") { log in
        [rows, wide, many].allSatisfy { log.problem($0) != nil }
      }
      #expect(log.problem(rows) == "the answer has more than 250000 rows")
      #expect(log.problem(wide) == "the answer is larger than 16 MiB")
      #expect(log.problem(many) == "the answer has more than 250000 rows")
      #expect(log.values("v").count == 250_000)
      let found = Set(log.rows.suffix(1).flatMap(\.values.keys))
      #expect(found.count <= 1001)
    }
  }

  private func credentials(_ server: PostgresServer) async throws {
    let selection = Selection(sql: "SELECT 1 AS n")
    let failures = [
      (server.uri(password: "hunter2"), "password authentication failed for user \"…\""),
      (server.uri(database: "nosuch"), "database \"nosuch\" does not exist"),
      (server.uri(settings: "?pasword=hunter2"), "invalid URI query parameter: \"…\""),
      (
        server.uri(settings: "?sslmode=require"),
        "server does not support SSL, but SSL was required"
      ),
      (server.uri(host: "nosuch.invalid"), "could not translate host name"),
      (
        server.uri(password: "hunter2@x"),
        "a '/', '@', '?' or '#' in a user or a password is written %2F, %40, %3F or %23"
      ),
    ]
    for (uri, reason) in failures {
      try await withPostgres(uri, selection) { _, log in
        try await log.waitForFailure(containing: reason)
        expectNoSecrets(log)
      }
      #expect(!spec(uri).title.contains("hunter2") && !"\(spec(uri))".contains("hunter2"))
    }
    try await withFolder { folder in
      // libpq's own password file.
      let file = folder.appendingPathComponent("pgpass")
      try file.write("127.0.0.1:\(server.port.number):*:tester:s3cr&t\\:pw\n")
      chmod(file.path, 0o600)
      let settings = "?passfile=\(file.path)"
      try await withPostgres(server.uri(password: nil, settings: settings), selection) { _, log in
        try await log.wait("an answer") { !$0.values("n").isEmpty }
      }
    }
  }

  @Test func aServiceFileNamesTheServer() async {
    // A variable is set in a process of its own: the other tests read the environment meanwhile.
    await #expect(processExitsWith: .success) {
      let server = try PostgresServer()
      try await withFolder { folder in
        let services = folder.appendingPathComponent("services")
        try services.write(
          "[wall]\nhost=127.0.0.1\nport=\(server.port.number)\nuser=tester\ndbname=postgres\n"
            + "password=s3cr&t:pw\n")
        setenv("PGSERVICEFILE", services.path, 1)
        let selection = Selection(sql: "SELECT 1 AS n")
        try await Self().withPostgres("postgres:///?service=wall", selection) { _, log in
          try await log.wait("an answer") { !$0.values("n").isEmpty }
        }
      }
    }
  }

  @Test func aServerThatIsKilledAndComesBack() async throws {
    let server = try PostgresServer(settings: ["ssl": "on"])
    try server.run("CREATE TABLE log (at timestamptz, v int)")
    try server.run("INSERT INTO log VALUES (to_timestamp(1000010), 1)")
    let clock = SetClock(1_000_020)
    let past = "SELECT at, v FROM log WHERE at BETWEEN $__from AND $__to"
    let selection = {
      var selection = Selection(sql: past, window: 100)
      selection.add(.sql("SELECT 5 AS n"), Selection.Past(window: 100, resolution: 0))
      return selection
    }()
    // The certificate is checked.
    let trusted = "?sslmode=verify-full&sslrootcert=\(server.certificate)"
    try await withPostgres(
      server.uri(host: "localhost", settings: "?sslmode=verify-full&sslrootcert=/nonexistent"),
      selection
    ) { _, log in
      try await log.waitForFailure(containing: "root certificate file")
    }
    let others = UpdateLog()
    let log = UpdateLog()
    let command = SourceSpec.text(
      TextFeedSpec(origin: .command("while :; do echo v=1; sleep 0.05; done", every: nil)))
    let feed = ThreadFeed(
      SQLFeedSpec(
        .postgres(Secret(server.uri(host: "localhost", settings: trusted))), every: 0.05,
        timeout: 60), selection, clock: clock.clock)
    try await withHub {
      others.append($1)
    } _: { hub in
      hub.update([command: [.column("v")]])
      feed.start { [weak feed] update in
        log.append(update)
        feed?.request()
      }
      defer { feed.stop() }
      try await log.wait("values") { $0.stored("v") == [1_000_010: 1] && $0.values("n").count > 1 }
      server.stop()
      clock.set(1_000_040)
      try await log.wait("the failure") { $0.all.last?.health.reason != nil }
      let since = try #require(log.all.last?.health.failingSince)
      #expect(since == 1_000_040 || since == 1_000_020)
      let count = others.rows.count
      try await others.wait("the others to go on") { $0.rows.count > count + 3 }
      try server.start()
      try server.run(
        "INSERT INTO log SELECT to_timestamp(1000010 + 10 * g), g + 1 FROM generate_series(1, 4) g")
      clock.set(1_000_060)
      try await log.wait("the hole to be filled") {
        $0.stored("v") == [1_000_010: 1, 1_000_020: 2, 1_000_030: 3, 1_000_040: 4, 1_000_050: 5]
      }
      #expect(log.all.last?.health == .fresh)
      // Only what was missing has been passed on, as a stretch of the past.
      let filled = log.all.flatMap(\.samples).map(\.batch).filter { batch in
        batch.columns.first?.metric == "v" && batch.times.contains(1_000_020)
      }
      try #require(filled.map(\.times.first) == [1_000_020])
      guard case .past(let range) = filled[0].origin else {
        Issue.record("\(filled[0].origin)")
        return
      }
      #expect(range.lowerBound == 1_000_010.nextUp)
      // A value that is only polled has a gap.
      #expect(log.rows.contains { $0.values["n"]?.isNaN == true })
      #expect(others.all.allSatisfy { $0.health == .fresh })
      expectNoSecrets(log)
    }
  }

  @Test func aMissingLibraryNamesItsPackage() {
    do throws(SQLFailure) {
      _ = try LibPostgres(names: ["libnosuch.so.5"])
      Issue.record("loaded")
    } catch {
      #expect(error.reason == "libnosuch.so.5 cannot be loaded: install the package libpq5")
    }
  }
}
