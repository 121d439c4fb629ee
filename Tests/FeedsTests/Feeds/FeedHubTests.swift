import Metrics
import Synchronization
import Testing

@testable import Feeds

/// A feed whose values the test sends.
private final class FakeFeed: Feed {
  private struct State {
    var receiver: (@Sendable (FeedUpdate) -> Void)?
    var events: [String] = []
  }
  private let state = Mutex(State())

  var events: [String] { state.withLock { $0.events } }
  var wakeups: Int { 7 }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    state.withLock {
      $0.receiver = onUpdate
      $0.events.append("start")
    }
  }

  func request() { state.withLock { $0.events.append("request") } }

  func select(_ selection: Selection) {
    state.withLock { $0.events.append("select \(selection.queries.map(\.name).sorted())") }
  }

  func stop() { state.withLock { $0.events.append("stop") } }

  /// Sends a value, even after a stop, like an update under way.
  func say(_ value: Double) {
    let receiver = state.withLock { $0.receiver }
    receiver?(
      FeedUpdate(samples: [
        .init(.path("x"), SampleBatch(times: [value], columns: [.init("x", [value])]))
      ]))
  }
}

@Suite struct FeedHubTests {
  private let first = SourceSpec.system(period: 1)
  private let second = SourceSpec.text(TextFeedSpec(origin: .file("/x")))

  @Test func onlyWhatChangesIsTouched() {
    let feeds = Mutex<[SourceSpec: [FakeFeed]]>([:])
    let heard = Mutex<[String]>([])
    let hub = FeedHub(
      open: { spec, _ in
        let feed = FakeFeed()
        feeds.withLock { $0[spec, default: []].append(feed) }
        return feed
      },
      onUpdate: { spec, update in
        heard.withLock {
          $0.append("\(spec == .system(period: 1)) \(update.samples[0].batch.times[0])")
        }
      })
    func feed(_ spec: SourceSpec) -> FakeFeed { feeds.withLock { $0[spec]!.last! } }

    hub.update([first: [.metric("a")], second: [.column("b")]])
    let (a, b) = (feed(first), feed(second))
    a.say(1)
    b.say(2)
    #expect(heard.withLock { $0 } == ["true 1.0", "false 2.0"])

    // A request goes to its source, and to no other.
    hub.request(second)
    #expect(b.events == ["start", "request"])
    #expect(a.events == ["start"])

    // A reload with the same sources, with one more query of one of them.
    hub.update([first: [.metric("a")], second: [.column("b"), .column("c")]])
    #expect(feeds.withLock { $0.values.map(\.count) } == [1, 1])
    // A feed that fails asks its source again, even if the same is wanted.
    #expect(a.events == ["start", "select [\"a\"]"])
    #expect(b.events == ["start", "request", "select [\"b\", \"c\"]"])

    hub.update([second: [.column("b"), .column("c")]])
    #expect(a.events.last == "stop")
    a.say(3)
    b.say(4)
    #expect(heard.withLock { $0 }.last == "false 4.0")
    #expect(heard.withLock { $0 }.count == 3)

    hub.update([first: [.metric("a")]])
    #expect(feed(first) !== a)
    #expect(b.events.last == "stop")
    // A source that returns has a new feed. Late values of the old feed are ignored.
    a.say(5)
    #expect(heard.withLock { $0 }.count == 3)
    #expect(hub.wakeups == 21)
    hub.stop()
    #expect(feed(first).events == ["start", "stop"])
    #expect(hub.wakeups == 21)
  }

  @Test func endsItsFeedsWithItself() {
    let feed = FakeFeed()
    var hub: FeedHub? = FeedHub(open: { _, _ in feed }, onUpdate: { _, _ in })
    hub?.update([first: []])
    hub = nil
    #expect(feed.events == ["start", "stop"])
  }
}
