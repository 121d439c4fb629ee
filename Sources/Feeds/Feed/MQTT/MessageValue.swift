import Messages

/// The number of an MQTT message.
enum MessageValue {
  /// Reads a message: the number at a path in JSON; without a path, a plain number, perhaps with a unit, or a word that
  /// has a number. An empty message is a missing sample. An error is one line, which quotes a text in the place of a
  /// number.
  /// - Parameter unit: the unit to which a number with a unit of its own is converted; nil for the base of its kind.
  static func number(
    in message: [UInt8], at path: JSONPath?, _ words: StateWords = StateWords(),
    in unit: ColumnUnit? = nil
  ) -> Result<UnitNumber, SourceError> {
    let number = message.withUnsafeBytes { bytes in
      guard let start = bytes.firstIndex(where: { !isBlank($0) }),
        let last = bytes.lastIndex(where: { !isBlank($0) })
      else { return Result<UnitNumber, SourceError>.success(UnitNumber(.nan)) }
      let trimmed = UnsafeRawBufferPointer(rebasing: bytes[start...last])
      return path.map { read(trimmed, at: $0, words, unit) } ?? plain(trimmed, words, unit)
    }
    return number.map { $0.value.isInfinite ? UnitNumber(.nan) : $0 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte.isSpace || byte == .newline }

  private static func plain(
    _ bytes: UnsafeRawBufferPointer, _ words: StateWords, _ unit: ColumnUnit?
  ) -> Result<UnitNumber, SourceError> {
    let text = bytes.bindMemory(to: UInt8.self)
    let isJSON = text[0] == 0x7B || text[0] == 0x5B
    let reason: String
    switch PlainNumber(text, words, in: unit) {
    case .number(let number): return .success(number)
    case .misfit(let unit):
      reason = String(
        localized: "the message is in \(unit), which does not fit its panel's unit")
    case .text where isJSON:
      reason = String(
        localized: "the message has several values: 'path' selects one, such as .temperature")
    case .text:
      let quoted = shown(text, limit: PlainNumber.shownText)
      reason =
        String(localized: "the message '\(quoted)' is a text, not a number") + words.hint
    }
    return .failure(SourceError(kind: .badData, description: Message(verbatim: reason)))
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, at path: JSONPath, _ words: StateWords, _ unit: ColumnUnit?
  ) -> Result<UnitNumber, SourceError> {
    do throws(SourceError) {
      return try JSONDocument(bytes, called: "the message")
        .numbers(at: [path], [words], in: [unit])[0]
    } catch {
      return .failure(error)
    }
  }
}
