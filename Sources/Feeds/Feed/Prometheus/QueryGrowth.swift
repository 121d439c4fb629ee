import Messages

extension Query {
  /// The seconds in which counters grew by the query's numbers: 1 for `rate(x[5m])`, 60 for `increase(x[1m])`; nil for
  /// numbers that are no growth, such as a ratio, and for growth over several lengths of time.
  package var growthSeconds: Double? {
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
      seconds(rest.prefix { $0 != "]" && $0 != ":" })
    }
  }

  /// The seconds of a duration such as `5m` and `1h30m`; nil for another text.
  private static func seconds(_ text: Substring) -> Double? {
    let units: [Substring: Double] = [
      "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400,
    ]
    var (rest, sum) = (text, 0.0)
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isNumber)
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { !$0.isNumber }
      rest = rest.dropFirst(unit.count)
      guard let count = Double(digits), let size = units[unit] else { return nil }
      sum += count * size
    }
    return sum > 0 ? sum : nil
  }
}
