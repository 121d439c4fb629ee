import Control
import Dashboard
import Dispatch
import Feeds
import Glibc
import History
import Messages

/// The history of the data that the window shows.
@MainActor
final class WindowHistory {
  private let history: DashboardHistory
  private let past: WindowPast
  /// The path of the file.
  let path: String
  /// Returns all pages that show the data, with the times of their frame clocks.
  private let scenes: @MainActor () -> [(scene: DashboardScene, time: Double)]
  /// Called when pages have changed.
  private let didChange: @MainActor () -> Void
  private var span: ClosedRange<Double>?
  private var state = HistoryKeeper.State.starting
  private var hasAsked = false
  /// Whether the file may be opened.
  private var isStarted = false
  /// The reason, shown on the pages, why nothing is kept; nil while the file is written.
  private var notice: String?
  /// The number of the last request for the past of the windows. Answers to earlier requests are ignored.
  private var question = 0
  /// The names of the reported breaches that the file has; nil until they have been read.
  private var breaches: Set<String>?
  private var clockSteps = ClockSteps()
  /// The quantity on the horizontal axis of a pipe; nil for other data, or before the first rows.
  private var axis: RowAxis?

  init(
    path: String, limits: HistoryLimits,
    scenes: @escaping @MainActor () -> [(scene: DashboardScene, time: Double)],
    didChange: @escaping @MainActor () -> Void
  ) {
    (self.path, self.scenes, self.didChange) = (path, scenes, didChange)
    let relay = HistoryRelay()
    history = DashboardHistory(
      path: path, limits: limits, startTime: SystemClock.utc, period: Self.period,
      clock: { SystemClock.utc },
      stateChanged: { state in
        DispatchQueue.main.async { MainActor.assumeIsolated { relay.owner?.follow(state) } }
      },
      report: { line in
        DispatchQueue.main.async { MainActor.assumeIsolated { relay.owner?.report(line) } }
      })
    past = WindowPast(
      history: history, startTime: history.startTime, scenes: scenes, didChange: didChange)
    relay.owner = self
  }

  /// The seconds between batches. An undocumented environment variable changes them for tests.
  private static var period: Double {
    let text = getenv("WALLCHART_HISTORY_PERIOD").map { String(cString: $0) }
    return text.flatMap { Double($0) }.map { min(max($0, 0.05), 3600) }
      ?? HistoryKeeper.standardPeriod
  }

  /// Opens the file, reads its samples and shows them.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    history.start()
    history.readBreaches { [weak self] names in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.continueBreaches(names) } }
    }
    history.readSpan { [weak self] span in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.span = span
          for (scene, _) in self?.scenes() ?? [] { self?.equip(scene) }
        }
      }
    }
    restore()
  }

  /// The seconds for which the past of a changed dashboard waits for the writing of the latest samples.
  private static let patience = 5.0

  /// Reads and shows the past of the series that a change of the dashboard has added. Existing samples stay.
  func follow(_ limits: HistoryLimits) {
    history.setLimits(limits)
    // The dashboard may have other sources with a past of their own.
    for (scene, _) in scenes() { equip(scene) }
    hasAsked = false
    // The samples of a changed source are read from the disk, and so its latest ones must be there. A disk that does not
    // answer does not keep sources from their own past.
    history.hurry { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.restore() } }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      MainActor.assumeIsolated { self?.restore() }
    }
  }

  /// Requests the past of the windows as soon as there are panels. A pipe has no panels before its first rows, and rows
  /// with numbers instead of times have no past.
  private func restore() {
    guard isStarted, !hasAsked, axis?.isNumbered != true,
      let sources = scenes().first?.scene.sourcesWithPast,
      !sources.isEmpty
    else {
      return
    }
    hasAsked = true
    question += 1
    history.readWindows(of: sources, until: SystemClock.utc) { [weak self, question] past in
      guard !past.isEmpty else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.show(past, question) } }
    }
  }

  /// The largest number of rows that are added to the pages in one turn of the main queue, about a millisecond of work,
  /// so that frames are drawn in between.
  private static let rowsInTurn = 5000

  private func show(_ past: DashboardPast, _ question: Int) {
    guard question == self.question else { return }
    var rest = past
    let first = rest.removeFirst(rows: Self.rowsInTurn)
    for (scene, time) in scenes() {
      scene.restore(first, at: time, now: SystemClock.utc, isLast: rest.isEmpty)
    }
    if rest.isEmpty { return didChange() }
    DispatchQueue.main.async { [rest] in
      MainActor.assumeIsolated { [weak self] in self?.show(rest, question) }
    }
  }

  /// Lets a page go back in time to the start of the history.
  func equip(_ scene: DashboardScene) {
    scene.setHistoryNotice(notice)
    past.equip(scene, oldest: span?.lowerBound)
  }

  func record(_ update: FeedUpdate, from source: SourceSpec) {
    history.record(update, from: source)
    if case .text(let spec) = source, spec.numbersRows, let new = update.text?.axis { follow(new) }
    if clockSteps.isSetBack(at: SystemClock.utc) {
      // The windows lost their past to a clock that was ahead for a moment.
      history.hurry()
      question += 1
      hasAsked = false
    }
    restore()
  }

  /// Allows another request after a change of the axis, because the first rows of a pipe are then shown again, without
  /// the past that was read before.
  private func follow(_ new: RowAxis) {
    guard new != axis else { return }
    axis = new
    question += 1
    hasAsked = false
  }

  /// Gives the page the breaches that an earlier run reported. Only the page of the first screen reports breaches.
  private func continueBreaches(_ names: Set<String>) {
    breaches = names
    guard let (scene, time) = scenes().first else { return }
    scene.continueBreaches(names, at: time)
    didChange()
  }

  /// Keeps the names of the breaches whose start has been reported, and whose end has not.
  func keep(_ names: Set<String>) {
    guard let breaches, names != breaches else { return }
    self.breaches = names
    history.setBreaches(names)
  }

  /// Writes the remaining samples, and closes the file.
  func finish() { history.finish() }

  /// Writes the remaining samples meanwhile: the disk may take long, and the window goes on.
  func retire() { history.retire() }

  /// The state for other programs.
  var status: WindowStatus.History {
    switch state {
    case .starting: WindowStatus.History(state: "starting", reason: nil, path: path)
    case .writing: WindowStatus.History(state: "writing", reason: nil, path: path)
    case .reading: WindowStatus.History(state: "reading", reason: nil, path: path)
    case .off(let reason): WindowStatus.History(state: "off", reason: reason, path: path)
    }
  }

  private func follow(_ state: HistoryKeeper.State) {
    self.state = state
    var notice: String?
    if case .off(let reason) = state {
      notice = String(localized: "no history is kept: \(reason)")
    }
    // A history that starts to write changes nothing visible, and needs no frame.
    guard notice != self.notice else { return }
    self.notice = notice
    if let notice {
      printError(verbatim: "wallchart: \(notice) (\(path))")
    } else if state == .writing {
      let again = String(localized: "the history is written again")
      printError(verbatim: "wallchart: \(again) (\(path))")
    }
    for (scene, _) in scenes() { scene.setHistoryNotice(notice) }
    didChange()
  }

  private func report(_ line: String) {
    printError(verbatim: "wallchart: \(line)")
    for (scene, time) in scenes() { scene.notify(line, at: time) }
    didChange()
  }
}

/// Connects the queues of a history with its window, which is created later.
private final class HistoryRelay: @unchecked Sendable {
  // Only the main queue uses the owner.
  weak var owner: WindowHistory?
}
