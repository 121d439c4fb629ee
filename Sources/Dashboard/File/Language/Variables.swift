import Messages
import Metrics

/// The texts that `${NAME}` stands for in a file.
///
/// A name that is no variable is left alone: it is a variable of the environment.
struct Variables {
  /// The value of a variable.
  enum Value {
    case text(String)
    /// Named texts: `${NAME.field}`.
    case fields([String: String])
    /// Several values, for `repeat`.
    case several([Value])

    /// The values one by one.
    var each: [Value] {
      if case .several(let values) = self { values } else { [self] }
    }
  }

  private(set) var values: [String: Value] = [:]

  var names: [String] { values.keys.sorted() }

  subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  var isEmpty: Bool { values.isEmpty }

  /// A problem of a reference to a variable.
  struct Mistake: Error { let message: Message }

  /// Replaces the references to variables. `$${` stays, and so does a reference to the environment.
  func replaced(in text: String) throws(Mistake) -> String {
    guard text.contains("${"), !values.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "$${"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}"),
        let value = try value(of: rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
      {
        result += value
        rest = rest[rest.index(after: end)...]
      } else {
        result += "$"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// The text of a reference; nil for a name that is no variable.
  private func value(of reference: Substring) throws(Mistake) -> String? {
    let parts = reference.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init), let value = values[name] else { return nil }
    switch value {
    case .text(let text):
      if parts.count > 1 { throw Mistake(message: "the variable '\(name)' has no fields") }
      return text
    case .fields(let fields):
      guard parts.count > 1 else {
        throw Mistake(
          message: "the variable '\(name)' has fields, such as '${\(name)."
            + "\(fields.keys.sorted().first ?? "field")}'")
      }
      let field = String(parts[1])
      guard let text = fields[field] else {
        throw Mistake(
          message: "the variable '\(name)' has no field '\(field.quotation)'"
            + Spelling.hint(for: field, among: fields.keys.sorted()))
      }
      return text
    case .several:
      throw Mistake(
        message:
          "the variable '\(name)' has several values: 'repeat: \(name)' gives a part for each")
    }
  }
}
