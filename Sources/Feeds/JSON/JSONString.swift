extension JSONReader {
  /// The text of a string, from the bytes between its quotes. Unknown escapes, and halves of surrogate pairs, stay
  /// unchanged.
  static func string(_ bytes: Bytes) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let letter = rest.first else {
        text.append(byte)
        continue
      }
      if letter == UInt8(ascii: "u"), let (scalar, length) = escapedScalar(rest) {
        text += String(scalar).utf8
        rest = rest.dropFirst(length)
      } else if let control = escapedByte(letter) {
        text.append(control)
        rest.removeFirst()
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The byte for the letter after a backslash.
  private static func escapedByte(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The character for `u00e9` or for the surrogate pair `ud834\udd1e`, and the length of its bytes.
  private static func escapedScalar(_ bytes: Slice<Bytes>) -> (Unicode.Scalar, length: Int)? {
    guard let unit = escapedUnit(bytes) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (scalar, 5) }
    let rest = bytes.dropFirst(5)
    guard rest.first == 0x5C, let low = escapedUnit(rest.dropFirst()),
      UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(low)
    else { return nil }
    return (UTF16.decode(UTF16.EncodedScalar([unit, low])), 11)
  }

  private static func escapedUnit(_ bytes: Slice<Bytes>) -> UInt16? {
    let digits = bytes.dropFirst().prefix(4)
    guard bytes.first == UInt8(ascii: "u"), digits.count == 4, digits.first != 0x2B else {
      return nil
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
