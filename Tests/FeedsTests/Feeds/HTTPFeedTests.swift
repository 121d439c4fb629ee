import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Servers that behave, and servers that do not.
@Suite struct HTTPFeedTests {
  private func withServer(
    _ queries: Set<Query> = [.path(".v")], like request: HTTPFeedSpec = Self.request(),
    handle: @escaping @Sendable (SmallServer.Connection) -> Void,
    then body: (SmallServer, UpdateLog) async throws -> Void
  ) async throws {
    let server = try SmallServer(handle)
    var spec = request
    spec.url = server.url
    try await withFeed(.http(spec), queries) { _, log in try await body(server, log) }
  }

  private static func request(
    timeout: Double = 60, headers: [HTTPFeedSpec.Header] = [],
    authorization: HTTPFeedSpec.Authorization = .none
  ) -> HTTPFeedSpec {
    HTTPFeedSpec(
      url: "", format: .json, every: 0.1, timeout: timeout, headers: headers,
      authorization: authorization)
  }

  @Test func asksAgainAndAgain() async throws {
    try await withServer {
      $0.answer("{\"v\": 5}")
    } then: { server, log in
      try await log.wait("three answers") { $0.values(".v").count >= 3 }
      #expect(log.values(".v").allSatisfy { $0 == 5 })
      #expect(log.all.allSatisfy { $0.health == .fresh })
      #expect(server.requests[0].hasPrefix("GET / HTTP/1.1\r\n"))
      #expect(server.requests[0].contains("\r\nAccept: application/json"))
      let times = log.rows.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  /// A byte order mark before the answer is no part of the answer.
  @Test func anAnswerWithAByteOrderMark() async throws {
    try await withServer {
      $0.answer("\u{FEFF}{\"v\": 5}")
    } then: { _, log in
      try await log.wait("an answer") { !$0.all.isEmpty }
      #expect(log.all.first?.health == .fresh && log.values(".v").first == 5)
    }
  }

  /// A query that comes while a request is under way is asked right after that request.
  @Test func aNewQueryDuringARequest() async throws {
    let isSlow = Mutex(true)
    let server = try SmallServer { connection in
      while isSlow.withLock(\.self) { usleep(1000) }
      connection.answer("[[\(Int(Date().timeIntervalSince1970) - 10), 1, 2]]")
    }
    let queries = ["1", "2"].map { Query.rows(RowQuery(rows: ".", time: "0", values: [$0])) }
    let spec = HTTPFeedSpec(url: server.url, format: .rows, every: 86_400)
    func selection(_ queries: [Query]) -> Selection {
      var selection = Selection()
      for query in queries { selection.add(query, .init(window: 3600, resolution: 0)) }
      return selection
    }
    try await withFeed(SourceSpec.http(spec).open(selection([queries[0]]))) { feed, log in
      try await log.wait("the first request") { _ in !server.requests.isEmpty }
      feed.select(selection(queries))
      isSlow.withLock { $0 = false }
      try await log.wait("the new query") { log in
        log.all.contains { $0.samples.contains { $0.query == queries[1] } }
      }
    }
  }

  @Test func tellsWhatIsMissing() async throws {
    try await withServer([.path(".depht"), .path("..")]) {
      $0.answer("{\"depth\": 5}")
    } then: { _, log in
      try await log.wait("both") { $0.all.last?.missing.count == 2 }
      let missing = log.all.last!.missing
      #expect(missing[.path(".depht")] == "no 'depht' in the answer (did you mean 'depth'?)")
      #expect(missing[.path("..")] == "'..' is not a path in JSON")
    }
  }

  @Test(
    arguments: [
      ("503 Service Unavailable", "HTTP 503: out of service"),
      ("404 Not Found", "HTTP 404: not found"),
      ("304 Not Modified", "HTTP 304"),
    ])
  func statuses(_ status: String, _ reason: String) async throws {
    try await withServer {
      $0.answer("{\"v\": 5}", status: status)
    } then: { _, log in
      try await log.waitForFailure(containing: reason)
      #expect(log.rows.isEmpty)
    }
  }

  @Test(
    arguments: [
      ([401], "not authorized"), ([403], "forbidden"), ([404], "not found"),
      ([407], "the proxy asks for a password"), ([429], "too many requests"),
      ([500], "an error of the server"), ([503], "out of service"),
      ([502, 504], "the server behind the gateway does not answer"),
      ([301, 302, 303, 307, 308], "the answer leads elsewhere"), ([304, 400, 418, 501], nil),
    ] as [([Int], String?)])
  func wordsOfStatuses(_ statuses: [Int], _ words: String?) {
    for status in statuses {
      #expect(
        HTTPFailure.reason(ofStatus: status)
          == "HTTP \(status)" + (words.map { ": " + $0 } ?? ""))
    }
  }

  /// A server that limits its clients names the time of the next request, in seconds or as a date. The source is not
  /// asked before, although its period is a tenth of a second.
  @Test(
    arguments: [
      ("429 Too Many Requests", "Retry-After: 1000\r\n", 1000.0),
      ("503 Service Unavailable", "Retry-After: Fri, 31 Dec 2399 23:59:59 GMT\r\n", 3601),
      ("503 Service Unavailable", "Retry-After: soon\r\n", nil),
      ("503 Service Unavailable", "", nil),
    ])
  func retryAfter(_ status: String, _ header: String, _ seconds: Double?) async throws {
    try await withServer {
      $0.answer("", status: status, headers: header)
    } then: { server, log in
      try await log.waitForFailure(containing: "HTTP \(status.prefix(3))")
      // The wait until a date is longer than any wait that is obeyed.
      let asked = log.all.last?.retryAfter
      #expect(seconds == nil ? asked == nil : asked.map { min($0, 3601) } == seconds)
      if seconds == nil {
        try await log.wait("another request") { _ in server.requests.count >= 3 }
      } else {
        // A source that is not told to wait is asked again meanwhile.
        try await withServer {
          $0.answer("", status: status)
        } then: { other, log in
          try await log.wait("more requests") { _ in other.requests.count >= 4 }
        }
        #expect(server.requests.count == 1)
      }
    }
  }

  // MARK: Servers that misbehave

  @Test func aServerThatStalls() async throws {
    try await withServer(like: Self.request(timeout: 0.3)) {
      $0.waitForClient()
    } then: { _, log in
      try await log.waitForFailure(containing: "no answer within 0.3 s")
    }
  }

  @Test func aServerThatTrickles() async throws {
    try await withServer(like: Self.request(timeout: 0.5)) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      while connection.send(" ") { usleep(20_000) }
    } then: { _, log in
      try await log.waitForFailure(containing: "the answer is not complete after 0.5 s")
    }
  }

  @Test func aServerThatTricklesItsHead() async throws {
    try await withServer(like: Self.request(timeout: 0.5)) { connection in
      connection.send("HTTP/1.1 200 OK\r\nX: ")
      while connection.send("x") { usleep(20_000) }
    } then: { _, log in
      try await log.wait("its end") { $0.all.last?.health.reason?.contains("0.5 s") ?? false }
    }
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"v\": 5}", "the answer ended early"),
      // The head states fewer bytes than the body has.
      ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{\"v\": 5}", "the answer is not JSON"),
      ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{\"v\": 5}", "the answer is not HTTP"),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n{}", "the answer ended early"
      ),
      (
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}",
        "the answer's chunks cannot be read"
      ),
      (
        "HTTP/1.1 200 OK\r\n"
          + String(repeating: "X: \(String(repeating: "x", count: 900))\r\n", count: 400) + "\r\n",
        "the answer's head is too large"
      ),
      ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}", "larger than 16 MiB"),
      ("", "the server closed the connection without an answer"),
      ("SSH-2.0-OpenSSH_9.2\r\n", "the answer is not HTTP"),
      ("HTTP/1.1 200 OK\r\n\r\n", "the answer is empty"),
      ("HTTP/1.1 200 OK\r\n\r\n<html>", "the answer is a web page, not JSON"),
      (
        "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
        "redirected: a URL begins with http:// or https://"
      ),
      ("HTTP/1.1 302 Found\r\n\r\n", "HTTP 302"),
    ])
  func aServerThatLies(_ answer: String, _ reason: String) async throws {
    try await withServer {
      $0.send(answer)
    } then: { _, log in
      try await log.waitForFailure(containing: reason)
      #expect(log.rows.isEmpty)
    }
  }

  /// `{"v": 5}`, compressed by `gzip -9n`.
  private static let compressed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0x2A, 0x53,
    0xB2, 0x52, 0x30, 0xAD, 0x05, 0x00, 0xB0, 0x79, 0x1E, 0x81, 0x08, 0x00, 0x00, 0x00,
  ]

  /// Some servers compress also what nobody asked them to.
  @Test func anAnswerThatIsCompressed() async throws {
    try await withServer { connection in
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.compressed.count)\r\n\r\n"
      )
      connection.send(Self.compressed)
    } then: { server, log in
      try await log.wait("an answer") { $0.values(".v").contains(5) }
      #expect(server.requests[0].contains("\r\nAccept-Encoding: gzip\r\n"))
    }
  }

  @Test func anAnswerThatIsNotCompressed() async throws {
    try await withServer {
      $0.answer("{\"v\": 5}", headers: "Content-Encoding: gzip\r\n")
    } then: { _, log in
      try await log.waitForFailure(
        containing: "the answer is compressed in a way that cannot be read")
    }
  }

  /// The limit is that of the answer itself: 64 MiB of zeros are 64 KiB on the way.
  @Test func aServerThatCompressesTooMuch() async throws {
    let bomb = try withFolder { folder in
      let file = folder.appendingPathComponent("bomb.gz")
      #expect(try Shell.run("head -c 67108864 /dev/zero | gzip -1 >\(file.path)").status == 0)
      return try Data(contentsOf: file)
    }
    try await withServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
      connection.send(bomb)
    } then: { _, log in
      try await log.waitForFailure(containing: "the answer is larger than 16 MiB")
    }
  }

  @Test func aServerThatSendsAGigabyte() async throws {
    try await withServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      let piece = [UInt8](repeating: 0x20, count: 1 << 20)
      for _ in 0..<1024 where !connection.send(piece) { return }
    } then: { _, log in
      try await log.waitForFailure(containing: "the answer is larger than 16 MiB")
    }
  }

  @Test func noServer() async throws {
    let port = try ReservedPort()
    let spec = HTTPFeedSpec(
      url: "http://127.0.0.1:\(port.number)/", format: .json, every: 0.1, timeout: 60)
    try await withFeed(.http(spec), [.path(".v")]) { _, log in
      try await log.waitForFailure(containing: "connection refused")
    }
    let unknown = HTTPFeedSpec(
      url: "http://nothing.invalid/", format: .json, every: 60, timeout: 60)
    try await withFeed(.http(unknown), [.path(".v")]) { _, log in
      try await log.waitForFailure(containing: "the host's name is not known")
    }
  }

  /// A server that stalls and a server that floods do not block a third server.
  @Test func noneBlocksAnother() async throws {
    let stalling = try SmallServer { $0.waitForClient() }
    let flooding = try SmallServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send([UInt8](repeating: 0x20, count: 1 << 16)) {}
    }
    let working = try SmallServer { $0.answer("{\"v\": 5}") }
    func spec(_ server: SmallServer) -> SourceSpec {
      .http(HTTPFeedSpec(url: server.url, format: .json, every: 0.1, timeout: 600))
    }
    let log = UpdateLog()
    let worker = spec(working)
    try await withHub {
      if $0 == worker { log.append($1) }
    } _: { hub in
      hub.update([
        spec(stalling): [.path(".v")], spec(flooding): [.path(".v")], worker: [.path(".v")],
      ])
      try await log.wait("twenty answers") { $0.values(".v").count >= 20 }
    }
    withExtendedLifetime((stalling, flooding, working)) {}
  }

  // MARK: Secrets

  @Test func tellsItsSecretsToItsServerAlone() async throws {
    let other = try SmallServer { $0.answer("{\"v\": 7}") }
    let target = other.url
    let secret = Secret("hunter2")
    try await withServer(
      like: Self.request(
        headers: [.init(name: "X-Key", value: secret), .init(name: "X-Empty", value: Secret(""))],
        authorization: .basic(user: "me", password: .text(secret)))
    ) { connection in
      if connection.request.hasPrefix("GET /other") {
        connection.answer("", status: "302 Found", headers: "Location: \(target)x\r\n")
      } else {
        connection.answer("", status: "302 Found", headers: "Location: /other\r\n")
      }
    } then: { server, log in
      try await log.wait("the answer") { $0.values(".v").contains(7) }
      #expect(server.requests.count >= 2)
      for request in server.requests.prefix(2) {
        #expect(request.contains("\r\nX-Key: hunter2\r\n"))
        #expect(request.contains("\r\nX-Empty:\r\n"))
        #expect(request.contains("\r\nAuthorization: Basic bWU6aHVudGVyMg==\r\n"))
      }
      #expect(!other.requests.isEmpty)
      for request in other.requests {
        #expect(!request.contains("hunter2") && !request.contains("Authorization"))
      }
    }
  }

  @Test func bearer() async throws {
    try await withServer(like: Self.request(authorization: .bearer(.text(Secret("token-1"))))) {
      $0.answer("{\"v\": 7}")
    } then: { server, log in
      try await log.wait("the answer") { $0.values(".v").contains(7) }
      #expect(server.requests[0].contains("\r\nAuthorization: Bearer token-1\r\n"))
    }
  }

  /// The server accepts only the second token, as after a rotation. Between the two the file is empty for
  /// a moment, and gone.
  @Test(arguments: [true, false])
  func aSecretInAFileIsReadAgain(isBearer: Bool) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("token")
      try file.write("hunter1\n")
      let secret = Credential.file(file.path)
      let header = isBearer ? "Bearer hunter2" : "Basic bWU6aHVudGVyMg=="
      try await withServer(
        like: Self.request(
          authorization: isBearer ? .bearer(secret) : .basic(user: "me", password: secret))
      ) { connection in
        if connection.request.contains("\r\nAuthorization: \(header)\r\n") {
          connection.answer("{\"v\": 7}")
        } else {
          connection.answer("", status: "401 Unauthorized")
        }
      } then: { server, log in
        try await log.waitForFailure(containing: "HTTP 401")
        try file.write("hunter2\n")
        try await log.wait("an answer") { $0.values(".v").contains(7) }
        try FileManager.default.removeItem(at: file)
        let count = log.values(".v").count
        try await log.wait("more answers") { $0.values(".v").count > count + 2 }
        let updates = log.all.count
        try file.write("hunter3\n")
        try await log.waitForFailure(containing: "HTTP 401", after: updates)
        #expect(!"\(log.all)".contains("hunter"))
      }
    }
  }

  @Test func aSecretWithoutAFile() async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("token")
      try await withServer(like: Self.request(authorization: .bearer(.file(file.path)))) {
        $0.answer("{\"v\": 7}")
      } then: { server, log in
        try await log.waitForFailure(containing: "token' cannot be read")
        #expect(server.requests.isEmpty)
        // A pipe without a writer does not hold up the thread of all requests.
        #expect(mkfifo(file.path, 0o600) == 0)
        try await log.waitForFailure(containing: "token' is empty")
        #expect(unlink(file.path) == 0)
        try file.write("hunter2\nhunter3\n")
        try await log.waitForFailure(containing: "token' has more than one line")
        #expect(server.requests.isEmpty && !"\(log.all)".contains("hunter"))
        try file.write("hunter2\n")
        try await log.wait("an answer") { $0.values(".v").contains(7) }
      }
    }
  }

  @Test func redirectsEnd() async throws {
    try await withServer {
      $0.answer("", status: "301 Moved Permanently", headers: "Location: /again\r\n")
    } then: { server, log in
      try await log.waitForFailure(containing: "more than 5 redirects")
      #expect(server.requests.count >= 6)
    }
  }

  @Test(
    arguments: [
      ("http://me:hunter2@127.0.0.1/", "the user and the password do not belong in the URL"),
      ("http://hunter2@127.0.0.1/", "the user and the password do not belong in the URL"),
      ("http://127.0.0.1\\@hunter2/", "the user and the password do not belong in the URL"),
      ("ftp://127.0.0.1/", "a URL begins with http:// or https://"),
      ("", "a URL begins with http:// or https://"), ("http://", "the URL names no host"),
      ("http://a b/", "a blank or a control character"),
      ("http://a\r\nX: y", "a blank or a control character"),
      ("http://127.0.0.1/\0hunter2", "a blank or a control character"),
      ("http://127.0.0.1/\u{7F}hunter2", "a blank or a control character"),
      ("http://[x/", "this is not a URL: "), ("http://a:99999/", "this is not a URL: port number"),
      ("http://a%40b/", "this is not a URL: bad hostname"),
    ])
  func urlsThatAreRefused(_ url: String, _ reason: String) async throws {
    let spec = HTTPFeedSpec(url: url, format: .json, every: 86_400)
    try await withFeed(.http(spec), [.path(".v")]) { _, log in
      try await log.waitForFailure(containing: reason)
      #expect(!"\(log.all)".contains("hunter2"))
    }
  }

  @Test(
    arguments: [
      (.bearer(.text(Secret("a\r\nX-Evil: 1"))), "the bearer token has a control character in it"),
      (.bearer(.text(Secret("a\0"))), "the bearer token has a control character in it"),
      (.bearer(.text(Secret(""))), "the bearer token is empty"),
      (.basic(user: "a\nb", password: .text(Secret("c"))), "the user has a control character"),
      (.basic(user: "a:b", password: .text(Secret("c"))), "the user has a colon in it"),
      (.basic(user: "a", password: .text(Secret("c\r\n"))), "the password has a control character"),
      (.basic(user: "a", password: .text(Secret("c\0d"))), "the password has a control character"),
    ] as [(HTTPFeedSpec.Authorization, String)])
  func credentialsThatAreRefused(
    _ authorization: HTTPFeedSpec.Authorization, _ reason: String
  ) async throws {
    try await withServer(like: Self.request(authorization: authorization)) {
      $0.answer("{\"v\": 7}")
    } then: { server, log in
      try await log.waitForFailure(containing: reason)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("X\r\nY", "v"), ("", "v"), ("X:", "v"), ("X Y", "v"), ("X\0", "v"), ("Ä", "v"),
      ("X", "v\r\nY: z"), ("X", "v\0"), ("X", "\u{7F}"),
    ])
  func headersThatAreRefused(_ name: String, _ value: String) async throws {
    try await withServer(like: Self.request(headers: [.init(name: name, value: Secret(value))])) {
      $0.answer("{\"v\": 7}")
    } then: { server, log in
      try await log.waitForFailure(containing: "header")
      #expect(server.requests.isEmpty)
    }
  }
}
