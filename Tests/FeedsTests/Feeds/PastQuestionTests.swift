import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Questions to sources about a closed stretch of their own past.
@Suite struct PastQuestionTests {
  private let start = 1_700_000_000.0

  private final class Answers: Sendable {
    let all = Mutex<[[FeedUpdate.Samples]]>([])
  }

  private func ask(
    _ source: SourceSpec, _ queries: Set<Query>, _ range: ClosedRange<Double>,
    resolution: Double = 10
  ) throws -> [FeedUpdate.Samples] {
    let answers = Answers()
    source.askPast(of: queries, in: range, resolution: resolution) { samples in
      answers.all.withLock { $0.append(samples) }
    }
    try #require(eventually { answers.all.withLock { !$0.isEmpty } })
    return try #require(answers.all.withLock { $0.first })
  }

  private static func number(_ name: String, _ request: String) -> Double? {
    guard let place = request.range(of: "\(name)=") else { return nil }
    return Double(request[place.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  /// An answer with the time as the value.
  private static func matrix(_ request: String) -> String {
    guard let start = number("&start", request), let end = number("&end", request),
      let step = number("&step", request)
    else { return #"{"status":"error","error":"no range"}"# }
    let values = stride(from: start, through: end, by: step).map { "[\($0),\"\($0)\"]" }
    return #"{"status":"success","data":{"result":[{"metric":{"a":"b"},"values":["#
      + values.joined(separator: ",") + "]}]}}"
  }

  @Test func prometheusIsAskedOnceForEachQuery() throws {
    let server = try SmallServer { $0.answer(Self.matrix($0.request)) }
    let source = SourceSpec.prometheus(
      HTTPFeedSpec(url: server.url, format: .json, every: 1, timeout: 60))
    let queries: Set<Query> = [.promQL("one"), .promQL("two")]
    let samples = try ask(source, queries, start...start + 600)
    #expect(Set(samples.map(\.query)) == queries)
    // The rest after the last whole step may be asked for, too.
    #expect(server.requests.count { Self.number("&step", $0) == 16 } == 2)
    for query in queries {
      let parts = samples.filter { $0.query == query }
      let times = parts.flatMap(\.batch.times)
      #expect(times.allSatisfy { (start - 16...start + 600).contains($0) })
      #expect(times.count >= 37)
      #expect(parts.flatMap { $0.batch.columns.flatMap(\.values) } == times)
    }
  }

  @Test func aQueryThatFailsKeepsNoOtherWaiting() throws {
    let server = try SmallServer { connection in
      connection.answer(
        connection.request.contains("query=bad")
          ? #"{"status":"error","error":"bad query"}"# : Self.matrix(connection.request))
    }
    let source = SourceSpec.prometheus(
      HTTPFeedSpec(url: server.url, format: .json, every: 1, timeout: 3600))
    let samples = try ask(source, [.promQL("good"), .promQL("bad")], start...start + 600)
    // The rest after the last whole step may come as a part of its own.
    #expect(Set(samples.map(\.query)) == [.promQL("good")])
  }

  @Test func aServerThatIsAwayGivesNothing() throws {
    let port = try ReservedPort()
    let source = SourceSpec.prometheus(
      HTTPFeedSpec(url: "http://127.0.0.1:\(port.number)", format: .json, every: 1, timeout: 3600))
    #expect(try ask(source, [.promQL("one")], start...start + 600).isEmpty)
  }

  @Test func aSilentServerIsGivenUp() throws {
    let server = try SmallServer { $0.waitForClient() }
    let source = SourceSpec.prometheus(
      HTTPFeedSpec(url: server.url, format: .json, every: 1, timeout: 0.2))
    #expect(try ask(source, [.promQL("one")], start...start + 600).isEmpty)
  }

  @Test func rowsAreAskedForTheirStretch() throws {
    let server = try SmallServer { connection in
      let first = Self.number("?from", connection.request) ?? 0
      let last = Self.number("&to", connection.request) ?? 0
      let rows = stride(from: first, through: last, by: 60).map { "[\($0),\($0 / 60)]" }
      connection.answer("[" + rows.joined(separator: ",") + "]")
    }
    let source = SourceSpec.http(
      HTTPFeedSpec(url: server.url + "?from={from}&to={to}", format: .rows, every: 1, timeout: 60))
    let query = Query.rows(RowQuery(rows: ".", time: "0", values: ["1"]))
    let samples = try ask(source, [query], start...start + 600)
    #expect(server.requests.count == 1)
    #expect(samples.flatMap(\.batch.times) == (0...10).map { start + Double($0 * 60) })
  }
}
