import Messages

/// Rows without a number between a header and its first row with numbers, such as the first rows of a rolling mean. The
/// rows wait for that row, which shows the columns' roles.
struct GapRows {
  private(set) var lines: [[UInt8]] = []
  /// The number of rows beyond the limit.
  private(set) var leftOut = 0
  private var size = 0

  /// The largest number of bytes of all rows, enough for some thousand rows of a few columns. Later rows are left out.
  private static let mostBytes = 1 << 18

  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    guard size + line.count <= Self.mostBytes else {
      leftOut += 1
      return
    }
    size += line.count
    lines.append(Array(line))
  }
}

extension TextReader {
  /// Keeps a line as a row of the header above, if the line has only missing values and perhaps a time, or texts beside
  /// a time: such texts are not names of columns.
  func keepAsGap(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !hasRows, !assembler.hasRow, let header = headerLines.last,
      Delimiter.allCases.contains(where: { isGap(line, $0, below: header) })
    else { return false }
    headerLines[headerLines.count - 1].gaps.add(line)
    return true
  }

  private func isGap(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter, below header: HeaderLine
  ) -> Bool {
    // Punctuation between blanks, such as `. . .`, is more likely a drawing.
    guard delimiter == .blanks ? hasWord(line) : line.contains(delimiter.byte) else {
      return false
    }
    fields.split(line, by: delimiter, commaIsDecimal: false)
    let all = fields.fields
    let times = all.count { $0.time != nil }
    let missing = all.count { $0.value == .missing }
    guard !fields.isOpen, missing > 0, times < 2 else { return false }
    let shape = shape(of: header, delimiter)
    guard shape.count == all.count else { return false }
    // Below a name for each column, a text beside a time names a row.
    let mayHaveTexts = times == 1 && delimiter != .blanks && shape.isNamed
    return mayHaveTexts || missing + times == all.count
  }

  /// The number of names of a header, and whether each column has one. The header is split once, not for each row
  /// below, because the header may have many names.
  private func shape(of header: HeaderLine, _ delimiter: Delimiter) -> HeaderLine.Shape {
    if let known = header.shapes[delimiter] { return known }
    let names = header.bytes.withUnsafeBufferPointer { self.names($0, delimiter) }
    let shape = HeaderLine.Shape(count: names.count, isNamed: names.allSatisfy { !$0.isEmpty })
    headerLines[headerLines.count - 1].shapes[delimiter] = shape
    return shape
  }

  private func hasWord(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.contains { digitValue($0) != nil || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Reads the rows of missing values that preceded a table's first row.
  func read(_ gaps: GapRows, _ batch: inout TextBatch) {
    var leftOut = gaps.leftOut
    for line in gaps.lines where !line.withUnsafeBufferPointer({ readRow($0, &batch) }) {
      leftOut += 1
    }
    guard leftOut > 0 else { return }
    notice(String(localized: "\(leftOut) rows without a number at the start are left out"), &batch)
  }
}
