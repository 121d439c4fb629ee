import Messages

/// The explanations of the usual mistakes in YAML.
///
/// The parser's messages speak of the grammar. Users need the cure, which is nearly always a pair of quotes, a bracket
/// or the indentation. No cure quotes a text of the file, which may be a secret.
struct YAMLTrap {
  /// The parser's words for the problem, and for its task at that moment.
  let problem: String
  let context: String
  /// The line of the problem: the text before it, and the text from it on.
  let before: String
  let rest: String
  /// The start of a text in quotes that ends in the line before the problem; nil for none.
  var quote: Mark?
  /// The line of the problem, counted from 1.
  let line: Int

  /// Whether a text in quotes has no end, so that its start is the place of the mistake.
  var isOpenQuote: Bool {
    context.contains("quoted scalar") && problem.contains("unexpected")
  }

  /// The cure; an empty text for another problem.
  var cure: Message {
    if isOpenQuote { return "the quote that begins here has no end" }
    if problem.contains("tab character") || rest.hasPrefix("\t") {
      return "lines are indented by spaces, not by tabs"
    }
    if before.hasSuffix("$"), rest.hasPrefix("{") {
      let name = "$" + rest.prefix { $0 != "}" } + "}"
      return "inside of brackets, '${' needs quotes around the text: \"\(name.quotation)\""
    }
    if before.contains("{{") { return "a text with '{{' needs quotes" }
    if let sign { return Self.needsQuotes(after: sign) }
    return cureOfStructure
  }

  /// The cure for a text whose first character has a meaning in YAML.
  static func needsQuotes(after sign: Character) -> Message {
    "a text that begins with '\(sign)' needs quotes"
  }

  /// The sign with a meaning in YAML at the start of a text, if the sign is the cause.
  private var sign: Character? {
    // The name of an alias or an anchor is expected after its sign.
    if context.contains("an alias") || context.contains("an anchor") { return before.last }
    let isMistaken = ["cannot start any token", "sequence entries are not", "keys are not allowed"]
      .contains { problem.contains($0) }
    return isMistaken ? rest.first : nil
  }

  /// The cure for a bracket, a quote or an indentation.
  private var cureOfStructure: Message {
    let needsKey = problem.contains("expected key")
    if let quote, quote.line == line { return "quotes go around the whole text" }
    if let quote {
      return "the text in quotes that begins at \(quote.line):\(quote.column) ends in this line"
    }
    if needsKey, let bracket = rest.first, "]}".contains(bracket) {
      return "there is one '\(bracket)' too many"
    }
    let isNested = problem.contains("mapping values are not allowed")
    if isNested, before.contains(": ") { return "a text with ': ' in it needs quotes" }
    if context.contains("flow") {
      return "a bracket has no end, or a text with ',', ': ' or a bracket in it needs quotes"
    }
    if isNested || needsKey || problem.contains("indicator") || problem.contains("':'") {
      return "the indentation of this line or of the line before it is wrong"
    }
    return ""
  }
}
