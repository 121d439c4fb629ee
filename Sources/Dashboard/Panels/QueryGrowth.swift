import Feeds
import Messages

extension Query {
  /// The seconds in which counters grew by the query's numbers: 1 for `rate(x[5m])`, 60 for `increase(x[1m])`; nil for
  /// numbers that are no growth, such as a ratio, and for growth over several lengths of time.
  var growthSeconds: Double? {
    guard case .promQL(let expression, _) = self else { return nil }
    let tokens = PromQLToken.tokens(of: expression)
    guard !tokens.contains(.mark("/")), !tokens.contains(.call("histogram_quantile")) else {
      return nil
    }
    let areRates = tokens.contains(.call("rate")) || tokens.contains(.call("irate"))
    let increases = tokens.count { $0 == .call("increase") }
    if increases == 0 { return areRates ? 1 : nil }
    let ranges = Set(Self.ranges(in: expression))
    return areRates || ranges.count != 1 ? nil : ranges.first
  }

  /// The lengths of the ranges in an expression, in seconds.
  private static func ranges(in expression: String) -> [Double] {
    expression.split(separator: "[" as Character).dropFirst().compactMap { rest in
      DurationText(String(rest.prefix { $0 != "]" && $0 != ":" }))?.seconds
    }
  }
}

extension PanelData {
  /// The seconds in which counters grew by the values of each line: 1 for the rate of a counter; nil for values that
  /// are no growth. The lines of one query, such as the buckets of a histogram, have one answer.
  func growthSeconds() -> [Double?] {
    var known: [Query: Double?] = [:]
    return lines.map { line -> Double? in
      if line.series.contains(where: \.isCounter) { return 1 }
      guard line.series.count == 1 else { return nil }
      let query = line.series[0].query
      if let seconds = known[query] { return seconds }
      let seconds = query.growthSeconds
      known[query] = .some(seconds)
      return seconds
    }
  }
}
