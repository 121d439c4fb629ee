import Feeds

/// The rules for the times at which an update of a source is shown, and at which the next update is requested.
///
/// The first picture should be complete. A source with a past sends the past in parts, one for each query, and a writer
/// that has just started sends its first rows in pieces. Such an update is shown together with the updates that follow
/// at once. Later, the next update of a slow source is requested at once, that of a fast source at the next refresh of
/// the screen.
struct UpdateRhythm {
  /// The moment at which an update is shown.
  enum Showing: Equatable {
    /// With the next frame.
    case now
    /// After some milliseconds in which no other update comes.
    case whenQuiet(milliseconds: Int)
  }

  struct Step: Equatable {
    var showing: Showing
    /// Whether the next update is requested at once; otherwise at the next refresh.
    var asksAtOnce: Bool
  }

  /// The seconds in which a writer usually writes its first rows, piece by piece.
  private static let beginning = 0.02
  /// The longest time between two of these pieces in milliseconds.
  private static let pause = 2
  /// The largest number of times in an update of a slow source.
  private static let fewTimes = 8

  /// The number of updates so far.
  private(set) var count = 0
  /// The time of the last update of each source.
  private var lastUpdates: [SourceSpec: Double] = [:]
  /// The time of the first samples of each source.
  private var firstSamples: [SourceSpec: Double] = [:]

  /// Takes an update.
  /// - Parameters:
  ///   - now: monotonic seconds.
  ///   - refresh: the seconds from one refresh of the screen to the next.
  ///   - isShown: whether a picture has been shown.
  mutating func take(
    _ update: FeedUpdate, from source: SourceSpec, at now: Double, refresh: Double, isShown: Bool
  ) -> Step {
    count += 1
    let last = lastUpdates.updateValue(now, forKey: source) ?? -.infinity
    if update.text != nil, isBeginning(update, of: source, at: now) {
      return Step(showing: .whenQuiet(milliseconds: Self.pause), asksAtOnce: true)
    }
    if !isShown, update.bringsPast {
      return Step(showing: .whenQuiet(milliseconds: 0), asksAtOnce: true)
    }
    let isSlow = update.timeCount <= Self.fewTimes && now - last >= refresh
    return Step(showing: .now, asksAtOnce: isSlow)
  }

  /// Forgets all sources that do not meet a condition.
  mutating func keep(where isKept: (SourceSpec) -> Bool) {
    lastUpdates = lastUpdates.filter { isKept($0.key) }
    firstSamples = firstSamples.filter { isKept($0.key) }
  }

  /// Whether an update has samples of a source whose first samples have just come.
  private mutating func isBeginning(
    _ update: FeedUpdate, of source: SourceSpec, at now: Double
  ) -> Bool {
    guard !update.samples.isEmpty else { return false }
    let first = firstSamples[source] ?? now
    firstSamples[source] = first
    return now - first < Self.beginning
  }
}
