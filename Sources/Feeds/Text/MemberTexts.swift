import Messages

/// The members of JSON objects and of `key=value` lines that hold texts.
///
/// An identifier may consist of digits (`1234`), or look like a number (`7e12`). A member that has held a text remains
/// one of texts, so that identifiers that look like numbers are not drawn.
struct MemberTexts {
  private var names: Set<String> = []

  var isEmpty: Bool { names.isEmpty }
  func contains(_ name: String) -> Bool { names.contains(name) }

  mutating func insert(_ name: String) {
    if names.count < TextLimits.columns { names.insert(name) }
  }

  mutating func remove(_ name: String) { names.remove(name) }

  /// Whether a text is an identifier with letters and digits, not a word in the place of a missing number (`timeout`).
  static func isIdentifier(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.contains { digitValue($0) != nil } && text.contains { (0x61...0x7A).contains($0 | 0x20) }
      && !text.contains(0x20)
  }
}

extension TextReader {
  /// Notes a member's text. The words of an unknown state count as missing numbers.
  func noteText(_ text: UnsafeBufferPointer<UInt8>, of name: String) {
    guard !members.texts.contains(name), members.leftOut[name] == nil else { return }
    if columns.has(quantity: name) {
      guard MemberTexts.isIdentifier(text), !columns.isSelecting else { return }
      members.texts.insert(name)
      columns.becomesText(name)
    } else {
      if StateWords().value(of: text)?.isNaN != true { members.texts.insert(name) }
      leaveOut(name, String(localized: "no numbers to draw"))
    }
  }

  /// Whether a number is one of a member's texts, which are no column unless the user selects columns.
  func isText(_ name: String) -> Bool {
    guard !members.texts.isEmpty, members.texts.contains(name), !columns.isSelecting else {
      return false
    }
    if !columns.has(quantity: name) {
      leaveOut(name, String(localized: "it has texts, too; --columns '\(name)' shows its numbers"))
    }
    return true
  }
}
