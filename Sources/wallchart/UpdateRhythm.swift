import Feeds

/// The rule for when an update of a source is shown, and when the source is asked for its next one.
///
/// The first picture is to be whole. A source with a past brings the past in parts, a part for each query, and a
/// writer that has begun to write brings its first rows in pieces. Such an update is shown together with those that
/// follow at once. Later on, a source that is slow is asked at once, and one that is fast with each refresh of the
/// screen.
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
    /// Whether the source is asked for its next update at once; else with the next refresh.
    var asksAtOnce: Bool
  }

  /// The seconds in which a writer that begins to write has written its first rows, usually piece by piece.
  private static let beginning = 0.02
  /// The milliseconds between two of these pieces.
  private static let pause = 2
  /// The most times in an update of a slow source.
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
  ///   - isShown: whether there has been a picture.
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

  /// Forgets all sources that do not fulfil a condition.
  mutating func keep(where isKept: (SourceSpec) -> Bool) {
    lastUpdates = lastUpdates.filter { isKept($0.key) }
    firstSamples = firstSamples.filter { isKept($0.key) }
  }

  /// Whether an update brings samples of a source that has brought its first ones just now.
  private mutating func isBeginning(
    _ update: FeedUpdate, of source: SourceSpec, at now: Double
  ) -> Bool {
    guard !update.samples.isEmpty else { return false }
    let first = firstSamples[source] ?? now
    firstSamples[source] = first
    return now - first < Self.beginning
  }
}
