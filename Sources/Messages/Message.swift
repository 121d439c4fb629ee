/// A message for a person, in English in the source, and in the language of the environment when the message is
/// shown.
///
/// The literal with its interpolations is the message: `"no page is named '\(name)'"` has the key
/// `no page is named '%1'` in the catalogue, and the argument `name`.
public struct Message: ExpressibleByStringInterpolation, Sendable, Hashable {
  private struct Part: Hashable {
    /// The English text with `%1` … `%9` in the places of the arguments; a per cent sign is `%%`.
    var key: String
    var arguments: [String]
  }

  private var parts: [Part]

  /// A message without arguments.
  public init(stringLiteral value: String) {
    parts = [Part(key: Self.escaped(value), arguments: [])]
  }

  /// A message whose arguments are the interpolations of a literal.
  public init(stringInterpolation: Interpolation) {
    parts = [Part(key: stringInterpolation.key, arguments: stringInterpolation.arguments)]
  }

  /// A text that is not translated, such as the words of a server, or the text of another message.
  public init(verbatim text: String) { parts = [Part(key: "%1", arguments: [text])] }

  /// A word of the source code that is translated alone, such as a heading in a table.
  public static func word(_ text: String) -> Message { Message(stringLiteral: text) }

  private static func escaped(_ text: String) -> String {
    guard text.contains("%") else { return text }
    return text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }

  /// The literal text and the interpolations of a message, as the compiler passes them one after another.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String] = []

    /// An empty text; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text of the literal, in which each per cent sign becomes two.
    public mutating func appendLiteral(_ literal: String) { key += Message.escaped(literal) }

    /// Adds an argument, which is shown by its description.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      arguments.append(value.description)
      key += "%\(arguments.count)"
    }

    /// Adds a message as an argument, which is translated on its own.
    public mutating func appendInterpolation(_ message: Message) {
      appendInterpolation(message.text)
    }
  }

  /// Joins two parts of a message. The catalogue is asked for the whole, then for each part.
  public static func + (a: Message, b: Message) -> Message {
    var result = a
    result.parts += b.parts
    return result
  }

  /// The message in the language of the environment, or in English without a translation.
  public var text: String {
    if parts.count > 1 {
      let whole = joined
      if let translation = Catalogue.translation(of: whole.key) {
        return Self.filled(translation, whole.arguments)
      }
    }
    return parts.map { part in
      Self.filled(Catalogue.translation(of: part.key) ?? part.key, part.arguments)
    }.joined()
  }

  /// The message in English.
  public var english: String { parts.map { Self.filled($0.key, $0.arguments) }.joined() }

  /// The key of the whole message in the catalogue.
  public var key: String { joined.key }

  /// All parts as one. The numbers of a part's arguments follow those of the parts before.
  private var joined: Part {
    var result = Part(key: "", arguments: [])
    for part in parts {
      let before = result.arguments.count
      result.key += Self.mapped(part.key) { "%\($0 + before)" }
      result.arguments += part.arguments
    }
    return result
  }

  /// The text of a key with its arguments. A number without an argument stays.
  static func filled(_ key: String, _ arguments: [String]) -> String {
    guard key.contains("%") else { return key }
    return mapped(key, percent: "%") { number in
      arguments.indices.contains(number - 1) ? arguments[number - 1] : "%\(number)"
    }
  }

  /// A key with other texts in the places of the arguments.
  private static func mapped(
    _ key: String, percent: String = "%%", _ argument: (Int) -> String
  ) -> String {
    var result = ""
    var isNumber = false
    for letter in key {
      if isNumber {
        result += letter == "%" ? percent : letter.wholeNumberValue.map(argument) ?? "%\(letter)"
        isNumber = false
      } else if letter == "%" {
        isNumber = true
      } else {
        result.append(letter)
      }
    }
    return result
  }
}

extension String {
  /// The text of a message in the language of the environment, or in English without a translation.
  public init(localized message: Message) { self = message.text }
}
