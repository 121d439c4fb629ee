import Control
import Feeds
import Messages

/// The healths of all sources of a window, since when, and why. The status, the metrics, the service manager
/// and the log report what stands here.
struct FeedBoard {
  private var feeds: [SourceSpec: WindowStatus.Feed] = [:]
  /// The order in which the sources came, which keeps the numbers of equal names.
  private var order: [SourceSpec: Int] = [:]
  private var nextNumber = 0
  /// The sources that fail as a whole, and not for some of their queries alone.
  private var lost: Set<SourceSpec> = []
  /// The newest outages of each source that has failed.
  private var outages: [SourceSpec: Outages] = [:]
  /// The reasons for which queries of a source fail that answers others.
  private var reasons: [SourceSpec: Set<String>] = [:]
  /// The notices about the text of each source that have been reported.
  private var notices: [SourceSpec: Set<String>] = [:]

  /// The number of notices about a source's text that are reported.
  private static let mostNotices = 20

  /// The outages of a source in a stretch of time, of which the log reports only some: a source that fails and works in
  /// turn would fill a disk in months.
  private struct Outages {
    /// The time of the first one.
    let start: Double
    var count = 1
    /// The number of queries that began to fail while the source failed already.
    var others = 0

    /// The length of the stretch in seconds.
    static let stretch = 600.0
    /// The number of outages that are reported.
    static let most = 5
    /// The number of such queries that are reported.
    static let mostOthers = 20
  }

  /// The news of an update.
  struct News {
    /// Lines for the log, if the source or one of its queries begins to fail, the source works again, or its text has a
    /// notice.
    var lines: [String] = []
    /// The last new notice about the source's text, for the screen; nil for none.
    var notice: String?
    /// Whether the source is in another state than before.
    var isNewState = false
  }

  /// Adds sources that nothing has come from yet, and forgets those that are no longer used.
  /// - Parameter time: the present time in UTC seconds.
  mutating func keep(_ sources: some Collection<SourceSpec>, at time: Double) {
    feeds = feeds.filter { sources.contains($0.key) }
    order = order.filter { sources.contains($0.key) }
    outages = outages.filter { sources.contains($0.key) }
    reasons = reasons.filter { sources.contains($0.key) }
    notices = notices.filter { sources.contains($0.key) }
    lost.formIntersection(sources)
    for source in sources where feeds[source] == nil { add(source, at: time) }
  }

  private mutating func add(_ source: SourceSpec, at time: Double) {
    feeds[source] = WindowStatus.Feed(source: source.title, state: .starting, since: time)
    order[source] = nextNumber
    nextNumber += 1
  }

  /// Takes an update.
  /// - Parameter time: the present time in UTC seconds.
  mutating func take(_ update: FeedUpdate, from source: SourceSpec, at time: Double) -> News {
    if feeds[source] == nil { add(source, at: time) }
    var feed = feeds[source]!
    let before = feed
    feed.state = update.health.state
    feed.reason = update.health.reason
    if feed.state != before.state { feed.since = time }
    if !update.samples.isEmpty { (feed.lastUpdate, feed.updates) = (time, feed.updates + 1) }
    let wasLost = lost.contains(source)
    let isLost = feed.state == .failing && update.missing.isEmpty
    if isLost { lost.insert(source) } else { lost.remove(source) }
    if feed.state == .failing, before.state != .failing || isLost && !wasLost {
      feed.failures += 1
      note(anOutageOf: source, at: time)
    }
    feeds[source] = feed
    var news = News(isNewState: feed.state != before.state)
    if news.isNewState || isLost != wasLost,
      let line = line(about: feed, of: source, after: before, at: time)
    {
      news.lines.append(line)
    }
    news.lines += othersLines(update, of: source, reported: feed.reason)
    let notices = newNotices(update, of: source)
    news.lines += notices.map { "wallchart: \($0)" }
    news.notice = notices.last
    return news
  }

  /// The notices about a source's text that were not reported before. A command that is started again brings all of
  /// its notices again.
  private mutating func newNotices(_ update: FeedUpdate, of source: SourceSpec) -> [String] {
    guard let brought = update.text?.notices, !brought.isEmpty else { return [] }
    var known = notices[source] ?? []
    let new = brought.filter { known.count < Self.mostNotices && known.insert($0).inserted }
    notices[source] = known
    return new.map { "\(feeds[source]?.source ?? ""): \($0)" }
  }

  /// Lines about the queries that fail for a new reason while others of their source work.
  /// - Parameter reason: the reason of the source, which has a line of its own.
  private mutating func othersLines(
    _ update: FeedUpdate, of source: SourceSpec, reported reason: String?
  ) -> [String] {
    let known = reasons[source] ?? []
    // While the whole source fails nobody knows about its queries.
    if update.missing.isEmpty, case .failing = update.health { return [] }
    let now = Set(update.missing.values)
    guard now != known else { return [] }
    reasons[source] = now.isEmpty ? nil : now
    // The first reason of an outage is that of the source.
    let new = now.subtracting(known).subtracting(known.isEmpty ? [reason ?? ""] : []).sorted()
    let room = max(0, Outages.mostOthers - (outages[source]?.others ?? 0))
    outages[source]?.others += min(room, new.count)
    return new.prefix(room).map { "wallchart: \(feeds[source]?.source ?? ""): \($0)" }
  }

  private mutating func note(anOutageOf source: SourceSpec, at time: Double) {
    if let known = outages[source], (0...Outages.stretch).contains(time - known.start) {
      outages[source]!.count += 1
    } else {
      outages[source] = Outages(start: time)
    }
  }

  private func line(
    about feed: WindowStatus.Feed, of source: SourceSpec, after before: WindowStatus.Feed,
    at time: Double
  ) -> String? {
    let count = outages[source]?.count ?? 0
    switch (before.state, feed.state) {
    case (_, .failing):
      guard count <= Outages.most else { return nil }
      let reason = feed.reason ?? ""
      // The reason of a file begins with the path, which is the name of the source, too.
      let line =
        reason.hasPrefix(feed.source + ": ")
        ? "wallchart: \(reason)" : "wallchart: \(feed.source): \(reason)"
      guard count == Outages.most else { return line }
      return line
        + String(localized: " (this happens again and again, and is not reported for ten minutes)")
    case (.failing, .live):
      guard count < Outages.most else { return nil }
      let seconds = Int(min(max(1, time - before.since), 1e9).rounded())
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
