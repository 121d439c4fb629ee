extension DashboardScene {
  /// Watches the thresholds of a new version of the dashboard.
  func watchThresholds(of new: DashboardSpec, at time: Double) {
    breaches.watch(new)
    judgeAll(at: time)
    // The rows of a paused list stay, and know the new places of their panels.
    pause?.breaches.watch(new)
  }

  /// Compares the values of all panels with their thresholds, after a change that concerns more than new samples of a
  /// source.
  func judgeAll(at time: Double) {
    breaches.take(
      samples.newest, from: nil, at: newestDataTime(time), zone: view.zone, hasEarlierSamples: true)
  }

  /// Starts and ends breaches whose time has come without new data.
  func advanceBreaches(to time: Double) {
    let awaits = breaches.advance(samples.newest, to: newestDataTime(time), zone: view.zone)
    if awaits, !isPaused { page.showAll(of: samples.shown, now: time, at: nil) }
  }

  /// The breaches that have begun to count or are over since the last call, of panels that take over the screen or run
  /// a command. The page of a new breach that takes over the screen is shown; while the display is paused, the page
  /// stays.
  /// - Parameter time: the current time of the frame clock.
  public func checkThresholds(at time: Double) -> [BreachEvent] {
    guard !breaches.isEmpty else { return [] }
    advanceBreaches(to: time)
    let events = breaches.takeEvents(of: title, at: newestDataTime(time))
    if !events.isEmpty { takeOver(at: time) }
    return events
  }

  /// The next time when a breach begins to count, or ends, without new data: the time of the frame clock with all
  /// pauses; nil for never.
  public var nextThresholdCheck: Double? { breaches.due }

  /// The names of the breaches whose start, but not whose end, `checkThresholds` has reported, for a later run.
  package var reportedBreaches: Set<String> { breaches.reported }

  /// Holds back reports of breaches until `continueBreaches` names the breaches of an earlier run, or for some seconds.
  /// - Parameter time: the current time of the frame clock.
  package func awaitReportedBreaches(at time: Double) {
    breaches.awaitReported(until: newestDataTime(time) + Self.patience)
  }

  /// The seconds for which reports wait for a history that is read.
  private static let patience = 5.0

  /// Continues the breaches that an earlier run reported: they are not reported again, and their ends are reported.
  /// Their pages take over the screen.
  package func continueBreaches(_ names: Set<String>, at time: Double) {
    breaches.continueReported(names)
    if !names.isEmpty { takeOver(at: time) }
  }

  /// Shows the page of a new breach, or the page from before the first one; on the first of several monitors only.
  func takeOver(at time: Double) {
    guard !isPaused, place.number == 0,
      let index = takeover.page(
        showing: pageIndex, pages: breaches.pages, latest: breaches.latest)
    else { return }
    change(to: index, at: time)
  }
}
