import Feeds

/// The samples of a scene: all samples, those at the start of a pause, and those of a past that the user looks at.
struct SceneSamples {
  /// All samples up to now, including those that have come during a pause.
  private(set) var newest = SampleStore()
  /// The samples at the start of a pause; nil while the display is not paused.
  private var paused: SampleStore?
  /// The start of the pause in UTC seconds.
  private var pausedTime = Double.infinity
  /// The past that the user looks at; nil for the present.
  private var past: SampleStore?

  var isPaused: Bool { paused != nil }

  /// The samples in memory; for a paused display those at the start of the pause, so that a crosshair, a zoom and
  /// another page show no later samples.
  var present: SampleStore { paused ?? newest }

  /// The samples to show: those of the past that the user looks at, or those in memory.
  var shown: SampleStore { past ?? present }

  /// Keeps the series of a dashboard, and drops all others. A past that is shown lacks the new ones, and is left.
  /// - Parameter rest: a panel whose query keeps the series that no panel names.
  mutating func keep(_ spec: DashboardSpec, rest: PanelSpec? = nil) {
    newest.keep(spec, rest: rest)
    paused?.keep(spec, rest: rest)
    past = nil
  }

  /// Adds an update of a source. The samples of a pause stay the same, and so does a past that is shown during the
  /// pause.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds; nil if it is not known.
  /// - Returns: whether any panel uses the source.
  mutating func append(
    _ update: FeedUpdate, from source: SourceSpec, at time: Double, now: Double?
  ) -> Bool {
    guard newest.append(update, from: source, at: time, now: now) else { return false }
    if !isPaused { _ = past?.append(update, from: source, at: time, now: now) }
    return true
  }

  /// Puts a past before the samples of the series that panels use.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds.
  mutating func restore(_ earlier: DashboardPast, at time: Double, now: Double) {
    newest.restore(earlier, at: time, now: now)
    paused?.restore(earlier, at: time, now: now, until: pausedTime)
  }

  /// Holds back the samples that come from now on.
  /// - Parameter now: the current time in UTC seconds; nil for the time of the latest sample.
  mutating func pause(at now: Double?) {
    paused = newest
    pausedTime = now ?? newest.latestTime ?? .infinity
  }

  /// Shows the samples that a pause has held back. A past that is shown still lacks these samples.
  mutating func resume() { paused = nil }

  /// Shows a past, and after the past the samples in memory up to a time.
  /// - Parameters:
  ///   - time: the current time of the frame clock.
  ///   - now: the current time in UTC seconds.
  mutating func look(
    at earlier: DashboardPast, through end: Double, at time: Double, now: Double
  ) {
    var viewed = present
    viewed.view(earlier, through: isPaused ? min(end, pausedTime) : end, at: time, now: now)
    past = viewed
  }

  /// Shows the present again.
  mutating func leavePast() { past = nil }
}
