import Dashboard
import Dispatch
import Feeds
import History
import Messages

/// Shows a part of a history as if its samples came now.
@MainActor
final class HistoryReplay {
  private let history: DashboardHistory
  private var sources: [SourceSpec: Selection]
  /// The seconds of the past that are shown in one second.
  private let speed: Double
  /// The time in the past up to which samples are shown.
  private let clock: SetClock
  /// The time of the latest sample in the history, as of the last look.
  private var end = -Double.infinity
  /// Whether the replay is paused.
  private var isPaused: Bool
  /// Whether the pause has stopped the steps, so that none is scheduled.
  private var rests = false
  private let receive: @MainActor (DashboardPast, _ isWindow: Bool) -> Void
  private let atEnd: @MainActor () -> Void

  /// The seconds between two steps.
  private static let step = 0.25

  /// - Parameters:
  ///   - clock: the clock, set to the first time to show, which the replay advances.
  ///   - isPaused: whether the replay is paused at first.
  ///   - receive: shows samples up to the clock's time: the windows before the start, or the samples of the next step.
  ///   - atEnd: called at the end of the history.
  init(
    path: String, sources: [SourceSpec: Selection], clock: SetClock, speed: Double,
    isPaused: Bool,
    receive: @escaping @MainActor (DashboardPast, _ isWindow: Bool) -> Void,
    atEnd: @escaping @MainActor () -> Void
  ) {
    history = DashboardHistory(
      path: path, limits: HistoryLimits(), startTime: clock.utc, clock: { SystemClock.utc },
      report: { printError(verbatim: "wallchart: \($0)") })
    (self.sources, self.speed, self.clock) = (sources, speed, clock)
    (self.isPaused, self.receive, self.atEnd) = (isPaused, receive, atEnd)
  }

  /// Shows the windows before the start, and continues from there.
  func start() {
    showWindows()
    wait()
  }

  /// Replays the sources of a changed dashboard from now on.
  func setSources(_ new: [SourceSpec: Selection]) {
    guard new != sources else { return }
    sources = new
    showWindows()
  }

  private func showWindows() {
    history.readWindows(of: sources, until: clock.utc) { [weak self] past in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(past, true) } }
    }
  }

  private func wait() {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.step) { [weak self] in
      MainActor.assumeIsolated { self?.continueReplay() }
    }
  }

  /// Pauses or resumes.
  func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    guard !isPaused, rests else { return }
    rests = false
    wait()
  }

  /// Shows the samples of the next step, and waits for them before the following step.
  private func continueReplay() {
    guard !isPaused else {
      rests = true
      return
    }
    let start = clock.utc
    guard start < end else { return findEnd(after: start) }
    let next = min(start + Self.step * speed, end)
    history.readSamples(of: sources, after: start, through: next) { [weak self] past in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.show(past, until: next) } }
    }
  }

  /// Continues if the history has samples after a time, as another window may have added some.
  private func findEnd(after time: Double) {
    history.readSpan { [weak self] span in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self else { return }
          guard let last = span?.upperBound, last > time else { return self.atEnd() }
          self.end = last
          self.continueReplay()
        }
      }
    }
  }

  private func show(_ past: DashboardPast, until end: Double) {
    // Samples that come after the start of a pause are read again after the pause.
    if !isPaused {
      clock.utc = end
      receive(past, false)
    }
    wait()
  }
}
