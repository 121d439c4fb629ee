import Messages

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
    "sort_by_label", "vector", "scalar",
  ]
  private static let rates: Set<String> = ["rate", "irate", "deriv"]
  /// Words before a list of labels.
  private static let groupings: Set<String> = [
    "by", "without", "on", "ignoring", "group_left", "group_right",
  ]
  private static let operators: Set<String> = ["or", "and", "unless", "offset", "start", "end"]

  /// The symbol of the unit of an expression's numbers: `B/s` for `sum(rate(net_bytes_total[5m]))`, `s` for a quantile of
  /// `duration_seconds_bucket` and for `time() - start_time_seconds`; nil if the unit is not known.
  /// - Parameter isOfBounds: whether the bounds of a histogram's buckets are meant, not the numbers in the buckets.
  package static func symbol(of expression: String, isOfBounds: Bool = false) -> String? {
    var unit = ExpressionUnit()
    unit.isQuantile = isOfBounds
    unit.read(expression)
    return unit.symbol
  }

  private var symbol: String? {
    guard !isUnknown, units.count == 1, let unit = units.first else { return nil }
    if hasTime { return isRate ? nil : unit }
    return isRate && !isQuantile ? MetricUnit.rate(of: unit) : unit
  }

  private mutating func read(_ expression: String) {
    var rest = Substring(expression)
    // The functions come before the metrics that they change.
    hasTime = expression.contains("time()")
    if expression.contains("histogram_quantile") { isQuantile = true }
    while let first = rest.first {
      if first.isLetter || first == "_" || first == ":" {
        readWord(&rest)
      } else if first.isNumber || first == "." {
        // A duration has letters.
        rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "." }
      } else if let closing = Self.brackets[first] {
        Self.skip(through: closing, &rest)
      } else {
        isUnknown = isUnknown || ["*", "/", "%", "^"].contains(first)
        rest.removeFirst()
      }
    }
  }

  private static let brackets: [Character: Character] = ["{": "}", "[": "]", "\"": "\"", "'": "'"]

  private mutating func readWord(_ rest: inout Substring) {
    let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" })
    rest = rest.dropFirst(word.count)
    let next = rest.first { $0 != " " && $0 != "\n" }
    if Self.groupings.contains(word) {
      if next == "(" { Self.skip(through: ")", &rest) }
    } else if Self.rates.contains(word) {
      isRate = true
    } else if next == "(", word == "histogram_quantile" || word == "time" {
      return
    } else if Self.keeping.contains(word) || Self.operators.contains(word) {
      return
    } else if next == "(" || word == "bool" {
      isUnknown = true
    } else if isQuantile {
      units.insert(MetricUnit.symbol(ofBucketsOf: word) ?? MetricUnit.symbol(of: word))
    } else if hasTime {
      units.insert(MetricUnit.isPointInTime(word) ? "s" : nil)
    } else {
      units.insert(MetricUnit.symbol(of: word))
    }
  }

  /// Skips a bracket or a text, in which other brackets are part of texts only.
  private static func skip(through closing: Character, _ rest: inout Substring) {
    rest = rest.drop { $0 == " " || $0 == "\n" }.dropFirst()
    while let character = rest.popFirst(), character != closing {
      if character == "\\" {
        rest = rest.dropFirst()
      } else if closing != "\"", closing != "'", character == "\"" || character == "'" {
        skip(text: character, &rest)
      }
    }
  }

  private static func skip(text quotation: Character, _ rest: inout Substring) {
    while let character = rest.popFirst(), character != quotation {
      if character == "\\" { rest = rest.dropFirst() }
    }
  }
}
