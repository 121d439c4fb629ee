/// The reason why a line cannot be read, and the offset of the faulty byte in the line.
struct FieldError: Error, Equatable {
  let offset: Int
  let expected: String
}

/// Splits a line of text, field by field.
struct Fields {
  private let line: ArraySlice<UInt8>
  private var index: Int

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    index = line.startIndex
  }

  /// The offset of the next byte in the line.
  var offset: Int { index - line.startIndex }

  private mutating func skipSpaces() {
    while index < line.endIndex, line[index].isSpace { index += 1 }
  }

  func failure(_ expected: String, at offset: Int? = nil) -> FieldError {
    FieldError(offset: offset ?? self.offset, expected: expected)
  }

  /// The next run of bytes that are not spaces.
  mutating func word(_ expected: String) throws(FieldError) -> ArraySlice<UInt8> {
    skipSpaces()
    let start = index
    while index < line.endIndex, !line[index].isSpace { index += 1 }
    guard index > start else { throw failure(expected) }
    return line[start..<index]
  }

  /// The bytes up to a colon, which is skipped; the colon need not be followed by a space.
  mutating func name(beforeColon expected: String) throws(FieldError) -> ArraySlice<UInt8> {
    skipSpaces()
    let start = index
    while index < line.endIndex, line[index] != .colon, !line[index].isSpace { index += 1 }
    guard index > start, index < line.endIndex, line[index] == .colon else {
      throw failure(expected, at: start - line.startIndex)
    }
    defer { index += 1 }
    return line[start..<index]
  }

  /// A whole number of up to 64 bits, ended by a space or the line.
  mutating func count(_ expected: String = "a whole number") throws(FieldError) -> UInt64 {
    skipSpaces()
    let start = offset
    var value: UInt64 = 0
    var digits = 0
    while index < line.endIndex, let digit = line[index].digit {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { throw failure("a number below 2^64", at: start) }
      value = sum
      digits += 1
      index += 1
    }
    guard digits > 0, atFieldEnd else { throw failure(expected, at: start) }
    return value
  }

  /// The next whole number; nil at the end of the line.
  mutating func countIfAny() throws(FieldError) -> UInt64? {
    skipSpaces()
    return index < line.endIndex ? try count() : nil
  }

  /// A number that is not negative, with or without a fraction; exact to the nearest Double for up to 15 digits.
  mutating func decimal(_ expected: String = "a number") throws(FieldError) -> Double {
    skipSpaces()
    let start = offset
    var value = 0.0
    var digits = 0
    var fraction: Double?
    while index < line.endIndex {
      if let digit = line[index].digit {
        value = value * 10 + Double(digit)
        digits += 1
        if let divisor = fraction { fraction = divisor * 10 }
      } else if line[index] == .point, fraction == nil {
        fraction = 1
      } else {
        break
      }
      index += 1
    }
    guard digits > 0, digits <= 40, atFieldEnd else { throw failure(expected, at: start) }
    return value / (fraction ?? 1)
  }

  private var atFieldEnd: Bool { index == line.endIndex || line[index].isSpace }

  /// Fails if anything but spaces is left.
  mutating func end() throws(FieldError) {
    skipSpaces()
    guard index == line.endIndex else { throw failure("the end of the line") }
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let colon = UInt8(ascii: ":")
  static let point = UInt8(ascii: ".")
  static let space = UInt8(ascii: " ")

  var isSpace: Bool { self == .space || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") }

  /// The digit 0 to 9; nil for another byte.
  var digit: Int? { (48...57).contains(self) ? Int(self) - 48 : nil }
}

extension ArraySlice<UInt8> {
  func starts(with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { starts(with: $0) }
  }

  func equals(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { elementsEqual($0) }
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
