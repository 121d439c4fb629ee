import Metrics

/// Removes from a line everything that is not text: terminal escape sequences (colours, titles, cursor
/// moves), NUL and other control characters, and a byte order mark at the start.
///
/// The result is at most as long as the line. Malformed UTF-8 stays: text is repaired where it is shown.
func cleaned(_ line: UnsafeBufferPointer<UInt8>, into clean: inout [UInt8]) {
  clean.removeAll(keepingCapacity: true)
  var index = 0
  while index < line.count {
    let byte = line[index]
    if byte == 0x1B {
      index = afterEscape(line, index + 1)
    } else if byte == 0x08 {
      // A backspace overstrikes (man pages): the character before it is removed.
      if !clean.isEmpty { clean.removeLast() }
      index += 1
    } else {
      if byte >= 0x20 && byte != 0x7F || byte == 0x09 { clean.append(byte) }
      index += 1
    }
  }
}

/// The index after an escape sequence whose ESC is just before `start` (ECMA-48, 5.4 and 5.6).
private func afterEscape(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
  guard start < line.count else { return start }
  var index = start + 1
  switch line[start] {
  case UInt8(ascii: "["):
    while index < line.count, !(0x40...0x7E).contains(line[index]) { index += 1 }
    return min(index + 1, line.count)
  case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
    UInt8(ascii: "X"):
    // A string sequence, ended by BEL or ESC \.
    while index < line.count {
      if line[index] == 0x07 { return index + 1 }
      if line[index] == 0x1B { return min(index + 2, line.count) }
      index += 1
    }
    return line.count
  case 0x20...0x2F:
    while index < line.count, (0x20...0x2F).contains(line[index]) { index += 1 }
    return min(index + 1, line.count)
  default:
    return index
  }
}

/// Whether the line has bytes that `cleaned` removes.
func needsCleaning(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
  for byte in line where byte < 0x20 && byte != 0x09 || byte == 0x7F { return true }
  return false
}

/// Text to show: repaired UTF-8, control characters in a readable form, at most `limit` characters.
func shown(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
  var text = ""
  // A character has at most four bytes; repairs may need a few more.
  let start = UnsafeBufferPointer(rebasing: bytes.prefix(limit * 4 + 4))
  var isCut = start.count < bytes.count
  var count = 0
  for scalar in String(decoding: start, as: UTF8.self).unicodeScalars {
    guard count < limit else {
      isCut = true
      break
    }
    if let escape = VisibleText.escape(of: scalar) {
      text += escape
    } else {
      text.unicodeScalars.append(scalar)
    }
    count += 1
  }
  return isCut ? text + "…" : text
}
