import Foundation
import Metrics
import TestSupport
import Testing

@testable import Feeds

/// Feeds of Debian's Prometheus and VictoriaMetrics.
@Suite struct PrometheusServerTests {
  private static let x = Metric("t", labels: ["a": "x"])
  private static let y = Metric("t", labels: ["a": "y"])

  private var now: Int { Int(Date().timeIntervalSince1970) }

  private func spec(_ url: String, every: Double = 0.5) -> SourceSpec {
    .prometheus(HTTPFeedSpec(url: url, format: .json, every: every, timeout: 60))
  }

  private func selection(_ queries: [Query], window: Double = 60) -> Selection {
    var selection = Selection()
    for query in queries { selection.add(query, .init(window: window, resolution: window / 3840)) }
    return selection
  }

  @Test(arguments: MetricServer.Kind.allCases)
  func aQueryGivesItsPastAndThenLiveSamples(kind: MetricServer.Kind) async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(kind, in: folder, history: start - 300...start + 3600)
      let feed = spec(server.url).open(selection([.promQL("t")]))
      try await withFeed(feed) { feed, log in
        try await log.wait("live samples") { $0.rows.filter { $0[Self.x] != nil }.count > 125 }
        let batches = log.all.flatMap(\.samples).map(\.batch)
        guard case .past(let range)? = batches.first?.origin else {
          Issue.record("no past: \(batches)")
          return
        }
        #expect(range.upperBound - range.lowerBound >= 59)
        #expect(batches.dropFirst().contains { $0.origin == .own() })
        for row in log.rows {
          #expect((row.time * 2).rounded() == row.time * 2, "not on the grid")
          for metric in [Self.x, Self.y] {
            let value = try #require(row[metric])
            // VictoriaMetrics holds back the samples of its newest second.
            let late = kind == .prometheus ? 1.5 : 3
            #expect(value <= row.time && value > row.time - late)
          }
        }
        let times = log.rows.map(\.time)
        #expect(
          zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 0.5 }, "a hole or a repetition")
      }
    }
  }

  @Test(arguments: MetricServer.Kind.allCases)
  func aServerThatIsKilledIsAskedForTheOutage(kind: MetricServer.Kind) async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(kind, in: folder, history: start - 100...start + 3600)
      let others = UpdateLog()
      let log = UpdateLog()
      let source = spec(server.url)
      let command = SourceSpec.text(
        TextFeedSpec(origin: .command("while :; do echo v=1; sleep 0.1; done", every: nil)))
      try await withHub {
        if $0 == source { log.append($1) } else { others.append($1) }
      } _: { hub in
        hub.update([source: selection([.promQL("t"), .promQL("sum(t)")]), command: [.column("v")]])
        try await log.wait("values") { $0.rows.contains { $0[Self.x] != nil } }
        let updates = log.all.count
        server.stop()
        try await log.waitForFailure(containing: "connection refused", after: updates)
        let count = others.rows.count
        try await others.wait("the others to go on") { $0.rows.count > count + 15 }
        try server.start()
        let failed = log.all.count
        try await log.wait("the hole to be filled") { log in
          let fills = log.all.dropFirst(failed).flatMap(\.samples)
          return Set(fills.map(\.query)).count == 2 && log.all.last?.health == .fresh
        }
        #expect(
          log.all.contains { $0.missing.isEmpty && $0.health.reason == "connection refused" },
          "the outage is the source's, not a query's")
        for (query, metric) in [(Query.promQL("t"), Self.x), (.promQL("sum(t)"), "sum(t)")] {
          let rows = log.all.flatMap(\.samples).filter { $0.query == query }.rows
          let times = rows.filter { $0[metric] != nil }.map(\.time)
          #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.5) < 1e-3 })
          #expect(!rows.contains { $0.values[metric]!.isNaN }, "a gap")
        }
        #expect(others.all.allSatisfy { $0.health == .fresh })
      }
    }
  }

  @Test(arguments: [
    (MetricServer.Kind.prometheus, "1:9: parse error: "),
    (.victoriaMetrics, "unexpected token"),
  ])
  func aMistakeInOneQueryIsToldInTheServersWords(
    kind: MetricServer.Kind, words: String
  ) async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(kind, in: folder, history: start - 60...start + 3600)
      let (good, bad) = (Query.promQL("t"), Query.promQL("rate(up["))
      try await withFeed(spec(server.url).open(selection([good, bad]))) { _, log in
        try await log.wait("both answers") {
          $0.rows.count > 62 && $0.all.last?.missing[bad] != nil
        }
        let update = try #require(log.all.last)
        let reason = try #require(update.health(of: [bad]).reason)
        #expect(reason.contains(words), "\(reason)")
        #expect(update.health(of: [good]) == .fresh)
      }
    }
  }

  /// Each value of a query at the newest time: a number, NaN for a missing sample.
  @Test(arguments: MetricServer.Kind.allCases)
  func numbersOfAllKinds(kind: MetricServer.Kind) async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(kind, in: folder, history: start - 60...start + 3600)
      let expected = [
        "1": 1, "vector(2)": 2, "1/0": .nan, "-1/0": .nan, "0/0": .nan, "count(t)": 2,
      ]
      let queries = expected.keys.map { Query.promQL($0) }
      try await withFeed(spec(server.url).open(selection(queries))) { _, log in
        for (text, value) in expected where kind == .prometheus || !value.isNaN {
          let metric = Metric(text)
          try await log.wait("live samples of \(text)") { log in
            let batches = log.all.flatMap(\.samples).filter { $0.query == .promQL(text) }
            return batches.count >= 3
          }
          let batches = log.all.flatMap(\.samples).filter { $0.query == .promQL(text) }
          #expect(Set(batches.flatMap(\.batch.columns).map(\.metric)) == [metric])
          let values = batches.flatMap(\.batch.columns).flatMap(\.values)
            .filter { !SampleBatch.isAbsent($0) }
          #expect(
            values.allSatisfy { $0 == value || $0.isNaN && value.isNaN }, "\(text): \(values)")
        }
      }
    }
  }

  /// An answer without series is an answer: its samples have times and no columns.
  @Test(arguments: MetricServer.Kind.allCases)
  func aQueryWithoutSeriesIsAnswered(kind: MetricServer.Kind) async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(kind, in: folder, history: start - 60...start + 3600)
      let query = Query.promQL("nosuch_metric")
      try await withFeed(spec(server.url).open(selection([query]))) { _, log in
        try await log.wait("the past and a live answer") {
          $0.all.flatMap(\.samples).count >= 2
        }
        #expect(log.all.allSatisfy { $0.health == .fresh && $0.missing.isEmpty })
        for samples in log.all.flatMap(\.samples) {
          #expect(samples.query == query && samples.batch.columns.isEmpty)
          #expect(!samples.batch.times.isEmpty)
        }
      }
    }
  }

  /// A series that is in every second pair of answers ends and begins again, by the answers alone.
  @Test func aSeriesAppearsAndGoes() async throws {
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(
        .prometheus, in: folder, history: start - 60...start + 3600)
      let query = Query.promQL("t{a='x'} % 4 < 2 or t{a='y'}")
      let (comes, stays) = (Metric(query.name, labels: ["a": "x"]), Self.y)
      try await withFeed(spec(server.url).open(selection([query]))) { _, log in
        try await log.wait("a live end and a live beginning") { log in
          let live = log.all.flatMap(\.samples).filter { $0.batch.origin == .own() }.rows
          let values = live.compactMap { $0.values[comes] }
          return values.contains { $0.isNaN } && values.contains { !$0.isNaN }
        }
        #expect(log.all.allSatisfy { $0.health == .fresh })
        var wasPresent = false
        for row in log.rows {
          #expect(row[stays] != nil)
          let isPresent = Int(try #require(row[stays])) % 4 < 2
          #expect((row[comes] != nil) == isPresent, "at \(row.time)")
          // The first time of a gap has a missing sample, and the others have none.
          if !isPresent { #expect((row.values[comes] != nil) == wasPresent) }
          wasPresent = isPresent
        }
      }
    }
  }

  @Test func queriesOfOneServerShareConnections() async throws {
    func accepted(_ server: MetricServer) throws -> Int {
      let line = try server.get("/metrics").split(separator: "\n").first {
        $0.hasPrefix("net_conntrack_listener_conn_accepted_total{listener_name=\"http\"}")
      }
      let number = line?.split(separator: " ").last.flatMap { Int($0) }
      return try #require(number)
    }
    try await withFolder { folder in
      let start = now
      let server = try MetricServer(
        .prometheus, in: folder, history: start - 60...start + 3600)
      let before = try accepted(server)
      let queries = (0..<12).map { Query.promQL("t + \($0)") }
      try await withFeed(spec(server.url).open(selection(queries))) { _, log in
        try await log.wait("sixty answers") { $0.all.flatMap(\.samples).count >= 60 }
        // The test's own requests may take two more.
        #expect(try accepted(server) - before <= 6 + 2)
      }
    }
  }
}
