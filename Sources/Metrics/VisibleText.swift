/// Readable forms of characters that a terminal obeys or that are invisible.
///
/// Names of files, arguments, texts of a configuration and answers of servers can contain escape
/// sequences, line ends and marks that turn the direction of text. Messages that quote such texts use the
/// readable forms.
public enum VisibleText {
  /// The readable form of a character: `\n`, `\x1b` or `\u{202e}`; nil for a character without one.
  public static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0..<0x10: "\\x0" + String(scalar.value, radix: 16)
    case 0x10..<0x20, 0x7F..<0xA0: "\\x" + String(scalar.value, radix: 16)
    // Marks that turn the direction of text, are invisible, or end a line. The joiners (U+200C, U+200D) are
    // part of how words of Persian and Hindi, and families of emoji, are written.
    case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xE0000...0xE007F:
      "\\u{" + String(scalar.value, radix: 16) + "}"
    default: nil
    }
  }
}

extension String {
  /// The text with the readable form of every character that has one; see `VisibleText`.
  public var visible: String {
    guard unicodeScalars.contains(where: { VisibleText.escape(of: $0) != nil }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if let escape = VisibleText.escape(of: scalar) {
        text += escape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
