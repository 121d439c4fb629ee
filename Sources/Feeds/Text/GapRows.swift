import Messages

/// Rows without a number between a header and its first row with numbers, such as the first rows of a rolling mean. The
/// rows wait for that row, which shows the columns' roles.
struct GapRows {
  private(set) var lines: [(number: Int, bytes: [UInt8])] = []
  /// The number of rows beyond the limit.
  private(set) var leftOut = 0
  private var size = 0

  /// The largest number of bytes of all rows, enough for some thousand rows of a few columns. Later rows are left out.
  private static let mostBytes = 1 << 18

  mutating func add(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    guard size + line.count <= Self.mostBytes else {
      leftOut += 1
      return
    }
    size += line.count
    lines.append((number, Array(line)))
  }
}

extension TextReader {
  /// Keeps a line without numbers as a row of the header above: a line of missing values, perhaps with a time, or of
  /// texts below a name for each column.
  func keepAsGap(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !hasRows, !assembler.hasRow, let header = headerLines.last,
      delimiters(of: TextLine(line)).contains(where: { isGap(line, $0, below: header) })
    else { return false }
    headerLines[headerLines.count - 1].gaps.add(line, number: lineNumber)
    return true
  }

  private func isGap(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter, below header: HeaderLine
  ) -> Bool {
    // Punctuation between blanks, such as `. . .`, is more likely a drawing.
    guard mayDelimit(delimiter, TextLine(line)), delimiter != .blanks || hasWord(line) else {
      return false
    }
    fields.split(line, by: delimiter, commaIsDecimal: false)
    let all = fields.fields
    // A date and its time of day are one time.
    let clocks = zip(all, all.dropFirst()).count { $0.isDate && $1.isClock }
    let times = all.count { $0.time != nil } - clocks
    let missing = all.count { $0.value == .missing }
    guard !fields.isOpen, all.count > 1 || missing == 1, times < 2, fields.numbers == 0 else {
      return false
    }
    let names = names(of: header, delimiter)
    guard names.count == all.count else { return false }
    if missing + times + clocks == all.count { return missing > 0 }
    // A sentence with a comma is no header.
    guard
      delimiter == .blanks || !separatesWords(header.bytes, delimiter)
        || separatesWords(line, delimiter)
    else { return false }
    return areTexts(all, delimiter, below: names)
  }

  /// Whether a line of texts is a row, not a header: the line above has a name for each column, and this line has
  /// neither their units nor, as the first line, the name of a time.
  private func areTexts(
    _ all: [TextField], _ delimiter: Delimiter, below names: [String]
  ) -> Bool {
    let timeField = all.firstIndex { $0.time != nil }
    guard names.dropFirst().allSatisfy({ !$0.isEmpty }), Set(names).count == names.count else {
      return false
    }
    // Words between blanks may be anything, unless a time is below its name, or a state below that of a wanted column.
    if delimiter == .blanks {
      return timeField.map { isTimeName(names[$0]) } ?? areStates(all.map(\.name))
    }
    if timeField != nil { return true }
    let cells = all.map(\.name)
    let namesTime = !cells.contains("") && cells.contains { isTimeName($0) }
    return cells != names && UnitsRow(cells, below: names, delimiter) == nil
      && (!namesTime || names.contains { isTimeName($0) })
  }

  /// Whether a separator of a line is followed by a blank, as in a sentence.
  func separatesWords(_ line: some Collection<UInt8>, _ delimiter: Delimiter) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == delimiter.byte && $1 == 0x20 }
  }

  /// The names of a header, whose last line may hold units. The header is split once, not for each row below, because
  /// the header may have many names.
  private func names(of header: HeaderLine, _ delimiter: Delimiter) -> [String] {
    if let known = header.names[delimiter] { return known }
    let cells = header.bytes.withUnsafeBufferPointer { self.names($0, delimiter) }
    let names = unitsRow(cells, delimiter)?.names ?? cells
    headerLines[headerLines.count - 1].names[delimiter] = names
    return names
  }

  private func hasWord(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.contains { digitValue($0) != nil || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Reads the rows of missing values that preceded a table's first row.
  func read(_ gaps: GapRows, _ batch: inout TextBatch) {
    var leftOut = gaps.leftOut
    let last = lineNumber
    for (number, bytes) in gaps.lines {
      lineNumber = number
      if !bytes.withUnsafeBufferPointer({ readRow($0, &batch) }) { leftOut += 1 }
    }
    lineNumber = last
    guard leftOut > 0 else { return }
    notice(String(localized: "\(leftOut) rows without a number at the start are left out"), &batch)
  }
}
