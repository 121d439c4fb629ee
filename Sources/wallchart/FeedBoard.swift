import Control
import Feeds
import Messages

/// The state of every source of a window, with its start and its reason. The status, the metrics, the service manager
/// and the log report these states. Only the log, which is the user's own, has the arguments of commands.
struct FeedBoard {
  private var entries: [SourceSpec: Entry] = [:]
  private var nextNumber = 0

  /// The course of one source.
  fileprivate struct Entry {
    var feed: WindowStatus.Feed
    /// The number of the source in the order in which sources were added, so that the numbers of sources with equal
    /// names do not change.
    let number: Int
    /// Whether the source fails as a whole, and not only for some of its queries.
    var isLost = false
    /// The newest outages; nil for a source that has not failed.
    var outages: Outages?
    /// The reasons for which some queries fail while others work.
    var reasons: Set<String> = []
    /// The notices about the text that have been reported.
    var notices: Set<String> = []
  }

  /// The largest number of notices about a source's text that are reported.
  fileprivate static let mostNotices = 20

  /// The outages of a source in an interval of time. The log reports only some of them, because a source that fails and
  /// works in turn would fill a disk within months.
  fileprivate struct Outages {
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
    entries = entries.filter { sources.contains($0.key) }
    for source in sources where entries[source] == nil {
      entries[source] = newEntry(of: source, at: time)
    }
  }

  private mutating func newEntry(of source: SourceSpec, at time: Double) -> Entry {
    defer { nextNumber += 1 }
    return Entry(
      feed: WindowStatus.Feed(source: source.publicTitle, state: .starting, since: time),
      number: nextNumber)
  }

  /// Notes the health in an update.
  /// - Parameter time: the current time in UTC seconds.
  mutating func take(_ update: FeedUpdate, from source: SourceSpec, at time: Double) -> News {
    // The last update of a source may come after the source was removed.
    guard var entry = entries[source] else { return News() }
    defer { entries[source] = entry }
    return entry.take(update, called: source.title, at: time)
  }

  /// All sources in the order of their names. Sources with the same name, such as two queries of an address,
  /// are numbered.
  var all: [WindowStatus.Feed] {
    var seen: [String: Int] = [:]
    let sorted = entries.values.sorted { ($0.feed.source, $0.number) < ($1.feed.source, $1.number) }
    return sorted.map { entry in
      var feed = entry.feed
      let number = seen[feed.source, default: 0] + 1
      seen[feed.source] = number
      if number > 1 { feed.source += " (\(number))" }
      return feed
    }
  }
}

extension FeedBoard.Entry {
  /// - Parameter title: the name of the source in the log.
  fileprivate mutating func take(
    _ update: FeedUpdate, called title: String, at time: Double
  ) -> FeedBoard.News {
    let (before, wasLost) = (feed, isLost)
    feed.state = update.health.state
    feed.reason = update.health.reason
    if feed.state != before.state { feed.since = time }
    if !update.samples.isEmpty { (feed.lastUpdate, feed.updates) = (time, feed.updates + 1) }
    isLost = feed.state == .failing && update.missing.isEmpty
    if feed.state == .failing, before.state != .failing || isLost && !wasLost {
      feed.failures += 1
      noteOutage(at: time)
    }
    var news = FeedBoard.News(isNewState: feed.state != before.state)
    if news.isNewState || isLost != wasLost, let line = line(title, after: before, at: time) {
      news.lines.append(line)
    }
    news.lines += othersLines(update, title)
    let notices = newNotices(update).map { "\(title): \($0)" }
    news.lines += notices.map { "wallchart: \($0)" }
    news.notice = notices.last
    return news
  }

  /// The notices about the text that have not been reported. A restarted command repeats all its notices.
  private mutating func newNotices(_ update: FeedUpdate) -> [String] {
    (update.text?.notices ?? []).filter {
      notices.count < FeedBoard.mostNotices && notices.insert($0).inserted
    }
  }

  /// Lines about the queries that fail for a new reason while others of their source work.
  private mutating func othersLines(_ update: FeedUpdate, _ title: String) -> [String] {
    // While the whole source fails, the states of its queries are unknown.
    if update.missing.isEmpty, case .failing = update.health { return [] }
    let (known, now) = (reasons, Set(update.missing.values))
    guard now != known else { return [] }
    reasons = now
    // The first reason of an outage is that of the source, which has a line of its own.
    let new = now.subtracting(known).subtracting(known.isEmpty ? [feed.reason ?? ""] : []).sorted()
    let room = max(0, FeedBoard.Outages.mostOthers - (outages?.others ?? 0))
    outages?.others += min(room, new.count)
    return new.prefix(room).map { "wallchart: \(title): \($0)" }
  }

  private mutating func noteOutage(at time: Double) {
    if let known = outages, (0...FeedBoard.Outages.stretch).contains(time - known.start) {
      outages?.count += 1
    } else {
      outages = FeedBoard.Outages(start: time)
    }
  }

  private func line(_ title: String, after before: WindowStatus.Feed, at time: Double) -> String? {
    let (count, most) = (outages?.count ?? 0, FeedBoard.Outages.most)
    switch (before.state, feed.state) {
    case (_, .failing):
      guard count <= most else { return nil }
      let reason = feed.reason ?? ""
      // The reason of a file starts with the path, which is also the name of the source.
      let line =
        reason.hasPrefix(title + ": ")
        ? "wallchart: \(reason)" : "wallchart: \(title): \(reason)"
      guard count == most else { return line }
      return line
        + String(localized: " (this happens again and again, and is not reported for ten minutes)")
    case (.failing, .live):
      guard count < most else { return nil }
      let seconds = Int(min(max(1, time - before.since), 1e9).rounded())
      return String(localized: "wallchart: \(title): works again after \(seconds) s")
    default: return nil
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
