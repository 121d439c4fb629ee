/// Rows in a CSV answer: a header with the names of the columns, and a row in each line.
///
/// InfluxDB's annotated CSV has empty lines between tables with headers of their own, and annotations in lines that start
/// with `#`. Other such lines are comments, unless they have as many fields as the header.
extension RowReader {
  /// Whether an answer is CSV, and not JSON or HTML: its first line has a comma.
  static func isCSV(_ text: UnsafeRawBufferPointer) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    guard let start = text.firstIndex(where: { !blanks.contains($0) }),
      !"{[<".utf8.contains(text[start])
    else { return false }
    return text[start...].prefix { $0 != .newline }.contains(Delimiter.comma.byte)
  }

  /// Reads an answer.
  mutating func read(csv text: UnsafeRawBufferPointer) {
    var splitter = FieldSplitter(times: TimeReader(format: nil))
    defer { splitter.release() }
    var rest = text.bindMemory(to: UInt8.self)[...]
    var columns: [String: Int]?
    /// The number of fields of the header.
    var fieldCount = Int.max
    while let line = Self.nextLine(&rest, &splitter) {
      if line.isEmpty || Self.annotations.contains(where: line.starts) {
        columns = nil
      } else if line[0] == UInt8(ascii: "#"), splitter.fields.count < fieldCount {
        continue
      } else if let columns {
        readRow(splitter.fields, columns)
      } else {
        var names: [String: Int] = [:]
        for (place, field) in splitter.fields.enumerated() where names[field.name] == nil {
          names[field.name] = place
        }
        columns = names
        fieldCount = splitter.fields.count
      }
    }
  }

  private static let annotations = ["#group", "#datatype", "#default"].map { Array($0.utf8) }

  /// Splits the next line; nil at the end.
  private static func nextLine(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, _ splitter: inout FieldSplitter
  ) -> UnsafeBufferPointer<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = lineEnd(in: rest)
    var line = UnsafeBufferPointer(rebasing: rest[..<end])
    if line.last == UInt8(ascii: "\r") { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
    rest = rest[min(end + 1, rest.endIndex)...]
    splitter.split(line, by: .comma, commaIsDecimal: false)
    return line
  }

  /// The first line break that is not between quotes. An unclosed quote does not join lines.
  private static func lineEnd(in rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var isQuoted = false
    for index in rest.indices.prefix(TextLimits.line) {
      switch rest[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case .newline where !isQuoted: return index
      default: break
      }
    }
    return rest.firstIndex(of: .newline) ?? rest.endIndex
  }

  private mutating func readRow(_ fields: [TextField], _ columns: [String: Int]) {
    func place(_ field: Field) -> Int? { Int(field.name) ?? columns[field.name] }
    addRow(
      value: { field in
        place(field).map { fields.indices.contains($0) ? RowValue(fields[$0]) : .null }
      },
      label: { field in
        guard let place = place(field), fields.indices.contains(place) else { return nil }
        return String(decoding: fields[place].bytes, as: UTF8.self)
      },
      reason: { Self.reason(withoutColumn: $0.name, among: columns.keys) })
  }
}
