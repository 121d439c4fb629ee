import Dashboard
import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// The example dashboard of PostgreSQL, asked of the real server.
@Suite struct PostgresDashboardTests {
  @Test func everyPanelHasData() async throws {
    let server = try PostgresServer()
    let example = Program.root.appendingPathComponent("assets/dashboards/postgres.yaml")
    let text = try String(contentsOf: example, encoding: .utf8)
      .replacing("postgres:///postgres", with: server.uri()).replacing(
        "every: 5s", with: "every: 200ms")
    try await withFolder { folder in
      let file = folder.appendingPathComponent("postgres.yaml")
      try file.write(text)
      let sources = try DashboardFile(path: file.path).read().dashboard.sources
      let (source, selection) = try #require(sources.first)
      #expect(sources.count == 1 && selection.queries.count == 9)
      try await withFeed(source.open(selection)) { _, log in
        try await log.wait("samples of every query, twice") { log in
          selection.queries.allSatisfy { query in
            let samples = log.all.flatMap(\.samples).filter { $0.query == query }
            return samples.count { !$0.batch.isEmpty && $0.batch.columns[0].values[0].isFinite } > 1
          }
        }
        #expect(log.all.allSatisfy { $0.missing.isEmpty && $0.health == .fresh })
        let states = Set(log.rows.flatMap(\.values.keys).compactMap { $0.labels["state"] })
        #expect(states == ["active", "idle", "idle in transaction"])
      }
    }
  }
}
