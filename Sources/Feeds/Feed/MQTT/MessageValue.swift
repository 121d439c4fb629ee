import Messages

/// The number of an MQTT message.
enum MessageValue {
  /// Reads a message: the number at a path in JSON; without a path, a plain number, perhaps with a unit, or a word that
  /// has a number. An empty message is a missing sample. An error is one line without any part of the message.
  static func number(
    in message: [UInt8], at path: JSONPath?, _ words: StateWords = StateWords()
  ) -> Result<Double, SourceError> {
    let number = message.withUnsafeBytes { bytes in
      guard let start = bytes.firstIndex(where: { !isBlank($0) }),
        let last = bytes.lastIndex(where: { !isBlank($0) })
      else { return Result<Double, SourceError>.success(.nan) }
      let trimmed = UnsafeRawBufferPointer(rebasing: bytes[start...last])
      return path.map { read(trimmed, at: $0, words) } ?? plain(trimmed, words)
    }
    return number.map { $0.isInfinite ? .nan : $0 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte.isSpace || byte == .newline }

  private static func plain(
    _ bytes: UnsafeRawBufferPointer, _ words: StateWords
  ) -> Result<Double, SourceError> {
    let text = bytes.bindMemory(to: UInt8.self)
    if let value = words.value(of: text) { return .success(value) }
    for part in [text, withoutUnit(text)] {
      switch FieldValue(part) {
      case .number(let value), .quantity(let value, _): return .success(value)
      case .missing: return .success(.nan)
      case .text: break
      }
    }
    let isJSON = text[0] == 0x7B || text[0] == 0x5B
    let reason =
      isJSON
      ? String(
        localized: "the message has several values: 'path' selects one, such as .temperature")
      : String(localized: "the message is a text, not a number") + words.hint
    return .failure(SourceError(kind: .badData, description: Message(verbatim: reason)))
  }

  /// The first of two words if the second one has no digit: `21.5` of `21.5 °C`.
  private static func withoutUnit(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    guard let blank = text.firstIndex(of: .space),
      !text[blank...].contains(where: { $0.digit != nil })
    else { return text }
    return UnsafeBufferPointer(rebasing: text[..<blank])
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, at path: JSONPath, _ words: StateWords
  ) -> Result<Double, SourceError> {
    do throws(SourceError) {
      return try JSONDocument(bytes, called: "the message").numbers(at: [path], [words])[0]
    } catch {
      return .failure(error)
    }
  }
}
