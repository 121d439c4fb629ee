extension DashboardScene {
  /// Compares the values of all pages with the thresholds that take the screen or run a command, and shows the
  /// page of a new breach. While the display is paused, the page stays.
  /// - Parameter time: the current time of the frame clock.
  /// - Returns: the breaches that have begun to count or are over.
  public func checkThresholds(at time: Double) -> [BreachEvent] {
    guard !alarms.isEmpty else { return [] }
    let events = alarms.check(
      spec, samples.newest, at: newestDataTime(time), zone: view.zone)
    if !events.isEmpty { takeOver(at: time) }
    return events
  }

  /// The next time when a breach begins to count, or ends, without new data: the time of the frame clock with all
  /// pauses; nil for never.
  public var nextThresholdCheck: Double? { alarms.due }

  /// Shows the page of a new breach, or the page from before the first one.
  func takeOver(at time: Double) {
    guard !isPaused,
      let index = takeover.page(showing: pageIndex, pages: alarms.pages, latest: alarms.latest)
    else { return }
    change(to: index, at: time)
  }
}
