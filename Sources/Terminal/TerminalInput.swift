import Stage

/// Something that a terminal sends: input of its user, or an answer.
enum TerminalMessage: Equatable {
  case key(Key, KeyModifiers)
  case pointer(TerminalPointer)
  /// The terminal has lost the keyboard focus, and no longer reports the pointer.
  case unfocused
  /// The attributes of the terminal (DA1); 4 stands for sixel graphics.
  case attributes([Int])
  /// Whether the terminal has understood a question in kitty's graphics protocol.
  case graphics(isUnderstood: Bool)
  /// The number of colours that a sixel picture can have.
  case colorRegisters(Int)
  /// The size of a character cell in pixels.
  case cell(width: Int, height: Int)
  /// The size of the text area in pixels.
  case area(width: Int, height: Int)
}

/// A report of the pointer, in xterm's SGR form.
struct TerminalPointer: Equatable {
  /// The bits of the button and of the modifier keys.
  var code: Int
  /// The column and the row, from 0.
  var column: Int
  var row: Int
  var isRelease: Bool

  var modifiers: KeyModifiers {
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  var isMotion: Bool { code & 32 != 0 }

  /// The direction of a wheel; nil for a button.
  var wheel: ScrollEvent.Direction? {
    guard code & 64 != 0 else { return nil }
    return [.up, .down, .left, .right][code & 3]
  }

  /// The button; nil for none. The buttons at the side of a mouse, 128 and above, have no meaning here.
  var button: PointerButtonEvent.Button? {
    guard code & 128 == 0 else { return nil }
    return switch code & 3 {
    case 0: .left
    case 1: .middle
    case 2: .right
    default: nil
    }
  }
}

/// Turns the bytes of a terminal into messages (ECMA-48, and xterm's control sequences).
struct TerminalInput {
  /// Bytes of a message that is not whole yet.
  private var pending: [UInt8] = []

  /// The limit of bytes of a sequence. A longer sequence is dropped.
  private static let longest = 4096
  /// The largest number in a sequence. Larger numbers become this one, so that sums cannot overflow.
  private static let largestNumber = 65_535
  private static let escape: UInt8 = 0x1b

  /// Whether the bytes so far end in Escape, or in Escape and the start of a sequence, which are keys if nothing follows
  /// soon: Alt+] has the bytes that start a string. Only strings about graphics are asked for: after another start, the
  /// other bytes are keys, too.
  var mayBeKey: Bool {
    guard pending.first == Self.escape, pending.count > 2 else {
      return pending.first == Self.escape
    }
    let isGraphics = pending[1] == UInt8(ascii: "_") && pending[2] == UInt8(ascii: "G")
    return !isGraphics && "]P_".utf8.contains(pending[1])
  }

  /// Removes such bytes, and returns the keys.
  mutating func takeKeys() -> [TerminalMessage] {
    guard mayBeKey else { return [] }
    let bytes = pending
    pending = []
    guard bytes.count > 1 else { return [.key(.escape, [])] }
    let first = Self.key(String(decoding: [bytes[1]], as: UTF8.self))
    return (first.map { [.key($0, .alt)] } ?? []) + messages(bytes.dropFirst(2))
  }

  mutating func messages(_ bytes: some Sequence<UInt8>) -> [TerminalMessage] {
    pending += bytes
    var messages: [TerminalMessage] = []
    var rest = pending[...]
    while let first = rest.first {
      guard let length = Self.length(of: rest, from: first) else {
        if rest.count > Self.longest { rest = [] }
        break
      }
      if let message = Self.message(rest.prefix(length)) { messages.append(message) }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return messages
  }

  /// The number of bytes of the next message; nil if it is not whole yet.
  private static func length(of bytes: ArraySlice<UInt8>, from first: UInt8) -> Int? {
    guard first == escape else {
      let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
      // A letter of another encoding must not swallow the keys after it.
      let following = bytes.dropFirst().prefix(length - 1)
      if following.contains(where: { $0 & 0xc0 != 0x80 }) { return 1 }
      return bytes.count >= length ? length : nil
    }
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["):
      let body = bytes.dropFirst(2)
      // The function keys of the Linux console.
      if body.first == UInt8(ascii: "[") { return body.count >= 2 ? 4 : nil }
      guard let end = body.firstIndex(where: { (0x40...0x7e).contains($0) }) else { return nil }
      return end - bytes.startIndex + 1
    // A string, until ESC \ or BEL.
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      for index in bytes.indices.dropFirst(2) {
        if bytes[index] == 7 { return index - bytes.startIndex + 1 }
        guard bytes[index - 1] == escape, index > bytes.startIndex + 2 else { continue }
        // Another sequence starts where the string has not ended: its start was a key.
        return index - bytes.startIndex + (bytes[index] == UInt8(ascii: "\\") ? 1 : -1)
      }
      return nil
    case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
    case escape: return 1
    default: return 2
    }
  }

  private static func message(_ bytes: ArraySlice<UInt8>) -> TerminalMessage? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.first == escape else { return key(text).map { .key($0, []) } }
    if bytes.count == 1 { return .key(.escape, []) }
    if text.hasPrefix("\u{1b}[[") { return nil }
    if text.hasPrefix("\u{1b}[") { return control(text.dropFirst(2)) }
    if text.hasPrefix("\u{1b}O") { return arrow(text.last).map { .key($0, []) } }
    if text.hasPrefix("\u{1b}_G") { return .graphics(isUnderstood: text.contains(";OK")) }
    if bytes.count == 2 { return key(String(text.dropFirst())).map { .key($0, .alt) } }
    return nil
  }

  private static func key(_ text: String) -> Key? {
    switch text {
    case "\t": return .tab
    case "\r", "\n": return .return
    default:
      guard let letter = text.first, let scalar = letter.unicodeScalars.first,
        scalar.value >= 0x20, scalar.value != 0x7f, letter != "\u{fffd}"
      else { return nil }
      return .character(letter)
    }
  }

  private static func arrow(_ letter: Character?) -> Key? {
    switch letter {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    default: nil
    }
  }

  /// - Parameter body: a control sequence without its introducer.
  private static func control(_ body: Substring) -> TerminalMessage? {
    guard let last = body.last else { return nil }
    let marks = body.prefix { "<?>=".contains($0) }
    let numbers = body.dropFirst(marks.count).dropLast().split(
      separator: ";", omittingEmptySubsequences: false
    ).map { min(max(Int($0) ?? 0, 0), largestNumber) }
    switch (marks, last) {
    case ("<", "M"), ("<", "m"):
      guard numbers.count == 3 else { return nil }
      return .pointer(
        TerminalPointer(
          code: numbers[0], column: max(numbers[1], 1) - 1, row: max(numbers[2], 1) - 1,
          isRelease: last == "m"))
    case ("?", "c"): return .attributes(numbers)
    // The answer 0 stands for success.
    case ("?", "S") where numbers.count == 3 && numbers[0] == 1 && numbers[1] == 0:
      return .colorRegisters(numbers[2])
    case ("", "t") where numbers.count == 3 && numbers[0] == 6:
      return .cell(width: numbers[2], height: numbers[1])
    case ("", "t") where numbers.count == 3 && numbers[0] == 4:
      return .area(width: numbers[2], height: numbers[1])
    case ("", "O"): return .unfocused
    case ("", "Z"): return .key(.tab, .shift)
    case ("", "~"): return page(numbers.first).map { .key($0, modifiers(numbers)) }
    case ("", _): return arrow(last).map { .key($0, modifiers(numbers)) }
    default: return nil
    }
  }

  private static func page(_ number: Int?) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  /// The modifier keys of a sequence, whose second number is one more than their bits.
  private static func modifiers(_ numbers: [Int]) -> KeyModifiers {
    guard numbers.count == 2, numbers[1] > 1 else { return [] }
    let bits = numbers[1] - 1
    var modifiers: KeyModifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
