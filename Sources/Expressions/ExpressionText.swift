import CMuParser
import Messages
import Metrics

/// The text of an expression after the first check, which bounds the text and finds the words in it.
///
/// muParser knows more than arithmetic: texts, lists and assignments. Only the characters of arithmetic
/// reach it.
struct ExpressionText {
  /// The limit of characters.
  static let longest = 1000
  /// The limit of nested brackets.
  static let deepest = 64

  /// The text in ASCII.
  let bytes: [UInt8]
  /// The offset at which each word begins for the first time. A word is a name of a series, of a function
  /// or of a constant.
  private(set) var words: [String: Int] = [:]

  /// The characters of words. A digit or a point at the start belongs to a number.
  static let wordCharacters =
    "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let wordBytes = Set(wordCharacters.utf8)
  private static let operators = Set("+-*/^<>=!&|?: \t\n\r".utf8)

  init(_ text: String) throws(ExpressionError) {
    bytes = Array(text.utf8.prefix(Self.longest + 1))
    guard bytes.contains(where: { $0 > 0x20 }) else { throw mistake(0, "the expression is empty") }
    try check(text)
    guard bytes.count <= Self.longest else {
      throw mistake(Self.longest, "an expression has at most \(Self.longest) characters")
    }
  }

  /// Whether a word is a name: its first character is a letter or `_`.
  static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    return first != UInt8(ascii: ".") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }

  private mutating func check(_ text: String) throws(ExpressionError) {
    var depth = 0
    var index = 0
    while index < bytes.count {
      let word = word(at: index)
      switch bytes[index] {
      case _ where !word.isEmpty:
        if Self.isName(word) {
          let name = String(decoding: word, as: UTF8.self)
          words[name] = words[name] ?? index
        }
        index = word.endIndex - 1
      case UInt8(ascii: "("):
        depth += 1
        if depth > Self.deepest {
          throw mistake(index, "brackets are nested more than \(Self.deepest) deep")
        }
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: ","):
        if depth == 0 { throw mistake(index, "',' belongs between the arguments of a function") }
      case UInt8(ascii: "="): try checkEqualSign(&index)
      case let byte where Self.operators.contains(byte): break
      default: throw strange(text, index)
      }
      index += 1
    }
  }

  /// The characters of a word from an offset on; empty if there is no word.
  func word(at offset: Int) -> ArraySlice<UInt8> {
    bytes[offset...].prefix { Self.wordBytes.contains($0) }
  }

  /// Checks `==` and the `=` of `<=`, `>=` and `!=`. Any other `=` would be an assignment.
  private func checkEqualSign(_ index: inout Int) throws(ExpressionError) {
    if index > 0, "<>!".utf8.contains(bytes[index - 1]) { return }
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "=") else {
      throw mistake(index, "an expression assigns nothing; equality is written '=='")
    }
    index += 1
  }

  private func strange(_ text: String, _ offset: Int) -> ExpressionError {
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    let character = String(text.unicodeScalars[start]).visible
    return mistake(
      offset,
      "'\(character)' cannot stand in an expression; a name in it consists of the letters a to z, "
        + "digits, '_' and '.', so give the series such a name")
  }

  /// The offset of a word that is not a name, such as `1e999`.
  func offset(of word: String) -> Int {
    bytes.indices.first { bytes[$0...].starts(with: word.utf8) } ?? 0
  }
}

// MARK: Mistakes

extension ExpressionText {
  func mistake(_ offset: Int, _ description: Message) -> ExpressionError {
    ExpressionError(offset: offset, description: description.text)
  }

  /// A mistake that muParser has found, with muParser's code and position; the position is negative if muParser
  /// knows none.
  func mistake(code: Int32, position: Int) -> ExpressionError {
    let offset = position < 0 ? bytes.count : min(position, bytes.count)
    switch code {
    case wallchart_muparser_missing_bracket: return mistake(bytes.count, "a ')' is missing")
    case wallchart_muparser_too_many_arguments:
      return mistake(offset, "a function has too many arguments")
    case wallchart_muparser_too_few_arguments:
      return mistake(max(0, offset - 1), "a function has too few arguments")
    case wallchart_muparser_colon_missing: return mistake(offset, "'a ? b' needs ': c'")
    case wallchart_muparser_colon_misplaced:
      return mistake(max(0, offset - 1), "':' belongs after 'a ? b'")
    case _ where bytes[offset...].allSatisfy({ $0 <= 0x20 }):
      return mistake(bytes.count, "the expression ends where a number or a name is expected")
    default: return unexpected(offset)
    }
  }

  private func unexpected(_ offset: Int) -> ExpressionError {
    let before = bytes[..<offset].reversed().prefix { Self.wordBytes.contains($0) }
    if bytes[offset] == UInt8(ascii: "("), !before.isEmpty {
      let name = String(decoding: before.reversed(), as: UTF8.self)
      return mistake(offset - before.count, "'\(name)' is not a function")
    }
    let word = word(at: offset)
    let token = String(decoding: word.isEmpty ? bytes[offset...offset] : word, as: UTF8.self)
    return mistake(offset, "'\(token)' is not expected here")
  }
}
