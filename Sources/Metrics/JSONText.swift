/// A value that is written as JSON (RFC 8259).
package enum JSONText {
  case string(String)
  case integer(Int)
  /// A number with at most this many decimals; a number that is not finite is null.
  case number(Double, decimals: Int)
  case boolean(Bool)
  case null
  case array([JSONText])
  case object([(key: String, value: JSONText)])

  /// The value on one line.
  package var text: String {
    switch self {
    case .string(let string): Self.quoted(string)
    case .integer(let number): String(number)
    case .number(let number, let decimals): Self.decimal(number, decimals)
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  /// The value on several lines, each level indented by two spaces more. Values without members of their own
  /// stay on one line.
  package var indented: String { indented(by: "") }

  private func indented(by space: String) -> String {
    let inner = space + "  "
    switch self {
    case .array(let items) where items.contains(where: \.hasMembers):
      let lines = items.map { inner + $0.indented(by: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + space + "]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { inner + Self.quoted($0.key) + ": " + $0.value.indented(by: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + space + "}"
    default: return text
    }
  }

  private var hasMembers: Bool {
    switch self {
    case .array(let items): items.contains(where: \.hasMembers)
    case .object(let members): !members.isEmpty
    default: false
    }
  }

  package static func string(orNull string: String?) -> JSONText {
    string.map { .string($0) } ?? .null
  }

  package static func integer(orNull number: Int?) -> JSONText {
    number.map { .integer($0) } ?? .null
  }

  /// A time or a duration in seconds, to the millisecond.
  package static func seconds(_ seconds: Double?) -> JSONText {
    seconds.map { .number($0, decimals: 3) } ?? .null
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      // JSON asks for escapes of the first 32. The others could turn a terminal's text.
      case _ where VisibleText.escape(of: scalar) != nil:
        // Every scalar has units of UTF-16.
        for unit in UTF16.encode(scalar)! { text += "\\u" + unit.padded(to: 4, radix: 16) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// A number without trailing zeros, independent of the locale.
  package static func decimal(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite, abs(number) < 1e12 else {
      return number.isFinite ? "\(number)" : "null"
    }
    var power = 1
    for _ in 0..<decimals { power *= 10 }
    let scaled = (abs(number) * Double(power)).rounded()
    guard scaled < 9e18 else { return "\(number)" }
    let whole = Int(scaled) / power
    var (part, digits) = (Int(scaled) % power, decimals)
    while digits > 0, part % 10 == 0 { (part, digits) = (part / 10, digits - 1) }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    return "\(sign)\(whole).\(part.padded(to: digits))"
  }
}
