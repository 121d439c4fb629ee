import Messages
import Metrics

/// Turns MQTT messages into samples of the queries whose topics match.
struct TopicSamples {
  /// One message, as it came.
  struct Message {
    var topic: String
    var payload: [UInt8]
    /// Whether the broker has kept the message for those who come later.
    var isRetained: Bool
    /// UTC seconds of the arrival.
    var time: Double
  }

  /// The queries; nil for a text that is not a path in JSON.
  private var readers: [Query: (filter: TopicFilter, path: JSONPath?)] = [:]
  /// The series so far of each query.
  private var known: [Query: Set<Metric>] = [:]
  /// The queries for whose series there is no room.
  private var overfull: Set<Query> = []
  /// The reason why the last message of a series has no number.
  private var unreadable: [Query: [Metric: String]] = [:]
  /// The filters that the broker refuses.
  var refused: Set<String> = []

  /// Sets the queries. The series of a query that goes on being asked are remembered.
  mutating func setQueries(_ queries: Set<Query>) {
    readers = [:]
    for query in queries {
      guard case .topic(let filter, let path) = query else { continue }
      readers[query] = (TopicFilter(filter), path.flatMap { JSONPath($0) })
    }
    known = known.filter { queries.contains($0.key) }
    unreadable = unreadable.filter { queries.contains($0.key) }
    overfull.formIntersection(queries)
  }

  /// The samples of a message: one for each query whose topics match.
  mutating func samples(of message: Message) -> [FeedUpdate.Samples] {
    readers.compactMap { query, reader in
      guard let labels = reader.filter.labels(of: message.topic) else { return nil }
      let metric = Metric(query.name, labels: labels)
      guard hasRoom(for: metric, of: query) else { return nil }
      switch value(of: message, at: reader.path) {
      case .failure(let error):
        unreadable[query, default: [:]][metric] = error.description
        return nil
      case .success(let value):
        unreadable[query]?[metric] = nil
        known[query, default: []].insert(metric)
        var batch = SampleBatch(times: [message.time], columns: [.init(metric, [value])])
        batch.isOfUnknownAge = message.isRetained
        return FeedUpdate.Samples(query, batch)
      }
    }
  }

  private func value(
    of message: Message, at path: JSONPath?
  ) -> Result<Double, SourceError> {
    guard message.payload.count <= MQTTFeedSpec.largestMessage else {
      let limit = "\(MQTTFeedSpec.largestMessage >> 20) MiB"
      return .failure(
        SourceError(kind: .badData, description: "the message is larger than \(limit)"))
    }
    return MessageValue.number(in: message.payload, at: path)
  }

  private mutating func hasRoom(for metric: Metric, of query: Query) -> Bool {
    let series = known[query] ?? []
    if series.contains(metric) { return true }
    let messages = unreadable[query]?.count ?? 0
    if series.count + messages < MQTTFeedSpec.mostTopics { return true }
    overfull.insert(query)
    return unreadable[query]?[metric] != nil
  }

  /// The queries without an answer, each with the reason.
  ///
  /// Among the topics of a filter with a wildcard, some may have no number at the path, as a lamp has no
  /// temperature. That is told only as long as no topic has one.
  var missing: [Query: String] {
    var result: [Query: String] = [:]
    for (query, reader) in readers {
      guard case .topic(let filter, _) = query else { continue }
      if refused.contains(filter) {
        result[query] = String(
          localized: "the broker refuses the subscription to '\(shown(filter))'")
      } else if overfull.contains(query) {
        result[query] =
          String(
            localized: "more than \(MQTTFeedSpec.mostTopics) topics match '\(shown(filter))': "
              + "the others are left out")
      } else if !reader.filter.hasWildcard || known[query]?.isEmpty ?? true {
        result[query] = unreadable[query]?.values.min()
      }
    }
    return result
  }
}
