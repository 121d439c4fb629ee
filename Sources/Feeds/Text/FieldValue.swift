/// The meaning of a piece of text.
enum FieldValue: Equatable {
  case number(Double)
  case quantity(Double, TextUnit)
  /// A missing value: an empty text, `-`, `n/a`, `null`, `NaN`.
  case missing
  case text

  /// The number, in `unit`'s own scale.
  var double: Double? {
    switch self {
    case .number(let value): return value
    case .quantity(let value, _): return value
    case .missing, .text: return nil
    }
  }

  /// Reads a field. The text has no blanks around it.
  ///
  /// Numbers may have a sign, a fraction, an exponent, hexadecimal digits after `0x`, a currency sign before or after
  /// them, a unit after them (`TextUnit`), with a blank between or not, and separators of thousands: commas, points,
  /// apostrophes, underscores or no-break spaces, in groups of three. If a number has both a point and a comma, the
  /// last one is decimal. A single comma is decimal (`0,5`, `12,75`) unless three digits follow: `1,234` is 1234. If
  /// the table has decimal commas (`commaIsDecimal`, see `DecimalComma`), `1,234` is a fraction, and `1.234` is 1234.
  /// In a cell that is not between blanks (`blanksGroup`), single blanks may separate thousands.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool = false, blanksGroup: Bool = false
  ) {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      self = .missing
      return
    }
    let end = start + bytes.count
    if !commaIsDecimal, let (value, next) = parseDecimal(start, end, point: 0x2E), next == end {
      self = .number(value)
    } else if bytes.count > 3, bytes.starts(with: [0xE2, 0x88, 0x92]), digitValue(bytes[3]) != nil {
      // The minus sign of typography, U+2212.
      let rest = UnsafeBufferPointer(rebasing: bytes[3...])
      self = FieldValue(rest, commaIsDecimal: commaIsDecimal, blanksGroup: blanksGroup).negated
    } else if let word = FieldValue(word: bytes) {
      self = word
    } else if let number = GroupedNumber(
      bytes, commaIsDecimal: commaIsDecimal, blanksGroup: blanksGroup)
    {
      let rest = UnsafeBufferPointer(rebasing: bytes[number.length...])
      self = FieldValue(number.value, rest: rest)
    } else {
      self = .text
    }
  }

  private init(_ value: Double, rest: UnsafeBufferPointer<UInt8>) {
    if rest.isEmpty || isCurrency(rest) {
      self = .number(value)
    } else if let unit = unit(after: rest) {
      self = .quantity(value * unit.factor, unit)
    } else if let seconds = compoundDuration(value, rest) {
      self = .quantity(seconds, TextUnit(symbol: "s", scale: 1, quantity: .time))
    } else {
      self = .text
    }
  }

  /// Reads a word that means a number or a missing value.
  private init?(word bytes: UnsafeBufferPointer<UInt8>) {
    let first = bytes[0]
    let isBracketed = first == 0x5B || first == 0x3C
    guard bytes.count <= (isBracketed ? 18 : 9) else { return nil }
    if bytes.count > 2, first == 0x30, bytes[1] | 0x20 == 0x78 {
      guard let value = hexadecimal(bytes) else { return nil }
      self = .number(value)
      return
    }
    guard digitValue(first) == nil else { return nil }
    switch String(decoding: bytes, as: UTF8.self).lowercased() {
    case "-", "--", "---", "n/a", "na", "nan", "-nan", "+nan", "null", "none", "nil", "?", "*", ".",
      "<null>", "#n/a", "\u{2013}", "\u{2014}", "[n/a]", "[not supported]", "[unknown error]",
      "<not supported>", "<not counted>":
      self = .missing
    case "inf", "+inf", "infinity", "+infinity": self = .number(.infinity)
    case "-inf", "-infinity": self = .number(-.infinity)
    default: return nil
    }
  }
}

extension FieldValue {
  /// Reads the state of a switch as a number: 1 for `on` and `true`, 0 for `off` and `false`; nil for any other text.
  init?(state bytes: UnsafeBufferPointer<UInt8>) {
    guard (2...5).contains(bytes.count), [0x6F, 0x74, 0x66].contains(bytes[0] | 0x20) else {
      return nil
    }
    switch String(decoding: bytes, as: UTF8.self).lowercased() {
    case "on", "true": self = .number(1)
    case "off", "false": self = .number(0)
    default: return nil
    }
  }

  /// Reads a negative number as accountants write it, in parentheses: `($34.50)`; nil for any other cell.
  init?(inParentheses cell: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool) {
    guard cell.count > 2, cell[0] == 0x28, cell[cell.count - 1] == 0x29, cell[1] != 0x2D,
      cell[1] != 0x2B
    else { return nil }
    let inner = UnsafeBufferPointer(rebasing: cell[1..<(cell.count - 1)])
    self = FieldValue(inner, commaIsDecimal: commaIsDecimal).negated
    if double == nil { return nil }
  }

  /// The number behind a minus sign.
  private var negated: FieldValue {
    switch self {
    case .number(let value): .number(-value)
    case .quantity(let value, let unit): .quantity(-value, unit)
    case .missing, .text: .text
    }
  }

  /// The two values of a cell such as `12.5MiB / 7.66GiB`, and the index of the slash between them; nil for any other
  /// cell.
  static func pair(
    _ cell: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool = false
  ) -> (first: FieldValue, second: FieldValue, slash: Int)? {
    let slash = cell.indices.dropFirst().dropLast().first {
      cell[$0] == 0x2F && cell[$0 - 1] == 0x20 && cell[$0 + 1] == 0x20
    }
    guard let slash else { return nil }
    let parts = [cell[..<(slash - 1)], cell[(slash + 2)...]].map {
      FieldValue(UnsafeBufferPointer(rebasing: $0), commaIsDecimal: commaIsDecimal)
    }
    return parts.contains(.text) ? nil : (parts[0], parts[1], slash)
  }
}

/// The unit right after a number, or after the blanks that follow the number.
private func unit(after rest: UnsafeBufferPointer<UInt8>) -> TextUnit? {
  guard rest.first == 0x20 else { return attachedUnit(rest) }
  let word = UnsafeBufferPointer(rebasing: rest.drop { $0 == 0x20 })
  // `81.2 kg`: single letters and other words may be names.
  if let unit = unitOfWord(word) { return unit }
  // `pg_size_pretty` of PostgreSQL. In a sentence, such a word is part of a name.
  if word.elementsEqual("bytes".utf8) || word.elementsEqual("byte".utf8) {
    return unitsBySpelling["B"]
  }
  return nil
}

/// Whether the rest of a cell is a currency, with or without a blank before it: `200,50 €`, `5 EUR`.
private func isCurrency(_ rest: UnsafeBufferPointer<UInt8>) -> Bool {
  let isCode = rest.count == 3 && (0x41...0x5A).contains(rest[0])
  guard rest.count <= 6, rest[0] == 0x20 || rest[0] >= 0x80 || rest[0] == 0x24 || isCode else {
    return false
  }
  let word = String(decoding: rest, as: UTF8.self)
    .drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
  return currencies.contains(String(word))
}

private let currencies: Set<String> = [
  "$", "€", "£", "¥", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF",
  "INR", "JPY", "KRW", "MXN", "NOK", "NZD", "PLN", "RUB", "SEK", "SGD", "TRY", "UAH", "USD", "ZAR",
]

private func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
  UInt64(String(decoding: bytes.dropFirst(2), as: UTF8.self), radix: 16).map { Double($0) }
}

/// The seconds of a duration as Go and Kubernetes print durations: `1m2.5s`, `1h5m`, `5d3h`. Each part is smaller than
/// the one before it.
private func compoundDuration(_ first: Double, _ rest: UnsafeBufferPointer<UInt8>) -> Double? {
  var seconds = 0.0
  var value = first
  guard var next = rest.baseAddress, rest.count <= 32 else { return nil }
  let end = next + rest.count
  var largest = Double.infinity
  while next < end {
    let isMilli = next.pointee == 0x6D && next + 1 < end && next[1] == 0x73
    guard let part = isMilli ? 1e-3 : secondsByLetter[next.pointee], part < largest else {
      return nil
    }
    // A quotient of a whole number is exact.
    seconds += isMilli ? value / 1000 : value * part
    next += isMilli ? 2 : 1
    if next == end { return largest.isFinite ? seconds : nil }
    largest = part
    guard let (number, after) = parseDecimal(next, end, point: 0x2E) else { return nil }
    value = number
    next = after
  }
  return nil
}

/// The seconds of the letters in durations: `y`, `w`, `d`, `h`, `m`, `s`.
private let secondsByLetter: [UInt8: Double] = [
  0x79: 365 * 86_400, 0x77: 7 * 86_400, 0x64: 86_400, 0x68: 3600, 0x6D: 60, 0x73: 1,
]
