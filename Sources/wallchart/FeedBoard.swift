import Control
import Feeds
import Messages

/// The state of every source of a window, with its start and its reason. The status, the metrics, the service manager
/// and the log report these states. Only the log, which is the user's own, has the arguments of commands.
struct FeedBoard {
  private var feeds: [SourceSpec: WindowStatus.Feed] = [:]
  /// The order in which the sources were added, so that the numbers of sources with equal names do not change.
  private var order: [SourceSpec: Int] = [:]
  private var nextNumber = 0
  /// The sources that fail as a whole, and not only for some of their queries.
  private var lost: Set<SourceSpec> = []
  /// The newest outages of each source that has failed.
  private var outages: [SourceSpec: Outages] = [:]
  /// The reasons for which some queries of a source fail while others work.
  private var reasons: [SourceSpec: Set<String>] = [:]
  /// The notices about the text of each source that have been reported.
  private var notices: [SourceSpec: Set<String>] = [:]

  /// The largest number of notices about a source's text that are reported.
  private static let mostNotices = 20

  /// The outages of a source in an interval of time. The log reports only some of them, because a source that fails and
  /// works in turn would fill a disk within months.
  private struct Outages {
    /// The time of the first outage.
    let start: Double
    var count = 1
    /// The number of reasons for which further queries started to fail.
    var others = 0

    /// The length of the interval in seconds.
    static let stretch = 600.0
    /// The largest number of outages that are reported.
    static let most = 5
    /// The largest number of further reasons that are reported.
    static let mostOthers = 20
  }

  /// The news in an update.
  struct News {
    /// The lines for the log: about the start of a failure of the source or of some queries, about the end of the
    /// failure, or about a notice on the source's text.
    var lines: [String] = []
    /// The last new notice about the source's text, for the screen; nil if there is none.
    var notice: String?
    /// Whether the source is in another state than before.
    var isNewState = false
  }

  /// Adds new sources, and forgets sources that are no longer used.
  /// - Parameter time: the current time in UTC seconds.
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
    feeds[source] = WindowStatus.Feed(source: source.publicTitle, state: .starting, since: time)
    order[source] = nextNumber
    nextNumber += 1
  }

  /// Notes the health in an update.
  /// - Parameter time: the current time in UTC seconds.
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

  /// The notices about a source's text that have not been reported. A restarted command repeats all its notices.
  private mutating func newNotices(_ update: FeedUpdate, of source: SourceSpec) -> [String] {
    guard let brought = update.text?.notices, !brought.isEmpty else { return [] }
    var known = notices[source] ?? []
    let new = brought.filter { known.count < Self.mostNotices && known.insert($0).inserted }
    notices[source] = known
    return new.map { "\(source.title): \($0)" }
  }

  /// Lines about the queries that fail for a new reason while others of their source work.
  /// - Parameter reason: the reason of the source, which has a line of its own.
  private mutating func othersLines(
    _ update: FeedUpdate, of source: SourceSpec, reported reason: String?
  ) -> [String] {
    let known = reasons[source] ?? []
    // While the whole source fails, the states of its queries are unknown.
    if update.missing.isEmpty, case .failing = update.health { return [] }
    let now = Set(update.missing.values)
    guard now != known else { return [] }
    reasons[source] = now.isEmpty ? nil : now
    // The first reason of an outage is that of the source.
    let new = now.subtracting(known).subtracting(known.isEmpty ? [reason ?? ""] : []).sorted()
    let room = max(0, Outages.mostOthers - (outages[source]?.others ?? 0))
    outages[source]?.others += min(room, new.count)
    return new.prefix(room).map { "wallchart: \(source.title): \($0)" }
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
      // The reason of a file starts with the path, which is also the name of the source.
      let line =
        reason.hasPrefix(source.title + ": ")
        ? "wallchart: \(reason)" : "wallchart: \(source.title): \(reason)"
      guard count == Outages.most else { return line }
      return line
        + String(localized: " (this happens again and again, and is not reported for ten minutes)")
    case (.failing, .live):
      guard count < Outages.most else { return nil }
      let seconds = Int(min(max(1, time - before.since), 1e9).rounded())
      return String(localized: "wallchart: \(source.title): works again after \(seconds) s")
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
