import Messages

/// The numbers of one JSON value (RFC 8259), by their paths: `cpu.0.user`.
///
/// A row takes numbers, and strings that could be cells of a table (`12.5MiB`, `1kB / 0B`, `n/a`), down to a depth of
/// 32; `null` is a missing value, and `true` and `false` are 1 and 0. Deeper values are left out. Other strings are
/// texts, which are not drawn unless they are times. A path is cut at 200 characters.
struct JSONRow {
  struct Item {
    var path: String
    var key: String
    var value: FieldValue
    /// The text of a string, or of a number that may be a time.
    var text: UnsafeBufferPointer<UInt8>
    /// Whether the value is a string.
    var isString = false
  }
  private(set) var items: [Item] = []

  private static let deepest = 32

  /// Reads a line of JSON.
  /// - Returns: nil if `text` is not JSON.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var reader = JSONReader(text)
    guard read(&reader, path: "", key: "", depth: 0), reader.isAtEnd else { return nil }
  }

  /// Whether `text` may be the start of an object or an array.
  static func isUnfinished(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = JSONReader(text)
    return !reader.skipValue() && reader.index >= text.count && !reader.endsInString
  }

  private mutating func read(
    _ reader: inout JSONReader, path: String, key: String, depth: Int
  ) -> Bool {
    // Values beyond the limit of columns get no names and paths.
    if items.count > TextLimits.columns || depth > Self.deepest { return reader.skipValue() }
    switch reader.next {
    case 0x7B:
      return reader.members { key, reader in
        let name = Self.name(key)
        return read(&reader, path: Self.join(path, name), key: name, depth: depth + 1)
      }
    case 0x5B:
      return reader.elements { place, reader in
        let name = String(place)
        return read(&reader, path: Self.join(path, name), key: name, depth: depth + 1)
      }
    default: return readScalar(&reader, path, key)
    }
  }

  private mutating func readScalar(
    _ reader: inout JSONReader, _ path: String, _ key: String
  ) -> Bool {
    let start = reader.index
    guard let scalar = reader.scalar() else { return false }
    let bytes = UnsafeBufferPointer(rebasing: reader.text[start..<reader.index])
    switch scalar {
    case .number(let value):
      items.append(Item(path: path, key: key, value: .number(value), text: bytes))
    case .string(let text): readString(text, path, key)
    case .null: items.append(Item(path: path, key: key, value: .missing, text: bytes))
    case .boolean(let value):
      items.append(Item(path: path, key: key, value: .number(value ? 1 : 0), text: bytes))
    }
    return true
  }

  private static func name(_ key: JSONReader.Bytes) -> String {
    key.contains(0x5C)
      ? shown(JSONReader.string(key), limit: TextLimits.name) : shown(key, limit: TextLimits.name)
  }

  private static func join(_ path: String, _ key: String) -> String {
    if path.isEmpty { return key }
    let joined = path + "." + key
    return joined.utf8.count <= TextLimits.name ? joined : String(joined.prefix(TextLimits.name))
  }

  /// Reads a string as a cell of a table.
  private mutating func readString(_ text: JSONReader.Bytes, _ path: String, _ key: String) {
    var cell = JSONReader.Bytes(rebasing: text.drop { $0 == 0x20 })
    while cell.last == 0x20 { cell = JSONReader.Bytes(rebasing: cell.dropLast()) }
    guard let pair = FieldValue.pair(cell) else {
      items.append(
        Item(path: path, key: key, value: FieldValue(cell), text: text, isString: true))
      return
    }
    let names = FieldSplitter.halves(of: path)
    for (name, value) in [(names.0, pair.first), (names.1, pair.second)] {
      items.append(Item(path: name, key: key, value: value, text: text, isString: true))
    }
  }
}

extension JSONForm {
  /// Reads a JSON value as a row. The row's time is the first readable time with a key such as time or timestamp, or
  /// otherwise that of `MemberTime`, or the time in front of the value.
  func readRow(
    _ line: UnsafeBufferPointer<UInt8>, _ reader: TextReader, _ batch: inout TextBatch,
    prefixTime: TextTime? = nil
  ) -> Bool {
    guard let row = JSONRow(line) else { return false }
    // An array may be another text: `[  3]`.
    if line.first == 0x7B, row.items.contains(where: { $0.value.double != nil }) {
      reader.endPreamble(&batch)
    }
    reader.dropHeaderLines(&batch)
    // A number alone is a value.
    let named = row.items.lazy.compactMap { item in
      row.items.count > 1 && isTimeName(item.key)
        ? reader.pairTime(item.text).map { (time: $0, name: item.path) } : nil
    }.first
    let texts = row.items.lazy.filter(\.isString).map { (name: $0.path, text: $0.text) }
    let found = named ?? reader.memberTime(texts)
    let time = found?.time ?? prefixTime
    reader.findLineKey(
      row.items.lazy.map { (name: $0.path, text: $0.text) }, time: time, &batch)
    var intake = MemberIntake(reader)
    for (field, item) in row.items.enumerated() {
      // A string such as `none` may also be a name or a state.
      var isGap: Bool {
        item.value == .missing && (!item.isString || reader.columns.existing(item.path) != nil)
      }
      if item.path == found?.name
        || intake.takeName(item.path, item.value, item.text, reader)
      {
        continue
      } else if item.isString, item.value.double != nil, reader.isText(item.path) {
        continue
      } else if item.value.double != nil || isGap {
        intake.wanted.append((item.path.isEmpty ? "value" : item.path, field, item.value))
      } else {
        reader.noteText(item.text, of: item.path)
      }
    }
    guard !intake.wanted.isEmpty else {
      reader.unreadable(line, String(localized: "no number in it"), &batch)
      return true
    }
    reader.style = .json
    reader.put(intake.finish(source: RowSource.json, time: time, reader), &batch)
    return true
  }
}
