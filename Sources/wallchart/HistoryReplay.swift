import Dashboard
import Dispatch
import Feeds
import History

/// Shows a part of a history as if it came now.
@MainActor
final class HistoryReplay {
  private let history: DashboardHistory
  private let sources: [SourceSpec: Selection]
  /// The seconds of the past in one second.
  private let speed: Double
  /// The time in the past, in UTC seconds, up to which everything is shown.
  private var time: Double
  private let receive: @MainActor (DashboardPast, _ isWindow: Bool, _ time: Double) -> Void
  private let atEnd: @MainActor () -> Void

  /// Seconds between two steps.
  private static let step = 0.25

  /// - Parameters:
  ///   - start: the first time to show, in UTC seconds.
  ///   - receive: shows a stretch: the windows before the start, or what comes next, up to a time.
  ///   - atEnd: called when the present is reached.
  init(
    path: String, sources: [SourceSpec: Selection], from start: Double, speed: Double,
    receive: @escaping @MainActor (DashboardPast, _ isWindow: Bool, _ time: Double) -> Void,
    atEnd: @escaping @MainActor () -> Void
  ) {
    history = DashboardHistory(
      path: path, limits: HistoryLimits(), startTime: start, clock: { Clock.utc },
      tell: { printError(verbatim: "wallchart: \($0)") })
    (self.sources, self.speed, time) = (sources, speed, start)
    (self.receive, self.atEnd) = (receive, atEnd)
  }

  /// Shows the windows before the start, and goes on from there.
  func start() {
    let start = time
    history.readWindows(of: sources, until: start) { [weak self] past in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.receive(past, true, start) } }
    }
    wait()
  }

  private func wait() {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.step) { [weak self] in
      MainActor.assumeIsolated { self?.goOn() }
    }
  }

  /// Shows the next stretch, and waits for its samples before the one after it.
  private func goOn() {
    let end = time + Self.step * speed
    guard time < Clock.utc else { return atEnd() }
    history.readSamples(of: sources, after: time, through: end) { [weak self] past in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.receive(past, false, end)
          self?.time = end
          self?.wait()
        }
      }
    }
  }
}
