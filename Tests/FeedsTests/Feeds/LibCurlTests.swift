import CCurl
import Testing

@testable import Feeds

/// The library for requests, and the effects of its absence.
@Suite struct LibCurlTests {
  private static let missing = ["libwallchart-none.so.4", "libwallchart-none.so.3"]

  @Test(arguments: [
    // No library of that name, and a library without the functions.
    missing, ["libm.so.6"],
  ])
  func aLibraryThatCannotBeUsedIsNamed(_ names: [String]) {
    let error = #expect(throws: SourceError.self) { try LibCurl(names: names) }
    #expect(
      error?.description == "\(names[0]) cannot be loaded: install the package libcurl4")
  }

  @Test func theSecondNameDoesWhereTheFirstIsMissing() throws {
    let curl = try LibCurl(names: ["libwallchart-none.so.4"] + LibCurl.names)
    let text = try #require(curl.call.easy_strerror(CURLE_OK))
    #expect(String(cString: text) == "No error")
  }

  @Test func withoutItEveryFeedFailsWithItsName() async throws {
    let spec = HTTPFeedSpec(url: "http://127.0.0.1:9/", format: .json)
    for _ in 0..<2 {
      let feed = ThreadFeed(http: spec, [.path(".v")]) {
        Result { () throws(SourceError) in try LibCurl(names: Self.missing) }
      }
      let log = UpdateLog()
      feed.start { log.append($0) }
      try await log.waitForFailure(containing: "libwallchart-none.so.4 cannot be loaded")
    }
  }

  /// A kiosk wakes the thread of a feed for months: no call costs more than the first, and the thread makes further
  /// requests.
  @Test func aFeedCanBeWokenForEver() async throws {
    let server = try SmallServer { $0.answer("{\"v\": 1}") }
    let spec = HTTPFeedSpec(url: server.url, format: .json, every: 86_400)
    let (context, log) = (FeedContext([.path(".v")]), UpdateLog())
    _ = context.outlet.attach { log.append($0) }
    defer { context.stop() }
    let isStarted = context.thread.start(named: "http") {
      guard let curl = try? LibCurl.shared.get(), let transfers = HTTPTransfers(curl) else {
        return context.fail("libcurl is missing")
      }
      HTTPSession(spec, context, transfers).run()
    }
    #expect(isStarted)
    try await log.wait("the first answer") { !$0.rows.isEmpty }
    for _ in 0..<300_000 { context.thread.wake() }
    context.askAtOnce()
    context.outlet.request()
    try await log.wait("the second answer") { $0.rows.count == 2 }
    #expect(server.requests.count == 2)
  }
}
