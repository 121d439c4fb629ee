import Control
import Feeds
import Messages

/// The healths of all sources of a window, since when, and why. The status, the metrics, the service manager
/// and the log tell what stands here.
struct FeedBoard {
  private var feeds: [SourceSpec: WindowStatus.Feed] = [:]
  /// The order in which the sources came, which keeps the numbers of equal names.
  private var order: [SourceSpec: Int] = [:]
  private var nextNumber = 0

  /// Adds sources that nothing has come from yet, and forgets those that are no longer used.
  /// - Parameter time: the present time in UTC seconds.
  mutating func keep(_ sources: some Collection<SourceSpec>, at time: Double) {
    feeds = feeds.filter { sources.contains($0.key) }
    order = order.filter { sources.contains($0.key) }
    for source in sources where feeds[source] == nil { add(source, at: time) }
  }

  private mutating func add(_ source: SourceSpec, at time: Double) {
    feeds[source] = WindowStatus.Feed(source: source.title, state: .starting, since: time)
    order[source] = nextNumber
    nextNumber += 1
  }

  /// Takes an update.
  /// - Parameter time: the present time in UTC seconds.
  /// - Returns: a line for the log, if the source begins to fail or works again.
  mutating func take(
    _ update: FeedUpdate, from source: SourceSpec, at time: Double
  ) -> (line: String?, isNewState: Bool) {
    if feeds[source] == nil { add(source, at: time) }
    var feed = feeds[source]!
    let before = feed
    feed.state = update.health.state
    feed.reason = update.health.reason
    if feed.state != before.state { feed.since = time }
    if !update.samples.isEmpty { (feed.lastUpdate, feed.updates) = (time, feed.updates + 1) }
    if feed.state == .failing, before.state != .failing { feed.failures += 1 }
    feeds[source] = feed
    return (Self.line(about: feed, after: before, at: time), feed.state != before.state)
  }

  private static func line(
    about feed: WindowStatus.Feed, after before: WindowStatus.Feed, at time: Double
  ) -> String? {
    switch (before.state, feed.state) {
    case (.failing, .failing): return nil
    case (_, .failing):
      let reason = feed.reason ?? ""
      // The reason of a file begins with the path, which is the name of the source, too.
      if reason.hasPrefix(feed.source + ": ") { return "wallchart: \(reason)" }
      return "wallchart: \(feed.source): \(reason)"
    case (.failing, .live):
      let seconds = Int(min(max(0, time - before.since), 1e9).rounded())
      return String(localized: "wallchart: \(feed.source): works again after \(seconds) s")
    default: return nil
    }
  }

  /// All sources in the order of their names. Sources with the same name, such as two queries of an address,
  /// are numbered.
  var all: [WindowStatus.Feed] {
    var seen: [String: Int] = [:]
    let sorted = feeds.sorted {
      ($0.value.source, order[$0.key] ?? 0) < ($1.value.source, order[$1.key] ?? 0)
    }
    return sorted.map { _, feed in
      var feed = feed
      seen[feed.source, default: 0] += 1
      let number = seen[feed.source]!
      if number > 1 { feed.source += " (\(number))" }
      return feed
    }
  }
}

extension FeedHealth {
  fileprivate var state: WindowStatus.Feed.State {
    switch self {
    case .starting: .starting
    case .fresh: .live
    case .failing: .failing
    case .ended: .ended
    }
  }

  fileprivate var reason: String? {
    if case .failing(_, let reason) = self { reason } else { nil }
  }
}
