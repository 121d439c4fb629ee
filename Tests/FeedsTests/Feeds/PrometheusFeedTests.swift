import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Feeds of small servers that answer as the test wants.
@Suite struct PrometheusFeedTests {
  /// An answer to a request: the value 1 at each time that is asked for.
  private static func ones(_ request: String) -> String {
    let grid = grid(request)
    let values = grid.times.map { "[\($0),\"1\"]" }.joined(separator: ",")
    let kind = grid.count == 1 ? "value" : "values"
    let value = grid.count == 1 ? values : "[\(values)]"
    return #"{"status":"success","data":{"result":[{"metric":{"a":"b"},"\#(kind)":\#(value)}]}}"#
  }

  private static func grid(_ request: String) -> QueryGrid {
    func number(_ name: String) -> Double? {
      guard let start = request.range(of: "&\(name)=") else { return nil }
      return Double(request[start.upperBound...].prefix { $0.isNumber || $0 == "." })
    }
    guard let start = number("start"), let end = number("end"), let step = number("step") else {
      return QueryGrid(at: number("time") ?? 0, step: 1)
    }
    return QueryGrid(start...end, step: step)!
  }

  private static func asks(_ request: String, _ query: String) -> Bool {
    request.contains("query=\(query)&")
  }

  private func open(
    _ server: SmallServer, _ queries: [Query], window: Double = 60, every: Double = 0.5,
    timeout: Double = 60, _ change: (inout HTTPFeedSpec) -> Void = { _ in }
  ) -> any Feed {
    var spec = HTTPFeedSpec(url: server.url, format: .json, every: every, timeout: timeout)
    change(&spec)
    var selection = Selection()
    for query in queries { selection.add(query, .init(window: window, resolution: 0)) }
    return SourceSpec.prometheus(spec).open(selection)
  }

  @Test func aLongerWindowAsksOnlyTheOlderStretch() async throws {
    let server = try SmallServer { $0.answer(Self.ones($0.request)) }
    let query = Query.promQL("q", step: 1)
    try await withFeed(open(server, [query], every: 86_400)) { feed, log in
      try await log.wait("the first past") { $0.rows.count >= 60 }
      var longer = Selection()
      longer.add(query, .init(window: 3600, resolution: 0))
      feed.select(longer)
      // On a busy machine, part of the older stretch passes before it is asked for.
      try await log.wait("the older past") { $0.rows.count >= 1800 }
      let grids = server.requests.map(Self.grid)
      #expect(grids.count == 2)
      #expect(grids[1].end == grids[0].start - 1)
      #expect(grids[0].start - grids[1].start >= 1700)
      // A selection that wants no more asks nothing.
      feed.select(longer)
      let times = log.rows.map(\.time)
      #expect(Set(times).count == times.count)
    }
  }

  @Test func aSilentQueryIsTheTroubleOfItsPanelAlone() async throws {
    let server = try SmallServer { connection in
      if Self.asks(connection.request, "silent") { return connection.waitForClient() }
      connection.answer(Self.ones(connection.request))
    }
    let (good, silent) = (Query.promQL("good"), Query.promQL("silent"))
    let feed = open(server, [good, silent], every: 0.2, timeout: 0.6)
    try await withFeed(feed) { _, log in
      try await log.wait("the failure") { $0.all.last?.missing[silent] != nil }
      let count = log.rows.count
      try await log.wait("the good one to go on") { log in
        guard log.rows.count > count + 5, let update = log.all.last else { return false }
        return update.health(of: [silent]).reason == "no answer within 0.6 s"
          && update.health(of: [good]) == .fresh
      }
    }
  }

  /// After an outage, a query without an answer does not keep the others from theirs.
  @Test func silentQueriesDoNotProlongAnOutage() async throws {
    let isDown = Mutex(true)
    let server = try SmallServer { connection in
      if isDown.withLock(\.self) { return }
      if !Self.asks(connection.request, "good") { return connection.waitForClient() }
      connection.answer(Self.ones(connection.request))
    }
    let good = Query.promQL("good")
    let queries = [good] + (0..<5).map { Query.promQL("silent\($0)") }
    try await withFeed(open(server, queries, every: 0.2, timeout: 0.2)) { _, log in
      try await log.wait("the outage") { log in
        if case .failing? = log.all.last?.health { true } else { false }
      }
      isDown.withLock { $0 = false }
      try await log.wait("the good one") { $0.all.last?.health(of: [good]) == .fresh }
    }
  }

  @Test func aServerThatIsSilentOnEverythingFails() async throws {
    let server = try SmallServer { $0.waitForClient() }
    let queries = (0..<8).map { Query.promQL("q\($0)") }
    try await withFeed(open(server, queries, timeout: 0.3)) { _, log in
      try await log.wait("the source's failure") {
        $0.all.last?.health.reason == "no answer within 0.3 s" && $0.all.last!.missing.isEmpty
      }
    }
  }

  @Test(arguments: [
    ("401 Unauthorized", "", "HTTP 401: not authorized"),
    ("502 Bad Gateway", "<html>", "HTTP 502: the server behind the gateway does not answer"),
    (
      "503 Service Unavailable",
      #"{"status":"error","errorType":"unavailable","error":"the store is starting"}"#,
      "the store is starting"
    ),
    ("200 OK", "<html>", "the answer is a web page, not JSON"),
    ("200 OK", "{}", "the answer does not have the format of Prometheus' query API"),
    ("302 Found", "", "HTTP 302"),
  ])
  func otherAnswersAreFailures(status: String, body: String, reason: String) async throws {
    let server = try SmallServer { $0.answer(body, status: status) }
    try await withFeed(open(server, [.promQL("q")])) { _, log in
      try await log.waitForFailure(containing: reason)
      #expect(log.rows.isEmpty)
    }
  }

  @Test func anAnswerThatIsTooLargeIsAskedInParts() async throws {
    let most = 20
    let server = try SmallServer { connection in
      guard Self.grid(connection.request).count > most else {
        return connection.answer(Self.ones(connection.request))
      }
      let length = HTTPFeedSpec.largestBody + 1
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
      connection.waitForClient()
    }
    let query = Query.promQL("q", step: 1)
    try await withFeed(open(server, [query], every: 86_400)) { _, log in
      try await log.wait("the whole past") { $0.rows.count >= 60 }
      let times = log.rows.map(\.time)
      #expect(Set(times).count == times.count && log.all.last?.health == .fresh)
    }
  }

  @Test func anAnswerThatNeverEndsIsRefused() async throws {
    let server = try SmallServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"data\":{\"result\":[")
      let blanks = [UInt8](repeating: 0x20, count: 1 << 20)
      while connection.send(blanks) {}
    }
    try await withFeed(open(server, [.promQL("q")], window: 0)) { _, log in
      try await log.waitForFailure(containing: "the answer is larger than 16 MiB")
    }
  }

  @Test func aMillionSeriesAreBoundedAndTold() async throws {
    let series = (0..<5000).map { #"{"metric":{"n":"\#($0)"},"value":[1,"1"]}"# }
    let body = #"{"status":"success","data":{"result":[\#(series.joined(separator: ","))]}}"#
    let server = try SmallServer { $0.answer(body) }
    let query = Query.promQL("q")
    try await withFeed(open(server, [query], window: 0, every: 0.2)) { _, log in
      try await log.wait("three answers") { $0.all.flatMap(\.samples).count >= 3 }
      let metrics = log.all.flatMap(\.samples).flatMap(\.batch.columns).map(\.metric)
      #expect(Set(metrics).count == 1000)
      #expect(
        log.all.last?.missing[query]?.hasPrefix("5000 series, of which 1000 are shown") == true)
    }
  }

  @Test func aWarningIsToldWithTheSamples() async throws {
    let server = try SmallServer {
      var answer = Self.ones($0.request)
      answer.removeLast()
      $0.answer(answer + #","warnings":["a store cannot be reached"]}"#)
    }
    let query = Query.promQL("q")
    try await withFeed(open(server, [query])) { _, log in
      try await log.waitForFailure(containing: "the server warns: a store cannot be reached")
      #expect(log.rows.count > 60)
    }
  }

  @Test func secretsAndHeadersReachTheServerAlone() async throws {
    let other = try SmallServer { $0.answer(Self.ones($0.request)) }
    let server = try SmallServer { [url = other.url] connection in
      connection.answer("", status: "307 Temporary Redirect", headers: "Location: \(url)x\r\n")
    }
    let feed = open(server, [.promQL("q")]) {
      $0.authorization = .basic(user: "joe", password: .text(Secret("geheim")))
      $0.headers = [.init(name: "X-Scope-OrgID", value: Secret("team-7"))]
    }
    try await withFeed(feed) { _, log in
      try await log.wait("a redirected answer") { $0.rows.count >= 1 }
      let asked = try #require(server.requests.first)
      #expect(asked.contains("X-Scope-OrgID: team-7") && asked.contains("Authorization: Basic "))
      let redirected = try #require(other.requests.first)
      #expect(!redirected.contains("team-7") && !redirected.contains("Authorization"))
    }
  }

  @Test func bearerTokensOfAFileAreReadForEachRequest() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("token")
      try file.write("one\n")
      let server = try SmallServer { $0.answer(Self.ones($0.request)) }
      let feed = open(server, [.promQL("q")], every: 0.2) {
        $0.authorization = .bearer(.file(file.path))
      }
      try await withFeed(feed) { _, log in
        try await log.wait("an answer") { !$0.rows.isEmpty }
        try file.write("two\n")
        try await log.wait("the next token") { _ in
          server.requests.contains { $0.contains("Authorization: Bearer two") }
        }
        #expect(server.requests[0].contains("Authorization: Bearer one"))
      }
    }
  }

  @Test func aFeedThatNobodyWantsEnds() async throws {
    let server = try SmallServer { $0.waitForClient() }
    weak var ended: (any Feed)?
    do {
      let feed = open(server, [.promQL("q")])
      ended = feed
      feed.start { _ in }
      feed.stop()
    }
    let ends = try await becomes { ended == nil }
    try #require(ends)
  }

  @Test func aQueryOfAnotherSourceIsTold() async throws {
    let server = try SmallServer { $0.answer(Self.ones($0.request)) }
    try await withFeed(open(server, [.promQL("q"), .path(".a")])) { _, log in
      try await log.waitForFailure(containing: "'.a' is not a query for Prometheus")
    }
  }
}
