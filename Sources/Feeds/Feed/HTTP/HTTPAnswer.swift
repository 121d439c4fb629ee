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
    var asked: [Query] = []
    var wanted: [Exposition.Query] = []
    for query in queries {
      guard case .sample(let name, let labels, let by, let areCounters) = query else {
        result.missing[query] = String(localized: "'\(shown(query.name))' is not a sample")
        continue
      }
      asked.append(query)
      wanted.append(Exposition.Query(name: name, labels: labels, by: by, areCounters: areCounters))
    }
    let answer = Exposition(bytes, queries: wanted, at: time)
    if answer.samples == 0, let line = answer.firstBadLine {
      throw SourceError(
        kind: .badData, description: "the answer has no samples (line \(line) is not a sample)")
    }
    var names: Set<String>?
    for (place, query) in asked.enumerated() {
      let found = answer.results[place]
      if !found.sums.isEmpty {
        let sums =
          wanted[place].areCounters
          ? counters[query, default: CounterSums()].take(found.counters) : found.sums
        result.columns[query] = sums.map { labels, sum in
          let name = query.givesMany ? wanted[place].name : query.name
          return .init(Metric(name, labels: labels), [sum])
        }.sorted { $0.metric.description < $1.metric.description }
        if found.isOverfull {
          result.missing[query] = String(
            localized: "more than \(Exposition.mostSeries) series: the others are left out")
        }
      } else if found.hasBadValue {
        result.missing[query] = String(
          localized: "the value of '\(shown(query.name))' is not a number")
      } else if found.stale > 0 {
        let minutes = Int(Exposition.mostAge / 60)
        result.missing[query] =
          String(
            localized: "the samples of '\(shown(query.name))' are older than \(minutes) minutes")
      } else if found.namesakes > 0 {
        result.missing[query] =
          String(
            localized: "no '\(shown(query.name))' in the answer, only samples with other labels")
      } else {
        let known = names ?? Exposition.names(in: bytes)
        names = known
        result.missing[query] =
          String(localized: "no '\(shown(wanted[place].name))' in the answer")
          + suggestion(for: wanted[place].name, among: known.subtracting([wanted[place].name]))
      }
    }
    return result
  }
}
