import Feeds

/// Lines for the log about sources that fail and recover: one line when a source begins to fail, and one
/// when the source works again.
struct FeedLog {
  /// The sources that fail, with the time when each began to fail.
  private var failing: [SourceSpec: Double] = [:]

  /// The line about an update, if the update brings a failure or a recovery.
  /// - Parameter time: the current time in seconds.
  mutating func line(about update: FeedUpdate, of source: SourceSpec, at time: Double) -> String? {
    switch update.health {
    case .starting, .ended: return nil
    case .failing(_, let reason):
      guard failing[source] == nil else { return nil }
      failing[source] = time
      return "wallchart: \(source.title): \(reason)"
    case .fresh:
      guard let since = failing.removeValue(forKey: source) else { return nil }
      let seconds = Int(min(max(0, time - since), 1e9).rounded())
      return "wallchart: \(source.title): works again after \(seconds) s"
    }
  }

  /// Forgets the sources that are no longer used.
  mutating func keep(_ sources: some Collection<SourceSpec>) {
    failing = failing.filter { sources.contains($0.key) }
  }
}
