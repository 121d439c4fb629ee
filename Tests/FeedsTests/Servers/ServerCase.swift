import Foundation
import TestSupport
import Testing

@testable import Feeds

/// A server that a test kills and starts again, with the source that shows it. It answers as soon as it is made.
struct ServerCase {
  enum Kind: String, CaseIterable, Sendable { case prometheus, postgres, sqlite, rows, mqtt }

  /// The entries of the source in a dashboard's file.
  let source: String
  /// The entries of two queries. The first one has a past where the server has one.
  let queries: [String]
  /// The reason that is told at last while the server is away. The first reason depends on what the kill meets: an idle
  /// connection, or one in the middle of an answer.
  let reason: String
  /// Whether the first query's hole is filled on return.
  let fillsHole: Bool
  let stop: () throws -> Void
  let start: () throws -> Void

  init(_ kind: Kind, in folder: URL) throws {
    self =
      switch kind {
      case .prometheus: try Self.prometheus(folder)
      case .postgres: try Self.postgres()
      case .sqlite: try Self.sqlite(folder)
      case .rows: try Self.rows(folder)
      case .mqtt: try Self.mqtt(folder)
      }
  }

  private init(
    source: String, queries: [String], reason: String, fillsHole: Bool = true,
    stop: @escaping () throws -> Void, start: @escaping () throws -> Void
  ) {
    (self.source, self.queries, self.reason) = (source, queries, reason)
    (self.fillsHole, self.stop, self.start) = (fillsHole, stop, start)
  }

  private static func prometheus(_ folder: URL) throws -> ServerCase {
    let now = Int(Date().timeIntervalSince1970)
    let server = try MetricServer(.prometheus, in: folder, history: now - 60...now + 3600)
    return ServerCase(
      source: "prometheus: '\(server.url)', every: 0.5s, timeout: 60s",
      queries: ["query: 't{a=\"x\"}'", "query: 'sum(t)'"], reason: "connection refused",
      stop: { server.stop() }, start: { try server.start() })
  }

  private static func postgres() throws -> ServerCase {
    let server = try PostgresServer()
    let past = """
      SELECT g AS time, extract(epoch from g) AS v FROM \
      generate_series(date_trunc('second', $__from::timestamptz), $__to, '1 s') AS g
      """
    return ServerCase(
      source: "postgres: '\(server.uri())', every: 0.3s, timeout: 60s",
      queries: ["query: \"\(past)\"", "query: SELECT 5 AS n"], reason: "onnection",
      stop: { server.stop() }, start: { try server.start() })
  }

  /// A file that is taken away, and replaced by another one.
  private static func sqlite(_ folder: URL) throws -> ServerCase {
    let past = """
      WITH RECURSIVE n(time) AS (SELECT CAST($__from AS INTEGER) + 1 UNION ALL SELECT time + 1 FROM n \
      WHERE time + 1 <= $__to) SELECT time, time AS v FROM n, t
      """
    let path = folder.path + "/house.db"
    func make() throws {
      let database = try SQLiteWriter(folder, name: "house.db")
      try database.run("CREATE TABLE t (one)")
      try database.run("INSERT INTO t VALUES (1)")
    }
    try make()
    return ServerCase(
      source: "sqlite: '\(path)', every: 0.3s, timeout: 60s",
      queries: ["query: \"\(past)\"", "query: SELECT one AS n FROM t"],
      reason: "No such file or directory",
      stop: { try FileManager.default.removeItem(atPath: path) }, start: make)
  }

  /// nginx with a file of rows, to which a shell adds a row in each tenth of a second.
  private static func rows(_ folder: URL) throws -> ServerCase {
    let port = try ReservedPort()
    let writer = try ToolProcess(
      "/bin/sh",
      [
        "-c",
        """
        rows="[$(date +%s.%N),7]"; while :; do rows="$rows,[$(date +%s.%N),7]"; \
        echo "{\\"data\\": [$rows]}" > rows.new; mv rows.new rows.json; sleep 0.1; done
        """,
      ], in: folder)
    let server = try startNginx(folder, port: port)
    let url = "http://127.0.0.1:\(port.number)/rows.json"
    let isReady = try eventually {
      try runTool("/usr/bin/curl", ["--silent", "--fail", "--output", "/dev/null", url]) == 0
    }
    try #require(isReady, "nginx does not answer")
    return ServerCase(
      source:
        "http: '\(url)', every: 0.3s, timeout: 60s, rows: .data",
      queries: ["time: 0, value: 1", "time: 0, value: [1, 0]"], reason: "connection refused",
      stop: { server.stop() },
      start: {
        try server.restart()
        withExtendedLifetime(writer) {}
      })
  }

  private static func mqtt(_ folder: URL) throws -> ServerCase {
    let broker = try Broker(folder)
    // Waits for the broker.
    try broker.publish("a", "7")
    let writer = try ToolProcess(
      "/bin/sh",
      [
        "-c",
        """
        while :; do for topic in a b; do mosquitto_pub -h 127.0.0.1 -p \(broker.port.number) \
        -t $topic -m 7; done; sleep 0.1; done
        """,
      ])
    return ServerCase(
      source: "mqtt: '127.0.0.1:\(broker.port.number)', timeout: 60s",
      queries: ["topic: a", "topic: b"], reason: "connection", fillsHole: false,
      stop: { broker.stop() },
      start: {
        try broker.restart()
        withExtendedLifetime(writer) {}
      })
  }
}
