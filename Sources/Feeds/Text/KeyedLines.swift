import Messages

/// The texts that tell lines of JSON or of `key=value` pairs apart, in the member that the user chose for the
/// horizontal axis.
struct KeyedLines {
  /// The texts so far, in the order in which they came.
  private(set) var keys: [String] = []
  private var numbers: [String: Int] = [:]

  /// The source of the lines with a text; nil if there is no room for another text.
  mutating func source(_ key: String) -> Int? {
    // The sentences have the thousand numbers above.
    let first = Int.max - 2000
    if let number = numbers[key] { return first + number }
    guard keys.count < TextLimits.keys else { return nil }
    numbers[key] = keys.count
    keys.append(key)
    return first + keys.count - 1
  }
}

extension TextReader {
  /// Whether a text is in the member that tells lines apart.
  func isLineKey(_ name: String, _ value: FieldValue) -> Bool {
    value == .text && name == options.horizontal
  }

  /// Puts the values of a line into their columns, which are called `KEY NAME` if a text tells lines apart.
  func putMembers(
    _ wanted: [(name: String, field: Int, value: FieldValue)], key: String?, source: Int,
    time: TextTime?, _ batch: inout TextBatch
  ) {
    guard let source = key.map({ keyedLines.source($0) }) ?? source else {
      tellFirstNames(keyedLines.keys.count, isForColumns: false, &batch)
      return
    }
    var found: [(column: Int, value: FieldValue)] = []
    for item in ordered(wanted) {
      let column = columns.number(
        name: key.map { $0 + " " + item.name } ?? item.name, bare: item.name, field: item.field,
        unit: unitHint(inName: item.name), key: key ?? "")
      if column >= 0 { found.append((column, item.value)) }
    }
    put(found, source: source, time: instant(time), &batch)
  }
}
