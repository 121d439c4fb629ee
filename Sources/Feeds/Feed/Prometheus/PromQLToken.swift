import Messages

/// The words and operators of an expression in PromQL. Numbers, durations, texts, selections of labels and lists of labels
/// are left out.
package enum PromQLToken: Equatable {
  /// The name of a metric, or a word such as `or` and `offset`.
  case word(String)
  /// The name of a function or of an aggregation.
  case call(String)
  /// A character of an operator, a bracket or a comma.
  case mark(Character)

  /// Words before a list of labels.
  private static let groupings: Set<String> = [
    "by", "without", "on", "ignoring", "group_left", "group_right",
  ]
  private static let aggregations: Set<String> = [
    "sum", "avg", "min", "max", "count", "group", "stddev", "stdvar", "topk", "bottomk",
    "quantile", "count_values", "limitk", "limit_ratio",
  ]
  private static let brackets: [Character: Character] = ["{": "}", "[": "]", "\"": "\"", "'": "'"]

  /// Reads an expression, which may have mistakes.
  package static func tokens(of expression: String) -> [PromQLToken] {
    var tokens: [PromQLToken] = []
    var rest = Substring(expression)
    while let first = rest.first {
      if first.isLetter || first == "_" || first == ":" {
        let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == ":" })
        rest = rest.dropFirst(word.count)
        let hasList = rest.first { $0 != " " && $0 != "\n" } == "("
        if groupings.contains(word) {
          if hasList { skip(through: ")", &rest) }
        } else {
          tokens.append(hasList || aggregations.contains(word) ? .call(word) : .word(word))
        }
      } else if first.isNumber || first == "." {
        // A duration has letters.
        rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "." }
      } else if let closing = brackets[first] {
        skip(through: closing, &rest)
      } else {
        if !first.isWhitespace { tokens.append(.mark(first)) }
        rest.removeFirst()
      }
    }
    return tokens
  }

  /// Skips an opening mark, and everything through the closing one. A closing bracket in a text does not count.
  private static func skip(through closing: Character, _ rest: inout Substring) {
    rest = rest.drop { $0.isWhitespace }.dropFirst()
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
