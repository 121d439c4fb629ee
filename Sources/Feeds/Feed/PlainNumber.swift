/// A number of a text, with the symbol of its unit; nil for a bare number, or one in the unit that was wanted.
struct UnitNumber: Equatable {
  var value: Double
  var unit: String?

  init(_ value: Double, _ unit: String? = nil) { (self.value, self.unit) = (value, unit) }
}

/// The number of a text that stands alone: a message of MQTT, or a string in JSON.
enum PlainNumber {
  /// A number; NaN for a missing one.
  case number(UnitNumber)
  /// A number with a unit of another quantity than that of the wanted unit.
  case misfit(unit: String)
  case text

  /// The largest number of characters of a text that a message about it quotes.
  static let shownText = 40

  /// Reads a plain number, perhaps with a unit, or a word that has a number.
  /// - Parameters:
  ///   - text: the text without blanks around it.
  ///   - unit: the unit to which a number with a unit of its own is converted; nil for the base of its kind, so that
  ///     `850 ms` and `1.2 s` have one scale.
  init(_ text: UnsafeBufferPointer<UInt8>, _ words: StateWords, in unit: ColumnUnit?) {
    if let value = words.value(of: text) {
      self = .number(UnitNumber(value))
      return
    }
    switch FieldValue(text) {
    case .number(let value): self = .number(UnitNumber(value))
    case .quantity(let value, let own): self = .init(value, own, in: unit)
    case .missing: self = .number(UnitNumber(.nan))
    case .text: self = .init(withWord: text, in: unit)
    }
  }

  /// Reads a string, perhaps with blanks around it.
  init(_ text: String, _ words: StateWords, in unit: ColumnUnit?) {
    let bytes = text.utf8.drop { $0.isSpace }
    let count = bytes.lastIndex { !$0.isSpace }.map { bytes[...$0].count } ?? 0
    self = Array(bytes.prefix(count)).withUnsafeBufferPointer {
      PlainNumber($0, words, in: unit)
    }
  }

  private init(_ value: Double, _ own: TextUnit, in unit: ColumnUnit?) {
    let own = Self.spelled(own)
    if unit == .asWritten {
      self = .number(UnitNumber(value))
      return
    }
    guard let unit else {
      let base = own.base
      let number = base.conversion(from: own.applied).map { $0(value) } ?? value
      self = .number(UnitNumber(number, own == .minutesOrMebibytes ? nil : base.symbol))
      return
    }
    self =
      unit.unit.conversion(from: own.applied).map { .number(UnitNumber($0(value))) }
      ?? .misfit(unit: own.symbol)
  }

  /// Reads a number before a word that may be no unit in tables: `5 req/s`, `2 parrots`.
  private init(withWord text: UnsafeBufferPointer<UInt8>, in unit: ColumnUnit?) {
    guard let blank = text.firstIndex(of: .space),
      !text[blank...].contains(where: { $0.digit != nil })
    else {
      self = .text
      return
    }
    switch FieldValue(UnsafeBufferPointer(rebasing: text[..<blank])) {
    case .number(let value):
      let word = UnsafeBufferPointer(rebasing: text[blank...].drop { $0 == .space })
      // A single letter may be a remark.
      let own = separateUnit(word) ?? (word.count > 1 ? attachedUnit(word) : nil)
      self = own.map { .init(value, $0, in: unit) } ?? .number(UnitNumber(value))
    case .quantity(let value, let own): self = .init(value, own, in: unit)
    case .missing: self = .number(UnitNumber(.nan))
    case .text: self = .text
    }
  }

  /// The unit in its usual spelling.
  private static func spelled(_ unit: TextUnit) -> TextUnit {
    switch unit.symbol {
    case "degC", "℃": unitsBySpelling["°C"] ?? unit
    case "degF", "℉": unitsBySpelling["°F"] ?? unit
    default: unit
    }
  }
}
