import Messages
import Metrics

/// Turns MQTT messages into samples of the queries whose topics match.
struct TopicSamples {
  /// One received message.
  struct Message {
    var topic: String
    var payload: [UInt8]
    /// Whether the broker has retained the message for later subscribers.
    var isRetained: Bool
    /// The arrival in UTC seconds.
    var time: Double
  }

  /// A topic with a message.
  private struct Topic {
    /// The time of the last message.
    var time: Double
    var hasNumber = false
    /// The reason why the last message has no number.
    var reason: String?
  }

  /// The seconds of silence after which a topic makes room for others.
  static let longestSilence = 3600.0
  /// The seconds between searches for silent topics.
  private static let patience = 60.0

  private var queries: Set<Query> = []
  /// The filter and the path of each query; the path is nil for a query without one, and for a text that is not a path
  /// in JSON.
  private var readers: [Query: (filter: TopicFilter, path: JSONPath?)] = [:]
  /// The topics with messages for each query, by their series.
  private var topics: [Query: [Metric: Topic]] = [:]
  /// The queries without room for all topics, each with the time of the last search for silent topics.
  private var overfull: [Query: Double] = [:]
  /// The filters that the broker refuses.
  var refused: Set<String> = [] {
    didSet { if refused != oldValue { lastMissing = nil } }
  }
  /// The queries without an answer, each with the reason; nil after a change.
  private var lastMissing: [Query: String]?

  /// Sets the queries. The series of a query that remains are remembered.
  mutating func setQueries(_ queries: Set<Query>) {
    guard queries != self.queries else { return }
    self.queries = queries
    lastMissing = nil
    readers = [:]
    for query in queries {
      guard case .topic(let filter, let path, _, _) = query else { continue }
      readers[query] = (TopicFilter(filter), path.flatMap { JSONPath($0) })
    }
    topics = topics.filter { queries.contains($0.key) }
    overfull = overfull.filter { queries.contains($0.key) }
  }

  /// The samples of a message: one for each query whose topics match.
  mutating func samples(of message: Message) -> [FeedUpdate.Samples] {
    lastMissing = nil
    return readers.compactMap { query, reader in
      guard let labels = reader.filter.labels(of: message.topic) else { return nil }
      let metric = Metric(query.name, labels: labels)
      guard hasRoom(for: metric, of: query, at: message.time) else { return nil }
      var topic = topics[query]?[metric] ?? Topic(time: message.time)
      defer { topics[query, default: [:]][metric] = topic }
      topic.time = message.time
      let value: UnitNumber
      switch self.value(of: message, at: reader.path, query) {
      case .success(let number):
        (topic.hasNumber, topic.reason) = (true, nil)
        // MQTT removes a retained value by an empty message.
        value = message.payload.isEmpty ? UnitNumber(SampleBatch.ended) : number
      case .failure(let error):
        let isOneOfMany = reader.filter.hasWildcard
        topic.reason = (isOneOfMany ? shown(message.topic) + ": " : "") + error.description
        // A text shows that the topic has no number now. A message without a number at the path may be about something
        // else.
        guard isOneOfMany, reader.path == nil else { return nil }
        value = UnitNumber(.nan)
      }
      var batch = SampleBatch(times: [message.time], columns: [.init(metric, [value.value])])
      batch.isOfUnknownAge = message.isRetained
      return FeedUpdate.Samples(query, batch, unit: value.unit)
    }
  }

  private func value(
    of message: Message, at path: JSONPath?, _ query: Query
  ) -> Result<UnitNumber, SourceError> {
    guard message.payload.count <= MQTTFeedSpec.largestMessage else {
      let limit = "\(MQTTFeedSpec.largestMessage >> 20) MiB"
      return .failure(
        SourceError(kind: .badData, description: "the message is larger than \(limit)"))
    }
    return MessageValue.number(in: message.payload, at: path, query.words, in: query.unit)
  }

  /// Whether a topic is known, or may be added. Topics come and go while the program runs, so silent topics make room.
  private mutating func hasRoom(for metric: Metric, of query: Query, at time: Double) -> Bool {
    // No topic has been left out for a long time.
    if let last = overfull[query], time - last > Self.longestSilence { overfull[query] = nil }
    guard let heard = topics[query], heard[metric] == nil else { return true }
    if heard.count < MQTTFeedSpec.mostTopics { return true }
    if let last = overfull[query], abs(time - last) < Self.patience { return false }
    let rest = heard.filter { time - $0.value.time <= Self.longestSilence }
    topics[query] = rest
    overfull[query] = rest.count < MQTTFeedSpec.mostTopics ? nil : time
    return rest.count < MQTTFeedSpec.mostTopics
  }

  /// The queries without an answer, each with the reason.
  ///
  /// Some topics of a filter with a wildcard may have no number at the path, as a lamp has no temperature. The reason
  /// is reported only while no topic has a number.
  var missing: [Query: String] {
    mutating get {
      let missing = lastMissing ?? findMissing()
      lastMissing = missing
      return missing
    }
  }

  private func findMissing() -> [Query: String] {
    var result: [Query: String] = [:]
    for (query, reader) in readers {
      guard case .topic(let filter, _, _, _) = query else { continue }
      if refused.contains(filter) {
        result[query] = String(
          localized: "the broker refuses the subscription to '\(shown(filter))'")
      } else if overfull[query] != nil {
        result[query] =
          String(
            localized: "more than \(MQTTFeedSpec.mostTopics) topics match '\(shown(filter))': "
              + "the others are left out")
      } else if let heard = topics[query]?.values,
        !reader.filter.hasWildcard || !heard.contains(where: \.hasNumber)
      {
        result[query] = heard.compactMap(\.reason).min()
      }
    }
    return result
  }
}
