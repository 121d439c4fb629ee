import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Requests and deliveries.
@Suite struct FeedOutletTests {
  private func sample(_ value: Double) -> [FeedUpdate.Samples] {
    [.init(.path("v"), SampleBatch(times: [value], columns: [.init("v", [value])]))]
  }

  @Test func oneUpdateForEachRequest() {
    let outlet = FeedOutlet()
    let log = UpdateLog()
    #expect(outlet.attach { log.append($0) })
    #expect(outlet.isReady)
    outlet.succeed(sample(1), at: 1)
    #expect(log.all.count == 1 && !outlet.isReady)
    outlet.succeed(sample(2), at: 2)
    outlet.succeed(sample(3), at: 3)
    outlet.fail("refused", at: 4)
    #expect(log.all.count == 1)
    outlet.request()
    // All samples in one batch, and the newest health.
    #expect(log.all.count == 2 && log.values("v") == [1, 2, 3])
    #expect(log.all[1].samples.count == 1)
    #expect(log.all[1].health == .failing(since: 4, reason: "refused"))
    outlet.request()
    #expect(log.all.count == 2 && outlet.isReady)
    outlet.succeed(sample(5), at: 5)
    #expect(log.all.count == 3 && log.all[2].health == .fresh)
  }

  @Test func aStretchOfThePastIsTold() {
    let past = FeedUpdate.Samples(
      .path("w"), SampleBatch(.past(0...9), times: [1], columns: [.init("w", [1])]))
    #expect(!FeedUpdate().bringsPast)
    #expect(!FeedUpdate(samples: sample(1)).bringsPast)
    #expect(FeedUpdate(samples: sample(1) + [past]).bringsPast)
  }

  @Test func newsAreJoined() {
    let outlet = FeedOutlet()
    let log = UpdateLog()
    _ = outlet.attach { log.append($0) }
    outlet.succeed(sample(1), at: 1)
    func send(_ update: FeedUpdate) { outlet.send { _ in update } }
    var rows = TextNews()
    (rows.rows, rows.unreadable, rows.notices) = (2, 1, ["a"])
    var news = FeedUpdate(samples: sample(2))
    news.text = rows
    send(news)
    var other = SampleBatch(times: [3], columns: [.init("w", [3])])
    send(FeedUpdate(samples: [.init(.path("v"), other)]))
    // Samples with another origin are another batch.
    other.origin = .own()
    send(FeedUpdate(samples: [.init(.path("v"), other)]))
    rows.wantsExit = true
    news.text = rows
    send(news)
    outlet.request()
    #expect(log.all[1].samples.map(\.batch.times) == [[2], [3], [3], [2]])
    let joined = log.all[1].text
    #expect(joined?.rows == 4 && joined?.unreadable == 2 && joined?.notices == ["a", "a"])
    #expect(joined?.wantsExit == true)
    // A new start makes the samples before it void.
    send(FeedUpdate(samples: sample(4)))
    var start = FeedUpdate(samples: sample(5))
    start.isNewStart = true
    send(start)
    send(FeedUpdate(samples: sample(6)))
    outlet.request()
    #expect(log.all[2].isNewStart && log.all[2].rows.map(\.time) == [5, 6])
  }

  /// A receiver that asks at once is called again after it has returned, even if the news is there.
  @Test func theReceiverIsNotCalledWithinItself() {
    let outlet = FeedOutlet()
    let calls = Mutex((depth: 0, most: 0, times: [Double]()))
    _ = outlet.attach { [weak outlet] update in
      let count = calls.withLock {
        $0.depth += 1
        $0.most = max($0.most, $0.depth)
        $0.times += update.samples.flatMap(\.batch.times)
        return $0.times.count
      }
      outlet?.request()
      if count < 500 { outlet?.succeed(sample(Double(count)), at: 0) }
      calls.withLock { $0.depth -= 1 }
    }
    outlet.succeed(sample(0), at: 0)
    let (depth, most, times) = calls.withLock { $0 }
    #expect(depth == 0 && most == 1)
    #expect(times == (0..<500).map(Double.init))
  }

  @Test func aClosedOutletIsSilent() {
    let outlet = FeedOutlet()
    let log = UpdateLog()
    _ = outlet.attach { [weak outlet] update in
      log.append(update)
      outlet?.request()
      // The receiver may stop the feed.
      outlet?.close()
    }
    outlet.succeed(sample(1), at: 1)
    outlet.succeed(sample(2), at: 2)
    outlet.end()
    outlet.request()
    #expect(log.values("v") == [1])
    #expect(!outlet.attach { log.append($0) })
    outlet.succeed(sample(3), at: 3)
    #expect(log.values("v") == [1])
  }

  /// The last reference to a feed may be in its receiver.
  @Test func aReceiverMayOwnItsFeed() async throws {
    final class Owner: Sendable {
      let feed: any Feed
      init(_ feed: any Feed) { self.feed = feed }
      deinit { feed.stop() }
    }
    let specs: [SourceSpec] = [
      .system(period: 3600), .text(TextFeedSpec(origin: .fifo("/nonexistent/x"))),
      .http(HTTPFeedSpec(url: "x:", format: .json)),
    ]
    for spec in specs {
      weak var freed: Owner?
      let feed = spec.open([])
      do {
        let owner = Owner(feed)
        freed = owner
        feed.start { _ in _ = owner }
      }
      #expect(freed != nil)
      feed.start { _ in }
      // An update under way may hold the receiver for a moment.
      let ends = try await becomes { freed == nil }
      try #require(ends, "the feed of \(spec) goes on")
    }
  }

  /// The thread of a feed looks whether the receiver is ready, and sleeps if not; the request comes at any
  /// moment of that.
  @Test func noRequestIsLost() async throws {
    let outlet = FeedOutlet()
    let asked = DispatchSemaphore(value: 0)
    let count = Mutex(0)
    let rounds = 50_000
    _ = outlet.attach { _ in
      count.withLock { $0 += 1 }
      asked.signal()
    }
    let context = FeedContext([], outlet: outlet)
    let text = TextFeedContext(TextFeedSpec(origin: .standardInput), context)
    Thread.detachNewThread {
      for i in 0..<rounds {
        guard text.waitUntilReady() else { return }
        outlet.succeed([], at: Double(i))
      }
    }
    Thread.detachNewThread {
      var random = SplitMix64(state: 5)
      for _ in 0..<rounds {
        asked.wait()
        for _ in 0..<Int.random(in: 0..<40, using: &random) { _ = outlet.isReady }
        outlet.request()
        context.takeRequest()
      }
    }
    let isDone = try await becomes { count.withLock { $0 } == rounds }
    context.stop()
    #expect(isDone)
  }
}
