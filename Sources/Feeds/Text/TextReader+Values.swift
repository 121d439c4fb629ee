/// Times and values in lines of several forms.
extension TextReader {
  /// The time in the first word of a line. A number without brackets must be near the present.
  func leadTime(_ word: UnsafeBufferPointer<UInt8>) -> TextTime? {
    if case .number(let value) = FieldValue(word),
      !isNearTime(value, arrival: options.isFile ? nil : arrival)
    {
      return nil
    }
    return pairTime(word)
  }

  /// The time in a text that is a time, perhaps in brackets, or a number of seconds.
  func pairTime(_ text: UnsafeBufferPointer<UInt8>) -> TextTime? {
    var inner = text
    if inner.count > 2, inner[0] == 0x5B, inner[inner.count - 1] == 0x5D {
      inner = UnsafeBufferPointer(rebasing: inner[1..<(inner.count - 1)])
    }
    if options.timeFormat != nil, let (time, _) = fields.times.readFormatted(inner) {
      return time
    }
    if let time = fields.times.read(inner) { return time }
    if case .number(let value) = FieldValue(inner), let scale = epochScale(value) {
      return .date(value * scale)
    }
    return nil
  }

  /// Sorts values by the order of the user's selection.
  func ordered(
    _ wanted: [(name: String, field: Int, value: FieldValue)]
  ) -> [(name: String, field: Int, value: FieldValue)] {
    guard columns.isSelecting else { return wanted }
    return wanted.enumerated().map { index, item in
      (columns.rank(name: item.name, bare: item.name, field: item.field) ?? Int.max, index, item)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Adds values by column to the row, or starts a row with them.
  func put(
    _ found: [(column: Int, value: FieldValue)], source: Int, time: Double, _ batch: inout TextBatch
  ) {
    if assembler.begins(source: source, time: time) { flushRow(&batch) }
    for (column, value) in found {
      assembler.set(column, columns.value(value, column: column))
    }
    if assembler.ends(source: source, time: time) { flushRow(&batch) }
  }
}
