import Metrics

/// The memory of a feed between updates: its health, the start of a failure, and the series of its last
/// answer.
struct FeedStatus {
  private(set) var health = FeedHealth.starting
  private var missing: [Query: String] = [:]
  /// The seconds that the source asked to wait after its last failure.
  private var retryAfter: Double?
  /// The series of each query.
  private var rosters: [Query: SeriesRoster] = [:]

  /// Records an answer with samples, perhaps not for all queries. A series of an earlier answer that this answer
  /// lacks ends.
  /// - Parameters:
  ///   - time: the time of the answer's samples, for a source that answers all queries at once; nil for rows, in which
  ///     a missing column has no meaning.
  ///   - queries: the queries that have been asked, if the source answers all at once.
  mutating func succeed(
    _ samples: [FeedUpdate.Samples], missing: [Query: String] = [:], answeredAt time: Double? = nil,
    asked queries: Set<Query> = [], at now: Double
  ) -> FeedUpdate {
    var samples = samples
    if let time { samples += gone(samples, of: queries, at: time) }
    if let first = missing.min(by: { $0.key.name < $1.key.name }) {
      health = .failing(since: failingSince ?? now, reason: first.value)
    } else {
      health = .fresh
    }
    (self.missing, retryAfter) = (missing, nil)
    return FeedUpdate(samples: samples, health: health, missing: missing)
  }

  /// Records a failed attempt; returns nil if the failure changes nothing.
  /// - Parameter retryAfter: the seconds that the source asks to wait; nil if it asks for none.
  mutating func fail(
    _ reason: String, retryAfter: Double? = nil, at now: Double
  ) -> FeedUpdate? {
    let before = (health, self.retryAfter)
    self.retryAfter = retryAfter
    // An answer that lacks a number is not a failure of the source.
    health = .failing(since: missing.isEmpty ? failingSince ?? now : now, reason: reason)
    missing = [:]
    // Each wait that the source asks for begins anew.
    return (health, retryAfter) == before && retryAfter == nil ? nil : unchanged
  }

  /// An update that leaves the source's health as it is.
  var unchanged: FeedUpdate {
    var update = FeedUpdate(health: health, missing: missing)
    update.retryAfter = retryAfter
    return update
  }

  mutating func end() -> FeedUpdate {
    health = .ended
    return unchanged
  }

  private var failingSince: Double? {
    guard case .failing(let since, _) = health else { return nil }
    return since
  }

  /// The ends of the series of the last answer that this answer lacks, for the queries that are still asked.
  private mutating func gone(
    _ samples: [FeedUpdate.Samples], of queries: Set<Query>, at time: Double
  ) -> [FeedUpdate.Samples] {
    rosters = rosters.filter { queries.contains($0.key) }
    let answers = Dictionary(grouping: samples, by: \.query)
    return queries.compactMap { query in
      let columns = answers[query]?.flatMap(\.batch.columns) ?? []
      let lost = rosters[query, default: SeriesRoster()].take(
        Set(columns.map(\.metric)),
        current: Set(columns.filter { $0.values.last?.isNaN == false }.map(\.metric)))
      guard !lost.isEmpty else { return nil }
      return FeedUpdate.Samples(query, SampleBatch(times: [time], columns: lost.ends()))
    }
  }
}
