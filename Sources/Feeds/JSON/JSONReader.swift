/// A reader of JSON (RFC 8259) that walks over the bytes of a text, and keeps only its open brackets.
///
/// The reader is used for rows of text and for answers of servers. Because JSON is often written with small liberties,
/// the reader also accepts `NaN` and `Infinity` for `null`, tabs and any escape in strings, and numbers such as `01` and
/// `1.`. It does not check that strings are UTF-8.
struct JSONReader {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  enum Scalar {
    case number(Double)
    /// The bytes between the quotes, with their escapes.
    case string(Bytes)
    case boolean(Bool)
    case null
  }

  let text: Bytes
  /// The index of the next byte; after a failure, the index of the first byte that is not JSON, or the end.
  private(set) var index = 0
  /// Whether the text ends inside a string.
  private(set) var endsInString = false

  init(_ text: Bytes) { self.text = text }

  /// Whether only blanks are left.
  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return index == text.count
    }
  }

  /// The first byte of the next value; nil at the end of the text.
  var next: UInt8? {
    mutating get {
      skipBlanks()
      return index < text.count ? text[index] : nil
    }
  }

  private mutating func skipBlanks() {
    while index < text.count {
      let byte = text[index]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      index += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  // MARK: Objects and arrays

  /// Reads an object. The function `read` gets each key, with its escapes, and must read the value.
  /// - Returns: whether the text is JSON so far.
  mutating func members(_ read: (Bytes, inout JSONReader) -> Bool) -> Bool {
    guard skip(0x7B) else { return false }
    if skip(0x7D) { return true }
    repeat {
      guard let key = key(), read(key, &self) else { return false }
    } while skip(0x2C)
    return skip(0x7D)
  }

  /// Reads an array. The function `read` gets the place of each value, and must read the value.
  /// - Returns: whether the text is JSON so far.
  mutating func elements(_ read: (Int, inout JSONReader) -> Bool) -> Bool {
    guard skip(0x5B) else { return false }
    if skip(0x5D) { return true }
    var place = 0
    repeat {
      guard read(place, &self) else { return false }
      place += 1
    } while skip(0x2C)
    return skip(0x5D)
  }

  private mutating func key() -> Bytes? {
    guard next == 0x22, let key = string(), skip(0x3A) else { return nil }
    return key
  }

  /// Skips a value of any depth.
  /// - Returns: whether the text is JSON so far.
  mutating func skipValue() -> Bool {
    // For each open bracket, whether it is an object's; the innermost is last.
    var open: [Bool] = []
    while true {
      let isObject = next == 0x7B
      if isObject || next == 0x5B {
        index += 1
        if !skip(isObject ? 0x7D : 0x5D) {
          open.append(isObject)
          if isObject, key() == nil { return false }
          continue
        }
      } else if scalar() == nil {
        return false
      }
      // The value has ended, and perhaps also the objects and arrays around it.
      while let isObject = open.last, !skip(0x2C) {
        guard skip(isObject ? 0x7D : 0x5D) else { return false }
        open.removeLast()
      }
      guard let isObject = open.last else { return true }
      if isObject, key() == nil { return false }
    }
  }

  // MARK: Scalars

  /// Reads a value that is neither an object nor an array; nil if there is none.
  mutating func scalar() -> Scalar? {
    switch next {
    case 0x22: return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    case UInt8(ascii: "N"): return word("NaN") ? .null : nil
    case UInt8(ascii: "I"): return word("Infinity") ? .null : nil
    case UInt8(ascii: "-") where word("-Infinity"): return .null
    case let byte? where byte == 0x2D || digitValue(byte) != nil:
      guard let base = text.baseAddress,
        let (value, end) = parseDecimal(base + index, base + text.count, point: 0x2E)
      else { return nil }
      index = end - base
      return .number(value)
    default: return nil
    }
  }

  private mutating func string() -> Bytes? {
    let start = index + 1
    var end = start
    while end < text.count, text[end] != 0x22 {
      if text[end] < 0x20, text[end] != 0x09 {
        index = end
        return nil
      }
      end += text[end] == 0x5C ? 2 : 1
    }
    guard end < text.count else {
      index = text.count
      endsInString = true
      return nil
    }
    index = end + 1
    return Bytes(rebasing: text[start..<end])
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let slice = text[index...].prefix(word.utf8CodeUnitCount)
    guard word.withUTF8Buffer({ slice.elementsEqual($0) }) else { return false }
    index = slice.endIndex
    return true
  }
}
