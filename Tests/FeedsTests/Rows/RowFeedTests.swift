import Foundation
import Metrics
import Synchronization
import Testing

@testable import Feeds

/// Servers whose answers are series, asked for just what is missing.
@Suite struct RowFeedTests {
  private static let query = RowQuery(rows: ".rows", time: "t", values: ["v"])

  private func feed(
    _ spec: HTTPFeedSpec, window: Double, resolution: Double = 0, _ query: RowQuery = Self.query
  ) -> ThreadFeed {
    var selection = Selection()
    selection.add(.rows(query), .init(window: window, resolution: resolution))
    return ThreadFeed(http: spec, selection)
  }

  /// The stretch that a request asks for.
  private static func stretch(_ request: String) -> (from: Int, to: Int)? {
    let words = request.split { "=& ".contains($0) }.map(String.init)
    guard let from = words.firstIndex(of: "/?from").flatMap({ Int(words[$0 + 1]) }),
      let to = words.firstIndex(of: "to").flatMap({ Int(words[$0 + 1]) })
    else { return nil }
    return (from, to)
  }

  /// A server with a row for each second.
  private static func answer(_ connection: SmallServer.Connection) {
    guard let (from, to) = stretch(connection.request) else { return connection.answer("[]") }
    let rows = (from...max(from, to)).map { "{\"t\": \($0), \"v\": \($0 % 100)}" }
    connection.answer("{\"rows\": [\(rows.joined(separator: ","))]}")
  }

  @Test func anOutageIsFilledAndNoMoreIsAsked() async throws {
    let isDown = Mutex(false)
    let server = try SmallServer {
      if isDown.withLock({ $0 }) {
        $0.answer("", status: "503 Service Unavailable")
      } else {
        Self.answer($0)
      }
    }
    let spec = HTTPFeedSpec(
      url: server.url + "?from={from}&to={to}&step={step}", format: .rows, every: 0.1, timeout: 60)
    try await withFeed(feed(spec, window: 600, resolution: 2.5)) { _, log in
      try await log.wait("the past") { $0.rows.count >= 600 }
      isDown.withLock { $0 = true }
      try await log.waitForFailure(containing: "HTTP 503")
      let last = log.rows.map(\.time).max()!
      // Until there are rows that the outage has hidden.
      try await Task.sleep(for: .seconds(2))
      isDown.withLock { $0 = false }
      try await log.wait("the rows of the outage") { $0.rows.last!.time > last + 1 }
      #expect(log.all.last?.health == .fresh)
      let times = log.rows.map(\.time)
      // Every second once, without a hole.
      #expect(times == (0..<times.count).map { times[0] + Double($0) })
      for part in log.all.flatMap(\.samples) {
        guard case .past(let range) = part.batch.origin else {
          Issue.record("not a past")
          continue
        }
        #expect(part.batch.times.allSatisfy { range.contains($0) })
      }
      let asked = server.requests.compactMap(Self.stretch)
      #expect(asked[0].to - asked[0].from >= 600 && asked[0].to - asked[0].from <= 602)
      // Later ones ask for the outage at most, and a little more.
      let most = Int(log.rows.last!.time - last) + 60
      #expect(asked.dropFirst().allSatisfy { $0.to - $0.from < most })
      #expect(server.requests[0].contains("&step=3 "))
    }
  }

  @Test func aLongerWindowIsAskedAtOnce() async throws {
    let server = try SmallServer { Self.answer($0) }
    let spec = HTTPFeedSpec(
      url: server.url + "?from={from}&to={to}", format: .rows, every: 3600, timeout: 60)
    let feed = feed(spec, window: 100)
    try await withFeed(feed) { _, log in
      try await log.wait("the past") { $0.rows.count >= 100 }
      let first = log.rows.map(\.time).min()!
      var selection = Selection()
      selection.add(.rows(Self.query), .init(window: 7200, resolution: 0))
      feed.select(selection)
      try await log.wait("the longer past") { $0.rows.map(\.time).min()! < first - 3600 }
      let asked = server.requests.compactMap(Self.stretch)
      #expect(asked.count == 2)
      #expect(abs(asked[1].to - asked[0].from) <= 1)
      let times = log.rows.map(\.time)
      #expect(Set(times).count == times.count)
    }
  }

  @Test func aServerThatIgnoresTheStretchTellsEachRowOnce() async throws {
    let server = try SmallServer {
      $0.answer("{\"rows\": [{\"t\": 1763800001, \"v\": 2}, {\"t\": 1763800000, \"v\": 1}]}")
    }
    let spec = HTTPFeedSpec(url: server.url, format: .rows, every: 0.1, timeout: 60)
    try await withFeed(feed(spec, window: 100)) { _, log in
      try await log.wait("rows") { _ in server.requests.count > 4 }
      #expect(log.rows.map(\.time) == [1_763_800_000, 1_763_800_001])
      #expect(log.values("v") == [1, 2])
      #expect(log.all.allSatisfy { $0.health == .fresh })
    }
  }

  // MARK: Bodies

  @Test func aBodyIsPostedWithItsPlacesFilled() async throws {
    let bodies = Mutex<[String]>([])
    let server = try SmallServer { connection in
      let head = connection.request.lowercased()
      let length = head.components(separatedBy: "content-length: ").last
        .flatMap { Int($0.prefix { $0.isNumber }) }
      var buffer = [UInt8](repeating: 0, count: length ?? 0)
      recv(connection.descriptor, &buffer, buffer.count, Int32(MSG_WAITALL))
      bodies.withLock { $0.append(String(decoding: buffer, as: UTF8.self)) }
      connection.answer("{\"rows\": [{\"t\": 1763800000, \"v\": 5}]}")
    }
    var spec = HTTPFeedSpec(url: server.url, format: .rows, every: 60, timeout: 60)
    spec.method = .post
    spec.body = Secret("{\"range\": [{from_ms}, {to_ms}], \"step\": {step}}")
    try await withFeed(feed(spec, window: 100)) { _, log in
      try await log.wait("the value") { $0.values("v") == [5] }
      #expect(server.requests[0].hasPrefix("POST / HTTP/1.1\r\n"))
      #expect(server.requests[0].contains("\r\nContent-Type: application/json\r\n"))
      let body = try #require(bodies.withLock { $0.first })
      let numbers = body.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(numbers.count == 3 && numbers[1] - numbers[0] >= 100_000 && numbers[2] == 1)
    }
  }

  @Test(arguments: [("307 Temporary Redirect", true), ("302 Found", false)])
  func aBodyGoesToNoOtherServer(status: String, keepsBody: Bool) async throws {
    let other = try SmallServer { $0.answer("{\"rows\": [{\"t\": 1763800000, \"v\": 5}]}") }
    let location = "Location: \(other.url)\r\n"
    let server = try SmallServer { $0.answer("", status: status, headers: location) }
    var spec = HTTPFeedSpec(url: server.url, format: .rows, every: 60, timeout: 60)
    spec.method = .post
    spec.body = Secret("key=hunter2")
    try await withFeed(feed(spec, window: 100)) { _, log in
      if keepsBody {
        try await log.waitForFailure(
          containing: "redirected to another server, which gets no body")
        #expect(other.requests.isEmpty)
      } else {
        try await log.wait("the value") { $0.values("v") == [5] }
        #expect(other.requests[0].hasPrefix("GET / "))
      }
      #expect(!"\(log.all) \(spec)".contains("hunter2"))
    }
  }
}
