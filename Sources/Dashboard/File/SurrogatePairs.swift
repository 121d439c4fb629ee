/// Characters beyond U+FFFF in the notation of JSON: `\ud83d\udcbe`.
///
/// YAML writes such a character as `\U0001f4be`, and libyaml refuses the halves of a pair. Before the text is parsed,
/// each backslash of a pair is replaced by another character, so that no line and no column moves. The parsed text then
/// shows the meaning of a pair: a character in double quotes, plain letters elsewhere.
enum SurrogatePairs {
  /// A noncharacter, which Unicode reserves for internal use.
  private static let sign = Unicode.Scalar(UInt32(0xFDD0))!
  /// The characters of a pair.
  private static let length = 12

  /// The text with a sign for each backslash of a pair.
  static func hidden(in text: [UInt8]) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    guard text.contains(backslash) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let place = rest.firstIndex(of: backslash) {
      result += rest[..<place]
      rest = rest[place...]
      // The character after another backslash starts no pair: it may be a backslash itself.
      var taken = 2
      if character(rest.lazy.map { Unicode.Scalar($0) }, after: "\\") != nil {
        for half in [rest.prefix(length / 2), rest.prefix(length).suffix(length / 2)] {
          result += Array(String(sign).utf8) + half.dropFirst()
        }
        taken = length
      } else {
        result += rest.prefix(taken)
      }
      rest = rest.dropFirst(taken)
    }
    return result + rest
  }

  /// The text with the characters of its hidden pairs, or with their letters.
  static func restored(in text: String, asCharacters: Bool) -> String {
    guard text.unicodeScalars.contains(sign) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    while let place = rest.firstIndex(of: sign) {
      result += rest[..<place]
      rest = rest[place...]
      guard let character = character(rest, after: sign) else {
        result.append(rest.removeFirst())
        continue
      }
      result += asCharacters ? [character] : rest.prefix(length).map { $0 == sign ? "\\" : $0 }
      rest = rest.dropFirst(length)
    }
    return String(result + rest)
  }

  /// The character of the pair at the start of a text; nil without a pair.
  private static func character(
    _ text: some Collection<Unicode.Scalar>, after start: Unicode.Scalar
  ) -> Unicode.Scalar? {
    guard let high = half(text.prefix(length / 2), after: start), 0xD800...0xDBFF ~= high,
      let low = half(text.dropFirst(length / 2).prefix(length / 2), after: start),
      0xDC00...0xDFFF ~= low
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func half(
    _ text: some Collection<Unicode.Scalar>, after start: Unicode.Scalar
  ) -> UInt32? {
    guard text.count == length / 2, text.first == start, text.dropFirst().first == "u" else {
      return nil
    }
    var value: UInt32 = 0
    for digit in text.dropFirst(2) {
      guard let number = Character(digit).hexDigitValue, digit.isASCII else { return nil }
      value = value << 4 | UInt32(number)
    }
    return value
  }
}
