/// The numbers of one JSON value (RFC 8259), by their paths: `cpu.0.user`.
///
/// Takes numbers, and strings that contain only a number, down to a depth of 32; `null` is a missing
/// value. Other strings, `true` and `false` are left out, except a time. A path is cut at 80 characters.
struct JSONRow {
  struct Item {
    var path: String
    var key: String
    var value: FieldValue
    /// The text of a string, or of a number that may be a time.
    var text: UnsafeBufferPointer<UInt8>
  }
  var items: [Item] = []

  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0
  /// Whether a string is not closed.
  private var isInString = false
  private static let deepest = 32

  /// Nil if `text` is not a JSON object or array.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    guard value(path: "", key: "", depth: 0) else { return nil }
    skipBlanks()
    guard index == text.count else { return nil }
  }

  /// Whether `text` may be the start of an object or an array.
  static func isUnfinished(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var row = JSONRow(unread: text)
    return !row.value(path: "", key: "", depth: 0) && row.index >= text.count && !row.isInString
  }

  private init(unread text: UnsafeBufferPointer<UInt8>) { self.text = text }

  private mutating func skipBlanks() {
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(path: String, key: String, depth: Int) -> Bool {
    skipBlanks()
    guard index < text.count, depth <= Self.deepest else { return false }
    switch text[index] {
    case 0x7B: return object(path: path, depth: depth)
    case 0x5B: return array(path: path, depth: depth)
    case 0x22:
      guard let string = string() else { return false }
      let isNumber = parseDecimalWhole(string)
      add(path, key, isNumber.map { .number($0) } ?? .text, string)
      return true
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"):
      guard word("null") else { return false }
      add(path, key, .missing, UnsafeBufferPointer(rebasing: text[index..<index]))
      return true
    case UInt8(ascii: "N"):
      guard word("NaN") else { return false }
      add(path, key, .missing, UnsafeBufferPointer(rebasing: text[index..<index]))
      return true
    default: return number(path: path, key: key)
    }
  }

  private mutating func add(
    _ path: String, _ key: String, _ value: FieldValue, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    guard items.count <= TextLimits.columns else { return }
    items.append(Item(path: path, key: key, value: value, text: bytes))
  }

  private func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : String((path + "." + key).prefix(80))
  }

  private mutating func object(path: String, depth: Int) -> Bool {
    index += 1
    if skip(0x7D) { return true }
    repeat {
      skipBlanks()
      guard index < text.count, text[index] == 0x22, let name = string(), skip(0x3A) else {
        return false
      }
      // No names and paths are made for values beyond the limit of columns.
      let key = items.count <= TextLimits.columns ? shown(name, limit: 64) : ""
      guard value(path: join(path, key), key: key, depth: depth + 1) else { return false }
    } while skip(0x2C)
    return skip(0x7D)
  }

  private mutating func array(path: String, depth: Int) -> Bool {
    index += 1
    if skip(0x5D) { return true }
    var place = 0
    repeat {
      let key = items.count <= TextLimits.columns ? String(place) : ""
      guard value(path: join(path, key), key: key, depth: depth + 1) else { return false }
      place += 1
    } while skip(0x2C)
    return skip(0x5D)
  }

  /// The bytes between the quotes, with their escapes.
  private mutating func string() -> UnsafeBufferPointer<UInt8>? {
    index += 1
    let start = index
    while index < text.count, text[index] != 0x22 { index += text[index] == 0x5C ? 2 : 1 }
    guard index < text.count else {
      isInString = true
      return nil
    }
    index += 1
    return UnsafeBufferPointer(rebasing: text[start..<(index - 1)])
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= text.count else { return false }
    let slice = text[index..<(index + count)]
    guard word.withUTF8Buffer({ slice.elementsEqual($0) }) else { return false }
    index += count
    return true
  }

  private mutating func number(path: String, key: String) -> Bool {
    guard let base = text.baseAddress, text[index] == 0x2D || digitValue(text[index]) != nil,
      let (value, next) = parseDecimal(base + index, base + text.count, point: 0x2E)
    else { return false }
    let start = index
    index = next - base
    add(path, key, .number(value), UnsafeBufferPointer(rebasing: text[start..<index]))
    return true
  }

  private func parseDecimalWhole(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = bytes.baseAddress, bytes.count > 0,
      let (value, next) = parseDecimal(start, start + bytes.count, point: 0x2E),
      next == start + bytes.count
    else { return nil }
    return value
  }
}

extension TextReader {
  /// Reads a JSON value as a row. The row's time is the value of the first key that is called time,
  /// timestamp or the like and can be read as a time.
  func readJSON(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) -> Bool {
    guard let row = JSONRow(line) else { return false }
    dropHeaderLines(&batch)
    var time: TextTime?
    var wanted: [(name: String, field: Int, value: FieldValue)] = []
    for (field, item) in row.items.enumerated() {
      if time == nil, isTimeName(item.key), let own = pairTime(item.text) {
        time = own
      } else if item.value != .text {
        wanted.append((item.path.isEmpty ? "value" : item.path, field, item.value))
      }
    }
    guard !wanted.isEmpty else {
      unreadable(line, "no number in it", &batch)
      return true
    }
    style = .json
    var found: [(column: Int, value: FieldValue)] = []
    for item in ordered(wanted) {
      let column = columns.number(
        name: item.name, bare: item.name, field: item.field, unit: unitHint(inName: item.name))
      if column >= 0 { found.append((column, item.value)) }
    }
    put(found, source: Int.max - 3, time: instant(time), &batch)
    return true
  }
}
