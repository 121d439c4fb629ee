import Testing

@testable import Feeds

/// Secrets in requests that a server redirects.
@Suite struct RedirectTests {
  private static let secret = Secret("hunter2")

  /// Runs a feed with a token and a secret header, on a server that redirects its first path.
  /// - Parameter location: the target of the redirect; `PORT` and `OTHER` stand for the ports of the
  ///   server and of another one.
  private func withRedirect(
    _ location: String,
    _ body: (_ own: SmallServer, _ other: SmallServer, UpdateLog) async throws -> Void
  ) async throws {
    let other = try SmallServer { $0.answer("{\"v\": 7}") }
    let otherPort = other.port
    let own = try SmallServer { connection in
      guard connection.request.hasPrefix("GET /start ") else {
        return connection.answer("{\"v\": 5}")
      }
      let port =
        connection.request.split(separator: "\r\n")
        .first { $0.hasPrefix("Host: ") }?.split(separator: ":").last ?? ""
      let target = location.replacing("PORT", with: port)
        .replacing("OTHER", with: "\(otherPort)")
      connection.answer("", status: "302 Found", headers: "Location: \(target)\r\n")
    }
    let spec = HTTPFeedSpec(
      url: own.url + "start", format: .json, every: 0.1, timeout: 60,
      headers: [.init(name: "X-Key", value: Self.secret)],
      authorization: .bearer(.text(Self.secret)))
    try await withFeed(.http(spec), [.path(".v")]) { _, log in try await body(own, other, log) }
  }

  private func hasSecret(_ request: String) -> Bool {
    request.contains("hunter2") || request.contains("Authorization") || request.contains("X-Key")
  }

  @Test(arguments: [
    "http://127.0.0.1:OTHER/x", "//127.0.0.1:OTHER/x", "HTTP://127.0.0.1:OTHER/x",
    "http://localhost:PORT/x", "http://127.0.0.1.:PORT/x",
    "http:///127.0.0.1:OTHER/x", "http:/127.0.0.1:OTHER/x",
    "http://127.0.0.1:OTHER/http://127.0.0.1:PORT/", "http://127.0.0.1:OTHER?@127.0.0.1:PORT/",
    "http://127.0.0.1:OTHER#@127.0.0.1:PORT/", "http://127%2E0%2E0%2E1:OTHER/",
    "http://127.0.0.1:PORT\\@127.0.0.1:OTHER/x", "http://127.0.0.1:PORT\\.127.0.0.1:OTHER/x",
    "http:\\\\127.0.0.1:OTHER\\x", "\\\\127.0.0.1:OTHER/x",
    "http://127.0.0.1:PORT#@127.0.0.1:OTHER/x", "http://127.0.0.1:PORT?@127.0.0.1:OTHER/x",
    "http://127.0.0.1:PORT@127.0.0.1:OTHER/x", "http://127.0.0.1:PORT%40127.0.0.1:OTHER/x",
    "http://127.0.0.1:PORT%5C@127.0.0.1:OTHER/x", "http://127.0.0.1:PORT;@127.0.0.1:OTHER/x",
  ])
  func anotherServerIsToldNothing(_ location: String) async throws {
    try await withRedirect(location) { own, other, log in
      try await log.wait("an answer or a failure") { !$0.all.isEmpty }
      #expect(own.requests.contains { $0.hasPrefix("GET /start ") && hasSecret($0) })
      #expect(!other.requests.contains(where: hasSecret))
      let elsewhere = own.requests.filter { !$0.contains("\r\nHost: 127.0.0.1:\(own.port)\r\n") }
      #expect(!elsewhere.contains(where: hasSecret))
    }
  }

  @Test(arguments: [
    "/x", "x", "?x", "//127.0.0.1:PORT/x", "http://127.0.0.1:PORT/x", "HTTP://127.0.0.1:PORT/x",
    "http://127.1:PORT/x", "http://0x7F000001:PORT/x", "http://127%2E0.0.1:PORT/x",
    "http:///127.0.0.1:PORT/x",
  ])
  func theSameServerIsToldAgain(_ location: String) async throws {
    try await withRedirect(location) { own, other, log in
      try await log.wait("the answer") { $0.values(".v").contains(5) }
      #expect(own.requests.allSatisfy(hasSecret))
      #expect(own.requests.contains { !$0.hasPrefix("GET /start ") })
      #expect(other.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("http://me:pw@127.0.0.1:OTHER/", "the user and the password do not belong in the URL"),
      ("http://me@127.0.0.1:PORT/x", "the user and the password do not belong in the URL"),
      ("http://127.0.0.1:PORT\\@127.0.0.1:OTHER/x", "the user and the password do not belong"),
      ("ftp://127.0.0.1:OTHER/", "a URL begins with http:// or https://"),
      ("file:///etc/passwd", "a URL begins with http:// or https://"),
      ("http://127.0.0.1:99999/", "this is not a URL: port number"),
      ("http://a%40b/", "this is not a URL: bad hostname"),
    ])
  func aRedirectThatIsRefused(_ location: String, _ reason: String) async throws {
    try await withRedirect(location) { _, other, log in
      try await log.waitForFailure(containing: "redirected: " + reason)
      #expect(other.requests.isEmpty)
    }
  }
}
