import Messages
import Metrics

/// The texts that replace `${NAME}` in a file.
///
/// A reference to an unknown name stays as it is: the name is a variable of the environment.
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
  /// The names that the file defines further down, while its variables are read.
  var later: Set<String> = []

  var names: [String] { values.keys.sorted() }

  subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// A problem of a reference to a variable.
  struct Mistake: Error { let message: Message }

  /// Replaces the references to variables. `$${` stays, and so does a reference to the environment.
  /// - Parameter most: the limit of bytes. A few variables that refer to each other can expand to more text than fits
  ///   into memory.
  /// - Returns: nil for a text that would be longer.
  func replaced(in text: String, atMost most: Int) throws(Mistake) -> String? {
    guard text.contains("${"), !(values.isEmpty && later.isEmpty) else {
      return text.utf8.count <= most ? text : nil
    }
    var result = ""
    var rest = text[...]
    var end = text.startIndex
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        result += "$${"
        rest = rest.dropFirst(3)
        continue
      }
      if rest.hasPrefix("${") {
        // The search for '}' continues from the last one. Otherwise each of many '${' would scan the whole text.
        if end <= rest.startIndex { end = rest.firstIndex(of: "}") ?? text.endIndex }
        if end == text.endIndex { break }
        if let value = try value(of: rest[rest.index(rest.startIndex, offsetBy: 2)..<end]) {
          guard result.utf8.count + value.utf8.count <= most else { return nil }
          result += value
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      result += "$"
      rest = rest.dropFirst()
    }
    return result.utf8.count + rest.utf8.count <= most ? result + rest : nil
  }

  /// The text of a reference; nil for an unknown name.
  private func value(of reference: Substring) throws(Mistake) -> String? {
    // No name has a '$'. A search beyond it would be repeated for each of many '${' before one '}'.
    let name = String(reference.prefix { $0 != "." && $0 != "$" })
    let rest = reference.dropFirst(name.count)
    guard rest.first != "$" else { return nil }
    guard let value = values[name] else {
      if later.contains(name) {
        throw Mistake(message: "the variable '\(name)' is defined below; move it up")
      }
      return nil
    }
    switch value {
    case .text(let text):
      if !rest.isEmpty { throw Mistake(message: "the variable '\(name)' has no fields") }
      return text
    case .fields(let fields):
      guard !rest.isEmpty else {
        throw Mistake(
          message: "the variable '\(name)' has fields, such as '${\(name)."
            + "\(fields.keys.sorted().first ?? "field")}'")
      }
      let field = String(rest.dropFirst())
      guard let text = fields[field] else {
        throw Mistake(
          message: "the variable '\(name)' has no field '\(field.quotation)'"
            + Spelling.hint(for: field, among: fields.keys.sorted()))
      }
      return text
    case .several:
      throw Mistake(
        message:
          "the variable '\(name)' has several values: 'repeat: \(name)' makes a copy for each value"
      )
    }
  }
}
