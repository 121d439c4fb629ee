import Feeds
import History
import Metrics

/// The history of a dashboard's series on the disk: records new samples, and reads earlier ones.
package final class DashboardHistory: Sendable {
  /// A request for the past of a part of a dashboard.
  package struct Wish: Sendable {
    var queries: [(source: SourceSpec, query: Query)]
    /// The first and the last time in UTC seconds.
    var range: ClosedRange<Double>
    /// The seconds between samples below which more samples add no detail.
    var resolution: Double
    /// The number of the request among those of a page.
    var number = 0
  }

  private let inbox: SampleInbox
  private let keeper: HistoryKeeper
  /// The start of the program in UTC seconds.
  package let startTime: Double

  /// The number of samples that a plot can show separately: half the width of a large screen in pixels.
  static let distinguishableSamples = 1920.0
  /// The seconds of the past that are read for an unlimited window, such as a number of rows.
  private static let endless = 86_400.0

  /// - Parameters:
  ///   - path: the path of the file.
  ///   - startTime: the current time in UTC seconds.
  ///   - clock: returns the current time in UTC seconds.
  ///   - period: seconds between batches.
  ///   - stateChanged: called on another queue when the history starts or stops being kept.
  ///   - report: called on another queue with a line about the file, for the user.
  package init(
    path: String, limits: HistoryLimits, startTime: Double,
    period: Double = HistoryKeeper.standardPeriod, clock: @escaping @Sendable () -> Double,
    stateChanged: @escaping @Sendable (HistoryKeeper.State) -> Void = { _ in },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let inbox = SampleInbox(startTime: startTime)
    self.inbox = inbox
    self.startTime = startTime
    keeper = HistoryKeeper(
      path: path, limits: limits, period: period, clock: clock,
      owner: HistoryKeeper.Owner(
        takeBatch: { inbox.take(at: clock()) }, stateChanged: stateChanged, report: report))
  }

  /// Opens the file and starts to write, on another queue.
  package func start() { keeper.start() }

  package func setLimits(_ limits: HistoryLimits) { keeper.setLimits(limits) }

  /// Records an update of a source.
  package func record(_ update: FeedUpdate, from source: SourceSpec) {
    if inbox.put(update, from: source) { keeper.hurry() }
  }

  /// Writes the samples so far without waiting for the next batch.
  /// - Parameter done: called on another queue when the samples have been written, or cannot be written now.
  package func hurry(_ done: @escaping @Sendable () -> Void = {}) { keeper.hurry(done) }

  /// Replaces the names of the breaches whose start has been reported, and whose end has not.
  package func setBreaches(_ names: Set<String>) { keeper.setBreaches(names) }

  /// Reads the names of the breaches that an earlier run reported, and whose end was not reported.
  /// - Parameter receive: called on another queue; with an empty set without a history.
  package func readBreaches(_ receive: @escaping @Sendable (Set<String>) -> Void) {
    keeper.readBreaches(receive)
  }

  /// Writes the remaining samples, and waits for the end of the writing.
  package func finish() { keeper.finish() }

  /// Writes the remaining samples and closes the file, on a queue.
  package func retire() { keeper.retire() }

  /// Reads the past of a dashboard's windows, up to the current time.
  /// - Parameter receive: called on another queue, once for each length of window that has a past.
  package func readWindows(
    of sources: [SourceSpec: Selection], until now: Double,
    _ receive: @escaping @Sendable (DashboardPast) -> Void
  ) {
    var groups: [Selection.Past: [(source: SourceSpec, query: Query)]] = [:]
    for (source, selection) in sources {
      for (query, past) in selection.pasts { groups[past, default: []].append((source, query)) }
    }
    for (past, queries) in groups where past.window > 0 {
      read(Self.stretches(of: past, until: now), of: queries, receive)
    }
  }

  /// The stretches in which the past of windows is read. Only long windows reach back to an old stretch, so the
  /// resolution of a stretch may be coarser the older the stretch is.
  static func stretches(
    of past: Selection.Past, until now: Double
  ) -> [HistoryPast.Stretch] {
    guard past.window.isFinite else {
      return [HistoryPast.Stretch(range: first(of: endless, until: now)...now, resolution: 0)]
    }
    let start = first(of: past.window, until: now)
    var result: [HistoryPast.Stretch] = []
    var (end, age) = (now, past.resolution * DashboardSpec.mostTold)
    let row = HistoryTier.quarter.width
    while true {
      let far = age * growth
      // A row of a coarse tier belongs to one stretch.
      let edge = ((now - far) / row).rounded(.down) * row
      let first = far > 0 && far < past.window ? max(start, edge) : start
      // Two ages may have the same edge, and then no stretch lies between them.
      if first <= end {
        var resolution = (age > 0 ? age : past.window) / distinguishableSamples
        // A percentile of coarse rows is only about that of their samples, which a day usually still has.
        if now - first <= Self.day { resolution = min(resolution, ofSamples) }
        result.insert(HistoryPast.Stretch(range: first...end, resolution: resolution), at: 0)
      }
      guard first > start else { return result }
      // Times are kept in milliseconds.
      (end, age) = (min(end, first - 0.001), far)
    }
  }

  /// The first time of a window. No time before 1970 is kept.
  private static func first(of window: Double, until now: Double) -> Double {
    min(now, max(0, now - window))
  }

  /// The longest age in seconds of samples that are read in place of coarse rows.
  private static let day = 86_400.0

  /// The coarsest resolution in which samples are read, and not the rows of each minute, which count as two samples.
  private static let ofSamples = 0.45 * HistoryTier.minute.width

  /// The ratio of the ages of two stretches.
  private static let growth = 4.0

  /// Reads a part of the past.
  /// - Parameter receive: called on another queue if there are samples.
  package func read(_ wish: Wish, _ receive: @escaping @Sendable (DashboardPast) -> Void) {
    let stretch = HistoryPast.Stretch(range: wish.range, resolution: wish.resolution)
    read([stretch], of: wish.queries, receive)
  }

  private func read(
    _ stretches: [HistoryPast.Stretch], of queries: [(source: SourceSpec, query: Query)],
    _ receive: @escaping @Sendable (DashboardPast) -> Void
  ) {
    let keys = queries.map { (key: SeriesKey($0.source, $0.query), query: $0.query) }
    keeper.read(stretches) { name in
      keys.contains { $0.key.metric(named: name, in: $0.query) != nil }
    } _: { past in
      receive(DashboardPast(past, of: queries))
    }
  }

  /// Reads the first and the last time that are kept.
  /// - Parameter receive: called on another queue; nil without a history.
  package func readSpan(_ receive: @escaping @Sendable (ClosedRange<Double>?) -> Void) {
    keeper.readSpan(receive)
  }
}
