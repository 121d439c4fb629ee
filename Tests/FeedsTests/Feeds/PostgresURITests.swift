import Metrics
import Testing

@testable import Feeds

/// Credentials in a connection URI, and statements with a stretch of time.
@Suite struct PostgresURITests {
  @Test(arguments: [
    (
      "postgres://me:pw@db.example.org:5433/shop?sslmode=require",
      "postgres://db.example.org:5433/shop"
    ),
    ("postgresql://db/shop", "postgres://db/shop"),
    ("postgres://me:p@ss@db/shop", "postgres://db/shop"),
    ("postgres://me:p?w@db/shop", "postgres://db/shop"),
    ("postgres://me:p/w@db/shop", "postgres://db/shop"),
    ("postgres://db/shop?password=hunter2", "postgres://db/shop"),
    ("postgres:///?service=metrics", "postgres service 'metrics'"),
    ("postgres://%2Fvar%2Frun/shop", "postgres://%2Fvar%2Frun/shop"),
  ])
  func titlesHaveNoSecrets(_ uri: String, _ title: String) {
    #expect(SourceSpec.sql(SQLFeedSpec(.postgres(Secret(uri)))).title == title)
  }

  @Test(arguments: [
    ("postgres://me:pw@db/shop", nil),
    ("http://me:pw@db/shop", "a URI of PostgreSQL begins with postgres://"),
    ("host=db password=pw", "a URI of PostgreSQL begins with postgres://"),
    ("postgres://me:p w@db", "the URI has a blank or a control character in it"),
    (
      "postgres://me:p@w@db",
      "a '/', '@', '?' or '#' in a user or a password is written %2F, %40, %3F or %23"
    ),
    (
      "postgres://me:p/w@db",
      "a '/', '@', '?' or '#' in a user or a password is written %2F, %40, %3F or %23"
    ),
  ])
  func mistakesAreTold(_ uri: String, _ problem: String?) {
    #expect(PostgresURI(uri).problem == problem)
  }

  @Test func messagesAreCleaned() {
    let uri = PostgresURI("postgres://me:p%40ss@db/shop?sslpassword=key%21&password=third")
    let message = "user \"me\" with p@ss or p%40ss, key! or key%21, third, fourth for some"
    #expect(
      uri.cleaned(message, password: "fourth")
        == "user \"…\" with … or …, … or …, …, … for some")
    #expect(
      PostgresURI("postgres://db").cleaned("no \"\" secret", password: "") == "no \"\" secret")
  }

  @Test func messagesAreOneLine() {
    let message = """
      connection to server at "localhost" (::1), port 5432 failed: Connection refused
      \tIs the server running on that host and accepting TCP/IP connections?
      connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused
      \tIs the server running on that host and accepting TCP/IP connections?

      """
    #expect(PostgresMessage.connection(message) == "connection refused")
    #expect(
      PostgresMessage.connection(
        "connection to server at \"h\", port 1 failed: FATAL:  role \"x\" does not exist\n")
        == "role \"x\" does not exist")
  }

  @Test func namesBecomeNumbers() {
    let statement = PostgresStatement("SELECT a WHERE t > $__to - 5 AND t > $__from OR $__to < x")
    #expect(statement.text == "SELECT a WHERE t > $1 - 5 AND t > $2 OR $1 < x")
    #expect(statement.parameters == [.to, .from])
    // The place of `x` in both texts.
    #expect(statement.place(of: 46) == 56)
    #expect(statement.place(of: 8) == 7)
    // No server counts so, but any may answer so.
    #expect(statement.place(of: .min) == 0)
    #expect(statement.place(of: .max) == statement.written.count)
  }

  @Test(
    arguments: [
      (1184, "2023-11-14 22:13:20.250000+00", "2023-11-14 22:13:21.000000+00"),
      (25, "2023-11-14 22:13:20.250000+00", "2023-11-14 22:13:21.000000+00"),
      (20, "1700000000", "1700000001"),
      (701, "1700000000.25", "1700000001.0"), (1082, "2023-11-15", "2023-11-15"),
    ] as [(UInt32, String, String)])
  func parametersHaveTheServersTypes(_ type: UInt32, _ from: String, _ to: String) {
    let stretch = 1_700_000_000.25...1_700_000_001
    let tokyo = TimeZoneRules.fixed(offset: 9 * 3600, abbreviation: "JST")
    #expect(PostgresStatement.value(of: .from, type, in: stretch, tokyo) == from)
    #expect(PostgresStatement.value(of: .to, type, in: stretch, tokyo) == to)
  }
}
