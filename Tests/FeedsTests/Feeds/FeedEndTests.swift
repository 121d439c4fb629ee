import Foundation
import TestSupport
import Testing

@testable import Feeds

/// The threads, processes and descriptors of feeds that have been stopped.
@Suite struct FeedEndTests {
  /// The thread of a feed holds everything that the feed has opened.
  @Test func theThreadOfEverySourceEnds() async throws {
    try await withFolder { folder in
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let file = folder.appendingPathComponent("x.log")
      try file.write("v\n1\n")
      let origins: [TextFeedSpec.Origin] = [
        .file(file.path), .file("/nonexistent/x"), .file(file.path, every: 3600),
        .file("/proc/loadavg"), .fifo(pipe), .fifo("/nonexistent/x"), .wholeFile(pipe),
        .wholeFile(file.path), .command("sleep 1000", every: nil), .command("exit 1", every: nil),
        .command("echo 1", every: 3600), .command("sleep 1000", every: 3600),
        // The receiver never asks again, so that these threads wait for the receiver.
        .command("yes 1", every: nil), .command("yes 1", every: 3600),
      ]
      for origin in origins {
        weak var running: TextFeedContext?
        weak var shared: FeedContext?
        let outlet = FeedOutlet()
        let log = UpdateLog()
        _ = outlet.attach { log.append($0) }
        do {
          let context = FeedContext([.column(nil)], outlet: outlet)
          let text = TextFeedContext(TextFeedSpec(origin: origin), context)
          (running, shared) = (text, context)
          #expect(context.thread.start(named: "rows") { text.run() })
        }
        // The thread is somewhere at its work.
        try await Task.sleep(for: .milliseconds(20))
        outlet.close()
        shared?.stop()
        running?.endCommand()
        let ends = try await becomes { running == nil }
        try #require(ends, "the thread of \(origin) goes on")
      }
    }
  }

  /// A feed that nobody holds any more stops, whether or not anybody has stopped it.
  @Test func aFeedEndsWithItsLastReference() async throws {
    let specs: [SourceSpec] = [
      .system(period: 0.1), .text(TextFeedSpec(origin: .command("echo 1; sleep 1000", every: nil))),
      .http(HTTPFeedSpec(url: "http://127.0.0.1:9/", format: .json, every: 0.1)),
    ]
    for spec in specs {
      weak var freed: (any Feed)?
      let log = UpdateLog()
      do {
        let feed = spec.open([.metric("load.1"), .column(nil), .path(".v")])
        freed = feed
        feed.start { log.append($0) }
        try await log.wait("an update") { !$0.all.isEmpty }
      }
      let ends = try await becomes { freed == nil }
      try #require(ends, "the feed of \(spec) goes on")
    }
  }
}
