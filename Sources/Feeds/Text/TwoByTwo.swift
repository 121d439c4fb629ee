import Messages

/// Reads all numbers of a text in pairs, regardless of lines, like the option `-2` of ttyplot.
final class TwoByTwo {
  /// A number that waits for its partner.
  private var single: Double?

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    reader.fields.split(line.text, by: .blanks, commaIsDecimal: false)
    var hasNumber = false
    for field in reader.fields.fields where field.isNumber {
      hasNumber = true
      let value = field.value.double ?? .nan
      guard let first = single else {
        single = value
        continue
      }
      single = nil
      put([first, value], reader, &batch)
    }
    if !hasNumber { reader.unreadable(line.text, String(localized: "no number in it"), &batch) }
    return true
  }

  private func put(_ pair: [Double], _ reader: TextReader, _ batch: inout TextBatch) {
    var found: [(column: Int, value: FieldValue)] = []
    for (index, value) in pair.enumerated() {
      let name = String(index + 1)
      let column = reader.columns.number(name: name, bare: name, field: index)
      if column >= 0 { found.append((column, .number(value))) }
    }
    reader.put(found, source: RowSource.twoByTwo, time: .nan, &batch)
    reader.flushRow(&batch)
  }
}
