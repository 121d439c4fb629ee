import Messages
import Metrics

/// The samples for queries in the answer of a server, and the reason for each query without samples.
enum HTTPAnswer {
  typealias Samples = (samples: [FeedUpdate.Samples], missing: [Query: String])
  private typealias Columns = (
    columns: [Query: [SampleBatch.Column]], units: [Query: String], missing: [Query: String]
  )

  /// Reads an answer. The error means that the answer has another format.
  /// - Parameters:
  ///   - format: JSON or an exposition; `RowAnswer` reads rows.
  ///   - time: the time of the samples.
  ///   - counters: the sums of counters in the previous answers.
  static func samples(
    of queries: Set<Query>, in body: [UInt8], format: HTTPFeedSpec.Format, at time: Double,
    counters: inout [Query: CounterSums]
  ) throws(SourceError) -> Samples {
    // A closure of an array cannot throw a typed error.
    let result: Result<Columns, SourceError> = body.withUnsafeBytes { bytes in
      do throws(SourceError) {
        return .success(
          format == .json
            ? try json(queries, bytes) : try exposition(queries, bytes, at: time, &counters))
      } catch {
        return .failure(error)
      }
    }
    let (columns, units, missing) = try result.get()
    let samples = columns.map { query, columns in
      let finite = columns.map { column in
        SampleBatch.Column(column.metric, column.values.map { $0.isInfinite ? .nan : $0 })
      }
      return FeedUpdate.Samples(
        query, SampleBatch(times: [time], columns: finite), unit: units[query])
    }
    return (samples, missing)
  }

  private static func json(
    _ queries: Set<Query>, _ bytes: UnsafeRawBufferPointer
  ) throws(SourceError) -> Columns {
    let document = try JSONDocument(bytes)
    var result: Columns = ([:], [:], [:])
    var asked: [(query: Query, path: JSONPath)] = []
    for query in queries {
      guard case .path(let text, _, _) = query, let path = JSONPath(text) else {
        result.missing[query] = String(localized: "'\(shown(query.name))' is not a path in JSON")
        continue
      }
      asked.append((query, path))
    }
    let numbers = document.numbers(
      at: asked.map(\.path), asked.map(\.query.words), in: asked.map(\.query.unit))
    for (query, number) in zip(asked.map(\.query), numbers) {
      switch number {
      case .success(let number):
        result.columns[query] = [.init(query.metric, [number.value])]
        result.units[query] = number.unit
      case .failure(let error): result.missing[query] = error.description
      }
    }
    return result
  }

  private static func exposition(
    _ queries: Set<Query>, _ bytes: UnsafeRawBufferPointer, at time: Double,
    _ counters: inout [Query: CounterSums]
  ) throws(SourceError) -> Columns {
    var result: Columns = ([:], [:], [:])
    var asked: [(query: Query, wanted: Exposition.Query)] = []
    for query in queries {
      if let wanted = wanted(query) {
        asked.append((query, wanted))
      } else {
        result.missing[query] = String(localized: "'\(shown(query.name))' is not a sample")
      }
    }
    let answer = Exposition(bytes, queries: asked.map(\.wanted), at: time)
    if answer.samples == 0, let line = answer.firstBadLine {
      throw SourceError(
        kind: .badData, description: "the answer has no samples (line \(line) is not a sample)")
    }
    lazy var names = Exposition.names(in: bytes)
    for ((query, wanted), found) in zip(asked, answer.results) {
      if found.sums.isEmpty {
        result.missing[query] = absence(of: query, wanted, found, names: names)
        continue
      }
      result.columns[query] = columns(of: query, wanted, found, &counters)
      if found.isOverfull {
        result.missing[query] = String(
          localized: "more than \(Exposition.mostSeries) series: the others are left out")
      }
    }
    return result
  }

  /// The samples of an exposition that a query asks for; nil for another kind of query.
  private static func wanted(_ query: Query) -> Exposition.Query? {
    guard case .sample(let name, let labels, let by, let areCounters) = query else { return nil }
    return Exposition.Query(name: name, labels: labels, by: by, areCounters: areCounters)
  }

  /// The columns of a query in the order of their names.
  private static func columns(
    of query: Query, _ wanted: Exposition.Query, _ found: Exposition.Result,
    _ counters: inout [Query: CounterSums]
  ) -> [SampleBatch.Column] {
    let sums =
      wanted.areCounters
      ? counters[query, default: CounterSums()].take(found.counters) : found.sums
    return sums.map { labels, sum in
      SampleBatch.Column(
        Metric(query.givesMany ? wanted.name : query.name, labels: labels), [sum])
    }.sorted { $0.metric.description < $1.metric.description }
  }

  /// The reason why an answer has no sum for a query.
  /// - Parameter names: the names of all samples, one of which may be meant.
  private static func absence(
    of query: Query, _ wanted: Exposition.Query, _ found: Exposition.Result,
    names: @autoclosure () -> Set<String>
  ) -> String {
    let name = shown(query.name)
    if found.hasBadValue { return String(localized: "the value of '\(name)' is not a number") }
    if found.stale > 0 {
      let minutes = Int(Exposition.mostAge / 60)
      return String(localized: "the samples of '\(name)' are older than \(minutes) minutes")
    }
    if found.namesakes > 0 {
      return String(localized: "no '\(name)' in the answer, only samples with other labels")
    }
    return String(localized: "no '\(shown(wanted.name))' in the answer")
      + suggestion(for: wanted.name, among: names().subtracting([wanted.name]))
  }
}
