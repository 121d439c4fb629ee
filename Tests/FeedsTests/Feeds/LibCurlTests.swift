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

  @Test func withoutItEveryRequestFailsWithItsName() async throws {
    let worker = HTTPWorker { () throws(SourceError) in try LibCurl(names: Self.missing) }
    let logs = (0..<2).map { _ in UpdateLog() }
    func add(_ log: UpdateLog) {
      let spec = HTTPFeedSpec(url: "http://127.0.0.1:9/", format: .json)
      let outlet = FeedOutlet()
      _ = outlet.attach { log.append($0) }
      worker.add(
        HTTPSession(spec: spec, clock: .system, outlet: outlet, selection: { [.path(".v")] }))
    }
    // The first session comes before the thread has noticed, the second after.
    add(logs[0])
    worker.start()
    try await logs[0].waitForFailure(containing: "libwallchart-none.so.4 cannot be loaded")
    add(logs[1])
    try await logs[1].waitForFailure(containing: "libwallchart-none.so.4 cannot be loaded")
  }

  /// A kiosk wakes the worker for each answer, for months: no call costs more than the first, and the worker takes
  /// further requests.
  @Test func aWorkerCanBeWokenForEver() async throws {
    let worker = HTTPWorker()
    worker.start()
    func ask() async throws {
      let (log, outlet) = (UpdateLog(), FeedOutlet())
      _ = outlet.attach { log.append($0) }
      let spec = HTTPFeedSpec(url: "http://127.0.0.1:9/", format: .json)
      worker.add(
        HTTPSession(spec: spec, clock: .system, outlet: outlet, selection: { [.path(".v")] }))
      try await log.waitForFailure(containing: "refused")
    }
    // The thread runs from its first answer on.
    try await ask()
    for _ in 0..<300_000 { worker.wake() }
    try await ask()
  }
}
