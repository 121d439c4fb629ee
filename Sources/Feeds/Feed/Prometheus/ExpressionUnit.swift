/// The unit of an expression in PromQL, as far as the names of its metrics and its functions state one.
package struct ExpressionUnit {
  /// The units of the metrics; nil for a metric without a unit.
  private var units: Set<String?> = []
  private var isRate = false
  private var isQuantile = false
  private var hasTime = false
  /// Whether an operator or a function changes the unit in a way that is not known here.
  private var isUnknown = false

  /// Functions and aggregations whose results have the unit of their argument.
  private static let keeping: Set<String> = [
    "sum", "avg", "min", "max", "topk", "bottomk", "quantile", "limitk", "sort", "sort_desc",
    "abs", "ceil", "floor", "round", "clamp", "clamp_min", "clamp_max", "increase", "delta",
    "idelta", "avg_over_time", "min_over_time", "max_over_time", "sum_over_time",
    "last_over_time", "quantile_over_time", "label_replace", "label_join", "predict_linear",
    "sort_by_label", "vector", "scalar", "histogram_quantile", "time", "or", "and", "unless",
    "start", "end",
  ]
  private static let rates: Set<String> = ["rate", "irate", "deriv"]

  /// The symbol of the unit of an expression's numbers: `B/s` for `sum(rate(net_bytes_total[5m]))`, `s` for a quantile of
  /// `duration_seconds_bucket` and for `time() - start_time_seconds`; nil if the unit is not known.
  /// - Parameter isOfBounds: whether the bounds of a histogram's buckets are meant, not the numbers in the buckets.
  package static func symbol(of expression: String, isOfBounds: Bool = false) -> String? {
    let tokens = PromQLToken.tokens(of: expression)
    var unit = ExpressionUnit()
    unit.hasTime = tokens.contains(.call("time"))
    unit.isQuantile = isOfBounds || tokens.contains(.call("histogram_quantile"))
    for token in tokens { unit.take(token) }
    return unit.symbol
  }

  private var symbol: String? {
    guard !isUnknown, units.count == 1, let unit = units.first else { return nil }
    if hasTime { return isRate ? nil : unit }
    return isRate && !isQuantile ? MetricUnit.rate(of: unit) : unit
  }

  private mutating func take(_ token: PromQLToken) {
    switch token {
    case .call(let name):
      if Self.rates.contains(name) {
        isRate = true
      } else if !Self.keeping.contains(name) {
        isUnknown = true
      }
    case .word("bool"): isUnknown = true
    case .word("or"), .word("and"), .word("unless"), .word("offset"): break
    case .word(let name):
      if isQuantile {
        units.insert(MetricUnit.symbol(ofBucketsOf: name) ?? MetricUnit.symbol(of: name))
      } else if hasTime {
        units.insert(MetricUnit.isPointInTime(name) ? "s" : nil)
      } else {
        units.insert(MetricUnit.symbol(of: name))
      }
    case .mark(let mark):
      if ["*", "/", "%", "^"].contains(mark) { isUnknown = true }
    }
  }
}
