import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// Servers of all kinds that are no servers: none blocks a feed, and each is told in words without secrets.
@Suite struct HostileServerTests {
  enum Kind: CaseIterable, Sendable { case json, rows, prometheus, postgres, mqtt }

  enum Trouble: CaseIterable, Sendable {
    /// The host's name is not known.
    case noName
    /// Nobody listens.
    case refuses
    /// The packets of connections are dropped.
    case swallows
    /// Connections are accepted, and nothing is sent.
    case isSilent
    /// One byte comes after the other, for ever.
    case trickles
    /// Bytes come as fast as they are taken, for ever.
    case floods
  }

  private static let secret = "hunter2"

  /// The source at an address, with a password.
  private func source(_ kind: Kind, _ host: String, _ port: Int) -> (SourceSpec, Query) {
    var http = HTTPFeedSpec(
      url: "http://\(host):\(port)/", format: .json, every: 0.1, timeout: 0.5,
      headers: [.init(name: "X-Key", value: Secret(Self.secret))],
      authorization: .basic(user: "me", password: .text(Secret(Self.secret))))
    switch kind {
    case .json: return (.http(http), .path(".v"))
    case .rows:
      http.format = .rows
      return (.http(http), .rows(RowQuery(rows: ".", time: "t", values: ["v"])))
    case .prometheus: return (.prometheus(http), .promQL("up"))
    case .postgres:
      let uri = "postgres://me:\(Self.secret)@\(host):\(port)/shop"
      return (
        .sql(SQLFeedSpec(.postgres(Secret(uri)), every: 0.1, timeout: 0.5)), .sql("SELECT 1 AS n")
      )
    case .mqtt:
      let login = MQTTFeedSpec.Login(user: "me", password: .text(Secret(Self.secret)))
      return (
        .mqtt(MQTTFeedSpec(host: host, port: UInt16(port), login: login, timeout: 0.5)),
        .topic("a")
      )
    }
  }

  @Test(arguments: Kind.allCases, Trouble.allCases)
  func isToldAndBlocksNothing(kind: Kind, trouble: Trouble) async throws {
    let hole = try SilentPort()
    let closed = try ReservedPort()
    let server = try RawServer { client in
      // A client of HTTP takes this head for the beginning of an answer without an end.
      if kind == .json || kind == .rows || kind == .prometheus {
        RawServer.send(client, Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
      }
      let bytes = [UInt8](repeating: 0x20, count: trouble == .floods ? 1 << 16 : 1)
      while trouble == .trickles || trouble == .floods, RawServer.send(client, bytes) {
        if trouble == .trickles { usleep(20_000) }
      }
      if trouble == .isSilent { RawServer.waitForClient(client) }
    }
    let (spec, query) =
      switch trouble {
      case .noName: source(kind, "nowhere.invalid", 9)
      case .refuses: source(kind, "127.0.0.1", closed.number)
      case .swallows: source(kind, "127.0.0.1", hole.number)
      case .isSilent, .trickles, .floods: source(kind, "127.0.0.1", server.port)
      }
    try await withFeed(spec, [query]) { _, log in
      try await log.wait("the trouble") { $0.all.last?.health.reason != nil }
      let reason = try #require(log.all.last?.health.reason)
      #expect(!reason.isEmpty && !reason.contains("\n"), "\(reason)")
      #expect(log.rows.isEmpty)
      #expect(!"\(log.all) \(spec) \(spec.title)".contains(Self.secret))
    }
  }
}

/// A listener on the loopback, which hands each connection over as soon as it is accepted.
private final class RawServer {
  let port: Int
  private let listener: Int32

  init(_ handle: @escaping @Sendable (Int32) -> Void) throws {
    let reserved = try ReservedPort()
    (listener, port) = (reserved.takeSocket(), reserved.number)
    try #require(listen(listener, 16) == 0)
    Thread.detachNewThread { [listener] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        Thread.detachNewThread {
          handle(client)
          close(client)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// False when the client has gone.
  @discardableResult
  static func send(_ client: Int32, _ bytes: [UInt8]) -> Bool {
    Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0
  }

  static func waitForClient(_ client: Int32) {
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) > 0 {}
  }
}
