/// The selected numbers of an answer, and the reason for each missing number.
enum HTTPAnswer {
  typealias Values = (values: [Metric: Double], missing: [Metric: String])

  /// Reads an answer. The error means that the answer has another format.
  static func values(
    of selectors: Set<Selector>, in body: [UInt8], format: HTTPFeedSpec.Format
  ) throws(SourceError) -> Values {
    // A closure of an array cannot throw a typed error.
    let result: Result<Values, SourceError> = body.withUnsafeBytes { bytes in
      do throws(SourceError) {
        return .success(
          format == .json ? try json(selectors, bytes) : try exposition(selectors, bytes))
      } catch {
        return .failure(error)
      }
    }
    var values = try result.get()
    for (metric, value) in values.values where value.isInfinite { values.values[metric] = .nan }
    return values
  }

  private static func json(
    _ selectors: Set<Selector>, _ bytes: UnsafeRawBufferPointer
  ) throws(SourceError) -> Values {
    let document = try JSONDocument(bytes)
    var result: Values = ([:], [:])
    var asked: [(metric: Metric, path: JSONPath)] = []
    for selector in selectors {
      guard case .path(let text) = selector, let path = JSONPath(text) else {
        result.missing[selector.metric] = "'\(shown(selector.metric.name))' is not a path in JSON"
        continue
      }
      asked.append((selector.metric, path))
    }
    for (metric, number) in zip(asked.map(\.metric), document.numbers(at: asked.map(\.path))) {
      switch number {
      case .success(let value): result.values[metric] = value
      case .failure(let error): result.missing[metric] = error.description
      }
    }
    return result
  }

  private static func exposition(
    _ selectors: Set<Selector>, _ bytes: UnsafeRawBufferPointer
  ) throws(SourceError) -> Values {
    var result: Values = ([:], [:])
    var asked: [Metric] = []
    var queries: [Exposition.Query] = []
    for selector in selectors {
      guard case .sample(let name, let labels) = selector else {
        result.missing[selector.metric] = "'\(shown(selector.metric.name))' is not a sample"
        continue
      }
      asked.append(selector.metric)
      queries.append(Exposition.Query(name: name, labels: labels))
    }
    let answer = Exposition(bytes, queries: queries)
    if answer.samples == 0, let line = answer.firstBadLine {
      throw SourceError(
        kind: .badData, description: "the answer has no samples (line \(line) is not a sample)")
    }
    var names: Set<String>?
    for (place, metric) in asked.enumerated() {
      let found = answer.results[place]
      if found.matches > 0 {
        result.values[metric] = found.sum
      } else if found.namesakes > 0 {
        result.missing[metric] =
          "no '\(shown(metric.name))' in the answer, only samples with other labels"
      } else {
        let known = names ?? Exposition.names(in: bytes)
        names = known
        result.missing[metric] =
          "no '\(shown(queries[place].name))' in the answer"
          + suggestion(for: queries[place].name, among: known)
      }
    }
    return result
  }
}
