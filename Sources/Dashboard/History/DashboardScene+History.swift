import Feeds
import History
import Metrics

extension DashboardScene {
  /// The past that is read in advance on each side of a view, as a share of the view.
  private static let margin = 0.5

  /// Puts the past before the samples that have come since the start of the program.
  /// - Parameters:
  ///   - past: the past of windows, as it was kept on the disk.
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds.
  ///   - isLast: whether no more parts follow: the page then shows the past, and the lines move to their new shapes.
  package func restore(_ past: DashboardPast, at time: Double, now: Double, isLast: Bool = true) {
    guard !past.isEmpty else { return }
    samples.restore(past, at: newestDataTime(time), now: now)
    preparedPage = nil
    if isLast { showRestored(at: time) }
  }

  /// The notice about a history that is not kept; nil while it is kept.
  package func setHistoryNotice(_ text: String?) {
    historyNotice = text
    showNotice()
  }

  /// Asks for the past of the view, if the view starts before the samples in memory.
  func askForPast() {
    guard let range = navigator.range, !navigator.isLive, let start = pastView.startTime,
      range.lowerBound < max(start, samples.present.firstCompleteTime(of: page.spec))
    else {
      leavePast()
      return
    }
    let length = range.upperBound - range.lowerBound
    let (low, high) = (
      range.lowerBound - length * Self.margin, range.upperBound + length * Self.margin
    )
    guard pastView.lacks(range, resolution: length / DashboardHistory.distinguishableSamples) else {
      return
    }
    var queries: [(source: SourceSpec, query: Query)] = []
    var seen: Set<SeriesKeyPair> = []
    for series in page.spec.panels.flatMap(\.allSeries)
    where seen.insert(SeriesKeyPair(source: series.source, query: series.query)).inserted {
      queries.append((series.source, series.query))
    }
    pastView.ask(
      DashboardHistory.Wish(
        queries: queries, range: low...high,
        resolution: length / DashboardHistory.distinguishableSamples))
  }

  /// Shows the samples in memory again.
  func leavePast() {
    pastView.drop()
    samples.leavePast()
  }

  /// Shows the requested past in place of the samples in memory.
  package func show(_ past: DashboardPast, of wish: DashboardHistory.Wish, at time: Double) {
    guard pastView.take(wish) else { return askForPast() }
    samples.look(
      at: past, through: wish.range.upperBound, at: dataTime(time),
      now: facts(at: time).now ?? wish.range.upperBound)
    showRestored(at: nil)
    askForPast()
  }
}

/// A source and a query, as the key of a set without duplicate pairs.
private struct SeriesKeyPair: Hashable {
  var source: SourceSpec
  var query: Query
}

/// The requests for the part of a dashboard's past that the user looks at.
struct PastView {
  /// The start of the program in UTC seconds: earlier samples are on the disk; nil without a history.
  var startTime: Double?
  /// The time of the first sample on the disk; nil for none.
  var oldest: Double?
  /// Reads a part of the past.
  var read: ((DashboardHistory.Wish) -> Void)?
  /// The request that was answered last.
  private var shown: (range: ClosedRange<Double>, resolution: Double)?
  /// The number of the request that is under way; nil for none. Two requests for a range may be about other queries.
  private var pending: Int?
  /// The number of requests so far.
  private var count = 0

  /// Whether a range is missing, or was read in a resolution that does not suit the picture.
  func lacks(_ range: ClosedRange<Double>, resolution: Double) -> Bool {
    guard let shown else { return true }
    return
      !(shown.range.lowerBound <= range.lowerBound
      && shown.range.upperBound >= range.upperBound && shown.resolution <= resolution * 1.5
      && shown.resolution >= resolution / 4)
  }

  /// Asks for a part of the past, unless another part is under way.
  mutating func ask(_ wish: DashboardHistory.Wish) {
    guard pending == nil else { return }
    count += 1
    pending = count
    var wish = wish
    wish.number = count
    read?(wish)
  }

  /// Notes an answer.
  /// - Returns: whether the answer is still wanted.
  mutating func take(_ wish: DashboardHistory.Wish) -> Bool {
    guard pending == wish.number else { return false }
    pending = nil
    shown = (wish.range, wish.resolution)
    return true
  }

  /// Forgets the requests, because the present is shown.
  mutating func drop() { (shown, pending) = (nil, nil) }
}
