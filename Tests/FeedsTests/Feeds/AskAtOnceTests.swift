import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Sources that are asked once an hour, and queries that are new.
@Suite struct AskAtOnceTests {
  @Test func aServerIsAskedForANewQuery() async throws {
    let server = try SmallServer { $0.answer("{\"a\": 5, \"b\": 6}") }
    let spec = HTTPFeedSpec(url: server.url, format: .json, every: 3600, timeout: 60)
    try await withFeed(.http(spec), [.path(".a")]) { feed, log in
      try await log.wait("the first answer") { $0.values(".a") == [5] }
      feed.select([.path(".a"), .path(".b")])
      try await log.wait("the answer to both") { $0.values(".b") == [6] }
      #expect(log.values(".a") == [5, 5] && server.requests.count == 2)
      // Fewer queries, or the same, are no reason to ask.
      feed.select([.path(".b")])
      feed.select([.path(".b")])
      feed.select([.path(".a")])
      try await log.wait("the third answer") { $0.values(".a").count == 3 }
      #expect(server.requests.count == 3 && log.values(".b").count == 1)
      #expect(log.rows.allSatisfy { !$0.values.values.contains { $0.isNaN } })
    }
  }

  @Test func aCommandIsRunForANewQuery() async throws {
    try await withFolder { folder in
      let counter = folder.appendingPathComponent("counter").path
      let command = "echo x >> \(counter); echo a=5 b=6 c=7"
      let spec = TextFeedSpec(origin: .command(command, every: 3600))
      try await check(spec) { try Data(contentsOf: URL(fileURLWithPath: counter)).count / 2 }
    }
  }

  @Test func aFileIsReadForANewQuery() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("state")
      try file.write("a b c\n5 6 7\n")
      try await check(TextFeedSpec(origin: .file(file.path, every: 3600))) { nil }
    }
  }

  /// - Parameter runs: the number of runs so far; nil where they are not counted.
  private func check(_ spec: TextFeedSpec, runs: () throws -> Int?) async throws {
    try await withFeed(.text(spec), [.column("a")]) { feed, log in
      try await log.wait("the first answer") { $0.values("a") == [5] }
      feed.select([.column("a"), .column("b")])
      try await log.wait("the answer to both") { $0.values("b") == [6] }
      #expect(log.values("a") == [5, 5])
      feed.select([.column("b")])
      feed.select([.column("c")])
      try await log.wait("the third answer") { $0.values("c") == [7] }
      #expect(log.values("b") == [6])
      if let runs = try runs() { #expect(runs == 3) }
    }
  }
}
