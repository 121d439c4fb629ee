/// Detects a UTF-16 stream by the byte order mark at its start, and converts UTF-16 to UTF-8 in pieces of
/// any size.
///
/// Spreadsheets and Windows tools write UTF-16 with a mark. A stream without a mark passes through unchanged.
struct UTF16Input {
  private enum State {
    /// Fewer bytes than those of a mark have come.
    case undecided([UInt8])
    case bytes
    case units(isLittleEndian: Bool)
  }

  private var state = State.undecided([])
  /// The first byte of a code unit whose second byte has not come.
  private var oddByte: UInt8?
  /// The first half of a surrogate pair whose second half has not come.
  private var highSurrogate: UInt16?

  /// Whether bytes pass through unchanged, so that they need not be copied.
  var isTransparent: Bool {
    if case .bytes = state { true } else { false }
  }

  /// The UTF-8 of the bytes kept back and the stream's next bytes.
  mutating func decode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    switch state {
    case .bytes: return Array(bytes)
    case .undecided(let start):
      let start = start + bytes
      // No UTF-8 text starts with the first byte of a mark.
      guard start.count >= 2 || start.first.map({ $0 < 0xFE }) == true else {
        state = .undecided(start)
        return []
      }
      guard [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(start.prefix(2))) else {
        state = .bytes
        return start
      }
      state = .units(isLittleEndian: start[0] == 0xFF)
      return start[2...].withUnsafeBytes { decode($0) }
    case .units(let isLittleEndian): return decode(bytes, isLittleEndian: isLittleEndian)
    }
  }

  /// The UTF-8 of the bytes kept back, at the end of the stream. Half a character becomes a replacement character.
  mutating func finish() -> [UInt8] {
    if case .undecided(let start) = state {
      state = .bytes
      return start
    }
    guard highSurrogate != nil || oddByte != nil else { return [] }
    (highSurrogate, oddByte) = (nil, nil)
    return UTF16Input.replacement
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  private mutating func decode(
    _ bytes: UnsafeRawBufferPointer, isLittleEndian: Bool
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2 + 4)
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      let (high, low) = isLittleEndian ? (byte, first) : (first, byte)
      append(UInt16(high) << 8 | UInt16(low), to: &text)
    }
    return text
  }

  private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF)
        return append(Unicode.Scalar(value), to: &text)
      }
      text += UTF16Input.replacement
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit), to: &text)
    }
  }

  private func append(_ scalar: Unicode.Scalar?, to text: inout [UInt8]) {
    guard let scalar else { return text.append(contentsOf: UTF16Input.replacement) }
    if scalar.isASCII {
      text.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
