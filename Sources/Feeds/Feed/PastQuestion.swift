import Dispatch
import Messages
import Metrics
import Synchronization

extension SourceSpec {
  /// Whether the source has a past of its own that can be asked with a query.
  package func hasPast(of query: Query) -> Bool {
    switch (self, query) {
    case (.prometheus, .promQL): true
    case (.http(let spec), .rows): spec.format == .rows
    case (.sql, .sql(let statement)): SQLParameter.isUsed(in: statement)
    default: false
    }
  }

  /// Asks the source once for a stretch of its own past.
  /// - Parameters:
  ///   - queries: queries whose past the source has: see `hasPast`.
  ///   - range: UTC seconds.
  ///   - resolution: the seconds between samples below which more samples add no detail.
  ///   - receive: called once on another thread, with the samples that come within the source's time limit.
  package func askPast(
    of queries: Set<Query>, in range: ClosedRange<Double>, resolution: Double,
    _ receive: @escaping @Sendable ([FeedUpdate.Samples]) -> Void
  ) {
    // Each statement has a connection of its own, so that none waits for another.
    let groups = isDatabase ? queries.map { [$0] } : [queries]
    let answers = PastAnswers(count: groups.count)
    for group in groups {
      PastQuestion(self, group, range, resolution: resolution) { samples in
        if let all = answers.add(samples) { receive(all) }
      }.start()
    }
  }

  private var isDatabase: Bool { if case .sql = self { true } else { false } }

  /// The seconds after which a question is given up.
  fileprivate var patience: Double {
    switch self {
    case .http(let spec), .prometheus(let spec): spec.timeout
    case .sql(let spec): spec.timeout
    case .system, .text, .mqtt: 0
    }
  }

  /// Creates a feed whose clock shows a time of the past.
  fileprivate func open(_ selection: Selection, at time: Double) -> (any Feed)? {
    let clock = FeedClock(utc: { time }, monotonic: FeedClock.system.monotonic)
    return switch self {
    case .http(let spec): ThreadFeed(http: spec, selection, clock: clock)
    case .prometheus(let spec): ThreadFeed(prometheus: spec, selection, clock: clock)
    case .sql(let spec): ThreadFeed(spec, selection, clock: clock)
    case .system, .text, .mqtt: nil
    }
  }
}

/// The answers to the questions about one source.
private final class PastAnswers: Sendable {
  private let state: Mutex<(left: Int, samples: [FeedUpdate.Samples])>

  init(count: Int) { state = Mutex((count, [])) }

  /// Adds an answer.
  /// - Returns: all answers, if this is the last one.
  func add(_ samples: [FeedUpdate.Samples]) -> [FeedUpdate.Samples]? {
    state.withLock { state in
      state.samples += samples
      state.left -= 1
      return state.left == 0 ? state.samples : nil
    }
  }
}

/// A question to a source about a closed stretch of its past: a feed whose clock stands still at the end of the
/// stretch, and that ends with its first answer.
private final class PastQuestion: Sendable {
  private struct State {
    var feed: (any Feed)?
    var waiting: Set<Query>
    var samples: [FeedUpdate.Samples] = []
    var isOver = false
  }

  private let state: Mutex<State>
  private let range: ClosedRange<Double>
  private let patience: Double
  private let receive: @Sendable ([FeedUpdate.Samples]) -> Void

  /// The seconds after the time limit of a source in which the source reports its timeout.
  private static let grace = 1.0

  init(
    _ source: SourceSpec, _ queries: Set<Query>, _ range: ClosedRange<Double>, resolution: Double,
    _ receive: @escaping @Sendable ([FeedUpdate.Samples]) -> Void
  ) {
    var selection = Selection()
    let past = Selection.Past(
      window: range.upperBound - range.lowerBound, resolution: resolution)
    for query in queries { selection.add(query, past) }
    state = Mutex(
      State(feed: source.open(selection, at: range.upperBound), waiting: queries))
    (self.range, patience, self.receive) = (range, source.patience, receive)
  }

  func start() {
    guard let feed = state.withLock({ $0.feed }) else { return finish() }
    feed.start { self.take($0) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience + Self.grace) { self.finish() }
  }

  private func take(_ update: FeedUpdate) {
    let (isDone, feed) = state.withLock { state in
      for part in update.samples {
        state.waiting.remove(part.query)
        if case .past = part.batch.origin { state.samples.append(part) }
      }
      for query in update.missing.keys { state.waiting.remove(query) }
      // An answer without samples names no query.
      let isEmpty = update.samples.isEmpty && update.missing.isEmpty && update.health != .starting
      let isDone = state.waiting.isEmpty || isEmpty
      return (isDone, state.feed)
    }
    if isDone { finish() } else { feed?.request() }
  }

  /// Ends the question with the samples that have come.
  private func finish() {
    let (feed, samples) = state.withLock { state -> ((any Feed)?, [FeedUpdate.Samples]?) in
      defer { (state.feed, state.isOver) = (nil, true) }
      return (state.feed, state.isOver ? nil : state.samples)
    }
    feed?.stop()
    if let samples { receive(samples) }
  }
}
